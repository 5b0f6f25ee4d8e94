import { z } from "zod"
import { appointmentTypeView, showAppointmentType } from "../../model/appointment-type.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { findAppointmentType } from "../../store/appointment-types.ts"
import { found, operation, staff } from "../operation.ts"

export const readAppointmentType = operation({
  name: "read_appointment_type",
  summary: "Read an appointment type",
  noun: "Appointment types",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: appointmentTypeView,
  async run(context, call, { id }) {
    const type = await findAppointmentType(context.db, call.companyId, id)
    return showAppointmentType(found(type, notFound("appointment type")))
  },
})
