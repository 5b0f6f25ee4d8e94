/**
 * Takes a cancel, a completion or a no-show back. A cancel that waits, and a mark of a moment ago, leave no trace but in the
 * audit trail; taking back an older mark raises `appointment.reopened`. An appointment whose cancel has taken effect is
 * booked anew, in the order of `take-time.ts`.
 */
import type { z } from "zod"
import { seatOf } from "../../domain/model/actor.ts"
import {
  type Appointment,
  appointmentView,
  type CompanyAppointment,
  reopenInput,
} from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { type MovingWish, serviceAddressOfMove } from "../../domain/rules/booking/judge-move.ts"
import { judgeReopening, reopeningOf, whyCustomerGone } from "../../domain/rules/booking/judge-reopening.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { locksOf } from "../company/change-resource.ts"
import { findCustomer, findCustomerForEvent } from "../customers/customers.sql.ts"
import { findAppointment, listOfGroup, listOfSeries } from "../ledger/appointments.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { confirmBooking } from "../messages/announce.ts"
import {
  causes,
  previewAppointmentTexts,
  previewing,
  shownIn,
  withoutCalendars,
} from "../messages/preview.ts"
import { findCancelDue } from "../outbox/cancels-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockAppointment } from "../platform/pg/locks.ts"
import { type Written, write } from "../platform/write.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { aboutTeam, loadWithTeam } from "../slots/planned-team.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import { ProviderChanged } from "../taking/judge-steadily.ts"
import { type Judged, type Known, seatOf as seatIn } from "../taking/plan-parts.ts"
import { reopenCancelled, reopenClosed, reopened, takeBackCancel } from "../taking/record-reopening.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { questionAround } from "../taking/wanted-time.ts"

export const reopenAppointment = operation({
  name: "reopen_appointment",
  seat: "appointment",
  summary: "Take a cancel, a completion or a no-show back",
  description:
    "A cancel that waits is taken back as if nothing had happened, and so is a mark of the last 10 s; taking back an older " +
    "mark raises `appointment.reopened`. An appointment whose cancel has taken effect is judged as a booking of its time, " +
    "confirmed anew, and raises `appointment.created` with `reopened`. One that is scheduled stays as it is. Of a group or a " +
    "series it brings back the named one alone; the others stay cancelled, as the preview's `stay_cancelled` says. 409 " +
    "`customer_archived` when the customer was archived or erased, and `appointment_not_scheduled` of a cancelled one for users of " +
    "the role `provider`.",
  noun: "Appointments",
  roles: staff,
  refusals: [
    "address_needed",
    "address_not_found",
    "appointment_not_scheduled",
    "appointment_started",
    "calendar_unavailable",
    "customer_archived",
    "customer_busy",
    "out_of_service_area",
    "request_scheduled",
    "slot_taken",
    "time_not_offered",
    "type_not_bookable",
    "version_conflict",
  ],
  events: ["appointment.created", "appointment.reopened"],
  params: byId,
  body: reopenInput,
  result: appointmentView,
  secret: true,
  run: (context, call, input) => reopen(context, call, input),
})

export const previewReopening = operation({
  ...previewing,
  name: "preview_reopening",
  // Only a provider's seat is refused with it, and it has no previews.
  refusals: withoutCalendars(reopenAppointment.refusals!).filter(
    (code) => code !== "appointment_not_scheduled",
  ),
  summary: "Preview what a reopening would cause",
  params: byId,
  body: reopenInput,
  async run(context, call, input) {
    const seen = await readClosed(context.db, call, input)
    const { appointment, loaded } = seen
    const reopening = reopeningOf(appointment, await markWaits(context.db, call, appointment))
    const gone = reopening === "none" ? null : whyCustomerGone(loaded.customer)
    if (gone) throw gone
    if (reopening !== "anew") return causes([], ...(reopening === "told" ? [toldEvent] : []))
    const judged = await judgeWithLegs(context, () => judge(context, call, seen, input)).catch(
      async (error: unknown) => {
        throw await withAlternatives(context, call, wantedBy(appointment, input), error)
      },
    )
    const anew = reopened(appointment, loaded, judged, call.now)
    const silent = input.silent_channels
    const texts = await previewAppointmentTexts(context, call, "confirmation", anew, silent)
    return { ...causes(texts, "appointment.created"), ...(await staying(context.db, call, appointment)) }
  },
})

