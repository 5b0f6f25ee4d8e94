/** The times that a search offers a waiting customer: the same search as they would make themselves, and no other. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { AppointmentType } from "../../domain/model/appointment-type.ts"
import type { FoundStarts } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { totalMinutes } from "../../domain/model/scheduling-request.ts"
import { typeIdsOf, type WaitingEntry } from "../../domain/model/waiting-entry.ts"
import { offeredBlocks } from "../../domain/rules/availability/blocks.ts"
import { whyUnchangeable } from "../../domain/rules/booking/may-change.ts"
import { fits, type Gap, type OfferedTime, usesGap } from "../../domain/rules/waiting/fits.ts"
import { whyNotWaitedFor } from "../../domain/rules/waiting/join.ts"
import { dateOfDay, dayOfDate } from "../../domain/time/dates.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { busyOfCustomers } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { FoundSlots } from "../slots/found-slots.ts"
import { findSlots } from "../slots/search-slots.ts"

/** A search's times for an entry, and the notice that a booking needs. */
export interface TimesForEntry {
  times: OfferedTime[]
  noticeMinutes: number
}

const none: TimesForEntry = { times: [], noticeMinutes: 0 }

/** The customer themselves, by their entry's link. */
export const callOfEntry = (companyId: number, entry: WaitingEntry, now: number): Call => ({
  companyId,
  actor: { kind: "link", of: "waiting_entry", id: entry.id, linkVersion: entry.link_version },
  requestId: "waiting-list",
  now,
})

/**
 * In the order of their starts. Nothing for a customer who could not search: because the type needs a request that they do not
 * have, or because the appointment that was to become earlier has ended. `holdId` is their own hold, which hides nothing.
 */
export async function timesFor(
  context: AppContext,
  companyId: number,
  entry: WaitingEntry,
  gap: Gap,
  { now, holdId = null }: { now: number; holdId?: number | null },
): Promise<TimesForEntry> {
  const range = datesOf(entry, gap)
  if (range === null) return none
  if (entry.then_type_ids.length > 0)
    return timesForGroup(context, callOfEntry(companyId, entry, now), { entry, gap, range, holdId })
  const keeps = entry.appointment_id === null ? null : await kept(context, companyId, entry.appointment_id)
  if (entry.appointment_id !== null && keeps === null) return none
  const about = keeps
    ? { appointment_id: keeps.id, whole_group: false }
    : { appointment_type_id: entry.appointment_type_id, customer_id: entry.customer_id }
  const call = callOfEntry(companyId, entry, now)
  const asked = { ...about, ...range }
  const found = await findSlots(context, call, asked, { holdId, looksAhead: false }).catch(unlessBusy)
  if (found === null) return none
  const before = keeps && keeps.start_at.getTime() / msPerMinute
  const { cancel_notice_minutes: changeNotice } = found.loaded.type!
  if (keeps && whyUnchangeable(keeps, changeNotice, call.actor, now) !== null) return none
  const times = found.bookable
    .flatMap((starts) => timesOf(found, starts, gap))
    // The kept time and the held one stand side by side until the customer takes the held one.
    .filter((time) => fits(entry, time, { now, before }) && (before === null || time.end <= before))
    .sort((a, b) => a.start - b.start || a.providerId - b.providerId)
  return { times, noticeMinutes: Math.max(found.input.type.minNoticeMinutes, entry.least_notice_minutes) }
}

interface GroupAsked {
  entry: WaitingEntry
  gap: Gap
  range: { start_date: string; end_date: string }
  holdId: number | null
}

/** The times of several types: none where the customer could not book them by themselves, because one of them has changed. */
async function timesForGroup(
  context: AppContext,
  call: Call,
  { entry, gap, range, holdId }: GroupAsked,
): Promise<TimesForEntry> {
  const { companyId, now } = call
  const typeIds = typeIdsOf(entry)
  const types = await Promise.all(typeIds.map((id) => findAppointmentType(context.db, companyId, id)))
  const areOpen = types.every((type, i) => type?.active && whyNotWaitedFor(type, i) === null)
  if (!areOpen) return none
  const asked = {
    ...range,
    appointment_type_ids: typeIds,
    customer_id: entry.customer_id,
    same_provider: leadsAll(entry),
  }
  const found = await findSlots(context, call, asked, { holdId, looksAhead: false }).catch(unlessBusy)
  if (found === null) return none
  const noticeMinutes = Math.max(entry.least_notice_minutes, noticeOfGroup(types.map((type) => type!)))
  const times = found.bookable
    .flatMap((starts) => groupTimesOf(found, starts, gap))
    .filter((time) => time.start > minuteOf(now) + noticeMinutes && fits(entry, time, { now, before: null }))
    .sort((a, b) => a.start - b.start || a.providerId - b.providerId)
  return { times, noticeMinutes }
}

