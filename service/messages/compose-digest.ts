/** The digest of a provider's day, by what is booked and planned when it goes: appointments, and the classes that they give. */
import { fullName } from "../../domain/model/customer.ts"
import type { TextRow } from "../../domain/model/text-message.ts"
import { type DigestVisit, dayDigest } from "../../domain/rules/mails/day-digest.ts"
import { localToMinute, minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf } from "../../domain/time/units.ts"
import { findCustomer } from "../customers/customers.sql.ts"
import { mayWriteFirst } from "../customers/email-proofs.ts"
import type { MetSpan } from "../ledger/allocations.sql.ts"
import { listAppointments } from "../ledger/appointments.sql.ts"
import { listClassSessions } from "../ledger/class-sessions.sql.ts"
import { findDigestRecipient } from "../outbox/staff-mails.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Composed, skip } from "./composed.ts"
import { mailToStaff } from "./mail-to-staff.ts"

/** More are left out: a day has no room for them. */
const mostVisits = 100

export async function composeDigest(context: AppContext, companyId: number, row: TextRow): Promise<Composed> {
  if (context.mails === null) return skip("no_mail")
  const recipient = await findDigestRecipient(context.db, companyId, row.provider_id!)
  const email = recipient?.email ?? null
  if (recipient === null || email === null) return skip("no_email")
  const { company, name, locale } = recipient
  const { day } = minuteToLocal(company.timezone, minuteOf(row.created_at.getTime()))
  const theirDay = {
    providerId: row.provider_id!,
    locationId: null,
    from: localToMinute(company.timezone, day, 0),
    until: localToMinute(company.timezone, day + 1, 0),
  }
  const held = await Promise.all([
    visitsOn(context, companyId, theirDay),
    classesOn(context, companyId, theirDay),
  ])
  const visits = held.flat().sort((a, b) => a.startMs - b.startMs)
  if (visits.length === 0) return skip("nothing_upcoming")
  // The company entered the address, and it may be a stranger's.
  if (row.attempts === 0 && !(await mayWriteFirst(context, email))) return skip("too_many")
  const words = {
    locale,
    name,
    companyName: company.name,
    accentColor: company.accent_color,
    timezone: company.timezone,
  }
  const content = dayDigest(day, visits, words)
  return mailToStaff(context, companyId, row.id, { name, email }, content)
}

type ProvidersDay = MetSpan & { providerId: number }

async function classesOn(
  { db }: AppContext,
  companyId: number,
  theirDay: ProvidersDay,
): Promise<DigestVisit[]> {
  const { providerId } = theirDay
  const sessions = await listClassSessions(db, companyId, {
    ...{ status: "scheduled", providerId, typeId: null, locationId: null, repeatId: null },
    ...{ from: null, to: null, after: null, limit: mostVisits },
    meets: [theirDay],
  })
  return sessions.map((session) => ({
    startMs: session.start_at.getTime(),
    endMs: session.end_at.getTime(),
    timezone: session.timezone,
    typeName: session.type_name,
    who: { taken: session.seats_taken, seats: session.seats },
    promised: null,
    locationName: session.place === "at_location" ? session.location_name : null,
  }))
}

async function visitsOn(
  { db }: AppContext,
  companyId: number,
  theirDay: ProvidersDay,
): Promise<DigestVisit[]> {
  const { providerId, from, until } = theirDay
  const appointments = await listAppointments(db, companyId, {
    statuses: ["scheduled"],
    providerId,
    customerId: null,
    locationId: null,
    from: null,
    to: null,
    updatedSince: null,
    meets: [theirDay],
    after: null,
    limit: mostVisits,
  })
  const visits = await Promise.all(
    appointments.map(async (appointment) => {
      const customer = await findCustomer(db, companyId, appointment.customer_id)
      const { planned_start_at: planned, work_minutes: minutes } = appointment
      return appointment.blocks.map((block) => ({
        ...(planned && minutes !== null
          ? {
              startMs: planned.getTime(),
              endMs: planned.getTime() + minutes * 60_000,
              promised: spanOf(block),
            }
          : { ...spanOf(block), promised: null }),
        timezone: appointment.timezone,
        typeName: appointment.type_name,
        who: customer === null ? "" : fullName(customer),
        locationName: appointment.place === "at_location" ? appointment.location_name : null,
      }))
    }),
  )
  return visits.flat().filter(({ startMs, endMs }) => minuteOf(startMs) < until && minuteOf(endMs) > from)
}

const spanOf = ({ start_time, end_time }: { start_time: string; end_time: string }) => ({
  startMs: Date.parse(start_time),
  endMs: Date.parse(end_time),
})
