/** Replaces an appointment's own link: the link before stops at once. */
import { appointmentView } from "../../domain/model/appointment.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { linkOf } from "../../domain/model/link-token.ts"
import { findAppointment, setManageLink } from "../ledger/appointments.sql.ts"
import { issueLink, linksAreSetUp, makeLink, showAppointment } from "../platform/links.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"

export const rotateManageLink = operation({
  name: "rotate_manage_link",
  summary: "Replace an appointment's own link",
  description:
    "409 `managed_by_request` for an appointment with a scheduling request: replace the request's booking link.",
  noun: "Appointments",
  roles: staff,
  refusals: ["managed_by_request"],
  params: byId,
  result: appointmentView,
  secret: true,
  async run(context, call, { id }) {
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "rotate_manage_link", async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, appointmentId: id })
      const appointment = found(await findAppointment(tx, call.companyId, id), notFound("appointment"))
      const { scheduling_request_id, link_version, customer_id } = appointment
      if (scheduling_request_id !== null) {
        throw new Refusal("managed_by_request", { details: { scheduling_request_id } })
      }
      // The version stays: nothing changed that a text about the appointment or another caller's write depends on.
      const link = { id, link_version: link_version + 1, ...makeLink(context) }
      const relinked = { ...appointment, ...link, updated_at: new Date(call.now) }
      setManageLink(tx, call.companyId, relinked)
      issueLink(tx, call.companyId, linkOf("appointment", link), context.linkKeys)
      const result = showAppointment(context, relinked, withLink)
      return { result, targetId: id, fields: ["manage_url"], customerId: customer_id }
    })
  },
})
