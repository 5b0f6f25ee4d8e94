/** A provider's own day, as their phone shows it. */
import { seatOf } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { ownDayQuery, ownDayView, showOwnVisit } from "../../domain/model/own-day.ts"
import { iso } from "../../domain/model/views.ts"
import { dateOfDay, dayOfDate } from "../../domain/time/dates.ts"
import { localToMinute, minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf, msPerMinute } from "../../domain/time/units.ts"
import { findCompany } from "../company/companies.sql.ts"
import { findProvider } from "../company/providers.sql.ts"
import { listAppointments } from "../ledger/appointments.sql.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { findVisitedCustomers } from "./own-day.sql.ts"

/** No provider has more in a day; seats of classes are one each. */
const mostVisits = 500

export const readOwnDay = operation({
  name: "read_own_day",
  seat: "own",
  summary: "Read a provider's own day",
  description:
    "The visits in their order: by the plan where a window is promised, with what is to be known of each. It is what the page `/my-day` shows.",
  noun: "Provider's seat",
  roles: staff,
  refusals: ["not_found"],
  query: ownDayQuery,
  result: ownDayView,
  async run(context, { companyId, actor, now }, asked) {
    const { db } = context
    const own = seatOf(actor)
    const providerId = own ?? asked.provider_id
    if (providerId === undefined) throw invalid("provider_id", "expected a provider's id")
    if (own !== null && asked.provider_id !== undefined && asked.provider_id !== own)
      throw notFound("provider", "provider_id")
    const [company, provider] = await Promise.all([
      findCompany(db, companyId),
      findProvider(db, companyId, providerId),
    ])
    const { name, timezone, phone } = found(company, notFound("company"))
    const { id, name: providerName } = found(provider, notFound("provider", "provider_id"))
    const today = minuteToLocal(timezone, minuteOf(now)).day
    const day = asked.date === undefined ? today : dayOfDate(asked.date)!
    const visits = await visitsOn(db, companyId, { providerId: id, day, timezone })
    const customers = await findVisitedCustomers(db, companyId, [
      ...new Set(visits.map(({ customer_id }) => customer_id)),
    ])
    return {
      date: dateOfDay(day),
      timezone,
      now: iso(new Date(now)),
      provider: { id, name: providerName },
      company: { name, phone },
      visits: visits.map((visit) => showOwnVisit(visit, customers.get(visit.customer_id)!)),
    }
  },
})

interface OwnDay {
  providerId: number
  day: number
  timezone: string
}

/** Also those over several days that have begun before. */
async function visitsOn(
  db: Parameters<typeof listAppointments>[0],
  companyId: number,
  { providerId, day, timezone }: OwnDay,
): Promise<Appointment[]> {
  const [from, until] = [localToMinute(timezone, day, 0), localToMinute(timezone, day + 1, 0)]
  const filter = {
    statuses: ["scheduled", "completed", "no_show", "cancelled"] as const,
    providerId,
    ...{ customerId: null, locationId: null, updatedSince: null, after: null, limit: mostVisits },
  }
  const [begun, going] = await Promise.all([
    listAppointments(db, companyId, {
      ...filter,
      from: new Date(from * msPerMinute),
      to: new Date(until * msPerMinute),
    }),
    listAppointments(db, companyId, {
      ...filter,
      from: null,
      to: new Date(from * msPerMinute),
      meets: [{ providerId, locationId: null, from, until }],
    }),
  ])
  const isOfDay = ({ status, cancelled_at }: Appointment) =>
    status !== "cancelled" ||
    (cancelled_at !== null && minuteToLocal(timezone, minuteOf(cancelled_at.getTime())).day === day)
  const startOf = ({ planned_start_at, start_at }: Appointment) => (planned_start_at ?? start_at).getTime()
  return [...going, ...begun].filter(isOfDay).sort((a, b) => startOf(a) - startOf(b) || a.id - b.id)
}
