/** When a page comes back into sight, or out of the browser's memory of pages that were left. */

/** After so long out of sight the times on the screen may be gone, and the day may be another. */
const longAwayMs = 10 * 60_000

/**
 * Calls each time that the page is shown again; `wasLong` after a while. Returns how to end that.
 */
export function whenShownAgain(back: (wasLong: boolean) => void): () => void {
  let hiddenAt: number | null = null
  const onChange = () => {
    if (document.visibilityState !== "visible") {
      hiddenAt ??= Date.now()
      return
    }
    const wasLong = hiddenAt !== null && Date.now() - hiddenAt >= longAwayMs
    hiddenAt = null
    back(wasLong)
  }
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) back(true)
  }
  document.addEventListener("visibilitychange", onChange)
  addEventListener("pageshow", onShown)
  return () => {
    document.removeEventListener("visibilitychange", onChange)
    removeEventListener("pageshow", onShown)
  }
}
