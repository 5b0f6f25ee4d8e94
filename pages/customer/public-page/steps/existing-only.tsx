import type { PageView } from "../../../../domain/contracts/public-page.ts"
import { useOwnWords } from "../words.ts"

/** New customers read before they choose anything that they have to call. */
export function ExistingOnly({ view: { newCustomersAllowed } }: { view: PageView }) {
  const { existingOnly } = useOwnWords()
  return newCustomersAllowed ? null : <p class="note">{existingOnly}</p>
}
