/** The foot of the board: the keys that work now, and whether what is shown is live. */
import type { ComponentChildren } from "preact"
import { useLine } from "../live.ts"
import { lettersWork } from "../shell/letters.ts"
import { useWords } from "../words/words.ts"
import type { Moving } from "./moving.ts"

interface FootProps {
  moving: Moving | null
  /** Buttons for what is moved, where no dock stands beside the board. */
  children?: ComponentChildren
}

export function Foot({ moving, children }: FootProps) {
  const words = useWords().board
  const line = useLine()
  const isLetter = (key: string) => /^[\dA-Z?]$/.test(key)
  const keys = moving
    ? ([
        [["1", "…", "0"], words.takeTime],
        [["↑", "↓"], words.nextStart],
        [["←", "→"], words.otherProvider],
        [["⇧←", "⇧→"], words.otherDay],
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
    <div class={moving ? "board-foot has-tools" : "board-foot"}>
      {moving && <strong>{words.movingNow({ name: moving.card.appointment.customer.name })}</strong>}
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
