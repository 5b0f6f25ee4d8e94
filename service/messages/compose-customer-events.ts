/**
 * An appointment as the event that its customer's calendar holds. Invitations and the files of pages are made of the same events, so that
 * a calendar knows an appointment by one UID wherever it has it from, and SEQUENCE grows across all of them.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { calendarSequence, toldBlocks, toldProvider } from "../../domain/model/appointment-plan.ts"
import type { Series } from "../../domain/model/series.ts"
import { withoutLinks } from "../../domain/model/written-by-people.ts"
import type { ItipEvent } from "../../domain/rules/mails/itip.ts"
import { arrivalText } from "../../domain/rules/mails/mail-times.ts"
import type { Locale } from "../../domain/rules/texts/text-times.ts"
import { typeInWords } from "../../domain/rules/texts/wording.ts"
import { listOfSeries } from "../ledger/appointments.sql.ts"
import { findSeries } from "../ledger/series.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { MailAddress } from "../platform/ports/mails.ts"
import { markOf } from "./composed.ts"

export interface ToldInCalendars {
  companyId: number
  /** The method for an appointment that stands. */
  method: "REQUEST" | "PUBLISH"
  companyName: string
  organizer: MailAddress | null
  attendee: MailAddress | null
  location: string | null
  locale: Locale
  /** Follows the mark in UIDs: the host's own domain, so that it stays when the company's mails come from another address. */
  domain: string
}

/** A move goes as the same event with a higher version; only a cancel takes it out of calendars. */
export function eventOf(
  { sealer }: Pick<AppContext, "sealer">,
  told: ToldInCalendars,
  appointment: Appointment,
  uidOf = appointment.id,
): ItipEvent {
  const { timezone, status, place } = appointment
  const provider = withoutLinks(toldProvider(appointment))
  const type = typeInWords(told.locale, appointment)
  const isWindow = appointment.work_minutes !== null
  return {
    method: status === "cancelled" ? "CANCEL" : told.method,
    uid: `${markOf(sealer, "invitation", told.companyId, uidOf)}@${told.domain}`,
    sequence: calendarSequence(appointment),
    updatedAt: appointment.updated_at,
    timezone,
    blocks: toldBlocks(appointment),
    // A window is no span in which the customer is busy: somebody arrives within it.
    ...(isWindow
      ? {
          summary: `${arrivalOf(told.locale, appointment)} – ${told.companyName}`,
          description: type,
          isFree: true,
        }
      : {
          summary: `${type} – ${told.companyName}`,
          description: place === "at_customer" || provider === "" ? null : provider,
        }),
    location: told.location,
    organizer: told.organizer,
    attendee: told.attendee,
  }
}

/** "We arrive between 10:00 AM and 12:00 PM", of the window that was promised or narrowed. */
function arrivalOf(locale: Locale, appointment: Appointment): string {
  const [first] = toldBlocks(appointment)
  const span = { startMs: Date.parse(first!.start_time), endMs: Date.parse(first!.end_time) }
  return arrivalText(locale, appointment.timezone, span)
}

/** A series whose appointments are in calendars as one repeating event. */
export interface SeriesSet {
  series: Series
  /** All of them, also those that do not stand any more. */
  all: readonly Appointment[]
}

/** Null for an appointment in none. */
export async function setOf(
  { db }: Pick<AppContext, "db">,
  companyId: number,
  { series_id: seriesId }: Appointment,
): Promise<SeriesSet | null> {
  const series = seriesId === null ? null : await findSeries(db, companyId, seriesId)
  if (!series?.as_set) return null
  return { series, all: await listOfSeries(db, companyId, series.id) }
}

/**
 * The rule with its exceptions, under the UID of the first. Null once the first was changed: then each has an event of its
 * own.
 */
export function wholeSet(
  context: Pick<AppContext, "sealer">,
  told: ToldInCalendars,
  set: SeriesSet,
): ItipEvent[] | null {
  const { series, all } = set
  const first = all.find(({ series_index }) => series_index === 0)!
  if (first.status !== "scheduled" || first.version !== 1) return null
  const stands = new Set(
    all.filter(({ status }) => status === "scheduled").map(({ series_index }) => series_index),
  )
  const leftOut = series.walls.filter((_, index) => !stands.has(index))
  const master: ItipEvent = {
    ...eventOf(context, told, first),
    repeating: { every: series.every, walls: series.walls, leftOut },
  }
  const moved = all.filter(({ status, version }) => status === "scheduled" && version > 1)
  return [master, ...replacements(context, told, set, moved)]
}

/** Some of the series, each at its place in it, under the UID of the first. */
export function replacements(
  context: Pick<AppContext, "sealer">,
  told: ToldInCalendars,
  { series, all }: SeriesSet,
  some: readonly Appointment[],
): ItipEvent[] {
  const first = all.find(({ series_index }) => series_index === 0)!
  return some.map((one) => ({
    ...eventOf(context, told, one, first.id),
    replaces: { timezone: series.timezone, wall: series.walls[one.series_index!]! },
  }))
}
