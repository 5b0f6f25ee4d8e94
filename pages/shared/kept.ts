/**
 * The state that a page keeps through a reload and while the phone has dropped its tab: in the tab's session storage, which
 * ends with the tab. Where the browser refuses that, the page's memory is all.
 */
import type { ClocksView } from "../../domain/contracts/customer-pages.ts"
import { knownClocks, learnClocks } from "./zones.ts"

/** The script in the HTML that hides the first step while another is restored uses the same key. */
const key = () => location.pathname

interface Kept<Value> {
  value: Value
  /** The clocks of the zones of the kept times. */
  clocks: ClocksView
}

/** Keeps the value; null forgets. */
export function keep<Value>(value: Value | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key())
    else sessionStorage.setItem(key(), JSON.stringify({ value, clocks: knownClocks() } satisfies Kept<Value>))
  } catch {
    // The browser refuses: a reload starts anew.
  }
}

/** The kept value; null without one. */
export function kept<Value>(): Value | null {
  try {
    const found: Kept<Value> | null = JSON.parse(sessionStorage.getItem(key()) ?? "null")
    if (!found) return null
    learnClocks(found.clocks)
    return found.value
  } catch {
    return null
  }
}
