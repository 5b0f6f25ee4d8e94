/**
 * All that is to come and whose zone has other rules than when it was booked: appointments of every open status with the times
 * that are proposed for them, sessions of classes with their seats, holds, and open offers of the waiting list. Lists it, and moves
 * it so that it keeps the wall-clock time that people know. For the operator, after zone data was replaced. Series and entries of the waiting list are kept by the
 * wall clock, so that nothing is to be moved of them.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { ClassSession } from "../../domain/model/class-session.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { MinuteBlock } from "../../domain/model/slot-search.ts"
import {
  appointmentAt,
  appointmentByWallClock,
  blocksByWallClock,
  clockOffsetAt,
  firstShiftedDay,
  sessionByWallClock,
} from "../../domain/rules/booking/wall-clock.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { findAppointment, listAppointments, listOfSession } from "../ledger/appointments.sql.ts"
import { findClassSession, listClassSessions, updateClassSession } from "../ledger/class-sessions.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockAppointment, lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { InTheWay, keepSessionWallClock, keepWallClock } from "../taking/keep-wall-clock.ts"
import {
  listShiftedTold,
  type MoveOutcome,
  type Moving,
  moveHold,
  moveOffer,
  roomLocks,
  type Shifted,
  type ShiftedHold,
  type ShiftedOffer,
} from "./review-told-times.ts"

export type ShiftedAppointment = Shifted & { appointment: Appointment }
/** `isUnknown`: the rules of when it was made were not recorded. Whether people know another time, staff have to look. */
export type ShiftedSession = Shifted & { session: ClassSession; isUnknown?: true }
export type ShiftedItem = ShiftedAppointment | ShiftedSession | ShiftedHold | ShiftedOffer

/** The affected items that have not started, of one company or of all (null), soonest first in each company. */
export async function listShifted(context: AppContext, companyId: number | null): Promise<ShiftedItem[]> {
  const companyIds = companyId === null ? await listCompanyIds(context.db) : [companyId]
  const found: ShiftedItem[] = []
  for (const id of companyIds) {
    const own: ShiftedItem[] = []
    for await (const appointment of futureAppointments(context, id)) {
      const shifted = shiftOf(id, appointment)
      if (shifted) own.push(shifted)
    }
    for await (const session of futureSessions(context, id)) {
      const shifted = shiftOfSession(id, session)
      if (shifted) own.push(shifted)
    }
    own.push(...(await listShiftedTold(context, id)))
    found.push(...own.sort((a, b) => a.day.start - b.day.start))
  }
  return found
}

function shiftOf(companyId: number, appointment: Appointment): ShiftedAppointment | null {
  if (appointmentByWallClock(appointment) === null) return null
  const own = { ...appointment, blocksNow: blocksByWallClock(appointment) }
  const all = [own, ...appointment.proposals.map((one) => ({ ...one, blocksNow: blocksByWallClock(one) }))]
  const first = all.find(({ blocksNow }) => blocksNow !== null)!
  const day = firstShiftedDay(first, first.blocksNow!)
  const occupiedAt = appointment.planned_start_at ?? appointment.start_at
  const occupiedFrom = occupiedAt.getTime() / msPerMinute
  return { companyId, appointment, timezone: first.timezone, day, occupiedFrom }
}

function shiftOfSession(companyId: number, session: ClassSession): ShiftedSession | null {
  const block = sessionByWallClock(session)
  const { timezone, clock_offset: offset } = session
  if (block === null && offset !== null) return null
  const start = session.start_at.getTime() / msPerMinute
  const present = clockOffsetAt(timezone, start)
  const startByWallClock = block?.start ?? start
  const day = { bookedWall: start + (offset ?? present), shownWall: start + present, start, startByWallClock }
  const shifted: Shifted = { companyId, timezone, day, occupiedFrom: start }
  return offset === null ? { ...shifted, session, isUnknown: true } : { ...shifted, session }
}

const pageSize = 1_000

async function* futureAppointments(context: AppContext, companyId: number): AsyncGenerator<Appointment> {
  // The list begins after this pair: a start just now has no appointment left to move.
  let after: readonly [number, number] = [context.clock.now(), Number.MAX_SAFE_INTEGER]
  for (;;) {
    const page = await listAppointments(context.db, companyId, { ...open, after, limit: pageSize })
    // A seat goes with its session.
    yield* page.filter(({ session_id }) => session_id === null)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = [last.start_at.getTime(), last.id]
  }
}

const open = {
  statuses: ["scheduled", "pending"],
  providerId: null,
  customerId: null,
  locationId: null,
  from: null,
  to: null,
  updatedSince: null,
} as const

