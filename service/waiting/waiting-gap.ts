/** A gap as staff see it: who waits for a time like this, and offering it to one of them by one press. */
import { z } from "zod"
import type { ShownLinkedPart } from "../../domain/model/appointment-group.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import {
  gapInput,
  gapsInput,
  offerInput,
  showOffer,
  type WhyNotAsked,
  waitedForGapView,
  waitingForGapView,
  waitingOfferView,
} from "../../domain/model/waiting-entry.ts"
import type { OfferedTime, TimePart } from "../../domain/rules/waiting/fits.ts"
import { type WaitedForGap, waitedForGaps } from "../../domain/rules/waiting/gaps.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import { findCompany } from "../company/companies.sql.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import { findOffer } from "../ledger/waiting-offers.sql.ts"
import { reachOf, sendsOffersTo } from "../messages/reach-waiting.ts"
import { linksAreSetUp } from "../platform/links.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { type Candidate, candidatesFor, waitingAround } from "./ask-round.ts"
import { shownEntry } from "./keep-entries.ts"
import { makeOffer } from "./make-offer.ts"
import { timesFor, timesForEach } from "./offered-times.ts"

const longestGapDays = 31

export const findWaitingForGap = operation({
  name: "find_waiting_for_gap",
  summary: "Find who waits for a gap",
  description:
    "Those who wait for time around these dates, in the company's order, each with the first time in the gap that a search would " +
    "offer them, or with why the service would not offer one now.",
  noun: "Waiting list",
  roles: staff,
  readsOnly: true,
  body: gapInput,
  result: z.object({ waiting: z.array(waitingForGapView) }),
  async run(context, call, { provider_id: providerId = null, start_time, end_time }) {
    const { companyId, now } = call
    const [from, to] = [Date.parse(start_time) / msPerMinute, Date.parse(end_time) / msPerMinute]
    if (to <= from || to - from > longestGapDays * minutesPerDay)
      throw invalid("end_time", `expected a time after start_time, at most ${longestGapDays} days`)
    const withLink = await linksAreSetUp(context, call)
    const { waiting_order: order } = found(await findCompany(context.db, companyId), notFound("company"))
    const waiting: z.input<typeof waitingForGapView>[] = []
    let sends: boolean | null = null
    for await (const one of candidatesFor(context, companyId, { providerId, from, to }, { order, now })) {
      const { entry, times } = one
      if (one.reach === null) sends ??= await sendsOffersTo(context, companyId, entry.customer_id)
      const offer = entry.open_offer && (await findOffer(context.db, companyId, entry.open_offer.id))
      waiting.push({
        waiting_entry: shownEntry(context, entry, withLink, now),
        offer: offer && showOffer(offer, now),
        slot: times[0] ? slotOf(times[0]) : null,
        reason: whyNotAsked(one, now, sends),
      })
    }
    return { waiting }
  },
})

const longestBoardDays = 8

/** The most entries at which the board looks whose search is their customer's own. */
const mostOwnSearches = 50

export const findWaitedForGaps = operation({
  name: "find_waited_for_gaps",
  summary: "Find the free stretches that somebody waits for",
  description:
    "The stretches of providers' free time, within 8 days, in which a search would offer times to those who wait, each with how many " +
    "people. Whom to offer what is `POST /waiting-list/gap`'s to say.",
  noun: "Waiting list",
  roles: staff,
  readsOnly: true,
  body: gapsInput,
  result: z.object({ gaps: z.array(waitedForGapView) }),
  async run(context, { companyId, now }, { start_time, end_time }) {
    const [asked, to] = [Date.parse(start_time) / msPerMinute, Date.parse(end_time) / msPerMinute]
    if (to <= asked || to - asked > longestBoardDays * minutesPerDay)
      throw invalid("end_time", `expected a time after start_time, at most ${longestBoardDays} days`)
    const from = Math.max(asked, minuteOf(now))
    if (to <= from) return { gaps: [] }
    const gap = { providerId: null, from, to }
    const entries = await waitingAround(context.db, companyId, gap)
    const timesFor = timesForEach(context, companyId, { entries, gap, now, mostOwn: mostOwnSearches })
    const offered = []
    for (const entry of entries)
      offered.push({ customerId: entry.customer_id, times: (await timesFor(entry)).times })
    return { gaps: waitedForGaps(offered).map(showGap) }
  },
})

const showGap = ({ providerId, locationId, from, to, customerIds }: WaitedForGap) => ({
  provider_id: providerId,
  location_id: locationId,
  start_time: isoOfMinute(from),
  end_time: isoOfMinute(to),
  customers: customerIds.length,
  customer_ids: [...customerIds],
})

/** @param sends whether the company sends offers at all; null where it is known by those who are reached */
function whyNotAsked(
  { times, wasAsked, isDeciding, reach }: Candidate,
  now: number,
  sends: boolean | null,
): WhyNotAsked | null {
  if (wasAsked) return "asked_before"
  if (times.length === 0) return "no_time"
  if (isDeciding) return "offer_open"
  if (reach === null) return sends ? "no_consent" : "nothing_sent"
  return reach.until > now ? "quiet_hours" : null
}

const slotOf = (time: OfferedTime) => ({
  provider_id: time.providerId,
  provider_name: time.providerName,
  location_id: time.locationId,
  location_name: time.locationName,
  timezone: time.timezone,
  start_time: isoOfMinute(time.start),
  end_time: isoOfMinute(time.end),
  ...(time.parts ? { parts: time.parts.map((part) => showPart(part, time.locationId)) } : {}),
})

const showPart = (part: TimePart, locationId: number): ShownLinkedPart => ({
  appointment_type_id: part.typeId,
  provider_id: part.providerId,
  provider_name: part.providerName,
  location_id: locationId,
  start_time: isoOfMinute(part.start),
  end_time: isoOfMinute(part.end),
})

export const offerWaitingEntry = operation({
  name: "offer_waiting_entry",
  summary: "Offer a time to a customer who waits",
  description:
    "A time that a search would offer the customer (409 `time_not_offered` else), by text or mail within their consent and quiet hours. " +
    "409 `offer_open` while the customer has another offer, `offer_ended` for a start that they were offered before.",
  noun: "Waiting list",
  roles: staff,
  refusals: ["entry_ended", "offer_ended", "offer_open", "time_not_offered"],
  events: ["waiting_entry.offered"],
  params: byId,
  body: offerInput,
  result: waitingOfferView,
  status: 201,
  async run(context, call, { id, provider_id: providerId, location_id: locationId, start_time }) {
    const { companyId, now } = call
    const entry = found(await findEntry(context.db, companyId, id), notFound("waiting entry"))
    if (entry.status !== "waiting") throw new Refusal("entry_ended")
    const start = Date.parse(start_time) / msPerMinute
    const gap = { providerId, from: start, to: start + 1 }
    const { times, noticeMinutes } = await timesFor(context, companyId, entry, gap, { now })
    const time = times.find((one) => one.start === start && one.locationId === locationId)
    if (!time) throw new Refusal("time_not_offered", { field: "start_time", details: { alternatives: [] } })
    const reach = await reachOf(context, companyId, entry, { zone: time.timezone, now })
    const made = { time, noticeMinutes, channel: reach?.channel ?? null }
    return makeOffer(context, call, entry, made, async (tx, offer) =>
      showOffer((await findOffer(tx, companyId, offer.id))!, now),
    )
  },
})