/** The members of a group or a series that come back, and those that were cancelled with it and stay so. */
async function staying(db: Db, { companyId }: Call, appointment: Appointment) {
  const { id, group_id: groupId, series_id: seriesId } = appointment
  if (groupId === null && seriesId === null) return {}
  const all =
    groupId === null
      ? await listOfSeries(db, companyId, seriesId!)
      : await listOfGroup(db, companyId, groupId)
  const stay = all.filter((one) => one.id !== id && one.status === "cancelled")
  return { appointments: [shownIn(appointment)], stay_cancelled: stay.map(shownIn) }
}

const toldEvent = "appointment.reopened" as const

type ReopenInput = z.output<typeof reopenInput> & { id: number }

async function reopen(context: AppContext, call: Call, input: ReopenInput): Promise<CompanyAppointment> {
  const withLink = await linksAreSetUp(context, call)
  const show = (appointment: Appointment) => showAppointment(context, appointment, withLink)
  const taken = await takeBack(context, call, input, show)
  if (taken !== null) return taken
  return takeTime(context, call, async () => {
    const seen = await readClosed(context.db, call, input)
    if (seen.appointment.status !== "cancelled") return { result: show(seen.appointment) }
    return takingOf(context, call, { input, seen, show })
  })
}

class CancelledMeanwhile extends Error {}

/** All that gave no time away. Null for an appointment whose cancel has taken effect. */
async function takeBack(
  context: AppContext,
  call: Call,
  input: ReopenInput,
  show: (appointment: Appointment) => CompanyAppointment,
): Promise<CompanyAppointment | null> {
  const seen = await readVersion(context.db, call, input)
  // To book its time again is for the office.
  if (seen.status === "cancelled" && seatOf(call.actor) !== null)
    throw new Refusal("appointment_not_scheduled")
  if (seen.status === "cancelled") return null
  if (reopeningOf(seen, false) === "none") return show(seen)
  const work = async (tx: Tx): Promise<Written<CompanyAppointment>> => {
    lockAppointment(tx, call.companyId, seen)
    const appointment = await readVersion(tx, call, input)
    if (appointment.status === "cancelled") throw new CancelledMeanwhile()
    const scheduled = await writeBack(tx, call, appointment)
    const { id: targetId, customer_id: customerId } = appointment
    const fields = appointment.status === "scheduled" ? ["cancels_at"] : ["status"]
    return { result: show(scheduled), targetId, fields, customerId }
  }
  return write(context, call, "reopen_appointment", work).catch((error: unknown) => {
    if (error instanceof CancelledMeanwhile) return null
    throw error
  })
}

/** True while the event of the mark still waits in the queue. */
const markWaits = async (db: Db, { companyId }: Call, { id, closed_at }: Appointment): Promise<boolean> =>
  closed_at !== null && (await findCancelDue(db, companyId, id)) !== null

async function writeBack(tx: Tx, call: Call, appointment: Appointment): Promise<Appointment> {
  const reopening = reopeningOf(appointment, await markWaits(tx, call, appointment))
  if (reopening === "none") return appointment
  if (appointment.status === "scheduled") return takeBackCancel(tx, call, appointment)
  const gone = whyCustomerGone(await findCustomer(tx, call.companyId, appointment.customer_id))
  if (gone) throw gone
  if (reopening === "untold") return reopenClosed(tx, call, appointment, null)
  const { companyId } = call
  const requestId = appointment.scheduling_request_id
  const customer = customerInEvent((await findCustomerForEvent(tx, companyId, appointment.customer_id))!)
  const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
  return reopenClosed(tx, call, appointment, { customer, request })
}

interface Reopening {
  input: ReopenInput
  seen: ReadClosed
  show(appointment: Appointment): CompanyAppointment
}

