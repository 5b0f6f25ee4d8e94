import { randomBytes } from "node:crypto"
import type { Clock, Random } from "../../platform/ports.ts"

/** The machine's time, shifted where a development setting asks for it. */
export function systemClock(offsetMs = 0): Clock {
  return { now: () => Date.now() + offsetMs }
}

/** The operating system's cryptographic randomness. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) }
