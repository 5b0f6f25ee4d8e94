/** The foot of the board: the keys that work now, and whether what is shown is live. */
import type { ComponentChildren } from "preact"
import { useLine } from "../live.ts"
import { lettersWork } from "../shell/letters.ts"
import { useWords } from "../words/words.ts"

interface FootProps {
  /** The moved appointment; null for none. */
  moved: string | null
  /** A session of a class has no suggested times, and stays on its day. */
  isSession: boolean
  /** Buttons for what is moved, where no dock stands beside the board. */
  children?: ComponentChildren
}

export function Foot({ moved, isSession, children }: FootProps) {
  const words = useWords().board
  const line = useLine()
  const isLetter = (key: string) => /^[\dA-Z?]$/.test(key)
  const keys = moved
    ? ([
        ...(isSession ? [] : ([[["1", "…", "0"], words.takeTime]] as const)),
        [["↑", "↓"], words.nextStart],
        [["←", "→"], words.otherProvider],
        ...(isSession ? [] : ([[["⇧←", "⇧→"], words.otherDay]] as const)),
        [["Enter"], words.dropIt],
        [["Esc"], words.putItBack],
      ] as const)
    : ([
        [["←", "→", "↑", "↓"], words.walk],
        [["M"], words.move],
        [["E"], words.resize],
        [["N"], words.book],
        [["G"], words.goToDate],
        [["?"], words.keys],
      ] as const)
  return (
    <div class={moved && !isSession ? "board-foot has-tools" : "board-foot"}>
      {moved && <strong>{words.movingNow({ name: moved })}</strong>}
      {children}
      {keys
        .filter(([[key]]) => lettersWork() || !isLetter(key))
        .map(([pressed, does]) => (
          <span key={does} class="key">
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{" "}
            {does}
          </span>
        ))}
      <span class="gap" />
      <span class={`liveness ${line}`} role="status">
        {words.lines[line]}
      </span>
    </div>
  )
}
