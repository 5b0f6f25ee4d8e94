/** The live check of a provider's calendars: asked outside every transaction, with a limit, and never guessed. */

import type { AppContext } from "../context.ts"
import type { ScheduleCalendar } from "../model/calendar-connection.ts"
import { Refusal } from "../model/errors.ts"
import type { LoadedSchedules } from "../model/schedules.ts"
import { CalendarUnavailable } from "../ports.ts"
import type { OccupiedBlock } from "../rules/booking/occupied.ts"
import { overlaps } from "../time/intervals.ts"
import { openAccount } from "./shared/open-account.ts"

const limitMs = 3_000

/** Ids of the calendars that were asked. */
export type Asked = readonly number[]

/**
 * Asks all of a provider's calendars side by side. Throws `slot_taken` when one is busy then, `calendar_unavailable` when
 * one can't say.
 */
export async function askCalendars(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  blocks: readonly OccupiedBlock[],
): Promise<Asked> {
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

/** A calendar that has not changed says no more than the busy times that the booking is judged by anyway. */
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

/** What was read under the lock names a calendar that nobody has asked. The caller may ask and try again. */
export class CalendarsNotAsked extends Refusal {
  constructor() {
    super("calendar_unavailable")
  }
}

/** For the transaction: what the lock protects is what must have been asked. */
export function requireAsked({ calendars }: LoadedSchedules, asked: Asked): void {
  if (calendars.some(({ connection }) => !asked.includes(connection!.id))) throw new CalendarsNotAsked()
}

/** Whoever connects calendars all the time may be told to try again. */
const tries = 3

/**
 * Runs `work` once all of the provider's calendars were asked. Whether there are any is certain only under the lock, where
 * nothing may be asked: a provider who is not known to have some costs nothing more, and one found to have some is asked
 * and tried again.
 */
export async function withLiveCheck<T>(
  context: AppContext,
  providerId: number,
  ask: () => Promise<Asked>,
  work: (asked: Asked) => Promise<T>,
): Promise<T> {
  for (let left = tries; ; left -= 1) {
    const asked = context.providersWithCalendars.has(providerId) ? await ask() : []
    if (asked.length === 0) context.providersWithCalendars.delete(providerId)
    try {
      return await work(asked)
    } catch (error) {
      if (!(error instanceof CalendarsNotAsked) || left === 1) throw error
      context.providersWithCalendars.add(providerId)
    }
  }
}
