import type { Clock } from "../ports.ts"

/** The machine's time, shifted where a development setting asks for it. */
export function systemClock(offsetMs = 0): Clock {
  return { now: () => Date.now() + offsetMs }
}
