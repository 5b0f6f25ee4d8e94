/** Reports: the sums that the worker keeps, and hours as they are now. docs/reports.md defines each figure. */

import type { Day } from "../../domain/model/availability.ts"
import { invalid } from "../../domain/model/errors.ts"
import {
  mostReportDays,
  providerWeekday,
  type Report,
  type ReportGrouping,
  type ReportName,
  type ReportQuery,
  reportQuery,
  reportView,
} from "../../domain/model/report.ts"
import { offeredMinutes } from "../../domain/rules/reports/offered-minutes.ts"
import { dayAt } from "../../domain/rules/reports/report-days.ts"
import { type ReportFrame, reportOf, type Sum } from "../../domain/rules/reports/report-rows.ts"
import { dayOfDate, weekdayOfDay } from "../../domain/time/dates.ts"
import { msPerDay } from "../../domain/time/units.ts"
import { findClosedDates } from "../company/company-time-off.sql.ts"
import { type ReportNoun, secondsReportsAreBehind } from "../outbox/reports-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import * as store from "./reports.sql.ts"

/** The question of a report, in the form in which the sums are asked. */
interface Asked extends ReportFrame {
  db: Db
  call: Call
  key: store.SumKey
  scope: store.ReportScope
}

const keys: Record<ReportGrouping, store.SumKey> = {
  day: "day",
  week: "day",
  month: "day",
  weekday: "day",
  location: "location_id",
  provider: "provider_id",
  type: "appointment_type_id",
  provider_weekday: store.byProviderWeekday,
}

/** The nouns that name rows of the sums; none by date. */
const named: Partial<Record<store.SumKey, "location" | "provider" | "type">> = {
  location_id: "location",
  provider_id: "provider",
  appointment_type_id: "type",
  [store.byProviderWeekday]: "provider",
}

const countedNoun = (name: ReportName): ReportNoun =>
  name === "requests" || name === "texts" ? name : "appointments"

function report<Name extends ReportName>(
  name: Name,
  described: { summary: string; description: string },
  run: (asked: Asked) => Promise<Report>,
) {
  return operation({
    ...described,
    noun: "Reports",
    name: `read_${name.replace("-", "_")}_report`,
    roles: staff,
    query: reportQuery,
    isLong: true,
    result: reportView(name),
    async run({ readDb }: AppContext, call, query) {
      return run(await askedOf(readDb, call, countedNoun(name), query)) as never
    },
  })
}

/** The waiting changes are read before the sums: a change that is counted in between is in the figures. */
async function askedOf(db: Db, call: Call, noun: ReportNoun, query: ReportQuery): Promise<Asked> {
  const firstDay = dayOfDate(query.from)!
  const lastDay = dayOfDate(query.to)!
  if (lastDay < firstDay) throw invalid("to", "expected a date that is not before from")
  if (lastDay - firstDay >= mostReportDays) throw invalid("to", `expected at most ${mostReportDays} dates`)
  const { group_by: grouping } = query
  const scope = {
    firstDay,
    lastDay,
    locationId: query.location_id ?? null,
    providerId: query.provider_id ?? null,
    typeId: query.appointment_type_id ?? null,
  }
  const key = keys[grouping]
  const nameOf = named[key]
  const [names, behindSeconds] = await Promise.all([
    nameOf ? store.namesOf(db, call.companyId, nameOf) : new Map<number, string>(),
    secondsReportsAreBehind(db, call.companyId, noun, spanOf(firstDay, lastDay)),
  ])
  return { db, call, firstDay, lastDay, grouping, names, behindSeconds, key, scope }
}

/** The dates in any zone. */
const spanOf = (firstDay: Day, lastDay: Day) => ({
  from: new Date((firstDay - 1) * msPerDay),
  until: new Date((lastDay + 2) * msPerDay),
})

const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

export const readUtilisationReport = report(
  "utilisation",
  {
    summary: "Report how much of their hours providers are booked",
    description:
      "Booked minutes are those of appointments that are not cancelled, without buffers, on the dates on which they are worked. " +
      "Offered are the hours of active providers as they stand now, after date overrides and time off, the company's too. " +
      "By type, and for one type, offered minutes are those of all types.",
  },
  async (asked) => {
    const { db, call, key, scope } = asked
    const [booked, locations, providers, closed] = await Promise.all([
      store.sumBookedMinutes(db, call.companyId, key, scope),
      store.listReportLocations(db, call.companyId),
      store.listWorkingHours(db, call.companyId, scope),
      findClosedDates(db, call.companyId, scope),
    ])
    const open = locations.filter(
      ({ id, active }) => active && (scope.locationId === null || scope.locationId === id),
    )
    const offered = await inSlices(
      offeredMinutes({ ...asked, locations: open, providers, closed }, (each) => {
        if (key === "day") return each.day
        if (key === "location_id") return each.locationId
        return asked.grouping === "provider_weekday"
          ? providerWeekday(each.providerId, weekdayOfDay(each.day))
          : each.providerId
      }),
    )
    const all = [...offered.values()].reduce((sum, minutes) => sum + minutes, 0)
    const sums = [
      ...booked.map((sum) => ({ ...sum, offered_minutes: 0 })),
      ...(asked.grouping === "type"
        ? []
        : Array.from(offered, ([id, minutes]) => ({ key: id, booked_minutes: 0, offered_minutes: minutes }))),
    ]
    const byType = asked.grouping === "type"
    return reportOf(asked, ["booked_minutes", "offered_minutes"], sums, (sum) => {
      const whole = byType ? all : sum.offered_minutes
      return {
        booked_minutes: sum.booked_minutes,
        offered_minutes: whole,
        utilisation: ratio(sum.booked_minutes, whole),
      }
    })
  },
)

