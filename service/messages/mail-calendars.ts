/** The invitations that a mail carries: of one appointment, or of those of a series that it tells of. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { calendarSequence, toldBlocks } from "../../domain/model/appointment-plan.ts"
import type { Series } from "../../domain/model/series.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import { type ItipEvent, itipText } from "../../domain/rules/mails/itip.ts"
import type { Locale } from "../../domain/rules/texts/text-times.ts"
import { typeInWords } from "../../domain/rules/texts/wording.ts"
import { listOfSeries } from "../ledger/appointments.sql.ts"
import { findSeries } from "../ledger/series.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { MailAddress, MailCalendar } from "../platform/ports/mails.ts"
import { markOf } from "./composed.ts"

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
  invited: Invited,
): Promise<MailCalendars> {
  const { appointments } = invited
  const seriesId = appointments[0]!.series_id
  const series = seriesId === null ? null : await findSeries(context.db, companyId, seriesId)
  if (series?.as_set) {
    const all = await listOfSeries(context.db, companyId, series.id)
    return { calendar: oneSet(context, companyId, invited, series, all) }
  }
  const [calendar, ...moreCalendars] = appointments.map((one) =>
    calendarOf([eventOf(context, companyId, invited, one)]),
  )
  return moreCalendars.length === 0 ? { calendar: calendar! } : { calendar: calendar!, moreCalendars }
}

const calendarOf = ([first, ...more]: readonly ItipEvent[]): MailCalendar => ({
  method: first!.method,
  content: itipText(first!, more),
})

/** A move goes as the same invitation with a higher version; only a cancel takes it out of calendars. */
function eventOf(
  { sealer, mails }: AppContext,
  companyId: number,
  { from, to, location, locale }: Invited,
  appointment: Appointment,
  uidOf = appointment.id,
): ItipEvent {
  const { timezone, status, place } = appointment
  const provider = withoutLinks(appointment.provider_name)
  return {
    method: status === "cancelled" ? "CANCEL" : "REQUEST",
    // The host's own domain, so that it stays when the company's mails come from another address.
    uid: `${markOf(sealer, "invitation", companyId, uidOf)}@${mails!.from.split("@")[1]}`,
    sequence: calendarSequence(appointment),
    updatedAt: appointment.updated_at,
    timezone,
    blocks: toldBlocks(appointment),
    summary: `${typeInWords(locale, appointment)} – ${from.name}`,
    description: place === "at_customer" || provider === "" ? null : provider,
    location,
    organizer: from,
    attendee: to,
  }
}

/** All of the series under the UID of its first: the rule with its exceptions, or just the places that the mail tells of. */
function oneSet(
  context: AppContext,
  companyId: number,
  invited: Invited,
  series: Series,
  all: readonly Appointment[],
): MailCalendar {
  const first = all.find(({ series_index }) => series_index === 0)!
  const asReplacement = (one: Appointment): ItipEvent => ({
    ...eventOf(context, companyId, invited, one, first.id),
    replaces: { timezone: series.timezone, wall: series.walls[one.series_index!]! },
  })
  const isFirstUnchanged = first.status === "scheduled" && first.version === 1
  if (!invited.isWhole || !isFirstUnchanged) return calendarOf(invited.appointments.map(asReplacement))
  const stands = new Set(
    all.filter(({ status }) => status === "scheduled").map(({ series_index }) => series_index),
  )
  const leftOut = series.walls.filter((_, index) => !stands.has(index))
  const master: ItipEvent = {
    ...eventOf(context, companyId, invited, first),
    repeating: { every: series.every, walls: series.walls, leftOut },
  }
  const moved = all.filter(({ status, version }) => status === "scheduled" && version > 1)
  return calendarOf([master, ...moved.map(asReplacement)])
}
