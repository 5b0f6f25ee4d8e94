import { z } from "zod"
import { appointmentView, companyAppointment } from "../../model/appointment.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { findAppointment } from "../../store/appointments.ts"
import { found, operation, staff } from "../operation.ts"

export const readAppointment = operation({
  name: "read_appointment",
  summary: "Read an appointment",
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: appointmentView,
  async run(context, call, { id }) {
    const appointment = await findAppointment(context.db, call.companyId, id)
    return companyAppointment(found(appointment, notFound("appointment")))
  },
})
