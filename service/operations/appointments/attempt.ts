/**
 * One attempt at a provider's time, for a booking and for a move: plan without locks and ask the provider's calendars, wait
 * for a turn at the provider, then lock, read again, judge and write in one transaction. What may not be asked under the
 * locks and turns out to be missing there is asked outside, and the attempt is made again.
 */
import type { Appointment } from "../../../domain/model/appointment.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../../domain/model/scheduling-request.ts"
import type { OccupiedBlock } from "../../../domain/rules/booking/occupied.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import type { AppContext } from "../../context.ts"
import type { Tx } from "../../store/pg/database.ts"
import type { Call } from "../operation.ts"
import { askForLegs, LegsNotAsked } from "../shared/driving-times.ts"
import { type Written, write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { type AskedCalendars, askCalendars, CalendarsNotAsked, requireAsked } from "./ask-calendars.ts"
import type { WantedTime } from "./wanted-time.ts"

/** What a booking and a move do each in its own way. */
export interface Attempt<Read extends ReadUnderLocks, Result> {
  operationName: string
  wanted: WantedTime
  /** Whose time it takes or frees; each has one turn after the other. */
  providerIds: readonly number[]
  /** What the calendars are asked about; null when there is nothing to ask. Throws the refusal, and `LegsNotAsked`. */
  plan(): Promise<PlannedTime | null>
  /** Without locks, after others had their turn. Throws as `plan` does. */
  judgeAgain(): Promise<unknown>
  lock(tx: Tx): void
  /** Throws the refusal of what can't be written, `LegsNotAsked` and `ProviderChanged`. */
  readLocked(tx: Tx): Promise<Read>
  record(tx: Tx, read: Read): Promise<Written<Result>>
}

export interface PlannedTime {
  loaded: LoadedSchedules
  occupied: readonly OccupiedBlock[]
}

export interface ReadUnderLocks {
  loaded: LoadedSchedules
  request: SchedulingRequest | null
  /** The one that is moved. */
  appointment: Appointment | null
}

/** The appointment went to another provider before it was locked, so the wrong provider's lock is held. */
export class ProviderChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

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
      if (tries === mostTries || !isWorthAnother(error)) {
        throw await withAlternatives(context, call, begun.wanted, error)
      }
      if (error instanceof LegsNotAsked) await askForLegs(context, error.legs)
      if (error instanceof CalendarsNotAsked) context.providersWithCalendars.add(begun.wanted.providerId)
    }
  }
}

const isWorthAnother = (error: unknown) =>
  error instanceof CalendarsNotAsked || error instanceof LegsNotAsked || error instanceof ProviderChanged

async function tryOnce<Read extends ReadUnderLocks, Result>(
  context: AppContext,
  call: Call,
  begun: Attempt<Read, Result>,
): Promise<Result> {
  const asked = await planAndAsk(context, call, begun)
  using turns = new DisposableStack()
  // In the order of ids, so that moves in opposite directions never wait for each other.
  let hasWaited = false
  for (const id of [...new Set(begun.providerIds)].sort((a, b) => a - b)) {
    hasWaited = turns.use(await context.gate.enter(id)).hasWaited || hasWaited
  }
  // After waiting, the time is probably taken: judge again before a connection waits for the lock.
  if (hasWaited) await begun.judgeAgain()
  return await write(context, call, begun.operationName, async (tx) => {
    begun.lock(tx)
    const read = await begun.readLocked(tx)
    requireAsked(read.loaded, asked)
    const linkEnded = whyLinkEnded(call.actor, read)
    if (linkEnded) throw linkEnded
    return begun.record(tx, read)
  })
}

async function planAndAsk(
  context: AppContext,
  { companyId }: Call,
  { wanted, plan }: Pick<Attempt<ReadUnderLocks, unknown>, "wanted" | "plan">,
): Promise<AskedCalendars> {
  const planned = await plan()
  if (planned === null) return []
  const asked = await askCalendars(context, companyId, planned.loaded.calendars, planned.occupied)
  if (asked.length === 0) context.providersWithCalendars.delete(wanted.providerId)
  return asked
}
