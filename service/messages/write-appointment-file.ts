/**
 * The file that a customer's page offers for a calendar. Its events are those of the invitations, published: no address of the
 * customer's, no link, and the name of a visit's place alone.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { type ItipEvent, itipText } from "../../domain/rules/mails/itip.ts"
import { findCompany } from "../company/companies.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { eventOf, replacements, setOf, type ToldInCalendars, wholeSet } from "./compose-customer-events.ts"

export interface FileOfAppointment {
  appointment: Appointment
  /** All that stands at the same coming; the appointment alone where nothing does. */
  coming: readonly Appointment[]
  /** Only when the customer comes to the company. */
  location: string | null
  bookUrl: string
  /** It says no more than the time and the company, as a link that has ended. */
  isBare?: boolean
}

/**
 * The appointment's calendar file, with the whole series where calendars have it as one repeating event. A cancelled
 * appointment's file takes it out of them.
 */
export async function appointmentFile(
  context: AppContext,
  companyId: number,
  { appointment, coming, location, bookUrl, isBare = false }: FileOfAppointment,
): Promise<string> {
  const { name, locale, mail_enabled, mail_from } = (await findCompany(context.db, companyId))!
  const { mails } = context
  const companyName = withoutLinks(name)
  const organizer =
    mails !== null && mail_enabled ? { name: companyName, address: mail_from ?? mails.from } : null
  const told: ToldInCalendars = {
    ...{ companyId, method: "PUBLISH", companyName, organizer, attendee: null, location, locale },
    domain: mails?.from.split("@")[1] ?? new URL(bookUrl).hostname,
  }
  const set = await setOf(context, companyId, appointment)
  const written = ([first, ...more]: readonly ItipEvent[]) =>
    isBare
      ? itipText(
          bare(first!, companyName),
          more.map((one) => bare(one, companyName)),
        )
      : itipText(first!, more)
  if (set === null) return written(coming.map((one) => eventOf(context, told, one)))
  const stands = appointment.status === "scheduled"
  const some = stands ? set.all.filter(({ status }) => status === "scheduled") : [appointment]
  const whole = stands ? wholeSet(context, told, set) : null
  return written(whole ?? replacements(context, told, set, some))
}

const bare = (event: ItipEvent, companyName: string): ItipEvent => ({
  ...event,
  summary: companyName,
  description: null,
  location: null,
})
