/** The live check of a provider's calendars: asked outside every transaction, with a time limit. */

import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../model/schedules.ts"
import { CalendarUnavailable } from "../../ports/calendars.ts"
import type { OccupiedBlock } from "../../rules/booking/occupied.ts"
import { overlaps } from "../../time/intervals.ts"
import { openAccount } from "../shared/open-account.ts"

const limitMs = 3_000

/** Ids of the calendars that were asked. */
export type AskedCalendars = readonly number[]

/**
 * Asks all of a provider's calendars side by side. Throws `slot_taken` when one of them is busy during `blocks`, and
 * `calendar_unavailable` when one does not answer.
 */
export async function askCalendars(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  blocks: readonly OccupiedBlock[],
): Promise<AskedCalendars> {
  if (calendars.length === 0) return []
  const signal = AbortSignal.timeout(limitMs)
  const isBusy = await Promise.all(
    calendars.map((calendar) => collides(context, companyId, calendar, blocks, signal)),
  ).catch((error: unknown) => {
    if (error instanceof CalendarUnavailable || signal.aborted) throw new Refusal("calendar_unavailable")
    throw error
  })
  if (isBusy.includes(true)) throw new Refusal("slot_taken")
  return calendars.map(({ connection }) => connection!.id)
}

/** An unchanged calendar collides with nothing: its busy times are stored, and the booking is judged by them. */
async function collides(
  context: AppContext,
  companyId: number,
  { connection }: ScheduleCalendar,
  blocks: readonly OccupiedBlock[],
  signal: AbortSignal,
): Promise<boolean> {
  const { read_version, read_until_minute } = connection!
  const question = {
    startMinute: blocks[0]!.start,
    endMinute: blocks.at(-1)!.end,
    known: blocks.at(-1)!.end <= (read_until_minute ?? 0) ? read_version : null,
    isLive: true,
  }
  const reading = await context.calendars.read(openAccount(context, companyId, connection!), question, signal)
  return reading !== "unchanged" && blocks.some(({ start, end }) => overlaps(reading.busy, start, end))
}

/** The provider has a calendar that was not asked, as the lock shows. The caller may ask it and try again. */
export class CalendarsNotAsked extends Refusal {
  constructor() {
    super("calendar_unavailable")
  }
}

/** For the transaction, where nothing may be asked any more. Throws `CalendarsNotAsked`. */
export function requireAsked({ calendars }: LoadedSchedules, asked: AskedCalendars): void {
  if (calendars.some(({ connection }) => !asked.includes(connection!.id))) throw new CalendarsNotAsked()
}
