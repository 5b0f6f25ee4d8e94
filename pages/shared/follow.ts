/**
 * Follows what a page shows while it is in sight: asks again and again whether it still stands, at once when the page is shown
 * again, restored by the browser or back on the network, and never while it is hidden.
 */
import type { Outcome } from "./api.ts"

const firstWaitMs = 15_000
const longestWaitMs = 60_000
const growth = 1.5

/**
 * How long to wait after an answer: 15 seconds after a change, growing to 60 while nothing changes; after a refusal at least as
 * long as it says.
 */
export function nextWaitMs(waitedMs: number, asked: Outcome<unknown>): number {
  const grown = Math.min(waitedMs * growth, longestWaitMs)
  if (!asked.ok) return Math.max(grown, (asked.retryAfterSeconds ?? 0) * 1_000)
  return asked.data === null ? grown : firstWaitMs
}

/** Nothing changes any more: but for one that has started, which will be over. */
const hasEnded = (asked: Outcome<unknown>) =>
  !asked.ok && asked.code === "link_ended" && asked.details.because !== "started"

/**
 * Starts to follow, and returns how to stop. Ends by itself with the link.
 *
 * @param ask asks once, and shows what it finds. A null answer: nothing has changed
 * @param asksAtOnce the page shows what may be out of date
 */
export function follow(ask: () => Promise<Outcome<unknown>>, { asksAtOnce = false } = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs
  let isAsking = false
  let asksAgain = false
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener("visibilitychange", onSight)
    removeEventListener("pageshow", onShown)
    removeEventListener("online", onSight)
  }
  const askNow = async () => {
    clearTimeout(timer)
    if (isOver) return
    if (isAsking) {
      // The answer under way may have been given before what is asked about now.
      asksAgain = true
      return
    }
    isAsking = true
    const asked = await ask()
    isAsking = false
    if (hasEnded(asked)) return stop()
    if (asksAgain) {
      asksAgain = false
      return askNow()
    }
    waitMs = nextWaitMs(waitMs, asked)
    waitAgain()
  }
  const waitAgain = () => {
    if (!isOver && document.visibilityState === "visible") timer = setTimeout(askNow, waitMs)
  }
  const onSight = () => {
    clearTimeout(timer)
    waitMs = firstWaitMs
    if (document.visibilityState === "visible") void askNow()
  }
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onSight()
  }
  document.addEventListener("visibilitychange", onSight)
  addEventListener("pageshow", onShown)
  addEventListener("online", onSight)
  if (asksAtOnce || wasRestored()) onSight()
  else waitAgain()
  return stop
}

/** The browser may have shown a copy of its own: by Back, or after it was closed. */
const wasRestored = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).type === "back_forward")
