/** The live check of providers' calendars: asked outside every transaction, with a time limit. */

import { Refusal } from "../../domain/model/errors.ts"
import { isJustWritten, type LoadedSchedules, type ScheduleCalendar } from "../../domain/model/schedules.ts"
import type { Reason } from "../../domain/model/slot-explanation.ts"
import type { ReasonCause } from "../../domain/model/slot-reasons.ts"
import type { OccupiedBlock } from "../../domain/rules/booking/occupied.ts"
import type { TakenTime } from "../../domain/rules/planning/planned-time.ts"
import { firstEndingAfter, type Intervals, overlaps } from "../../domain/time/intervals.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { openAccount } from "../ledger/open-account.ts"
import { findConnected } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { CalendarUnavailable } from "../platform/ports/calendars.ts"
import { CalendarsNotAsked, type NotSteady, notSteady, PlanChanged } from "./judge-steadily.ts"

/** A calendar's answer about some minutes. */
export interface AskedCalendar {
  id: number
  from: number
  until: number
  /** Empty for one that is unchanged: it collides with nothing, since its busy times are stored and judged. */
  busy: Intervals
}

export type AskedCalendars = readonly AskedCalendar[]

/** The calendars of the providers whose time is taken. */
export const calendarsOf = (
  { calendars, crewCalendars = [] }: Pick<LoadedSchedules, "calendars" | "crewCalendars">,
  taken: readonly TakenTime[],
): ScheduleCalendar[] =>
  [...calendars, ...crewCalendars].filter(({ provider_id }) =>
    taken.some(({ providerId }) => providerId === provider_id),
  )

/**
 * Asks the calendars of all whose time is taken side by side. Throws `CalendarBusy` when one of them is busy then, and
 * `calendar_unavailable` when one does not answer. They are asked about so many minutes around as well, for a plan that is another
 * under the locks.
 */
async function askCalendars(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  taken: readonly TakenTime[],
  minutesAround = 0,
): Promise<AskedCalendars> {
  const { asked, busy } = await askAbout(context, companyId, calendars, taken, minutesAround)
  if (busy.length > 0) throw busyRefusal(calendars, busy, context.clock.now())
  return asked
}

/** The same of the calendars of all whose time is taken, which are read here. */
export async function askConnected(
  context: AppContext,
  companyId: number,
  taken: readonly TakenTime[],
  minutesAround = 0,
): Promise<AskedCalendars> {
  if (taken.length === 0) return []
  const calendars = await findConnected(context.db, companyId, providersOf(taken))
  return askCalendars(context, companyId, calendars, taken, minutesAround)
}

const providersOf = (taken: readonly TakenTime[]) => [...new Set(taken.map(({ providerId }) => providerId))]

/**
 * The same for what is taken by several jobs, of calendars that were not asked yet: `asked` gains what they say. Of each job whether a
 * calendar is busy then, and the refusal where one is. Throws `calendar_unavailable`.
 */
export async function askOnce(
  context: AppContext,
  companyId: number,
  {
    calendars,
    jobs,
    around,
    asked,
  }: {
    calendars: readonly ScheduleCalendar[]
    jobs: readonly (readonly TakenTime[])[]
    around: number
    asked: AskedCalendar[]
  },
): Promise<{ busy: boolean[]; refused: CalendarBusy | null }> {
  const open = notAskedYet(calendars, jobs.flat(), asked)
  asked.push(...(await askAbout(context, companyId, open, jobs.flat(), around)).asked)
  const causes = jobs.map((job) => job.flatMap((time) => causesOf(calendars, time, asked)))
  const all = causes.flat()
  return {
    busy: causes.map(({ length }) => length > 0),
    refused: all.length === 0 ? null : busyRefusal(calendars, all, context.clock.now()),
  }
}

/** The calendars that were not asked yet about all the time that is taken of their provider. */
const notAskedYet = (
  calendars: readonly ScheduleCalendar[],
  taken: readonly TakenTime[],
  asked: AskedCalendars,
): ScheduleCalendar[] =>
  calendars.filter(({ id, provider_id }) =>
    taken.some(({ providerId, blocks }) => providerId === provider_id && !isCovered(id, blocks, asked)),
  )

const isCovered = (id: number, blocks: readonly OccupiedBlock[], asked: AskedCalendars): boolean =>
  blocks.every(({ start, end }) =>
    asked.some((one) => one.id === id && one.from <= start && end <= one.until),
  )

/**
 * For the transaction, where nothing may be asked any more; `asked` is null where nothing was planned before it. Throws
 * `CalendarsNotAsked`, `PlanChanged` when other minutes are taken than were asked about, and `CalendarBusy`.
 */
function requireAsked(
  calendars: readonly ScheduleCalendar[],
  taken: readonly TakenTime[],
  asked: AskedCalendars | null,
  now: number,
): void {
  for (const { providerId, blocks } of taken) {
    for (const { id, provider_id } of calendars) {
      if (provider_id !== providerId) continue
      if (asked === null) throw new CalendarsNotAsked(providerId)
      if (!isCovered(id, blocks, asked)) throw new PlanChanged()
    }
  }
  const busy = taken.flatMap((time) => causesOf(calendars, time, asked ?? []))
  if (busy.length > 0) throw busyRefusal(calendars, busy, now)
}

/** Why what is taken under the locks is not what the calendars were asked about, or a calendar is busy; null where all is well. */
export function whyNotAsked(
  calendars: readonly ScheduleCalendar[],
  taken: readonly TakenTime[],
  asked: AskedCalendars | null,
  now: number,
): NotSteady | null {
  try {
    requireAsked(calendars, taken, asked, now)
    return null
  } catch (error) {
    if (error instanceof CalendarsNotAsked)
      return notSteady({ why: "calendars", providerId: error.providerId })
    return error instanceof PlanChanged ? notSteady({ why: "minutes" }) : { refused: error }
  }
}

