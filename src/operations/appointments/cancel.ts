/** Cancels an appointment, for every door: all its days together. Its request opens again, where the customer has no other open one. */
import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { type Appointment, type cancelInput, companyAppointment } from "../../model/appointment.ts"
import { customerInEvent } from "../../model/customer.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import { whyUnchangeable } from "../../rules/booking/customer-notice.ts"
import { findCancelNotice } from "../../store/appointment-notice.ts"
import { findAppointment } from "../../store/appointments.ts"
import { findCustomerForEvent } from "../../store/customers.ts"
import type { Db } from "../../store/pg/database.ts"
import { findRequest } from "../../store/scheduling-requests.ts"
import { type Call, found } from "../operation.ts"
import { cancelAppointmentRow } from "../shared/cancel-appointment.ts"
import { lockAppointment } from "../shared/lock-appointment.ts"
import { releaseRequest } from "../shared/release-request.ts"
import { requireLiveLink } from "../shared/require-link.ts"
import { textChange } from "../shared/text-change.ts"
import { write } from "../write.ts"
import type { BookedAppointment } from "./book.ts"

export async function cancel(
  context: AppContext,
  call: Call,
  input: z.output<typeof cancelInput> & { id: number },
): Promise<BookedAppointment> {
  const seen = await cancellable(context.db, call, input.id, input.if_version)
  return write(context, call, "cancel_appointment", async (tx) => {
    lockAppointment(tx, call.companyId, seen)
    const appointment = await cancellable(tx, call, input.id, input.if_version)
    const requestId = appointment.scheduling_request_id
    requireLiveLink(call.actor, requestId === null ? null : await findRequest(tx, call.companyId, requestId))
    const customer = customerInEvent((await findCustomerForEvent(tx, call.companyId, seen.customer_id))!)
    const request = requestId === null ? null : await releaseRequest(tx, call, requestId, customer)
    const reason = input.reason ?? null
    const cancelled = cancelAppointmentRow(tx, call, { appointment, customer, request, reason })
    await textChange(tx, context, call, cancelled)
    return {
      result: companyAppointment(cancelled),
      targetId: cancelled.id,
      fields: ["status", ...Object.keys(input)],
      customerId: cancelled.customer_id,
    }
  })
}

async function cancellable(
  db: Db,
  call: Call,
  id: number,
  ifVersion: number | undefined,
): Promise<Appointment> {
  const appointment = found(await findAppointment(db, call.companyId, id), notFound("appointment"))
  if (ifVersion !== undefined && ifVersion !== appointment.version) throw new Refusal("version_conflict")
  const noticeMinutes = await findCancelNotice(db, call.companyId, appointment.appointment_type_id)
  const refusal = whyUnchangeable(appointment, noticeMinutes, call.actor, call.now)
  if (refusal) throw refusal
  return appointment
}
