/** Changes what staff have written down about an appointment. Customers are told nothing, so it raises no event. */
import { appointmentPatch, appointmentView } from "../../../domain/model/appointment.ts"
import { notFound } from "../../../domain/model/errors.ts"
import { byId, withPatch } from "../../../domain/model/fields.ts"
import { findAppointment, setNotes } from "../../store/appointments.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { found, operation, staff } from "../operation.ts"
import { linksAreSetUp, showAppointment } from "../shared/links.ts"
import { nextVersion } from "../shared/next-version.ts"
import { write } from "../write.ts"

export const updateAppointment = operation({
  name: "update_appointment",
  summary: "Change an appointment's notes",
  description:
    "In every status. `if_version` is its `notes_version`; `version` stays as it is, so that texts which are on their way still go, and no event follows.",
  noun: "Appointments",
  roles: staff,
  params: byId,
  body: appointmentPatch,
  result: appointmentView,
  secret: true,
  async run(context, call, { id, if_version: ifVersion, ...patch }) {
    const { companyId } = call
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "update_appointment", async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, appointmentId: id })
      const present = found(await findAppointment(tx, call.companyId, id), notFound("appointment"))
      const notes_version = await nextVersion(tx, "notes", { companyId, id, ifVersion })
      const changed = { ...withPatch(present, patch), notes_version, updated_at: new Date(call.now) }
      setNotes(tx, call.companyId, changed)
      return {
        result: showAppointment(context, changed, withLink),
        targetId: id,
        fields: Object.keys(patch),
        customerId: changed.customer_id,
      }
    })
  },
})
