/**
 * Marks an appointment that has started as completed or as a no-show. Staff may correct one into the other, and take both
 * back by `reopen`. Raises no event of its own.
 */
import { z } from "zod"
import { type AppointmentStatus, appointmentView, closeInput } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { notFound, otherVersion } from "../../domain/model/errors.ts"
import { idText } from "../../domain/model/fields.ts"
import { whyNotClosable } from "../../domain/rules/booking/may-change.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { findAppointment, updateAppointment } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { endWaitingWithAppointment } from "../taking/waiting-by-booking.ts"

interface Closing {
  id: number
  if_version?: number | undefined
}

async function close(
  context: AppContext,
  call: Call,
  operationName: string,
  input: Closing,
  status: Extract<AppointmentStatus, "completed" | "no_show">,
) {
  const { companyId } = call
  const withLink = await linksAreSetUp(context, call)
  const seen = found(await findAppointment(context.db, companyId, input.id), notFound("appointment"))
  return write(context, call, operationName, async (tx) => {
    lockInOrder(tx, { companyId, customerId: seen.customer_id, appointmentId: input.id })
    const appointment = found(await findAppointment(tx, companyId, input.id), notFound("appointment"))
    const refusal = otherVersion(appointment, input.if_version) ?? whyNotClosable(appointment, call.now)
    if (refusal) throw refusal
    const closed =
      appointment.status === status
        ? appointment
        : {
            ...appointment,
            status,
            version: appointment.version + 1,
            closed_at: new Date(call.now),
            updated_at: new Date(call.now),
          }
    if (closed !== appointment) {
      updateAppointment(tx, companyId, closed, appointment)
      const customer = customerInEvent((await findCustomerForEvent(tx, companyId, closed.customer_id))!)
      await endWaitingWithAppointment(tx, call, closed, { customer, status: "expired" })
    }
    tx.hint({ channel: "events", companyId, stirs: true })
    return {
      result: showAppointment(context, closed, withLink),
      targetId: closed.id,
      fields: ["status"],
      customerId: closed.customer_id,
    }
  })
}

const described = {
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: closeInput,
  result: appointmentView,
  secret: true,
} as const

export const completeAppointment = operation({
  ...described,
  name: "complete_appointment",
  seat: "appointment",
  refusals: ["appointment_not_scheduled", "appointment_not_started", "version_conflict"],
  summary: "Mark an appointment as completed",
  run: (context, call, input) => close(context, call, "complete_appointment", input, "completed"),
})

export const markNoShow = operation({
  ...described,
  name: "mark_no_show",
  seat: "appointment",
  refusals: ["appointment_not_scheduled", "appointment_not_started", "version_conflict"],
  summary: "Mark an appointment as a no-show",
  run: (context, call, input) => close(context, call, "mark_no_show", input, "no_show"),
})
