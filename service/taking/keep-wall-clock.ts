/**
 * Writes that an appointment or a session keeps its wall-clock time under new zone rules: all but its instants stays as it
 * was booked, and all its days, people and rooms move in the one transaction. Its customers know the time, so none of them
 * waits less, answers anew or is sent a message.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { ClassSession } from "../../domain/model/class-session.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { Occupied } from "../../domain/model/pending-appointment.ts"
import type { MinuteBlock } from "../../domain/model/slot-search.ts"
import { minuteBlocksOf } from "../../domain/rules/booking/judge-move.ts"
import { rowsWhileProposed } from "../../domain/rules/booking/kept-times.ts"
import { clockOffsetAt, occupiedByWallClock } from "../../domain/rules/booking/wall-clock.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import {
  findOccupied as findInTheWay,
  findSpansOfSession,
  type WantedSpan,
} from "../ledger/allocations.sql.ts"
import { updateAppointment } from "../ledger/appointments.sql.ts"
import { updateClassSession } from "../ledger/class-sessions.sql.ts"
import { findOccupied } from "../ledger/kept-allocations.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { keepReminder } from "../messages/announce.ts"
import { enqueueAnswer } from "../outbox/answers-due.sql.ts"
import { nextEventTime, recordAppointmentEvent } from "../outbox/append-event.ts"
import { enqueuePushes, enqueueSessions } from "../outbox/calendars-due.sql.ts"
import { freedBySession, noteFreed } from "../outbox/note-freed-time.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Caller } from "./record-booking.ts"
import { freeForOthers, previousOf } from "./record-change.ts"
import { expireRivals } from "./waiting-by-booking.ts"
import { freeAllocations, occupy, ownedBy, shiftSession } from "./write-allocations.ts"

/** Something else is there at the wall-clock time: `room_taken` where all people are free, and a room or equipment is not. */
export class InTheWay extends Error {
  readonly outcome: "slot_taken" | "room_taken"

  constructor(outcome: "slot_taken" | "room_taken") {
    super(outcome)
    this.outcome = outcome
  }
}

/** `kept` is the appointment at its new instants; `blocks` are its days there, null where only proposed times change. */
export interface KeptByWallClock {
  appointment: Appointment
  kept: Appointment
  blocks: readonly MinuteBlock[] | null
}

/** Throws `InTheWay`. A seat has no time of its own: it goes with its session. */
export async function keepWallClock(
  tx: Tx,
  call: Caller,
  { appointment, kept, blocks }: KeptByWallClock,
): Promise<Appointment> {
  const { companyId, now } = call
  const moved: Appointment = {
    ...kept,
    version: appointment.version + 1,
    last_event_at: nextEventTime(now, appointment.last_event_at),
    updated_at: new Date(now),
  }
  if (appointment.session_id === null) {
    const times = await timesOf(tx, companyId, { appointment, kept, blocks })
    await refuseInTheWay(tx, companyId, times, { appointmentId: appointment.id, now: new Date(now) })
    freeAllocations(tx, companyId, appointment.id)
    occupy(tx, companyId, ownedBy(moved), times)
  }
  updateAppointment(tx, companyId, moved, appointment)
  if (moved.status === "pending") enqueueAnswer(tx, companyId, moved.id, moved.answer_by!)
  if (appointment.session_id === null) {
    await freeForOthers(tx, call, appointment, "move")
    await expireRivals(tx, call, moved)
    for (const id of providerIdsOf(moved)) await enqueuePushes(tx, companyId, id, moved.id, now)
  }
  if (blocks !== null) await announceToReceivers(tx, call, appointment, moved)
  if (moved.status === "scheduled") await keepReminder(tx, companyId, { before: appointment, moved }, now)
  return moved
}

/** All rows of all its days: as they are, or, while times are proposed, of these as well. */
async function timesOf(
  tx: Tx,
  companyId: number,
  { appointment, kept, blocks }: KeptByWallClock,
): Promise<Occupied[]> {
  if (kept.asked_time) return rowsWhileProposed(kept.asked_time, kept.proposals)
  const before = minuteBlocksOf(appointment)
  return occupiedByWallClock(await findOccupied(tx, companyId, appointment.id), before, blocks ?? before)
}

/** Throws `InTheWay`. */
export async function refuseInTheWay(
  tx: Tx,
  companyId: number,
  spans: readonly WantedSpan[],
  own: { appointmentId?: number; sessionId?: number; holdId?: number; now: Date },
): Promise<void> {
  const taken = await findInTheWay(tx, companyId, spans, own)
  if (taken.length === 0) return
  throw new InTheWay(taken.some(({ isProvider }) => isProvider) ? "slot_taken" : "room_taken")
}

/** A pending one was never booked: its receivers get the requested time anew. */
async function announceToReceivers(
  tx: Tx,
  { companyId, actor }: Caller,
  before: Appointment,
  moved: Appointment,
): Promise<void> {
  const requestId = moved.scheduling_request_id
  const customer = customerInEvent((await findCustomerForEvent(tx, companyId, moved.customer_id))!)
  const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
  const told = { companyId, actor, appointment: moved, customer, request }
  await recordAppointmentEvent(
    tx,
    moved.status === "pending"
      ? { ...told, type: "appointment.pending", answerBy: moved.answer_by! }
      : { ...told, type: "appointment.rescheduled", previous: previousOf(before) },
  )
}

/** The session with all who come. Throws `InTheWay`. */
export async function keepSessionWallClock(
  tx: Tx,
  call: Caller,
  {
    session,
    block,
    seated,
  }: { session: ClassSession; block: MinuteBlock; seated: readonly KeptByWallClock[] },
): Promise<ClassSession> {
  const { companyId, now } = call
  const kept: ClassSession = {
    ...session,
    start_at: new Date(block.start * msPerMinute),
    end_at: new Date(block.end * msPerMinute),
    clock_offset: clockOffsetAt(session.timezone, block.start),
    version: session.version + 1,
    updated_at: new Date(now),
  }
  const minutes = block.start - session.start_at.getTime() / msPerMinute
  const present = await findSpansOfSession(tx, companyId, session.id)
  const spans = present.map(({ start, end, ...of }) => ({
    ...of,
    start: start + minutes,
    end: end + minutes,
  }))
  await refuseInTheWay(tx, companyId, spans, { sessionId: session.id, now: new Date(now) })
  shiftSession(tx, companyId, kept.id, {
    ...{ minutes, at: kept.updated_at },
    resourceIds: spans.map(({ resourceId }) => resourceId),
  })
  updateClassSession(tx, companyId, kept, session)
  await noteFreed(tx, call, freedBySession(session))
  for (const one of seated) await keepWallClock(tx, call, one)
  await enqueueSessions(tx, companyId, { sessionIds: [session.id], providerIds: providerIdsOf(kept) }, now)
  return kept
}
