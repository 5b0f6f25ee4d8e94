/**
 * Writes a judged move or a cancel: the appointment with its blocks, its event and the pushes to the provider's calendars,
 * in the transaction that judged it under the locks.
 */
import { isStaff, sourceOf } from "../../domain/model/actor.ts"
import { type Appointment, appointmentInEvent } from "../../domain/model/appointment.ts"
import type { ClassSession } from "../../domain/model/class-session.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { CustomerInEvent, PreviousAppointment } from "../../domain/model/event.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { clockOffsets } from "../../domain/rules/booking/wall-clock.ts"
import { occupiedRows, plannedFieldsOf } from "../../domain/rules/planning/planned-time.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { updateAppointment } from "../ledger/appointments.sql.ts"
import { answersDue } from "../outbox/answers-due.sql.ts"
import { nextEventTime, recordAppointmentEvent } from "../outbox/append-event.ts"
import { enqueuePushes } from "../outbox/calendars-due.sql.ts"
import { cancelsDue } from "../outbox/cancels-due.sql.ts"
import { freedBlocks, noteFreed } from "../outbox/note-freed-time.ts"
import type { Tx } from "../platform/pg/database.ts"
import {
  type Caller,
  crewOfJudged,
  giveOthers,
  pushSession,
  pushToCalendars,
  takenByJudged,
} from "./record-booking.ts"
import { rewritePlan } from "./rewrite-plan.ts"
import { endWaitingByMove, endWaitingWithAppointment, giveBackTurn } from "./waiting-by-booking.ts"
import { freeAllocations, freeSeats, occupy, ownedBy, takeSeats } from "./write-allocations.ts"

export interface Move {
  appointment: Appointment
  loaded: LoadedSchedules
  judged: BookableTime
  /** For a move that can be taken back, and is announced later: the hold that keeps the time that it leaves. */
  undoHoldId?: number | undefined
}

/**
 * Writes a move: frees the old blocks, inserts the new ones, updates the appointment. A move to another provider pushes to
 * the calendars of both.
 */
export async function moveAppointment(tx: Tx, call: Caller, move: Move): Promise<Appointment> {
  const { appointment, loaded, judged, undoHoldId } = move
  const moved = movedTo(appointment, loaded, judged, call.now)
  // The old time is freed first: others may be planned there.
  if (judged.planned) {
    freeAllocations(tx, call.companyId, appointment.id)
    await rewritePlan(tx, call, judged.planned.changes)
  }
  // Two statements: one UPDATE that shifts the rows of a job of several days would collide with its own rows. Seats stay taken
  // until the move is announced.
  if (undoHoldId === undefined || appointment.session_id === null)
    giveBackTime(tx, call.companyId, appointment)
  await giveOthers(tx, call.companyId, judged.assigned.moved)
  if (moved.session_id === null) occupy(tx, call.companyId, ownedBy(moved), occupiedRows(judged))
  else takeSeats(tx, call.companyId, moved)
  if (undoHoldId !== undefined) {
    const untold = { ...moved, undo_hold_id: undoHoldId }
    updateAppointment(tx, call.companyId, untold, appointment)
    return untold
  }
  updateAppointment(tx, call.companyId, moved, appointment)
  const customer = customerInEvent(loaded.customer!)
  await tellMove(tx, call, { appointment, moved, customer, request: loaded.request })
  await pushToCalendars(tx, call, loaded, moved)
  await pushLeft(tx, call, appointment, moved)
  return moved
}

interface RecordedMove {
  appointment: Appointment
  /** As it stands after the move. */
  moved: Appointment
  customer: CustomerInEvent
  request: SchedulingRequest | null
}

/** The move's consequences for others, and its event. */
async function tellMove(tx: Tx, call: Caller, move: RecordedMove): Promise<void> {
  const { appointment, moved, customer, request } = move
  await freeForOthers(tx, call, appointment, "move")
  await endWaitingByMove(tx, call, { appointment, moved, customer })
  await recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    type: "appointment.rescheduled",
    appointment: moved,
    customer,
    request,
    previous: previousOf(appointment),
  })
}

/** Pushes to the calendars of those who came before and come no more, and of the session that it left. */
async function pushLeft(tx: Tx, call: Caller, appointment: Appointment, moved: Appointment): Promise<void> {
  await pushSession(tx, call.companyId, appointment, call.now)
  const stay = providerIdsOf(moved)
  const was = appointment.session_id === null ? providerIdsOf(appointment) : []
  const gone = was.filter((id) => !stay.includes(id))
  for (const id of gone) await enqueuePushes(tx, call.companyId, id, moved.id, call.now)
}

/** All that a move which could have been taken back left undone until it is announced. */
export async function tellMoveLater(tx: Tx, call: Caller, move: RecordedMove): Promise<void> {
  const { appointment, moved } = move
  if (appointment.session_id !== null) freeSeats(tx, call.companyId, appointment)
  await tellMove(tx, call, move)
  if (moved.session_id !== null) await pushSession(tx, call.companyId, moved, call.now)
  else for (const id of providerIdsOf(moved)) await enqueuePushes(tx, call.companyId, id, moved.id, call.now)
  await pushLeft(tx, call, appointment, moved)
}