async function* futureSessions(context: AppContext, companyId: number): AsyncGenerator<ClassSession> {
  let after: readonly [number, number] = [context.clock.now(), Number.MAX_SAFE_INTEGER]
  for (;;) {
    const page = await listClassSessions(context.db, companyId, { ...onBoard, after, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = [last.start_at.getTime(), last.id]
  }
}

const onBoard = {
  status: "scheduled",
  typeId: null,
  providerId: null,
  locationId: null,
  repeatId: null,
  from: null,
  to: null,
} as const

export const isTaken = (outcome: MoveOutcome | undefined) =>
  outcome === "slot_taken" || outcome === "room_taken"

/**
 * Moves them, each with its events and its pushes to calendars. Customers get no text, because the time that
 * they know stays.
 */
export async function moveShifted(
  context: AppContext,
  shifted: readonly ShiftedItem[],
): Promise<Map<ShiftedItem, MoveOutcome>> {
  const outcomes = new Map<ShiftedItem, MoveOutcome>()
  let waiting = inOrderOfMoves(shifted)
  for (;;) {
    for (const each of waiting) outcomes.set(each, await moveOne(context, each))
    const taken = waiting.filter((each) => isTaken(outcomes.get(each)))
    // A move may have freed the time that another one waits for.
    if (taken.length === 0 || taken.length === waiting.length) return outcomes
    waiting = taken
  }
}

/** Among a provider's neighbours the one in front moves first, so that it makes room for the next. */
function inOrderOfMoves(shifted: readonly ShiftedItem[]): ShiftedItem[] {
  const isLater = ({ day }: ShiftedItem) => day.startByWallClock > day.start
  const inOrder = shifted.toSorted((a, b) => a.occupiedFrom - b.occupiedFrom)
  return [...inOrder.filter(isLater).reverse(), ...inOrder.filter((each) => !isLater(each))]
}

async function moveOne(context: AppContext, shifted: ShiftedItem): Promise<MoveOutcome> {
  const call: Call = {
    companyId: shifted.companyId,
    actor: { kind: "system" },
    requestId: "cli",
    now: context.clock.now(),
  }
  const move = movingOf(shifted)
  try {
    return await write(context, call, "keep_wall_clock", (tx) => move(tx, call))
  } catch (error) {
    if (error instanceof InTheWay) return error.outcome
    if (error instanceof Refusal && error.code === "slot_taken") return "slot_taken"
    throw error
  }
}

function movingOf(shifted: ShiftedItem): Moving {
  if ("hold" in shifted) return moveHold(shifted.hold)
  if ("offer" in shifted) return moveOffer(shifted.offer)
  return "session" in shifted ? moveSession(shifted.session) : moveAppointment(shifted.appointment)
}

const moveAppointment =
  (seen: Appointment): Moving =>
  async (tx, call) => {
    const { companyId, now } = call
    const proposers = seen.proposals.flatMap(({ provider, crew = [] }) => [provider, ...crew])
    lockAppointment(tx, companyId, seen, {
      toProviderIds: proposers.map(({ id }) => id),
      resourceIds: await roomLocks(tx, companyId, seen.resources),
    })
    const appointment = (await findAppointment(tx, companyId, seen.id))!
    const isAsSeen = appointment.version === seen.version && appointment.start_at.getTime() > now
    const found = isAsSeen ? appointmentByWallClock(appointment) : null
    if (found === null) return { result: "changed", targetId: seen.id, fields: [] }
    await keepWallClock(tx, call, { appointment, ...found })
    const { customer_id: customerId } = seen
    return { result: "moved", targetId: seen.id, fields: ["start_time"], customerId }
  }

const moveSession =
  (seen: ClassSession): Moving =>
  async (tx, call) => {
    const { companyId, now } = call
    const before = await listOfSession(tx, companyId, seen.id)
    lockInOrder(tx, {
      companyId,
      customerIds: before.map(({ customer_id }) => customer_id),
      requestIds: before.flatMap(({ scheduling_request_id: id }) => id ?? []),
      providerIds: providerIdsOf(seen),
      resourceIds: await roomLocks(tx, companyId, seen.resources),
      appointmentIds: before.map(({ id }) => id),
    })
    const session = (await findClassSession(tx, companyId, seen.id))!
    const seats = await listOfSession(tx, companyId, seen.id)
    const isAsSeen =
      session.version === seen.version &&
      String(seats.map(({ id }) => id)) === String(before.map(({ id }) => id))
    if (isAsSeen && session.clock_offset === null) {
      recordClock(tx, companyId, session)
      return { result: "recorded", targetId: seen.id, fields: [] }
    }
    const block = isAsSeen && session.start_at.getTime() > now ? sessionByWallClock(session) : null
    if (block === null) return { result: "changed", targetId: seen.id, fields: [] }
    await keepSessionWallClock(tx, call, { session, block, seated: seats.map((one) => seatAt(one, block)) })
    return { result: "moved", targetId: seen.id, fields: ["start_time"], ofMany: true }
  }

const seatAt = (appointment: Appointment, block: MinuteBlock) => ({
  appointment,
  kept: appointmentAt(appointment, [block]),
  blocks: [block],
})

const recordClock = (tx: Tx, companyId: number, session: ClassSession) => {
  const clock_offset = clockOffsetAt(session.timezone, session.start_at.getTime() / msPerMinute)
  updateClassSession(tx, companyId, { ...session, clock_offset }, session)
}
