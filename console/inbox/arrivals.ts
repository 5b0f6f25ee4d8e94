/** Notices of the browser: while the console is not looked at, each says what has come. Every browser is asked once, in You. */
import { hrefOf } from "../router.ts"
import { useWords as presentWords, speakAll } from "../words/words.ts"
import type { Entry } from "./entry.ts"
import { titleOf } from "./inbox-words.ts"

const kept = "appointed.console.arrivals"

export const arrivalsAreShown = (): boolean =>
  "Notification" in window && Notification.permission === "granted" && localStorage.getItem(kept) === "on"

/** Asks the browser where it has to. Returns whether they are shown from now on. */
export async function showArrivals(wanted: boolean): Promise<boolean> {
  localStorage.setItem(kept, wanted ? "on" : "off")
  if (wanted && "Notification" in window) await Notification.requestPermission()
  return arrivalsAreShown()
}

let known: ReadonlySet<string> | null = null

/** Says what was not there at the last reading; of the first one nothing. */
export function tellArrivals(entries: readonly Entry[]): void {
  const before = known
  known = new Set(entries.map(newsOf))
  if (before === null || !document.hidden || !arrivalsAreShown()) return
  // On the board the inbox's words may not be read yet.
  void speakAll().then(() => {
    for (const entry of entries) if (!before.has(newsOf(entry))) tell(entry)
  })
}

const newsOf = ({ kind, id, since }: Entry): string => `${kind}-${id}-${since}`

function tell(entry: Entry): void {
  const key = `${entry.kind}-${entry.id}`
  const notice = new Notification(titleOf(entry, presentWords().inbox), { tag: key })
  notice.onclick = () => {
    window.focus()
    location.assign(hrefOf(`/inbox?entry=${key}`))
  }
}
