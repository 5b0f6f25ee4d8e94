/**
 * Staff say yes to a pending appointment, or a customer takes one of the times that staff have proposed: it is booked. What
 * nobody has answered by its deadline ends here too, by the company's choice.
 */
import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import { confirmInput } from "../../domain/model/answer-pending.ts"
import { type Appointment, appointmentView, type CompanyAppointment } from "../../domain/model/appointment.ts"
import { notFound, otherVersion } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import type { Proposal } from "../../domain/model/pending-appointment.ts"
import { whyNotPending } from "../../domain/rules/booking/pending.ts"
import { takenByProposal } from "../../domain/rules/planning/planned-time.ts"
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { lockPending, requireSameProviders, takeTurns } from "../ledger/lock-pending.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { causes, previewAppointmentTexts, previewing } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import { type AskedCalendars, askConnected, requireConnectedAsked } from "../taking/ask-calendars.ts"
import { bookPending, confirmedAppointment } from "../taking/record-answer.ts"

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
  const [{ appointment: seen, proposal }, withLink] = await Promise.all([
    readAnswerable(context.db, call, input),
    linksAreSetUp(context, call),
  ])
  const asked = proposal && (await askAboutProposal(context, call, seen, proposal))
  using _turns = await takeTurns(context, seen)
  return await write(context, call, "confirm_appointment", async (tx) => {
    lockPending(tx, call.companyId, seen)
    const read = await readAnswerable(tx, call, input, seen)
    if (read.proposal) await requireAskedAbout(tx, call, read.proposal, asked)
    const confirmed = await bookPending(tx, context, call, read, input.silent_channels)
    return {
      result: showAppointment(context, confirmed, withLink),
      targetId: confirmed.id,
      fields: ["status", ...Object.keys(input)],
      customerId: confirmed.customer_id,
    }
  })
}

/**
 * What was asked for was asked of the calendars when it was booked, and is only confirmed. A proposed time is booked now. Throws
 * `calendar_unavailable`, and the refusal of a busy time with its alternatives.
 */
async function askAboutProposal(
  context: AppContext,
  call: Call,
  appointment: Appointment,
  proposal: Proposal,
): Promise<AskedCalendars> {
  const taken = takenByProposal(proposal)
  try {
    return await askConnected(context, call.companyId, taken)
  } catch (error) {
    throw await withAlternatives(context, call, wantedAt(appointment, proposal), error)
  }
}

/** Throws `busy` where a calendar was connected since. */
const requireAskedAbout = (tx: Tx, call: Call, proposal: Proposal, asked: AskedCalendars | null) =>
  requireConnectedAsked(tx, call, takenByProposal(proposal), asked ?? [])

const wantedAt = (
  appointment: Appointment,
  { start_time, provider, location }: Proposal,
): Parameters<typeof withAlternatives>[2] => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  providerId: provider.id,
  locationId: location.id,
  startMinute: Date.parse(start_time) / msPerMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: false,
  moved: appointment,
})

interface Answerable {
  appointment: Appointment
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
  if (proposal_id == null && isStaff(actor)) return { appointment, proposal: null }
  const proposal = appointment.proposals.find((one) => one.id === proposal_id) ?? null
  return { appointment, proposal: found(proposal, notFound("proposed time", "proposal_id")) }
}
