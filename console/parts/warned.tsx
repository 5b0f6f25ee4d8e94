/** The warning that everybody must know who calls or goes there: above all else that is said of a customer. */
import type { ComponentChildren } from "preact"
import { useWords } from "../words/words.ts"
import { Icon } from "./icon.tsx"

export function Warned({ warning, children }: { warning: string; children?: ComponentChildren }) {
  const words = useWords().customers
  return (
    <div class="alert warned" role="note" aria-label={words.warning}>
      <Icon name="warning" small />
      <strong>{warning}</strong>
      {children}
    </div>
  )
}
