/** The invitations that a mail carries: of one appointment, or of those of a series that it tells of. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { type ItipEvent, itipText } from "../../domain/rules/mails/itip.ts"
import type { Locale } from "../../domain/rules/texts/text-times.ts"
import type { AppContext } from "../platform/context.ts"
import type { MailAddress, MailCalendar } from "../platform/ports/mails.ts"
import { eventOf, replacements, setOf, type ToldInCalendars, wholeSet } from "./compose-customer-events.ts"

export interface Invited {
  /** The first is what the mail is about. */
  appointments: readonly Appointment[]
  /** It confirms a series. */
  isWhole: boolean
  from: MailAddress
  to: MailAddress
  location: string
  locale: Locale
}

export interface MailCalendars {
  calendar: MailCalendar
  moreCalendars?: readonly MailCalendar[]
}

export async function mailCalendars(
  context: AppContext,
  companyId: number,
  { appointments, isWhole, from, to, location, locale }: Invited,
): Promise<MailCalendars> {
  const told: ToldInCalendars = {
    ...{ companyId, method: "REQUEST", companyName: from.name, organizer: from, attendee: to },
    ...{ location, locale, domain: context.mails!.from.split("@")[1]! },
  }
  const set = await setOf(context, companyId, appointments[0]!)
  if (set) {
    const whole = isWhole ? wholeSet(context, told, set) : null
    return { calendar: calendarOf(whole ?? replacements(context, told, set, appointments)) }
  }
  const [calendar, ...moreCalendars] = appointments.map((one) => calendarOf([eventOf(context, told, one)]))
  return moreCalendars.length === 0 ? { calendar: calendar! } : { calendar: calendar!, moreCalendars }
}

const calendarOf = ([first, ...more]: readonly ItipEvent[]): MailCalendar => ({
  method: first!.method === "CANCEL" ? "CANCEL" : "REQUEST",
  content: itipText(first!, more),
})
