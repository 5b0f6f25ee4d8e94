/** The foot of the board: the keys that work now, and whether what is shown is live. */
import { useLine } from "../live.ts"
import { useWords } from "../words/words.ts"

export function Foot() {
  const words = useWords().board
  const line = useLine()
  return (
    <div class="foot">
      <span class="key">
        <kbd>←</kbd>
        <kbd>→</kbd>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {words.walk}
      </span>
      <span class="key">
        <kbd>?</kbd> {words.keys}
      </span>
      <span class="gap" />
      <span class={`liveness ${line}`} role="status">
        {words.lines[line]}
      </span>
    </div>
  )
}