/** A customer who names people waits for one of them, as a search with a provider does: that one leads all. */
export const leadsAll = ({
  same_provider,
  provider_ids,
}: Pick<WaitingEntry, "same_provider" | "provider_ids">): boolean => same_provider || provider_ids !== null

/** A later type may need more notice than the first, from a start that is so much later at least. */
function noticeOfGroup(
  types: readonly Pick<AppointmentType, "min_notice_minutes" | "block_minutes">[],
): number {
  let [notice, before] = [0, 0]
  for (const { min_notice_minutes, block_minutes } of types) {
    notice = Math.max(notice, min_notice_minutes - before)
    before += totalMinutes(block_minutes)
  }
  return notice
}

function groupTimesOf(
  { partsAt }: FoundSlots,
  { provider, location, starts }: FoundStarts,
  gap: Gap,
): OfferedTime[] {
  return [...starts].flatMap((start) => {
    if (start >= gap.to || start < gap.from - longestJob) return []
    const parts = partsAt!({ provider, location, start }).map((part) => ({
      typeId: part.input.type.id,
      ...{ providerId: part.provider.id, providerName: part.provider.name },
      ...{ start: part.start, end: part.end },
    }))
    const time = {
      ...{ providerId: provider.id, providerName: provider.name },
      ...{ locationId: location.id, locationName: location.name, timezone: location.zone },
      ...{ start, end: parts.at(-1)!.end, parts },
    }
    return usesGap(time, gap) ? [time] : []
  })
}

/** Searches for one entry after the other; what their searches share is searched once. */
export type TimesForEach = (entry: WaitingEntry) => Promise<TimesForEntry>

interface EachAsked {
  entries: readonly WaitingEntry[]
  gap: Gap
  now: number
  /** So many searches of single customers are made; others find nothing. All when left out. */
  mostOwn?: number
}

/**
 * One search of a type serves all who wait for it, where a customer's search differs from another's by their own appointments
 * alone: those are read at once for all. By requests, addresses, assigned people, windows, or what is to become earlier, each
 * search is its customer's own. So is that for several types in one visit, whose parts may follow one another in more than one manner.
 */
export function timesForEach(
  context: AppContext,
  companyId: number,
  { entries, gap, now, mostOwn = Number.POSITIVE_INFINITY }: EachAsked,
): TimesForEach {
  let left = mostOwn
  const searches = new Map<number, Promise<SharedSearch | null>>()
  let jobs: Promise<ReadonlyMap<number, Span[]>> | null = null
  return async (entry) => {
    const own = async () => {
      left -= 1
      return left < 0 ? none : timesFor(context, companyId, entry, gap, { now })
    }
    if (entry.appointment_id !== null || entry.then_type_ids.length > 0) return own()
    const { appointment_type_id: typeId } = entry
    const search =
      searches.get(typeId) ?? searchOfType(context, callOfEntry(companyId, entry, now), typeId, gap)
    searches.set(typeId, search)
    const found = await search
    if (found === null) return own()
    jobs ??= jobsOf(context, companyId, entries, gap)
    const busy = found.mayOverlap ? [] : ((await jobs).get(entry.customer_id) ?? [])
    const isFree = ({ blocks }: SharedTime) =>
      !blocks.some(({ start, end }) => busy.some((job) => job.start < end && start < job.end))
    const times = found.times.filter(
      (one) => fits(entry, one.time, { now, before: null }) && (busy.length === 0 || isFree(one)),
    )
    return {
      times: times.map(({ time }) => time),
      noticeMinutes: Math.max(found.noticeMinutes, entry.least_notice_minutes),
    }
  }
}

