/** Says whether the customer comes: by the customer's link, or by staff who have heard it. */
import { type Actor, isStaff } from "../../domain/model/actor.ts"
import { type AnswerWay, appointmentView, attendanceInput } from "../../domain/model/appointment.ts"
import { notFound, otherVersion } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { whyUnanswerable } from "../../domain/rules/booking/may-change.ts"
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { recordAttendance } from "../messages/record-attendance.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"

export const setAttendance = operation({
  name: "set_attendance",
  summary: "Say whether the customer comes",
  description:
    "As the customer said on the phone or at the desk; their own answers to reminders and invitations are taken by themselves. " +
    "Until it starts. `version` stays as it is, and the customer is told nothing.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_scheduled", "appointment_started", "version_conflict"],
  events: ["appointment.attendance_changed"],
  params: byId,
  body: attendanceInput,
  result: appointmentView,
  secret: true,
  async run(context, call, { id, attendance, if_version: ifVersion }) {
    const { companyId, actor, now } = call
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "set_attendance", async (tx) => {
      lockInOrder(tx, { companyId, appointmentId: id })
      const appointment = found(await findAppointment(tx, companyId, id), notFound("appointment"))
      const requestId = appointment.scheduling_request_id
      const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
      const refusal =
        whyLinkEnded(actor, { request, appointment }) ??
        otherVersion(appointment, ifVersion) ??
        whyUnanswerable(appointment, now)
      if (refusal) throw refusal
      const answer = { appointment, attendance, answeredBy: answerWayOf(actor) }
      const changed = await recordAttendance(tx, call, answer)
      return {
        result: showAppointment(context, changed, withLink),
        targetId: id,
        fields: ["attendance"],
        customerId: changed.customer_id,
      }
    })
  },
})

const answerWayOf = (actor: Actor): AnswerWay =>
  isStaff(actor) ? "staff" : actor.kind === "agent" ? "agent" : "link"
