import { hydrate, type VNode } from "preact"
import type { Locale } from "../../domain/contracts/customer-pages.ts"

declare global {
  /** The visitor's deeds before this script ran, each as a function that does it again; see `startScript`. */
  var earlyEvents: (() => void)[] | undefined
}

/**
 * Takes over the HTML that the server rendered: the same components with the same data, so nothing on the screen moves.
 *
 * @param app makes the root component from the data in the page
 */
export async function takeOver<Start>(app: (start: Start, locale: Locale) => Promise<VNode>): Promise<void> {
  const start: Start = JSON.parse(document.getElementById("view")!.textContent)
  hydrate(await app(start, document.documentElement.lang as Locale), document.getElementById("app")!)
  setTimeout(repeatEarlyEvents)
  // Translators come after the page. Without a connection for it the page goes on as it is.
  import("./translated.ts")
    .then(({ keepUpWithTranslators }) => keepUpWithTranslators())
    .catch(() => undefined)
}

/** The visitor comes back to a later step, or to an appointment that this browser remembers. */
export const isReturning = (): boolean => document.documentElement.classList.contains("returning")

function repeatEarlyEvents(): void {
  const events = globalThis.earlyEvents ?? []
  globalThis.earlyEvents = undefined
  for (const repeat of events) repeat()
  document.documentElement.classList.remove("returning")
}
