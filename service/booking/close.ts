/**
 * Marks an appointment that has started as completed or as a no-show. Staff may correct one into the other, and take both
 * back by `reopen`. The event of it waits for 10 s, so that a mark can be taken back unheard.
 */
import { z } from "zod"
import {
  type Appointment,
  type AppointmentStatus,
  appointmentView,
  closeInput,
  type NoShowReason,
  noShowInput,
} from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { notFound, otherVersion } from "../../domain/model/errors.ts"
import { idText } from "../../domain/model/fields.ts"
import { whyNotClosable } from "../../domain/rules/booking/may-change.ts"
import { pressedAt } from "../../domain/rules/booking/pressed-at.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { findAppointment, updateAppointment } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { endWaitingWithAppointment } from "../taking/waiting-by-booking.ts"
import { letMarkWait } from "./announce-mark.ts"

interface Closing {
  id: number
  at?: string | undefined
  reason?: NoShowReason | null | undefined
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
    const closed = closedAs(appointment, status, input, call.now)
    if (closed !== appointment) {
      updateAppointment(tx, companyId, closed, appointment)
      await letMarkWait(tx, call, closed)
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

function closedAs(
  appointment: Appointment,
  status: Extract<AppointmentStatus, "completed" | "no_show">,
  { at, reason }: Closing,
  now: number,
): Appointment {
  const no_show_reason = status === "no_show" ? (reason ?? null) : null
  const isSame = appointment.status === status
  // The same mark again, as a phone sends it that had no answer.
  if (isSame && (reason === undefined || appointment.no_show_reason === no_show_reason)) return appointment
  return {
    ...appointment,
    status,
    no_show_reason,
    version: appointment.version + 1,
    closed_at: isSame ? appointment.closed_at : new Date(pressedAt(at, now)),
    updated_at: new Date(now),
  }
}

const described = {
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: appointmentView,
  secret: true,
} as const

export const completeAppointment = operation({
  ...described,
  name: "complete_appointment",
  seat: "appointment",
  refusals: ["appointment_not_scheduled", "appointment_not_started", "version_conflict"],
  summary: "Mark an appointment as completed",
  events: ["appointment.completed"],
  body: closeInput,
  run: (context, call, input) => close(context, call, "complete_appointment", input, "completed"),
})

export const markNoShow = operation({
  ...described,
  name: "mark_no_show",
  seat: "appointment",
  refusals: ["appointment_not_scheduled", "appointment_not_started", "version_conflict"],
  summary: "Mark an appointment as a no-show",
  description:
    "The customer did not come, or the provider stood before a locked gate: `reason` says why, and sent again it changes the reason.",
  events: ["appointment.no_show"],
  body: noShowInput,
  run: (context, call, input) => close(context, call, "mark_no_show", input, "no_show"),
})
