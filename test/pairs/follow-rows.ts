/** What follows a booking, run of each capability by `follow.test.ts`, and what of it there is none of. */
import type { CapabilityName } from "./capabilities.ts"

export const followed: readonly string[] = []

interface NotFollowed {
  of: readonly CapabilityName[]
  what: readonly string[]
  because: string
}

const rows: readonly NotFollowed[] = []

export const notFollowed = (capability: CapabilityName, what: string): string | null =>
  rows.find((row) => row.of.includes(capability) && row.what.includes(what))?.because ?? null
