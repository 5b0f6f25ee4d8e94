/**
 * One attempt at a provider's time, for a booking and for a move: plan without locks and ask the provider's calendars, wait
 * for a turn at the provider, then lock, read again, judge and write in one transaction. What may not be asked under the
 * locks and turns out to be missing there is asked outside, and the attempt is made again.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { crewIdsOf } from "../../domain/model/crew.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { BookableTime, JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { type TakenTime, takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { ResourcesChanged } from "../company/change-resource.ts"
import { OthersChanged } from "../ledger/changed-together.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { type Written, write } from "../platform/write.ts"
import { askForLegs, LegsNotAsked } from "../slots/driving-times.ts"
import { TeamNotLocked } from "../slots/planned-team.ts"
import { withAlternatives } from "./alternatives.ts"
import {
  type AskedCalendar,
  type AskedCalendars,
  askCalendars,
  CalendarsNotAsked,
  calendarsOf,
  notAskedYet,
  PlanChanged,
  requireAsked,
} from "./ask-calendars.ts"
import type { WantedTime } from "./wanted-time.ts"

/** What a booking and a move do each in its own way. */
export interface Attempt<Read extends ReadUnderLocks, Result> {
  operationName: string
  wanted: WantedTime
  /** Whose time it takes or frees, as far as it is planned, and the locks of groups of rooms; each has one turn after the other. */
  resourceIds(): readonly number[]
  /** What the calendars are asked about, or those that it has asked itself; null when there is nothing to ask. Throws the refusal, and `LegsNotAsked`. */
  plan(): Promise<PlannedTime | { asked: AskedCalendars } | null>
  /** Without locks, after others had their turn. Throws as `plan` does. */
  judgeAgain(): Promise<unknown>
  lock(tx: Tx): void
  /** Throws the refusal of what can't be written, `LegsNotAsked` and `ProviderChanged`. */
  readLocked(tx: Tx): Promise<Read>
  /** The error to throw for a refusal; left out, that of the wanted time with its alternatives. */
  refused?(error: unknown): Promise<unknown>
  record(tx: Tx, read: Read): Promise<Written<Result>>
}

export interface PlannedTime {
  loaded: LoadedSchedules
  taken: readonly TakenTime[]
  /** The day is planned for it, and may be planned otherwise under the locks. */
  isPlan?: boolean
}

export interface ReadUnderLocks {
  loaded: LoadedSchedules
  request: SchedulingRequest | null
  /** The one that is moved. */
  appointment: Appointment | null
  /** Each provider's time that it takes. */
  taken: readonly TakenTime[]
}

/** The appointment went to another provider before it was locked, so the wrong provider's lock is held. */
export class ProviderChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** Others were chosen to come than those whose time is locked: one of them was booked meanwhile. */
export class CrewChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** Throws `CrewChanged`. */
export function requireLocked(crewIds: readonly number[], lockedIds: readonly number[]): void {
  if (crewIds.some((id) => !lockedIds.includes(id))) throw new CrewChanged()
}

/** Each change of a crew is another booking that was faster, so many at once may need as many tries. */
export const mostCrews = 40

/** Asking again is worth it only this often: a company may be connecting calendars, or booking visits, all the time. */
const mostTries = 3

/**
 * `begin` reads what each try starts from; it may find that nothing is left to do, and gives the result. Throws the refusal,
 * that of a time with its alternatives.
 */
export async function attempt<Read extends ReadUnderLocks, Result>(
  context: AppContext,
  call: Call,
  begin: () => Promise<Attempt<Read, Result> | { result: Result }>,
): Promise<Result> {
  /** By all tries. */
  const asked: AskedCalendar[] = []
  for (let tries = 1; ; tries += 1) {
    const begun = await begin()
    if ("result" in begun) return begun.result
    try {
      return await tryOnce(context, call, begun, asked)
    } catch (error) {
      const most = error instanceof CrewChanged || error instanceof PlanChanged ? mostCrews : mostTries
      if (tries >= most || !isWorthAnother(error)) {
        throw await (begun.refused?.(error) ?? withAlternatives(context, call, begun.wanted, error))
      }
      if (error instanceof LegsNotAsked) await askForLegs(context, error.legs)
      if (error instanceof CrewChanged) context.typesWithCrews.add(begun.wanted.typeId)
      if (error instanceof CalendarsNotAsked) context.providersWithCalendars.add(begun.wanted.providerId)
    }
  }
}

