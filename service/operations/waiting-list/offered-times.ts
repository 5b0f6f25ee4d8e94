/** Which times a search offers a customer who waits: the same search as they would make themselves, and no other. */
import type { Appointment } from "../../../domain/model/appointment.ts"
import type { FoundStarts } from "../../../domain/model/availability.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { WaitingEntry } from "../../../domain/model/waiting-entry.ts"
import { offeredBlocks } from "../../../domain/rules/availability/blocks.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { fits, type Gap, type OfferedTime, usesGap } from "../../../domain/rules/waiting/fits.ts"
import { dateOfDay, dayOfDate } from "../../../domain/time/dates.ts"
import { minutesPerDay, msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { Call } from "../operation.ts"
import type { FoundSlots } from "../slots/found-slots.ts"
import { findSlots } from "../slots/search-slots.ts"

/** What a search found for an entry, and how long before its start a time can be booked. */
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
  const keeps = entry.appointment_id === null ? null : await kept(context, companyId, entry.appointment_id)
  if (entry.appointment_id !== null && keeps === null) return none
  const about = keeps
    ? { appointment_id: keeps.id, whole_group: false }
    : { appointment_type_id: entry.appointment_type_id, customer_id: entry.customer_id }
  const call = callOfEntry(companyId, entry, now)
  const found = await findSlots(context, call, { ...about, ...range }, { holdId, looksAhead: false }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code !== "busy") return null
      throw error
    },
  )
  if (found === null) return none
  const before = keeps && keeps.start_at.getTime() / msPerMinute
  const { cancel_notice_minutes: changeNotice } = found.loaded.type!
  if (keeps && whyUnchangeable(keeps, changeNotice, call.actor, now) !== null) return none
  const times = found.bookable
    .flatMap((starts) => timesOf(found, starts, gap))
    // What the customer keeps and what they hold stand side by side until they take it.
    .filter((time) => fits(entry, time, { now, before }) && (before === null || time.end <= before))
    .sort((a, b) => a.start - b.start || a.providerId - b.providerId)
  return { times, noticeMinutes: Math.max(found.input.type.minNoticeMinutes, entry.least_notice_minutes) }
}

async function kept(context: AppContext, companyId: number, id: number): Promise<Appointment | null> {
  const appointment = await findAppointment(context.db, companyId, id)
  return appointment?.status === "scheduled" ? appointment : null
}

/** Some zones are ahead of UTC's calendar, others behind. */
function datesOf(entry: WaitingEntry, gap: Gap): { start_date: string; end_date: string } | null {
  const first = Math.max(Math.floor(gap.from / minutesPerDay) - 1, dayOfDate(entry.earliest_date)!)
  const last = Math.min(Math.floor(gap.to / minutesPerDay) + 1, dayOfDate(entry.latest_date)!)
  const end = Math.min(last + 1, first + mostDays)
  return end <= first ? null : { start_date: dateOfDay(first), end_date: dateOfDay(end) }
}

/** Of one search. */
const mostDays = 31

function timesOf(
  { input }: FoundSlots,
  { provider, location, starts }: FoundStarts,
  gap: Gap,
): OfferedTime[] {
  return [...starts].flatMap((start) => {
    // No job begins so long before the time that it uses.
    if (start >= gap.to || start < gap.from - longestJob) return []
    const end = offeredBlocks(input.type, provider, location, start).at(-1)!.end
    const time = {
      providerId: provider.id,
      providerName: provider.name,
      locationId: location.id,
      locationName: location.name,
      timezone: location.zone,
      start,
      end,
    }
    return usesGap(time, gap) ? [time] : []
  })
}

const longestJob = 31 * minutesPerDay
