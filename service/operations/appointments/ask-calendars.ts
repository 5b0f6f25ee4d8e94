/** The live check of a provider's calendars: asked outside every transaction, with a time limit. */

import { Refusal } from "../../../domain/model/errors.ts"
import { isJustWritten, type ScheduleCalendar } from "../../../domain/model/schedules.ts"
import type { Reason } from "../../../domain/model/slot-explanation.ts"
import type { ReasonCause } from "../../../domain/model/slot-reasons.ts"
import type { OccupiedBlock } from "../../../domain/rules/booking/occupied.ts"
import { firstEndingAfter, overlaps } from "../../../domain/time/intervals.ts"
import { minutesPerDay } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { CalendarUnavailable } from "../../ports/calendars.ts"
import { openAccount } from "../shared/open-account.ts"

/** Ids of the calendars that were asked. */
export type AskedCalendars = readonly number[]

/**
 * Asks all of a provider's calendars side by side. Throws `CalendarBusy` when one of them is busy during `blocks`, and
 * `calendar_unavailable` when one does not answer.
 */
export async function askCalendars(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  blocks: readonly OccupiedBlock[],
): Promise<AskedCalendars> {
  if (calendars.length === 0) return []
  const met = await askEach(context, companyId, calendars, blocks)
  const busy = calendars.filter((_, i) => met[i]!.length > 0)
  if (busy.length > 0) {
    const now = context.clock.now()
    throw new CalendarBusy(
      met.flat(),
      busy.every(({ last_read_at }) => isJustWritten(last_read_at, now)),
    )
  }
  return calendars.map(({ connection }) => connection!.id)
}

/** What each calendar is busy with during `blocks`. Throws `calendar_unavailable` when one does not answer. */
async function askEach(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  blocks: readonly OccupiedBlock[],
): Promise<ReasonCause[][]> {
  const signal = AbortSignal.timeout(context.outsideLimitMs)
  const asking = calendars.map((calendar) => busyDuring(context, companyId, calendar, blocks, signal))
  return Promise.all(asking).catch((error: unknown) => {
    if (error instanceof CalendarUnavailable || signal.aborted) throw new Refusal("calendar_unavailable")
    throw error
  })
}

/** Calendar servers refuse questions about long ranges. */
const mostMinutesAsked = 60 * minutesPerDay

/**
 * The same for many jobs, in their order: which of them a calendar says to be busy. None of them refuses. Throws
 * `calendar_unavailable`.
 */
export async function askCalendarsOfMany(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  jobs: readonly (readonly OccupiedBlock[])[],
): Promise<{ asked: AskedCalendars; busy: boolean[] }> {
  const causes: ReasonCause[] = []
  let blocks: OccupiedBlock[] = []
  for (const [index, job] of jobs.entries()) {
    blocks.push(...job)
    const next = jobs[index + 1]
    const goesOn = next !== undefined && next.at(-1)!.end - blocks[0]!.start <= mostMinutesAsked
    if (goesOn || calendars.length === 0) continue
    causes.push(...(await askEach(context, companyId, calendars, blocks)).flat())
    blocks = []
  }
  const isBusy = ({ start, end }: OccupiedBlock) => causes.some(({ from, to }) => from! < end && start < to!)
  return {
    asked: calendars.map(({ connection }) => connection!.id),
    busy: jobs.map((job) => job.some(isBusy)),
  }
}

/** A calendar says live that it is busy, where its stored times are free: it has changed since it was read. */
export class CalendarBusy extends Refusal {
  readonly reasons: readonly Reason[]
  constructor(causes: readonly ReasonCause[], isJustRead: boolean) {
    super(isJustRead ? "slot_taken" : "time_not_offered")
    this.reasons = [{ code: "calendar_busy", causes }]
  }
}

/** An unchanged calendar collides with nothing: its busy times are stored, and the booking is judged by them. */
async function busyDuring(
  context: AppContext,
  companyId: number,
  { connection }: ScheduleCalendar,
  blocks: readonly OccupiedBlock[],
  signal: AbortSignal,
): Promise<ReasonCause[]> {
  const { read_version, read_until_minute } = connection!
  const question = {
    startMinute: blocks[0]!.start,
    endMinute: blocks.at(-1)!.end,
    known: blocks.at(-1)!.end <= (read_until_minute ?? 0) ? read_version : null,
    isLive: true,
  }
  const reading = await context.calendars.read(openAccount(context, companyId, connection!), question, signal)
  if (reading === "unchanged") return []
  const { busy } = reading
  return blocks
    .filter(({ start, end }) => overlaps(busy, start, end))
    .map(({ start, end }) => {
      const first = firstEndingAfter(busy, start)
      const [from, to] = [Math.max(busy[first]!, start), Math.min(busy[first + 1]!, end)]
      return { kind: "calendar", id: connection!.id, from, to }
    })
}

/** The provider has a calendar that was not asked, as the lock shows. The caller may ask it and try again. */
export class CalendarsNotAsked extends Refusal {
  constructor() {
    super("calendar_unavailable")
  }
}

/** For the transaction, where nothing may be asked any more. Throws `CalendarsNotAsked`. */
export function requireAsked(calendars: readonly ScheduleCalendar[], asked: AskedCalendars): void {
  if (calendars.some(({ connection }) => connection && !asked.includes(connection.id)))
    throw new CalendarsNotAsked()
}
