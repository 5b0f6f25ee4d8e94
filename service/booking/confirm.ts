/**
 * Staff confirm a pending appointment, or a customer takes one of the times that staff have proposed: it is booked. An
 * appointment that is unanswered at its deadline ends here too, by the company's choice.
 */
import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import { confirmInput } from "../../domain/model/answer-pending.ts"
import { type Appointment, appointmentView, type CompanyAppointment } from "../../domain/model/appointment.ts"
import { notFound, otherVersion } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import type { Proposal } from "../../domain/model/pending-appointment.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { whyNotPending } from "../../domain/rules/booking/pending.ts"
import { takenByProposal } from "../../domain/rules/planning/planned-time.ts"
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { locksOfPending, requireSameProviders } from "../ledger/lock-pending.ts"
import { findConnected } from "../ledger/schedules.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { causes, previewAppointmentTexts, previewing } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import type { Judged, Seat } from "../taking/plan-parts.ts"
import { bookPending, confirmedAppointment } from "../taking/record-answer.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import type { WantedTime } from "../taking/wanted-time.ts"

export const confirmAppointment = operation({
  name: "confirm_appointment",
  summary: "Confirm a pending appointment",
  description:
    "Books what was asked for; with `proposal_id` the proposed time that the customer chose on the phone. Raises " +
    "`appointment.created` and `appointment.confirmed`, and the customer gets the confirmation. 409 `appointment_not_pending` once it " +
    "is answered, and after its `answer_by`. A proposed time is kept, yet the providers' own calendars are asked about it once more: " +
    "409 `time_not_offered` or `slot_taken` where one is busy by now, 503 `calendar_unavailable` where one does not answer.",
  noun: "Appointments",
  roles: staff,
  refusals: [
    "appointment_not_pending",
    "calendar_unavailable",
    "slot_taken",
    "time_not_offered",
    "version_conflict",
  ],
  events: ["appointment.created", "appointment.confirmed"],
  params: byId,
  body: confirmInput,
  result: appointmentView,
  secret: true,
  run: (context, call, input) => confirm(context, call, input),
})

export const previewConfirming = operation({
  ...previewing,
  name: "preview_confirming",
  refusals: ["appointment_not_pending", "version_conflict"],
  summary: "Preview what a yes would cause",
  params: byId,
  body: confirmInput,
  async run(context, call, input) {
    const { appointment, proposal } = await readAnswerable(context.db, call, input)
    const confirmed = confirmedAppointment(appointment, proposal, call.now)
    const texts = await previewAppointmentTexts(
      context,
      call,
      "confirmation",
      confirmed,
      input.silent_channels,
    )
    return causes(texts, "appointment.created", "appointment.confirmed")
  },
})

type ConfirmInput = z.output<typeof confirmInput> & { id: number }

/** A customer may take a proposed time, and nothing else: the yes to the one that was asked for is staff's. */
async function confirm(context: AppContext, call: Call, input: ConfirmInput): Promise<CompanyAppointment> {
  const withLink = await linksAreSetUp(context, call)
  return takeTime(context, call, async () => {
    const seen = await readAnswerable(context.db, call, input)
    return takingOf(context, call, { input, seen, withLink })
  })
}

interface Confirming {
  input: ConfirmInput
  seen: Answerable
  withLink: boolean
}

/**
 * The calendars were asked about a requested time when it was requested, so it is only confirmed. A proposed time is booked
 * now: it is kept, but the calendars may have become busy since.
 */
function takingOf(
  context: AppContext,
  call: Call,
  { input, seen, withLink }: Confirming,
): Taking<ReadAnswer, null, CompanyAppointment> {
  const { appointment: before } = seen
  const wanted = wantedAt(before, seen.proposal)
  return {
    operation: "confirm_appointment",
    parts: [wanted],
    together: "all",
    locks: locksOfPending(before),
    ...(seen.proposal ? {} : { judgeSeen: () => ({ ...seen, parts: [] }) }),
    async judge(db, { isLocked }) {
      const read = await readAnswerable(db, call, input, isLocked ? before : null)
      const parts = read.proposal ? [await seatOf(db, call, wanted, read.proposal)] : []
      return { ...read, parts }
    },
    read: async () => null,
    async record(tx, read) {
      const confirmed = await bookPending(tx, context, call, read, input.silent_channels)
      return {
        result: showAppointment(context, confirmed, withLink),
        targetId: confirmed.id,
        fields: ["status", ...Object.keys(input)],
        customerId: confirmed.customer_id,
      }
    },
  }
}

interface ReadAnswer extends Answerable, Judged {
  appointment: Appointment
}

/** All who come are locked with the appointment, and its rooms are kept. */
async function seatOf(db: Db, { companyId }: Call, wanted: WantedTime, proposal: Proposal): Promise<Seat> {
  const taken = takenByProposal(proposal)
  const ids = taken.map(({ providerId }) => providerId)
  const calendars = await findConnected(db, companyId, ids)
  return { key: 0, wanted, taken, calendars, crewIds: null, peopleIds: [], roomIds: [], plan: null }
}

/** The proposed time, else the one that was asked for. */
const wantedAt = (appointment: Appointment, proposal: Proposal | null): WantedTime => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  providerId: proposal?.provider.id ?? appointment.provider_id,
  locationId: proposal?.location.id ?? appointment.location_id,
  startMinute: (proposal ? Date.parse(proposal.start_time) : appointment.start_at.getTime()) / msPerMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: false,
  moved: appointment,
})

interface Answerable {
  appointment: Appointment
  /** The request whose link acts; null for every other caller. */
  request: SchedulingRequest | null
  proposal: Proposal | null
}

/** Throws the refusal; `busy` when other times were proposed since it was `seen`, so that the wrong providers are locked. */
async function readAnswerable(
  db: Db,
  call: Call,
  { id, proposal_id, if_version }: ConfirmInput,
  seen: Appointment | null = null,
): Promise<Answerable> {
  const { companyId, actor, now } = call
  const appointment = found(await findAppointment(db, companyId, id), notFound("appointment"))
  const requestId = appointment.scheduling_request_id
  const request =
    actor.kind !== "link" || requestId === null ? null : await findRequest(db, companyId, requestId)
  const refusal =
    whyLinkEnded(actor, { request, appointment }) ??
    otherVersion(appointment, if_version) ??
    whyNotPending(appointment, now)
  if (refusal) throw refusal
  if (seen) requireSameProviders(seen, appointment)
  if (proposal_id == null && isStaff(actor)) return { appointment, request, proposal: null }
  const proposal = appointment.proposals.find((one) => one.id === proposal_id) ?? null
  return { appointment, request, proposal: found(proposal, notFound("proposed time", "proposal_id")) }
}
