/**
 * Limits as counters over a sliding window, shared by every process. A window's count slides out over the next window
 * in proportion to the time passed, so that two rows a key stand for a log of every try.
 */
import type { Db } from "./database.ts"

export interface RateLimit {
  /** What is limited and for whom, as `sign_in:email:…`. Holds no personal data: hash what would be. */
  key: string
  limit: number
  windowSeconds: number
  /** Epoch milliseconds. */
  now: number
}

export interface Token {
  allowed: boolean
  /** Whole seconds after which a try may succeed; null when allowed, and when waiting does not help (a limit of 0). */
  retryAfterSeconds: number | null
}

interface Counts {
  before: number
  present: number
  taken: number | null
}

/** Takes one of the key's tries, unless they are used up. A refused try is not counted. */
export async function takeToken(db: Db, rate: RateLimit): Promise<Token> {
  if (rate.limit <= 0) return { allowed: false, retryAfterSeconds: null }
  const windowMs = rate.windowSeconds * 1_000
  const start = Math.floor(rate.now / windowMs) * windowMs
  const weight = 1 - (rate.now - start) / windowMs
  const [counts] = await db.query<Counts>(
    `WITH before AS (
       SELECT coalesce((SELECT count FROM rate_counter WHERE key = $1 AND window_start = $3), 0) AS count
     ), taken AS (
       INSERT INTO rate_counter (key, window_start, count)
       SELECT $1, $2, 1 FROM before WHERE before.count * $4::float8 <= $5::int - 1
       ON CONFLICT (key, window_start) DO UPDATE SET count = rate_counter.count + 1
         WHERE rate_counter.count + (SELECT before.count FROM before) * $4::float8 <= $5::int - 1
       RETURNING count
     )
     SELECT (SELECT count FROM before) AS before, (SELECT count FROM taken) AS taken,
       coalesce((SELECT count FROM rate_counter WHERE key = $1 AND window_start = $2), 0) AS present`,
    [rate.key, new Date(start), new Date(start - windowMs), weight, rate.limit],
  )
  const { before, present, taken } = counts!
  if (taken !== null) return { allowed: true, retryAfterSeconds: null }
  const freeMs = freeAfterMs(rate.limit, windowMs, before, present)
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((start + freeMs - rate.now) / 1_000)) }
}

/** How long after the present window's start one more try fits. */
function freeAfterMs(limit: number, windowMs: number, before: number, present: number): number {
  const room = limit - 1 - present
  if (room >= 0 && before > 0) return windowMs * (1 - room / before)
  return windowMs + windowMs * (1 - (limit - 1) / Math.max(present, limit))
}

/** The longest window is a day, and slides over the one before it. */
const keptMs = 2 * 86_400_000

export async function dropOldCounters(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM rate_counter WHERE window_start < $1", [new Date(now - keptMs)])
}
