/** The foot of the board: the keys that work now, and whether what is shown is live. */
import { useLine } from "../live.ts"
import { useWords } from "../words/words.ts"
import type { Moving } from "./moving.ts"

export function Foot({ moving }: { moving: Moving | null }) {
  const words = useWords().board
  const line = useLine()
  const keys = moving
    ? ([
        [["←", "→"], words.otherProvider],
        [["↑", "↓"], words.nextStart],
        [["Enter"], words.dropIt],
        [["Esc"], words.putItBack],
      ] as const)
    : ([
        [["←", "→", "↑", "↓"], words.walk],
        [["M"], words.move],
        [["N"], words.book],
        [["?"], words.keys],
      ] as const)
  return (
    <div class="board-foot">
      {moving && <strong>{words.movingNow(moving.card.appointment.customer.name)}</strong>}
      {keys.map(([pressed, does]) => (
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
