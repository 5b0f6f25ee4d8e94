/**
 * Staff say yes to a pending appointment, or a customer takes one of the times that staff have proposed: it is booked. What
 * nobody has answered by its deadline ends here too, by the company's choice.
 */
import type { z } from "zod"
import { isStaff } from "../../../domain/model/actor.ts"
import { confirmInput } from "../../../domain/model/answer-pending.ts"
import {
  type Appointment,
  appointmentView,
  type CompanyAppointment,
} from "../../../domain/model/appointment.ts"
import { notFound, otherVersion } from "../../../domain/model/errors.ts"
import { byId } from "../../../domain/model/fields.ts"
import type { Proposal } from "../../../domain/model/pending-appointment.ts"
import { whyNotPending } from "../../../domain/rules/booking/pending.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import type { AppContext } from "../../context.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { Db } from "../../store/pg/database.ts"
import { findRequest } from "../../store/scheduling-requests.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { linksAreSetUp, showAppointment } from "../shared/links.ts"
import { lockPending, requireSameProviders, takeTurns } from "../shared/lock-pending.ts"
import { bookPending, confirmedAppointment } from "../shared/record-answer.ts"
import { causes, previewAppointmentTexts, previewing } from "../texts/preview.ts"
import { write } from "../write.ts"

export const confirmAppointment = operation({
  name: "confirm_appointment",
  summary: "Confirm a pending appointment",
  description:
    "Books what was asked for; with `proposal_id` the proposed time that the customer chose on the phone. Raises " +
    "`appointment.created` and `appointment.confirmed`, and the customer gets the confirmation. 409 `appointment_not_pending` once it " +
    "is answered, and after its `answer_by`.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_pending", "version_conflict"],
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
  refusals: confirmAppointment.refusals!,
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
  const [{ appointment: seen }, withLink] = await Promise.all([
    readAnswerable(context.db, call, input),
    linksAreSetUp(context, call),
  ])
  using _turns = await takeTurns(context, seen)
  return await write(context, call, "confirm_appointment", async (tx) => {
    lockPending(tx, call.companyId, seen)
    const read = await readAnswerable(tx, call, input, seen)
    const confirmed = await bookPending(tx, context, call, read, input.silent_channels)
    return {
      result: showAppointment(context, confirmed, withLink),
      targetId: confirmed.id,
      fields: ["status", ...Object.keys(input)],
      customerId: confirmed.customer_id,
    }
  })
}

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
