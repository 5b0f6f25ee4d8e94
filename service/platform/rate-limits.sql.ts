/**
 * Rate limits over a sliding window, shared by all processes. The count of the previous window is weighted by the part of it
 * that the sliding window still covers, so that two rows for each key replace a log of every try.
 */

import { msPerDay } from "../../domain/time/units.ts"
import type { Db } from "./pg/database.ts"

export interface RateLimit {
  /** Names what is limited and for whom, such as `sign_in:email:…`. Personal data goes into it as a hash only. */
  key: string
  limit: number
  windowSeconds: number
  /** Epoch milliseconds. */
  now: number
}

export interface Token {
  allowed: boolean
  /** Whole seconds after which a try may succeed; null when allowed, and when waiting cannot help (a limit of 0). */
  retryAfterSeconds: number | null
  /** Epoch milliseconds; until then every try is refused. Null where `retryAfterSeconds` is. */
  freeAt: number | null
}

/** Tries in the windows, as the statement that takes one counts them. */
interface Taken {
  /** In the previous window. */
  before: number
  /** In the present window before this statement. */
  present: number
  /** In the present window including this one; null when this one was refused. */
  taken: number | null
}

/** True where one more try fits beside `count`, where b holds the count of the previous window. */
const room = (count: string) => `${count} + b.count * $4::float8 <= $5::int - 1`

const takeTry = `
WITH before AS (
  SELECT coalesce((SELECT count FROM rate_counter WHERE key = $1 AND window_start = $3), 0) AS count
), taken AS (
  INSERT INTO rate_counter (key, window_start, count)
  SELECT $1, $2, 1 FROM before b WHERE ${room("0")}
  ON CONFLICT (key, window_start) DO UPDATE SET count = rate_counter.count + 1
    WHERE (SELECT ${room("rate_counter.count")} FROM before b)
  RETURNING count
)
SELECT b.count AS before, (SELECT count FROM taken) AS taken,
  coalesce((SELECT count FROM rate_counter WHERE key = $1 AND window_start = $2), 0) AS present
FROM before b`

/** Takes one try, unless the limit is reached. A refused try does not count. */
export async function takeToken(db: Db, rate: RateLimit): Promise<Token> {
  const { start, windowMs, weight } = positionInWindow(rate.windowSeconds, rate.now)
  const taken = await db.first<Taken>(takeTry, [
    rate.key,
    new Date(start),
    new Date(start - windowMs),
    weight,
    rate.limit,
  ])
  return tokenOf(rate, taken!)
}

/** Gives back a try that turned out not to count. */
export async function returnToken(
  db: Db,
  { key, windowSeconds, now }: Omit<RateLimit, "limit">,
): Promise<void> {
  const { start } = positionInWindow(windowSeconds, now)
  await db.query(
    "UPDATE rate_counter SET count = count - 1 WHERE key = $1 AND window_start = $2 AND count > 0",
    [key, new Date(start)],
  )
}

/** The verdict on a try from the counts of its statement. */
function tokenOf(rate: Omit<RateLimit, "key">, { before, present, taken }: Taken): Token {
  if (taken !== null) return { allowed: true, retryAfterSeconds: null, freeAt: null }
  if (rate.limit <= 0) return { allowed: false, retryAfterSeconds: null, freeAt: null }
  const { start, windowMs } = positionInWindow(rate.windowSeconds, rate.now)
  return refusedUntil(start + freeAfterMs(rate.limit, windowMs, before, present), rate.now)
}

export const refusedUntil = (freeAt: number, now: number): Token => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now) / 1_000)),
  freeAt,
})

function positionInWindow(windowSeconds: number, now: number) {
  const windowMs = windowSeconds * 1_000
  const start = Math.floor(now / windowMs) * windowMs
  return { start, windowMs, weight: 1 - (now - start) / windowMs }
}

/** Milliseconds after the start of the present window at which one more try fits. */
function freeAfterMs(limit: number, windowMs: number, before: number, present: number): number {
  const room = limit - 1 - present
  if (room >= 0 && before > 0) return windowMs * (1 - room / before)
  return windowMs + windowMs * (1 - (limit - 1) / Math.max(present, limit))
}

/** The longest window is a day, and the previous one counts too. */
const keptMs = 2 * msPerDay

export async function dropOldCounters(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM rate_counter WHERE window_start < $1", [new Date(now - keptMs)])
}
