/**
 * One attempt at a provider's time, for a booking and for a move: plan without locks and ask the provider's calendars, wait
 * for a turn at the provider, then lock, read again, judge and write in one transaction. What may not be asked under the
 * locks and turns out to be missing there is asked outside, and the attempt is made again.
 */
import type { Appointment } from "../../../domain/model/appointment.ts"
import { crewIdsOf } from "../../../domain/model/crew.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../../domain/model/scheduling-request.ts"
import type { JudgedBooking } from "../../../domain/rules/booking/judge-booking.ts"
import { type OccupiedBlock, occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import type { AppContext } from "../../context.ts"
import type { Tx } from "../../store/pg/database.ts"
import type { Call } from "../operation.ts"
import { askForLegs, LegsNotAsked } from "../shared/driving-times.ts"
import { TeamNotLocked } from "../shared/planned-team.ts"
import { ResourcesChanged } from "../shared/resources.ts"
import { type Written, write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { type AskedCalendars, askCalendars, CalendarsNotAsked, requireAsked } from "./ask-calendars.ts"
import { OthersChanged } from "./changed-together.ts"
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
  occupied: readonly OccupiedBlock[]
  /** Who comes beside the provider. */
  crewIds?: readonly number[]
}

export interface ReadUnderLocks {
  loaded: LoadedSchedules
  request: SchedulingRequest | null
  /** The one that is moved. */
  appointment: Appointment | null
  /** Who comes beside the provider; left out for nobody. */
  crewIds?: readonly number[]
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
  for (let tries = 1; ; tries += 1) {
    const begun = await begin()
    if ("result" in begun) return begun.result
    try {
      return await tryOnce(context, call, begun)
    } catch (error) {
      const most = error instanceof CrewChanged ? mostCrews : mostTries
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
  error instanceof CrewChanged

async function tryOnce<Read extends ReadUnderLocks, Result>(
  context: AppContext,
  call: Call,
  begun: Attempt<Read, Result>,
): Promise<Result> {
  const asked = await planAndAsk(context, call, begun)
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
    requireAsked(calendarsOf(read.loaded, read.crewIds), asked)
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
): Promise<PlannedTime | null> {
  if (isPlain(context, wanted)) return null
  const { loaded, judged } = await judge()
  const crewIds = crewIdsOf(judged)
  if (crewIds.length === 0) context.typesWithCrews.delete(wanted.typeId)
  return { loaded, occupied: occupiedBlocks(judged.input.type, judged.blocks), crewIds }
}

/** Nothing is known to be planned before the locks: no calendars of the provider, and no crew of the type. */
export const isPlain = (
  { typesWithCrews, providersWithCalendars }: AppContext,
  { typeId, providerId }: Pick<WantedTime, "typeId" | "providerId">,
): boolean => !typesWithCrews.has(typeId) && !providersWithCalendars.has(providerId)

async function planAndAsk(
  context: AppContext,
  { companyId }: Call,
  { wanted, plan }: Pick<Attempt<ReadUnderLocks, unknown>, "wanted" | "plan">,
): Promise<AskedCalendars> {
  const planned = await plan()
  if (planned === null) return []
  if ("asked" in planned) return planned.asked
  const asked = await askCalendars(
    context,
    companyId,
    calendarsOf(planned.loaded, planned.crewIds),
    planned.occupied,
  )
  if (asked.length === 0) context.providersWithCalendars.delete(wanted.providerId)
  return asked
}

/** Those of the provider, and of who comes beside. */
export const calendarsOf = (
  { calendars, crewCalendars = [] }: LoadedSchedules,
  crewIds: readonly number[] = [],
): ScheduleCalendar[] => [
  ...calendars,
  ...crewCalendars.filter(({ provider_id }) => crewIds.includes(provider_id)),
]
