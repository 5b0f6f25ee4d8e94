/** Signals that end the service, each counted once however often it arrives. */

/** One press of Ctrl+C, or one `timeout`, may reach a process several times. `bin/supervise.js` counts by the same measure. */
const sameSignalMs = 1_000

/** Calls `first` once, and `again` when a signal comes later than the same one could: somebody wants it at once. */
export function onSignals({ first, again }: { first: () => void; again: () => void }): void {
  let firstAt: number | null = null
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (firstAt === null) {
        firstAt = now
        first()
      } else if (now - firstAt > sameSignalMs) again()
    })
  }
}
