import type { TestService } from "./service.ts"

const minuteMs = 60_000

/**
 * Counts so many more tries of a minute's limit, as if they had been asked for: at every counter of that kind which a request
 * of this minute has begun. Throws when there is none.
 */
export async function countOn(
  { context }: TestService,
  kind: "link_view" | "link_use" | "page",
  tries: number,
): Promise<void> {
  const now = context.clock.now()
  const counters = await context.db.query(
    `UPDATE rate_counter SET count = count + $3 WHERE starts_with(key, $1) AND window_start = $2 RETURNING key`,
    [`${kind}:`, new Date(now - (now % minuteMs)), tries],
  )
  if (counters.length === 0) throw new Error(`no request of this minute was counted as ${kind}`)
}
