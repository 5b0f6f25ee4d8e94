/** Ends a scheduling request for good. A scheduled one ends only with its appointment, and only if the caller says so. */

import type { z } from "zod"
import type { Appointment } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import {
  requestCancel,
  type requestView,
  type SchedulingRequest,
} from "../../domain/model/scheduling-request.ts"
import { whyUnchangeable } from "../../domain/rules/booking/may-change.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { findAppointmentOfRequest } from "../ledger/appointments.sql.ts"
import { findRequest, setRequestStatus } from "../ledger/scheduling-requests.sql.ts"
import { announceChange } from "../messages/announce.ts"
import { endOutreach } from "../messages/go-on-with-outreach.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp } from "../platform/links.ts"
import { type Call, found, operation } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Written } from "../platform/write.ts"
import { freeing } from "../taking/give-time-back.ts"
import { cancelAppointment } from "../taking/record-change.ts"
import { takeTime } from "../taking/take-time.ts"
import { common, showRequest } from "./show-request.ts"

export const cancelRequest = operation({
  ...common,
  name: "cancel_scheduling_request",
  refusals: ["appointment_started", "request_not_open", "request_scheduled", "version_conflict"],
  events: ["appointment.cancelled", "appointment.declined"],
  summary: "Cancel a scheduling request",
  description: "open → cancelled. scheduled → 409 unless `cancel_appointment` is true.",
  params: byId,
  secret: true,
  body: requestCancel,
  async run(context, call, { id, cancel_appointment, if_version }) {
    const withLink = await linksAreSetUp(context, call)
    const seen = found(await findRequest(context.db, call.companyId, id), notFound("scheduling request"))
    const seenAppointment = await findAppointmentOfRequest(context.db, call.companyId, id)
    const ending = freeing({
      operation: "cancel_scheduling_request",
      locks: {
        customerId: seen.customer_id,
        requestId: id,
        providerIds: seenAppointment ? providerIdsOf(seenAppointment) : [],
        appointmentId: seenAppointment?.id ?? null,
      },
      judge: async (db) => {
        const request = found(await findRequest(db, call.companyId, id), notFound("scheduling request"))
        const appointment = await findAppointmentOfRequest(db, call.companyId, id)
        const refusal = otherVersion(request, if_version) ?? whyNotEnded(request, cancel_appointment)
        if (refusal) throw refusal
        if ((appointment?.id ?? null) !== (seenAppointment?.id ?? null)) {
          throw new Refusal("busy", { retryAfterSeconds: 1 })
        }
        return { parts: [], request, appointment }
      },
      read: async () => null,
      record: async (tx, { request, appointment }): Promise<Written<z.input<typeof requestView>>> => {
        const cancelled = await setRequestStatus(tx, call.companyId, id, "cancelled", call.now)
        await endOutreach(tx, call.companyId, id, "cancelled", call.now)
        if (request.status === "scheduled" && appointment)
          await cancelWith(tx, context, call, appointment, cancelled)
        const result = showRequest(context, { ...request, ...cancelled }, withLink)
        return { result, targetId: id, fields: ["status"], customerId: seen.customer_id }
      },
    })
    return takeTime(context, call, async () => ending)
  },
})

function whyNotEnded({ status }: SchedulingRequest, withAppointment: boolean): Refusal | null {
  if (status === "scheduled") return withAppointment ? null : new Refusal("request_scheduled")
  return status === "open" ? null : new Refusal("request_not_open")
}

async function cancelWith(
  tx: Tx,
  context: AppContext,
  call: Call,
  appointment: Appointment,
  request: SchedulingRequest,
): Promise<void> {
  const refusal = whyUnchangeable(appointment, 0, call.actor, call.now)
  if (refusal) throw refusal
  const customer = customerInEvent((await findCustomerForEvent(tx, call.companyId, appointment.customer_id))!)
  const cancelled = await cancelAppointment(tx, call, { appointment, customer, request, reason: null })
  await announceChange(tx, context, call, cancelled)
}
