/** One round about one freed time: asks those who come next in the company's order and whom a search offers it. */
import { Refusal } from "../../domain/model/errors.ts"
import type { NamedEntry, WaitingOffer } from "../../domain/model/waiting-entry.ts"
import { type Gap, type OfferedTime, offerGoodUntil, timeToOffer } from "../../domain/rules/waiting/fits.ts"
import { askedInRound, inAskingOrder, roundMs } from "../../domain/rules/waiting/who-is-asked.ts"
import { dateOfDay } from "../../domain/time/dates.ts"
import { minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import { findCompany } from "../company/companies.sql.ts"
import { waitingBetween } from "../ledger/waiting-entries.sql.ts"
import { customersWithOffers, offeredBefore, openOffersAt } from "../ledger/waiting-offers.sql.ts"
import { type Reach, reachOf } from "../messages/reach-waiting.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { endGoneOffer } from "./end-gone-offers.ts"
import { makeOffer } from "./make-offer.ts"
import { timesForEach } from "./offered-times.ts"

/** One waiting entry and a time in the gap, with the obstacles between them as they are now. */
export interface Candidate {
  entry: NamedEntry
  /** The times that were not offered to them before. */
  times: OfferedTime[]
  noticeMinutes: number
  /** They were offered all that a search offers. */
  wasAsked: boolean
  /** They have an open offer. */
  isDeciding: boolean
  reach: Reach | null
}

/** The entries whose dates reach into the gap in some zone. */
export function waitingAround(db: Db, companyId: number, gap: Gap): Promise<NamedEntry[]> {
  const [firstDate, lastDate] = [gap.from - minutesPerDay, gap.to + minutesPerDay].map((minute) =>
    dateOfDay(Math.floor(minute / minutesPerDay)),
  )
  const dates = { firstDate: firstDate!, lastDate: lastDate! }
  return waitingBetween(db, companyId, { ...dates, providerId: gap.providerId })
}

/** In the company's order. Each is looked at when it is asked for. */
export async function* candidatesFor(
  context: AppContext,
  companyId: number,
  gap: Gap,
  { order, now }: { order: Parameters<typeof inAskingOrder>[1]; now: number },
): AsyncGenerator<Candidate> {
  const { db } = context
  const waiting = await waitingAround(db, companyId, gap)
  const [deciding, before] = await Promise.all([
    customersWithOffers(db, companyId, now),
    offeredBefore(
      db,
      companyId,
      waiting.map(({ id }) => id),
    ),
  ])
  const asked = new Set(before.map(keyOfOffer))
  const timesFor = timesForEach(context, companyId, { entries: waiting, gap, now })
  for (const entry of inAskingOrder(waiting, order)) {
    const found = await timesFor(entry)
    const times = found.times.filter((time) => !asked.has(keyOfTime(entry.id, time)))
    const reach = times[0] ? await reachOf(context, companyId, entry, { zone: times[0].timezone, now }) : null
    yield {
      entry,
      times,
      noticeMinutes: found.noticeMinutes,
      wasAsked: found.times.length > 0 && times.length === 0,
      isDeciding: deciding.has(entry.customer_id) && (await isStillDeciding(context, companyId, entry, now)),
      reach,
    }
  }
}

/** An open offer whose time something else has taken is over, so that its customer can be asked about another. */
const isStillDeciding = async (
  context: AppContext,
  companyId: number,
  { customer_id: customerId }: NamedEntry,
  now: number,
) =>
  !(await endGoneOffer(
    context,
    { companyId, actor: { kind: "system" }, requestId: "waiting-list", now },
    customerId,
  ))

const keyOfOffer = ({
  entry_id,
  provider_id,
  location_id,
  start_at,
}: Pick<WaitingOffer, "entry_id" | "provider_id" | "location_id" | "start_at">) =>
  `${entry_id} ${provider_id} ${location_id} ${start_at.getTime() / msPerMinute}`

const keyOfTime = (entryId: number, { providerId, locationId, start }: OfferedTime) =>
  `${entryId} ${providerId} ${locationId} ${start}`

/** Returns when the next round is due, in epoch milliseconds; null when all have been asked. */
export async function askRound(
  context: AppContext,
  companyId: number,
  gap: Gap,
  now: number,
): Promise<number | null> {
  const company = await findCompany(context.db, companyId)
  if (!company?.waiting_automatic) return null
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "waiting-list", now }
  const span = { from: new Date(gap.from * msPerMinute), to: new Date(gap.to * msPerMinute) }
  const open = await openOffersAt(context.db, companyId, { ...span, providerId: gap.providerId })
  const { waiting_per_minute: perMinute, waiting_order: order } = company
  const ask = (candidate: Candidate) => askOne(context, call, candidate, open)
  const ready: Candidate[] = []
  let [left, made, later] = [0, 0, Number.POSITIVE_INFINITY]
  for await (const one of candidatesFor(context, companyId, gap, { order, now })) {
    if (one.reach === null || one.times.length === 0) continue
    left += 1
    // A customer who may not be texted yet is searched for again when that is over, and not each minute until then.
    if (one.isDeciding || one.reach.until > now)
      later = Math.min(later, Math.max(one.reach.until, now + roundMs))
    // So many are asked however many there are: they hear before the others are searched for.
    else if (made < inRound(one, perMinute, perMinute, now)) made += Number(await ask(one))
    else ready.push(one)
  }
  const most = ready[0] ? inRound(ready[0], left, perMinute, now) : 0
  for (const one of ready) {
    if (made >= most) return now + roundMs
    made += Number(await ask(one))
  }
  return Number.isFinite(later) ? later : null
}

/** False where the customer was offered another time meanwhile, or has left. `open` gets the offer. */
async function askOne(
  context: AppContext,
  call: Call,
  { entry, times, noticeMinutes, reach }: Candidate,
  open: WaitingOffer[],
): Promise<boolean> {
  const time = timeToOffer(times, open)!
  const offer = await makeOffer(
    context,
    call,
    entry,
    { time, noticeMinutes, channel: reach!.channel },
    async (_tx, asked) => asked,
  ).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (offer !== null) open.push(offer)
  return offer !== null
}

function inRound({ times, noticeMinutes }: Candidate, left: number, perMinute: number, now: number): number {
  const goodUntil = offerGoodUntil(times[0]!.start, { noticeMinutes, now }).getTime()
  return askedInRound(left, { perMinute, minutesLeft: (goodUntil - now) / msPerMinute })
}
