import { z } from "zod"
import { appointmentView, cancelInput } from "../../model/appointment.ts"
import { idText } from "../../model/fields.ts"
import { operation, staff } from "../operation.ts"
import { cancel } from "./cancel.ts"

export const cancelAppointment = operation({
  name: "cancel_appointment",
  summary: "Cancel an appointment",
  description: "409 once it has started: mark it completed or no-show instead.",
  noun: "Appointments",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: cancelInput,
  result: appointmentView,
  run: (context, call, input) => cancel(context, call, input),
})