interface Span {
  start: number
  end: number
}

interface SharedTime {
  time: OfferedTime
  /** Its days. */
  blocks: readonly Span[]
}

interface SharedSearch {
  times: SharedTime[]
  noticeMinutes: number
  /** The type may meet other appointments of the customer. */
  mayOverlap: boolean
}

/** Null where each customer searches for themselves. */
async function searchOfType(
  context: AppContext,
  call: Call,
  typeId: number,
  gap: Gap,
): Promise<SharedSearch | null> {
  if (gap.to - gap.from > (mostDays - 3) * minutesPerDay) return null
  const range = datesOf({ earliest_date: "0001-01-01", latest_date: "9999-12-31" }, gap)!
  const asked = { appointment_type_id: typeId, ...range }
  const found = await findSlots(context, call, asked, { looksAhead: false }).catch(unlessBusy)
  if (found === null) return null
  const { type, company } = found.loaded
  const isShared =
    type!.kind === "open" &&
    type!.place !== "at_customer" &&
    type!.window_minutes === null &&
    company.provider_assignment !== "per_customer"
  if (!isShared) return null
  const times = found.bookable
    .flatMap((starts) => sharedTimesOf(found, starts, gap))
    .sort((a, b) => a.time.start - b.time.start || a.time.providerId - b.time.providerId)
  return { times, noticeMinutes: found.input.type.minNoticeMinutes, mayOverlap: type!.customer_overlap }
}

/** Null for what a customer's own search would be refused. */
function unlessBusy(error: unknown): null {
  if (error instanceof Refusal && error.code !== "busy") return null
  throw error
}

async function jobsOf(
  { db }: AppContext,
  companyId: number,
  entries: readonly WaitingEntry[],
  gap: Gap,
): Promise<ReadonlyMap<number, Span[]>> {
  const span = {
    from: new Date((gap.from - longestJob) * msPerMinute),
    to: new Date((gap.to + longestJob) * msPerMinute),
  }
  const customerIds = [...new Set(entries.map(({ customer_id }) => customer_id))]
  const byCustomer = new Map<number, Span[]>()
  for (const { customer_id, start, end } of await busyOfCustomers(db, companyId, customerIds, span))
    byCustomer.set(customer_id, [...(byCustomer.get(customer_id) ?? []), { start, end }])
  return byCustomer
}

async function kept(context: AppContext, companyId: number, id: number): Promise<Appointment | null> {
  const appointment = await findAppointment(context.db, companyId, id)
  return appointment?.status === "scheduled" ? appointment : null
}

/** Some zones are ahead of UTC's calendar, others behind. */
function datesOf(
  entry: Pick<WaitingEntry, "earliest_date" | "latest_date">,
  gap: Gap,
): { start_date: string; end_date: string } | null {
  const first = Math.max(Math.floor(gap.from / minutesPerDay) - 1, dayOfDate(entry.earliest_date)!)
  const last = Math.min(Math.floor(gap.to / minutesPerDay) + 1, dayOfDate(entry.latest_date)!)
  const end = Math.min(last + 1, first + mostDays)
  return end <= first ? null : { start_date: dateOfDay(first), end_date: dateOfDay(end) }
}

/** The most days of one search. */
const mostDays = 31

const timesOf = (found: FoundSlots, starts: FoundStarts, gap: Gap): OfferedTime[] =>
  sharedTimesOf(found, starts, gap).map(({ time }) => time)

function sharedTimesOf(
  { input }: FoundSlots,
  { provider, location, starts }: FoundStarts,
  gap: Gap,
): SharedTime[] {
  return [...starts].flatMap((start) => {
    // No job begins so long before the time that it uses.
    if (start >= gap.to || start < gap.from - longestJob) return []
    const blocks = offeredBlocks(input, provider, location, start)
    const time = {
      providerId: provider.id,
      providerName: provider.name,
      locationId: location.id,
      locationName: location.name,
      timezone: location.zone,
      start,
      end: blocks.at(-1)!.end,
      parts: null,
    }
    return usesGap(time, gap) ? [{ time, blocks }] : []
  })
}

const longestJob = 31 * minutesPerDay
