/** Staff say no to a pending appointment, with a reason that the customer reads. */
import { declineInput } from "../../domain/model/answer-pending.ts"
import { type Appointment, appointmentView, type CompanyAppointment } from "../../domain/model/appointment.ts"
import { notFound, otherVersion } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { whyNotPending } from "../../domain/rules/booking/pending.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { locksOfPending, requireSameProviders } from "../ledger/lock-pending.ts"
import { causes, previewAppointmentTexts, previewing } from "../messages/preview.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import type { Written } from "../platform/write.ts"
import { endAppointment } from "../taking/end-appointment.ts"
import { freeing, nothingTaken } from "../taking/give-time-back.ts"
import { cancelledAppointment } from "../taking/record-change.ts"
import { takeTime } from "../taking/take-time.ts"

export const declineAppointment = operation({
  name: "decline_appointment",
  summary: "Decline a pending appointment",
  description:
    "It ends as `cancelled`, its time is free again, and its scheduling request opens as after a cancel. Raises " +
    "`appointment.declined`, and not `appointment.cancelled`. The customer reads the reason.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_pending", "version_conflict"],
  events: ["appointment.declined", "scheduling_request.expired"],
  params: byId,
  body: declineInput,
  result: appointmentView,
  secret: true,
  async run(context, call, input) {
    const [seen, withLink] = await Promise.all([
      readPending(context.db, call, input),
      linksAreSetUp(context, call),
    ])
    const ending = freeing({
      operation: "decline_appointment",
      locks: locksOfPending(seen),
      judge: async (db) => {
        const appointment = await readPending(db, call, input)
        requireSameProviders(seen, appointment)
        return nothingTaken(db, call, appointment)
      },
      read: async () => null,
      record: async (tx, { appointment }): Promise<Written<CompanyAppointment>> => {
        const declined = await endAppointment(tx, context, call, appointment, input)
        return {
          result: showAppointment(context, declined, withLink),
          targetId: declined.id,
          fields: ["status", ...Object.keys(input)],
          customerId: declined.customer_id,
        }
      },
    })
    return takeTime(context, call, async () => ending)
  },
})

export const previewDecline = operation({
  ...previewing,
  name: "preview_decline",
  refusals: declineAppointment.refusals!,
  summary: "Preview what a no would cause",
  params: byId,
  body: declineInput,
  async run(context, call, input) {
    const appointment = await readPending(context.db, call, input)
    const declined = cancelledAppointment(appointment, call, input.reason ?? null)
    const texts = await previewAppointmentTexts(context, call, "change", declined, input.silent_channels)
    return causes(texts, "appointment.declined")
  },
})

/** Throws the refusal of what can't be answered. */
async function readPending(
  db: Db,
  call: Call,
  { id, if_version }: { id: number; if_version?: number | undefined },
): Promise<Appointment> {
  const appointment = found(await findAppointment(db, call.companyId, id), notFound("appointment"))
  const refusal = otherVersion(appointment, if_version) ?? whyNotPending(appointment, call.now)
  if (refusal) throw refusal
  return appointment
}