function takingOf(
  context: AppContext,
  call: Call,
  { input, seen, show }: Reopening,
): Taking<ReadAnew, null, CompanyAppointment> {
  const { appointment: before } = seen
  const wanted = wantedBy(before, input)
  const isPlanned = seen.loaded.type != null && seen.loaded.type.window_minutes !== null
  const team = isPlanned ? seen.loaded.providers.map(({ id }) => id) : []
  const judged = (read: ReadClosed, known: Known): ReadAnew => {
    const found = { ...read, request: read.loaded.request }
    // Another caller may have taken it back meanwhile.
    if (read.appointment.status !== "cancelled") return { ...found, judged: null, parts: [] }
    const planned = {
      preferredCrew: known.crews.get(0) ?? [],
      known: known.team?.plan ?? null,
      isLocked: true,
    }
    const time = judge(context, call, read, input, known.isLocked ? planned : {})
    return { ...found, judged: time, parts: [seatIn(0, wanted, read.loaded, time)] }
  }
  return {
    operation: "reopen_appointment",
    parts: [wanted],
    together: "all",
    locks: {
      customerId: before.customer_id,
      requestId: before.scheduling_request_id,
      providerIds: [...providerIdsOf(before), ...team],
      resourceIds: locksOf(seen.loaded, before.location_id),
      appointmentId: before.id,
    },
    judgeSeen: (known) => judged(seen, known),
    async judge(db, known) {
      const locked = known.isLocked ? [before.provider_id, ...team] : null
      const read = await readClosed(db, call, input, locked)
      if (locked && read.appointment.provider_id !== before.provider_id) throw new ProviderChanged()
      return judged(read, known)
    },
    read: async () => null,
    async record(tx, { judged, ...read }) {
      const scheduled = judged
        ? await bookAnew(tx, context, call, { ...read, judged }, input)
        : read.appointment
      const { id: targetId, customer_id: customerId } = scheduled
      return { result: show(scheduled), targetId, fields: ["status", ...Object.keys(input)], customerId }
    },
  }
}

interface ReadAnew extends ReadClosed, Judged {
  appointment: Appointment
  /** Null where it stands again. */
  judged: BookableTime | null
}

async function bookAnew(
  tx: Tx,
  context: AppContext,
  call: Call,
  read: ReadClosed & { judged: BookableTime },
  input: ReopenInput,
): Promise<Appointment> {
  const anew = await reopenCancelled(tx, call, read)
  await confirmBooking(tx, context, call, anew, { silent: input.silent_channels, isAnew: true })
  return anew
}

interface ReadClosed {
  appointment: Appointment
  loaded: LoadedSchedules
}

async function readVersion(db: Db, call: Call, input: ReopenInput): Promise<Appointment> {
  const appointment = found(await findAppointment(db, call.companyId, input.id), notFound("appointment"))
  const conflict = otherVersion(appointment, input.if_version)
  if (conflict) throw conflict
  return appointment
}

async function readClosed(
  db: Db,
  call: Call,
  input: ReopenInput,
  locked: readonly number[] | null = null,
): Promise<ReadClosed> {
  const appointment = await readVersion(db, call, input)
  const question = questionAround(call, wantedBy(appointment, input), 1)
  const isTeam = locked !== null && locked.length > 1
  const load = (ofTeam: boolean) => loadSchedules(db, ofTeam ? aboutTeam(question) : question)
  const loaded = await loadWithTeam(load, { now: call.now, locked, isTeam })
  return { appointment, loaded }
}

/** Throws the refusal, and `LegsNotAsked`. */
function judge(
  context: AppContext,
  { now }: Call,
  { loaded, appointment }: ReadClosed,
  { override_eligibility = false }: ReopenInput,
  planned: Pick<MovingWish, "preferredCrew" | "known" | "isLocked"> = {},
): BookableTime {
  const onTheRoad = withKnownDrivingTimes(context, loaded, serviceAddressOfMove(loaded, appointment))
  const judged = judgeReopening(onTheRoad, appointment, {
    now,
    overrideEligibility: override_eligibility,
    ...planned,
  })
  if (judged instanceof Refusal) throw judged
  return judged
}

const wantedBy = (appointment: Appointment, { override_eligibility = false }: ReopenInput) => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  providerId: appointment.provider_id,
  locationId: appointment.location_id,
  startMinute: appointment.start_at.getTime() / msPerMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: override_eligibility,
  moved: appointment,
})
