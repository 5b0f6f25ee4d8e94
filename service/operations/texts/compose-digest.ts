/** The digest of a provider's day, by what is booked when it goes. */
import { fullName } from "../../../domain/model/customer.ts"
import type { TextRow } from "../../../domain/model/text-message.ts"
import { type DigestVisit, dayDigest } from "../../../domain/rules/mails/day-digest.ts"
import { localToMinute, minuteToLocal } from "../../../domain/time/local-time.ts"
import { minuteOf } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { listAppointments } from "../../store/appointments.ts"
import { findCustomer } from "../../store/customers.ts"
import { findDigestRecipient } from "../../store/staff-mails.ts"
import { mayWriteFirst } from "../shared/email-proofs.ts"
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
  const visits = await visitsOn(context, companyId, { providerId: row.provider_id!, day }, company.timezone)
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

async function visitsOn(
  { db }: AppContext,
  companyId: number,
  { providerId, day }: { providerId: number; day: number },
  timezone: string,
): Promise<DigestVisit[]> {
  const [from, until] = [localToMinute(timezone, day, 0), localToMinute(timezone, day + 1, 0)]
  const appointments = await listAppointments(db, companyId, {
    statuses: ["scheduled"],
    providerId,
    customerId: null,
    locationId: null,
    from: null,
    to: null,
    updatedSince: null,
    meets: [{ providerId, locationId: null, from, until }],
    after: null,
    limit: mostVisits,
  })
  const visits = await Promise.all(
    appointments.map(async (appointment) => {
      const customer = await findCustomer(db, companyId, appointment.customer_id)
      return appointment.blocks.map((block) => ({
        startMs: Date.parse(block.start_time),
        endMs: Date.parse(block.end_time),
        timezone: appointment.timezone,
        typeName: appointment.type_name,
        customerName: customer === null ? "" : fullName(customer),
        locationName: appointment.place === "at_location" ? appointment.location_name : null,
      }))
    }),
  )
  return visits
    .flat()
    .filter(({ startMs, endMs }) => minuteOf(startMs) < until && minuteOf(endMs) > from)
    .sort((a, b) => a.startMs - b.startMs)
}
