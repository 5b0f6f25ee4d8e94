import { randomBytes } from "node:crypto"
import type { Random } from "../ports.ts"

/** The operating system's cryptographic randomness. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) }
