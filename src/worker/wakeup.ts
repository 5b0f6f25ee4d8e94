/** A bell that somebody waits by: rung before or while they wait, it wakes them once. */
export interface Wakeup {
  ring(): void
  /** Until it rings, or so many milliseconds have passed. */
  wait(ms: number): Promise<void>
}

export function createWakeup(): Wakeup {
  let rung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = null
      }
      rung = false
    },
  }
}
