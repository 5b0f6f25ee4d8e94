import { z } from "zod"
import { appointmentTypeView, showAppointmentType } from "../../model/appointment-type.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { lockAppointmentType, archiveAppointmentType as store } from "../../store/appointment-types.ts"
import { found, operation, staff } from "../operation.ts"
import { refuseInUse } from "../shared/refuse-in-use.ts"
import { write } from "../write.ts"

export const archiveAppointmentType = operation({
  name: "archive_appointment_type",
  summary: "Archive an appointment type",
  description: "409 `in_use` while it has future appointments or open requests.",
  noun: "Appointment types",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: appointmentTypeView,
  async run(context, call, { id }) {
    return write(context, call, "archive_appointment_type", async (tx) => {
      const type = found(await lockAppointmentType(tx, call.companyId, id), notFound("appointment type"))
      await refuseInUse(tx, call.companyId, "appointment_type", id, call.now)
      await store(tx, call.companyId, id, call.now)
      const archived = { ...type, active: false, public_booking: false }
      return { result: showAppointmentType(archived), targetId: id, fields: ["archived_at"] }
    })
  },
})
