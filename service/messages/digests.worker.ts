/** Queues the digest of each provider's day who wants one, in the morning of the company's clock. */
import { digestDay } from "../../domain/rules/mails/day-digest.ts"
import { msPerHour } from "../../domain/time/units.ts"
import {
  insertDigest,
  listWantedDigests,
  listWantedDigestsOf,
  type WantedDigest,
} from "../outbox/staff-mails.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"

/** A digest that has not gone by then is of no use. */
const goodMs = 6 * msPerHour

/** Plans the digests of live companies. */
export async function planDigests(context: AppContext): Promise<void> {
  if (context.mails === null) return
  const wanted = await listWantedDigests(context.db)
  await forEachPart(context, "plan-digests", wanted, (one) => queueDigest(context, one))
}

/** Plans the digests of one company, by the clock of its context. */
export async function planDigestsOf(context: AppContext, companyId: number): Promise<void> {
  if (context.mails === null) return
  for (const one of await listWantedDigestsOf(context.db, companyId)) await queueDigest(context, one)
}

/** It has a key, so that two workers do not queue it twice. */
async function queueDigest(
  context: AppContext,
  { companyId, providerId, timezone }: WantedDigest,
): Promise<void> {
  const now = context.clock.now()
  const day = digestDay(timezone, now)
  if (day === null) return
  const digest = { providerId, day, goodUntil: now + goodMs }
  await context.db.transaction((tx) => insertDigest(tx, companyId, digest, now))
}
