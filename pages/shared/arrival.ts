import type { BlockView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "./language.ts"

/** "We arrive between 2 PM and 4 PM": a promised window, once it is chosen. */
export function arrivalInWords(window: BlockView, zone: string): string {
  const { words, formats } = useLanguage()
  const [from, until] = formats.windowEnds(window, zone)
  return words.arriveBetween({ between: words.between({ from, until }) })
}
