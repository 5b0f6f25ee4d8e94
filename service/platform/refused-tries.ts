/**
 * Limits that a flood meets. A refused try does not count, so until one fits again every other is refused, by whichever process:
 * this process remembers until when, and asks the database for one try of the flood instead of for each.
 */
import type { Db } from "./pg/database.ts"
import { type RateLimit, refusedUntil, type Token, takeToken } from "./rate-limits.sql.ts"

/** Keys that are remembered; beyond them the one that was refused first is forgotten. */
const mostKept = 10_000
const freeAtByDb = new WeakMap<Db, Map<string, number>>()

/** Takes one try as `takeToken` does, of a limit that never gives a try back. */
export async function takeTokenOfMany(db: Db, rate: RateLimit): Promise<Token> {
  const recalled = recallRefusal(db, rate)
  if (recalled) return recalled
  const token = await takeToken(db, rate)
  if (token.freeAt !== null) keep(keptOf(db), rate.key, token.freeAt)
  return token
}

/** The refusal that the next try would meet for sure; null where the database has to say. */
export function recallRefusal(db: Db, { key, now }: RateLimit): Token | null {
  const freeAt = keptOf(db).get(key)
  return freeAt !== undefined && now < freeAt ? refusedUntil(freeAt, now) : null
}

function keptOf(db: Db): Map<string, number> {
  const known = freeAtByDb.get(db)
  if (known) return known
  const made = new Map<string, number>()
  freeAtByDb.set(db, made)
  return made
}

function keep(kept: Map<string, number>, key: string, freeAt: number): void {
  kept.delete(key)
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(key, freeAt)
}