export const readBookingsReport = report(
  "bookings",
  {
    summary: "Report how appointments were booked",
    description: "Appointments count on the date on which they start.",
  },
  async (asked) => {
    const sums = await store.sumBookings(asked.db, asked.call.companyId, asked.key, asked.scope)
    const columns = ["by_company", "by_agent", "by_public_page", "by_booking_link", "cancelled"] as const
    return reportOf(asked, columns, sums, (sum) => ({
      appointments: sum.by_company + sum.by_agent + sum.by_public_page + sum.by_booking_link,
      company: sum.by_company,
      agent: sum.by_agent,
      public_page: sum.by_public_page,
      booking_link: sum.by_booking_link,
      cancelled: sum.cancelled,
    }))
  },
)

export const readClassesReport = report(
  "classes",
  {
    summary: "Report how full classes are",
    description:
      "Sessions of classes count on the date on which they start, with the provider who leads them, as they are now: " +
      "`behind_seconds` is 0.",
  },
  async (asked) => {
    const sessions = await store.listReportSessions(asked.db, asked.call.companyId, asked.scope)
    const columns = ["sessions", "seats", "seats_sold", "cancelled"] as const
    return reportOf({ ...asked, behindSeconds: 0 }, columns, sumsOfSessions(asked, sessions), (sum) => ({
      sessions: sum.sessions,
      seats: sum.seats,
      seats_sold: sum.seats_sold,
      filled: ratio(sum.seats_sold, sum.seats),
      cancelled: sum.cancelled,
    }))
  },
)

/** One for each session; a date is that of the session's own zone. */
function sumsOfSessions(
  { firstDay, lastDay, key, grouping }: Asked,
  sessions: readonly store.ReportSession[],
): Sum<"sessions" | "seats" | "seats_sold" | "cancelled">[] {
  return sessions.flatMap((session) => {
    const day = dayAt(session.timezone, session.start_at)
    if (day < firstDay || day > lastDay) return []
    const isHeld = session.status === "scheduled"
    return {
      key:
        grouping === "provider_weekday"
          ? providerWeekday(session.provider_id, weekdayOfDay(day))
          : key === "day"
            ? day
            : session[key as "location_id" | "provider_id" | "appointment_type_id"],
      sessions: isHeld ? 1 : 0,
      seats: isHeld ? session.seats : 0,
      seats_sold: isHeld ? session.seats_taken : 0,
      cancelled: isHeld ? 0 : 1,
    }
  })
}

export const readLeadTimeReport = report(
  "lead-time",
  {
    summary: "Report how long before their date appointments are booked",
    description:
      "Appointments count on the date on which they start. The lead time is the number of dates from the one on which it " +
      "was booked to that one, on the location's calendar.",
  },
  async (asked) => {
    const sums = await store.sumLeadTimes(asked.db, asked.call.companyId, asked.key, asked.scope)
    return reportOf(asked, store.leadColumns, sums, (sum) => ({
      appointments: store.leadColumns.reduce((all, lead) => all + sum[lead], 0),
      same_day: sum.lead_same_day,
      days_1: sum.lead_1_day,
      days_2_to_3: sum.lead_2_to_3_days,
      days_4_to_7: sum.lead_4_to_7_days,
      days_8_to_14: sum.lead_8_to_14_days,
      days_15_to_30: sum.lead_15_to_30_days,
      days_31_up: sum.lead_31_days_up,
    }))
  },
)

export const readNoShowsReport = report(
  "no-shows",
  {
    summary: "Report no-shows",
    description:
      "Past are appointments that were completed or missed, and those still scheduled on a date before today at their location.",
  },
  async (asked) => {
    const { db, call } = asked
    const locations = await store.listReportLocations(db, call.companyId)
    const now = new Date(call.now)
    const today = locations.map(({ id, timezone }) => ({ locationId: id, day: dayAt(timezone, now) }))
    const sums = await store.sumNoShows(db, call.companyId, asked.key, asked.scope, today)
    return reportOf(asked, ["past", "no_shows"], sums, (sum) => ({
      past: sum.past,
      no_shows: sum.no_shows,
      share: ratio(sum.no_shows, sum.past),
    }))
  },
)

export const readRequestsReport = report(
  "requests",
  {
    summary: "Report what became of scheduling requests",
    description:
      "Requests count on the date on which they were made, at the location that they name, else by the company's calendar.",
  },
  async (asked) => {
    const sums = await store.sumRequests(asked.db, asked.call.companyId, asked.key, asked.scope)
    return reportOf(asked, ["open", "scheduled", "cancelled", "expired"], sums, (sum) => ({
      requests: sum.open + sum.scheduled + sum.cancelled + sum.expired,
      ...sum,
    }))
  },
)

export const readTextsReport = report(
  "texts",
  {
    summary: "Report how texts ended",
    description:
      "Texts count on the date on which they were queued, at the location of the appointment that they are about, else by the " +
      "company's calendar. Those that have yet to be sent are left out.",
  },
  async (asked) => {
    const sums = await store.sumTexts(asked.db, asked.call.companyId, asked.key, asked.scope)
    return reportOf(asked, ["sent", "delivered", "undelivered", "skipped", "failed"], sums, (sum) => ({
      texts: sum.sent + sum.delivered + sum.undelivered + sum.skipped + sum.failed,
      ...sum,
    }))
  },
)