/** Writes that the appointment's session is at another time, by others or elsewhere. Its seats stay as they are. */
export async function moveWithSession(
  tx: Tx,
  call: Caller,
  {
    appointment,
    session,
    customer,
    request,
  }: Pick<RecordedMove, "appointment" | "customer" | "request"> & { session: ClassSession },
): Promise<Appointment> {
  const { start_at, end_at, timezone } = session
  const block = { start: start_at.getTime() / msPerMinute, end: end_at.getTime() / msPerMinute }
  const moved: Appointment = {
    ...appointment,
    ...{ start_at, end_at, timezone, blocks: showSlotTimes([block]).blocks },
    clock_offsets: clockOffsets(timezone, [block]),
    provider_id: session.provider_id,
    provider_name: session.provider_name,
    crew: session.crew,
    location_id: session.location_id,
    location_name: session.location_name,
    resources: session.resources,
    ...unanswered,
    version: appointment.version + 1,
    last_event_at: nextEventTime(call.now, appointment.last_event_at),
    updated_at: new Date(call.now),
  }
  updateAppointment(tx, call.companyId, moved, appointment)
  await recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    type: "appointment.rescheduled",
    appointment: moved,
    customer,
    request,
    previous: previousOf(appointment),
  })
  return moved
}

/** Frees what it occupies: its own time, or its seats in a session. */
export function giveBackTime(tx: Tx, companyId: number, appointment: Appointment): void {
  if (appointment.session_id === null) freeAllocations(tx, companyId, appointment.id)
  else freeSeats(tx, companyId, appointment)
}

/** The time that it occupied, and the times that were kept for it while they were proposed. */
export function freeForOthers(
  tx: Tx,
  call: Caller,
  appointment: Appointment,
  source: "cancel" | "move",
): Promise<void> {
  const { blocks, proposals } = appointment
  const kept = proposals.flatMap((one) => freedBlocks([one], [one.provider.id], source))
  return noteFreed(tx, call, [...freedBlocks(blocks, providerIdsOf(appointment), source), ...kept])
}

export function previousOf(appointment: Appointment): PreviousAppointment {
  const { start_time, end_time, timezone, blocks, provider, location } = appointmentInEvent(appointment)
  return { start_time, end_time, timezone, blocks, provider, location }
}

/** The appointment as a move leaves it, before anything is written. */
export function movedTo(
  appointment: Appointment,
  loaded: LoadedSchedules,
  judged: BookableTime,
  now: number,
): Appointment {
  const { blocks, start_time, end_time } = showSlotTimes(judged.blocks)
  const customer = loaded.customer!
  const goesToFile = loaded.type!.place === "at_customer" && customer.address !== null
  const minutes = judged.planned
    ? judged.input.type.blockMinutes[0]!
    : judged.blocks.reduce((sum, block) => sum + block.end - block.start, 0)
  const isChosen = appointment.duration_option?.minutes === minutes
  return {
    ...appointment,
    start_at: new Date(start_time),
    end_at: new Date(end_time),
    blocks,
    duration_option: isChosen ? appointment.duration_option : null,
    ...plannedFieldsOf(judged, appointment.keeps_provider),
    timezone: judged.location.zone,
    provider_id: judged.provider.id,
    provider_name: judged.provider.name,
    ...crewOfJudged(judged),
    ...takenByJudged(judged),
    location_id: judged.location.id,
    location_name: judged.location.name,
    clock_offsets: clockOffsets(judged.location.zone, judged.blocks),
    ...(goesToFile
      ? { address: customer.address, latitude: customer.latitude, longitude: customer.longitude }
      : {}),
    ...unanswered,
    version: appointment.version + 1,
    last_event_at: nextEventTime(now, appointment.last_event_at),
    updated_at: new Date(now),
  }
}

/** The customer's answers were about the time before. */
const unanswered = { attendance: "unknown", proposed_start_at: null, proposed_end_at: null } as const

export interface Cancel {
  appointment: Appointment
  customer: CustomerInEvent
  /** As it stands after the cancel. */
  request: SchedulingRequest | null
  reason: string | null
}

/** Writes a cancel and frees the appointment's time. A pending one ends by it as declined: it was never booked. */
export async function cancelAppointment(
  tx: Tx,
  call: Caller,
  { appointment, customer, request, reason }: Cancel,
): Promise<Appointment> {
  const cancelled = cancelledAppointment(appointment, call, reason)
  const isPending = appointment.status === "pending"
  giveBackTime(tx, call.companyId, appointment)
  updateAppointment(tx, call.companyId, cancelled, appointment)
  await freeForOthers(tx, call, appointment, "cancel")
  await endWaitingWithAppointment(tx, call, appointment, { customer, status: "withdrawn" })
  // Actors who take it back themselves had the place for this time.
  if (isPending && (isStaff(call.actor) || call.actor.kind === "system"))
    await giveBackTurn(tx, call, appointment, customer)
  if (isPending) answersDue.drop(tx, [{ companyId: call.companyId, appointmentId: appointment.id }])
  if (appointment.cancels_at !== null)
    cancelsDue.drop(tx, [{ companyId: call.companyId, appointmentId: appointment.id }])
  await pushSession(tx, call.companyId, appointment, call.now)
  for (const id of appointment.session_id === null ? providerIdsOf(appointment) : [])
    await enqueuePushes(tx, call.companyId, id, appointment.id, call.now)
  await recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    type: isPending ? "appointment.declined" : "appointment.cancelled",
    appointment: cancelled,
    customer,
    request,
  })
  return cancelled
}

/** The appointment as a cancel leaves it, before anything is written. */
export function cancelledAppointment(
  appointment: Appointment,
  call: Caller,
  reason: string | null,
): Appointment {
  return {
    ...appointment,
    status: "cancelled",
    understaffed: false,
    cancel_reason: reason,
    cancelled_by: sourceOf(call.actor).kind,
    cancelled_at: new Date(call.now),
    cancels_at: null,
    resources: null,
    proposed_start_at: null,
    proposed_end_at: null,
    proposals: [],
    asked_time: null,
    version: appointment.version + 1,
    last_event_at: nextEventTime(call.now, appointment.last_event_at),
    updated_at: new Date(call.now),
  }
}
