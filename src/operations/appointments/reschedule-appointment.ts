import { z } from "zod"
import { appointmentView, rescheduleInput } from "../../model/appointment.ts"
import { idText } from "../../model/fields.ts"
import { operation, staff } from "../operation.ts"
import { reschedule } from "./reschedule.ts"

export const rescheduleAppointment = operation({
  name: "reschedule_appointment",
  summary: "Move an appointment",
  description: "Keeps provider, location, type and length. All days of a multi-day job move.",
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: rescheduleInput,
  result: appointmentView,
  run: (context, call, input) => reschedule(context, call, input),
})