/** The same of the calendars of all whose time is taken, as the locks show them. */
export async function requireConnectedAsked(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  taken: readonly TakenTime[],
  asked: AskedCalendars,
): Promise<void> {
  requireAsked(await findConnected(tx, companyId, providersOf(taken)), taken, asked, now)
}

/** A calendar says live that it is busy, where its stored times are free: it has changed since it was read. */
export class CalendarBusy extends Refusal {
  readonly reasons: readonly Reason[]
  constructor(causes: readonly ReasonCause[], isJustRead: boolean) {
    super(isJustRead ? "slot_taken" : "time_not_offered")
    this.reasons = [{ code: "calendar_busy", causes }]
  }
}

function busyRefusal(calendars: readonly ScheduleCalendar[], causes: readonly ReasonCause[], now: number) {
  const met = calendars.filter(({ id }) => causes.some((cause) => cause.id === id))
  return new CalendarBusy(
    causes,
    met.every(({ last_read_at }) => isJustWritten(last_read_at, now)),
  )
}

/** Calendar servers refuse questions about long ranges. */
const mostMinutesAsked = 60 * minutesPerDay

interface Range {
  from: number
  until: number
}

async function askAbout(
  context: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
  taken: readonly TakenTime[],
  minutesAround: number,
): Promise<{ asked: AskedCalendars; busy: ReasonCause[] }> {
  const concerned = calendars.filter(({ provider_id: id }) =>
    taken.some(({ providerId }) => providerId === id),
  )
  if (concerned.length === 0) return { asked: [], busy: [] }
  const known = await withConnections(context, companyId, concerned)
  const questions = known.map((calendar) => ({
    calendar,
    ranges: rangesOf(calendar.provider_id, taken, minutesAround),
  }))
  const asked: AskedCalendar[] = []
  const most = Math.max(...questions.map(({ ranges }) => ranges.length))
  for (let i = 0; i < most; i++) {
    const next = questions.flatMap(({ calendar, ranges }) =>
      ranges.slice(i, i + 1).map((range) => ({ calendar, range })),
    )
    asked.push(...(await askEach(context, companyId, next)))
  }
  return { asked, busy: taken.flatMap((time) => causesOf(known, time, asked)) }
}

/** Schedules of many providers are read without what reaches their calendars. */
async function withConnections(
  { db }: AppContext,
  companyId: number,
  calendars: readonly ScheduleCalendar[],
): Promise<readonly ScheduleCalendar[]> {
  if (calendars.every(({ connection }) => connection !== undefined)) return calendars
  return findConnected(db, companyId, [...new Set(calendars.map(({ provider_id }) => provider_id))])
}

/** From the first to the last minute that is taken, in ranges that may be asked at once. */
function rangesOf(providerId: number, taken: readonly TakenTime[], minutesAround: number): Range[] {
  const blocks = taken
    .filter((time) => time.providerId === providerId)
    .flatMap((time) => time.blocks)
    .toSorted((a, b) => a.start - b.start)
  const ranges: Range[] = []
  for (const block of blocks) {
    const [start, end] = [block.start - minutesAround, block.end + minutesAround]
    const last = ranges.at(-1)
    if (last !== undefined && end - last.from <= mostMinutesAsked) last.until = Math.max(last.until, end)
    else ranges.push({ from: start, until: end })
  }
  return ranges
}

/** Side by side. Throws `calendar_unavailable` when one does not answer. */
async function askEach(
  context: AppContext,
  companyId: number,
  questions: readonly { calendar: ScheduleCalendar; range: Range }[],
): Promise<AskedCalendar[]> {
  const signal = AbortSignal.timeout(context.outsideLimitMs)
  const asking = questions.map(({ calendar, range }) => askOne(context, companyId, calendar, range, signal))
  return Promise.all(asking).catch((error: unknown) => {
    if (error instanceof CalendarUnavailable || signal.aborted) throw new Refusal("calendar_unavailable")
    throw error
  })
}

async function askOne(
  context: AppContext,
  companyId: number,
  { id, connection }: ScheduleCalendar,
  { from, until }: Range,
  signal: AbortSignal,
): Promise<AskedCalendar> {
  const { read_version, read_until_minute } = connection!
  const question = {
    startMinute: from,
    endMinute: until,
    known: until <= (read_until_minute ?? 0) ? read_version : null,
    isLive: true,
  }
  const reading = await context.calendars.read(openAccount(context, companyId, connection!), question, signal)
  return { id, from, until, busy: reading === "unchanged" ? none : reading.busy }
}

const none = new Int32Array(0)

/** The provider's busy calendar times in these minutes. */
function causesOf(
  calendars: readonly ScheduleCalendar[],
  { providerId, blocks }: TakenTime,
  asked: AskedCalendars,
): ReasonCause[] {
  const own = new Set(calendars.flatMap(({ id, provider_id }) => (provider_id === providerId ? id : [])))
  return asked
    .filter(({ id }) => own.has(id))
    .flatMap(({ id, busy }) =>
      blocks
        .filter(({ start, end }) => overlaps(busy, start, end))
        .map(({ start, end }) => {
          const first = firstEndingAfter(busy, start)
          const [from, to] = [Math.max(busy[first]!, start), Math.min(busy[first + 1]!, end)]
          return { kind: "calendar", id, from, to }
        }),
    )
}
