/**
 * Writes a judged booking: the appointment with its blocks, its event and the pushes to the provider's calendars, in the
 * transaction that judged it under the locks.
 */
import { type Actor, bookedBy } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { type InGroup, noGroup } from "../../domain/model/appointment-group.ts"
import { type InSeries, noSeries } from "../../domain/model/appointment-series.ts"
import { type InSession, noSession } from "../../domain/model/class-seats.ts"
import { type CrewOfAppointment, providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { type ExternalData, noExternalData } from "../../domain/model/external-data.ts"
import { unasked } from "../../domain/model/pending-appointment.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../domain/model/schedules.ts"
import { showSlotTimes } from "../../domain/model/slot-search.ts"
import type { WaitingEntry } from "../../domain/model/waiting-entry.ts"
import type { JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { answerBy } from "../../domain/rules/booking/pending.ts"
import { clockOffsets } from "../../domain/rules/booking/wall-clock.ts"
import { occupiedBy, occupiedRows, plannedFieldsOf } from "../../domain/rules/planning/planned-time.ts"
import { takenResources } from "../../domain/rules/resources/resources-at.ts"
import { ResourcesChanged } from "../company/change-resource.ts"
import { insertAppointment, nextAppointmentId } from "../ledger/appointments.sql.ts"
import { type HeldTime, keeps } from "../ledger/kept-by-hold.ts"
import { setRequestStatus } from "../ledger/scheduling-requests.sql.ts"
import { endOutreach } from "../messages/go-on-with-outreach.ts"
import { enqueueAnswer } from "../outbox/answers-due.sql.ts"
import { type AppointmentChange, recordAppointmentEvent } from "../outbox/append-event.ts"
import { enqueuePushes, enqueueSessions } from "../outbox/calendars-due.sql.ts"
import { draftEvent, type EventDraft } from "../outbox/events.sql.ts"
import { type TellingContext, tellAdmins } from "../outbox/queue-staff-mail.ts"
import { issueLink, type LinkMaker, makeLink, manageLinkOf } from "../platform/links.ts"
import type { Tx } from "../platform/pg/database.ts"
import { dropHold } from "./end-hold-early.ts"
import { rewritePlan } from "./rewrite-plan.ts"
import { endWaitingByBooking } from "./waiting-by-booking.ts"
import { allocateFromHold, moveAllocations, occupy, ownedBy, takeSeats } from "./write-allocations.ts"

export interface NewBooking {
  loaded: LoadedSchedules
  judged: JudgedBooking
  notes: string | null
  /** The data that another system keeps on it; left out for none. */
  external?: ExternalData
  /** The hold that the booking ends; left out or null without one. */
  held?: HeldTime | null
  /** For the appointment's own link, which it gets when it has no request. */
  links: LinkMaker
  /** Its place in a series; left out where it is in none. */
  series?: InSeries
  /** Its place among those that are booked with it; left out where it stands alone. */
  group?: InGroup
  /** Staff's yes came with it, where the type needs one. */
  isConfirmed?: boolean
  /** The provider of a promised window stays. */
  keepsProvider?: boolean
  /** It stands in its providers' calendars already. */
  isInCalendars?: boolean
  /**
   * The customer's waiting entries, read under the locks before, so that the writes wait for no answer; left out, they are
   * read with them.
   */
  waiting?: readonly WaitingEntry[]
  /** The context for the admins' messages about a booking that waits for their yes; left out, none is sent. */
  tells?: TellingContext
}

/** The part of its call that a write needs. */
export interface Caller {
  companyId: number
  actor: Actor
  now: number
}

/** The numbers of a booking, drawn before it is judged: so its writes wait for no more answers. */
export interface DrawnBooking {
  id: number
  event: EventDraft
}

export async function drawBooking(tx: Tx, companyId: number, typeId: number): Promise<DrawnBooking> {
  const created = { type: "appointment.created", appointmentTypeId: typeId, aboutEndpointId: null } as const
  const [id, event] = await Promise.all([nextAppointmentId(tx), draftEvent(tx, companyId, created)])
  return { id, event }
}

/** Writes a booking and schedules its request. */
export async function recordBooking(
  tx: Tx,
  call: Caller,
  { id, event }: DrawnBooking,
  booking: NewBooking,
): Promise<Appointment> {
  const { loaded, judged } = booking
  const appointment = bookedAppointment(id, call, booking)
  const held = giveBackUnlessSame(tx, call.companyId, appointment, booking)
  await giveOthers(tx, call.companyId, judged.assigned.moved)
  if (judged.planned) await rewritePlan(tx, call, judged.planned.changes)
  insertBooked(tx, call.companyId, appointment, { ...booking, held })
  const request =
    judged.request && (await setRequestStatus(tx, call.companyId, judged.request.id, "scheduled", call.now))
  if (request) await endOutreach(tx, call.companyId, request.id, "booked", call.now)
  // The last of those that are booked together has to stand before it is known what they end.
  if (!booking.group)
    await endWaitingByBooking(tx, call, [appointment], customerInEvent(loaded.customer!), booking.waiting)
  const told = {
    companyId: call.companyId,
    actor: call.actor,
    appointment,
    customer: customerInEvent(loaded.customer!),
    request,
  }
  if (appointment.status === "pending") {
    await letWaitForAnswer(tx, told)
    if (booking.tells && call.actor.kind !== "admin_user")
      await tellAsked(tx, booking.tells, call, appointment)
    return appointment
  }
  await recordAppointmentEvent(tx, { ...told, draft: event, type: "appointment.created" })
  if (!booking.isInCalendars) await pushToCalendars(tx, call, loaded, appointment)
  return appointment
}

/** The draft that was drawn for the booking asked for the subscribers of another event, so this one has its own. */
async function letWaitForAnswer(
  tx: Tx,
  told: Pick<AppointmentChange, "companyId" | "actor" | "appointment" | "customer" | "request">,
): Promise<void> {
  const { companyId, appointment } = told
  const answerBy = appointment.answer_by!
  enqueueAnswer(tx, companyId, appointment.id, answerBy)
  await recordAppointmentEvent(tx, { ...told, type: "appointment.pending", answerBy })
}

/** Staff who book in the console see that it waits, and get no mail. */
function tellAsked(
  tx: Tx,
  tells: TellingContext,
  { companyId, now }: Caller,
  { id, type_name, start_at, timezone, answer_by }: Appointment,
): Promise<void> {
  const notice = {
    ...{ purpose: "booking_asked" as const, appointmentId: id, type: type_name, timezone },
    ...{ startAt: start_at.getTime(), answerBy: answer_by!.getTime() },
  }
  return tellAdmins(tx, tells, companyId, { notice, once: String(id) }, now)
}

/** Gives other appointments of the day other rooms, so that there is one for this. Throws `ResourcesChanged`. */
export async function giveOthers(
  tx: Tx,
  companyId: number,
  moved: JudgedBooking["assigned"]["moved"],
): Promise<void> {
  if (moved.length === 0) return
  if (!(await moveAllocations(tx, companyId, moved))) throw new ResourcesChanged()
  tx.hint({ channel: "events", companyId, stirs: true })
}

/** Deletes a hold of another time, or of rooms or a crew that are chosen anew, before anything else takes that time. */
function giveBackUnlessSame(
  tx: Tx,
  companyId: number,
  { provider_id }: Appointment,
  { judged, held = null }: NewBooking,
): HeldTime | null {
  if (held === null) return null
  const blocks = occupiedBy(judged)
  const isOfProviderAlone = judged.assigned.taken.length === 0 && judged.crew.length === 0
  if (isOfProviderAlone && keeps(held, provider_id, blocks)) return held
  dropHold(tx, companyId, held.id)
  return null
}

/** Inserts the appointment with its blocks and its link, and ends its hold, which keeps the same time. An overlap fails the transaction with `slot_taken`. */
export function insertBooked(
  tx: Tx,
  companyId: number,
  appointment: Appointment,
  { judged, links, held = null }: NewBooking,
): void {
  insertAppointment(tx, companyId, appointment)
  if (appointment.session_id !== null) takeSeats(tx, companyId, appointment)
  else if (held) allocateFromHold(tx, companyId, held.id, appointment, held.blocks.length)
  else occupy(tx, companyId, ownedBy(appointment), occupiedRows(judged))
  if (held) dropHold(tx, companyId, held.id)
  const link = manageLinkOf(appointment)
  if (link) issueLink(tx, companyId, link, links.linkKeys)
}

/** The appointment that a booking makes, before anything is written. */
export function bookedAppointment(
  id: number,
  call: Caller,
  {
    loaded,
    judged,
    notes,
    external = noExternalData,
    links,
    isConfirmed = false,
    series = noSeries,
    group = noGroup,
    keepsProvider = false,
  }: NewBooking,
): Appointment {
  const { blocks, start_time, end_time } = showSlotTimes(judged.blocks)
  const now = new Date(call.now)
  const visits = loaded.type!.place === "at_customer"
  const customer = loaded.customer!
  const startAt = new Date(start_time)
  const awaitsAnswer = loaded.type!.confirmation === "staff" && !isConfirmed
  return {
    id,
    customer_id: customer.id,
    appointment_type_id: loaded.type!.id,
    type_name: loaded.type!.name,
    place: loaded.type!.place,
    scheduling_request_id: judged.request?.id ?? null,
    provider_id: judged.provider.id,
    provider_name: judged.provider.name,
    ...crewOfJudged(judged),
    ...takenByJudged(judged),
    location_id: judged.location.id,
    location_name: judged.location.name,
    status: awaitsAnswer ? "pending" : "scheduled",
    start_at: startAt,
    end_at: new Date(end_time),
    blocks,
    timezone: judged.location.zone,
    clock_offsets: clockOffsets(judged.location.zone, judged.blocks),
    duration_option: judged.durationOption,
    ...plannedFieldsOf(judged, keepsProvider),
    booked_by: bookedBy(call.actor),
    notes,
    external_ref: external.external_ref,
    metadata: external.metadata,
    notes_version: 1,
    answers: judged.answers,
    attendance: "unknown",
    proposed_start_at: null,
    proposed_end_at: null,
    address: visits ? customer.address : null,
    latitude: visits ? customer.latitude : null,
    longitude: visits ? customer.longitude : null,
    cancel_reason: null,
    cancelled_by: null,
    cancelled_at: null,
    cancels_at: null,
    closed_at: null,
    no_show_reason: null,
    ...unasked,
    answer_by: awaitsAnswer ? answerBy(loaded.type!, startAt, call.now) : null,
    link_version: 1,
    ...(judged.request ? { link_key_id: null, link_random: null } : makeLink(links)),
    ...series,
    ...group,
    version: 1,
    last_event_at: now,
    created_at: now,
    updated_at: now,
  }
}

/** The crew of an appointment that was just judged: all who come were free, or lead the session. */
export function crewOfJudged({ crew, session }: Pick<JudgedBooking, "crew" | "session">): CrewOfAppointment {
  const beside = session?.crew ?? crew
  return {
    crew: beside.length === 0 ? null : beside.map(({ id, name }) => ({ id, name })),
    understaffed: false,
  }
}

/** The rooms and equipment that it takes, or its seats in a session, which has its own. */
export const takenByJudged = ({
  session,
  input,
  assigned,
}: Pick<JudgedBooking, "session" | "input" | "assigned">): InSession & Pick<Appointment, "resources"> =>
  session
    ? { session_id: session.id, seats: input.type.classes!.seats, resources: session.resources }
    : { ...noSession, resources: takenResources(input, assigned) }

/** The session stands there with the number of those who come. */
export async function pushSession(
  tx: Tx,
  companyId: number,
  { session_id, ...people }: Pick<Appointment, "session_id" | "provider_id" | "crew">,
  now: number,
): Promise<void> {
  if (session_id === null) return
  const of = { sessionIds: [session_id], providerIds: providerIdsOf(people) }
  await enqueueSessions(tx, companyId, of, now)
}

/** Queues a push to the provider's calendars, and to those of who comes beside. They were loaded under the locks: without any, no statement. */
export async function pushToCalendars(
  tx: Tx,
  { companyId, now }: Caller,
  { calendars, crewCalendars }: LoadedSchedules,
  { id, provider_id, crew, session_id }: Appointment,
): Promise<void> {
  if (session_id !== null) return pushSession(tx, companyId, { session_id, provider_id, crew }, now)
  const isWritten = (of: number, known: readonly ScheduleCalendar[]) =>
    known.some((calendar) => calendar.writes && calendar.provider_id === of)
  if (isWritten(provider_id, calendars)) await enqueuePushes(tx, companyId, provider_id, id, now)
  // The crew's rows were not loaded where the type takes no crew any more.
  for (const member of crew ?? [])
    if (!crewCalendars || isWritten(member.id, crewCalendars))
      await enqueuePushes(tx, companyId, member.id, id, now)
}