const isWorthAnother = (error: unknown) =>
  error instanceof CalendarsNotAsked ||
  error instanceof LegsNotAsked ||
  error instanceof ProviderChanged ||
  error instanceof OthersChanged ||
  error instanceof ResourcesChanged ||
  error instanceof TeamNotLocked ||
  error instanceof PlanChanged ||
  error instanceof CrewChanged

async function tryOnce<Read extends ReadUnderLocks, Result>(
  context: AppContext,
  call: Call,
  begun: Attempt<Read, Result>,
  before: AskedCalendar[],
): Promise<Result> {
  const asked = await planAndAsk(context, call, begun, before)
  using turns = new DisposableStack()
  // In the order of ids, so that moves in opposite directions never wait for each other.
  let hasWaited = false
  for (const id of [...new Set(begun.resourceIds())].sort((a, b) => a - b)) {
    hasWaited = turns.use(await context.gate.enter(id)).hasWaited || hasWaited
  }
  // After waiting, the time is probably taken: judge again before a connection waits for the lock.
  if (hasWaited) await begun.judgeAgain()
  return await write(context, call, begun.operationName, async (tx) => {
    begun.lock(tx)
    const read = await begun.readLocked(tx)
    requireAsked(calendarsOf(read.loaded, read.taken), read.taken, asked, call.now)
    const linkEnded = whyLinkEnded(call.actor, read)
    if (linkEnded) throw linkEnded
    return begun.record(tx, read)
  })
}

/**
 * Plans a time without locks: who comes beside the provider, and whose calendars are asked about it. Where the provider is not
 * known to have calendars nor the type to take several providers, it costs nothing and is null. Whether they do is certain only under
 * the locks, where nothing may be asked: then the attempt finds out and is made again.
 */
export async function planTime(
  context: AppContext,
  wanted: Pick<WantedTime, "typeId" | "providerId">,
  judge: () => Promise<{ loaded: LoadedSchedules; judged: JudgedBooking }>,
): Promise<(PlannedTime & { judged: JudgedBooking }) | null> {
  if (isPlain(context, wanted)) return null
  const { loaded, judged } = await judge()
  if (crewIdsOf(judged).length === 0) context.typesWithCrews.delete(wanted.typeId)
  return { ...plannedTime({ loaded, judged }), judged }
}

/** What the calendars are asked about. */
export const plannedTime = ({
  loaded,
  judged,
}: {
  loaded: LoadedSchedules
  judged: BookableTime
}): PlannedTime => ({ loaded, taken: takenTimes(judged), isPlan: judged.planned != null })

/** Nothing is known to be planned before the locks: no calendars of the provider, and no crew of the type. */
export const isPlain = (
  { typesWithCrews, providersWithCalendars }: AppContext,
  { typeId, providerId }: Pick<WantedTime, "typeId" | "providerId">,
): boolean => !typesWithCrews.has(typeId) && !providersWithCalendars.has(providerId)

/** Null where nothing was planned. What another try has asked is not asked again; `before` gains the rest. */
async function planAndAsk(
  context: AppContext,
  { companyId }: Call,
  { wanted, plan }: Pick<Attempt<ReadUnderLocks, unknown>, "wanted" | "plan">,
  before: AskedCalendar[],
): Promise<AskedCalendars | null> {
  const planned = await plan()
  if (planned === null) return null
  if ("asked" in planned) return planned.asked
  const { loaded, taken, isPlan = false } = planned
  const calendars = calendarsOf(loaded, taken)
  if (calendars.length === 0 && !isPlan) context.providersWithCalendars.delete(wanted.providerId)
  const around = isPlan ? minutesAroundPlan : 0
  const open = notAskedYet(calendars, taken, before)
  before.push(...(await askCalendars(context, companyId, open, taken, around)))
  return before
}

/** A day planned otherwise under the locks takes other minutes of the same day. */
export const minutesAroundPlan = minutesPerDay / 2
