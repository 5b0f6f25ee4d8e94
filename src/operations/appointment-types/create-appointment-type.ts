import {
  appointmentTypeInput,
  appointmentTypeView,
  plainType,
  showAppointmentType,
} from "../../model/appointment-type.ts"
import { Refusal } from "../../model/errors.ts"
import { changedType } from "../../rules/booking/appointment-type.ts"
import { insertAppointmentType, withOptionIds } from "../../store/appointment-types.ts"
import { operation, staff } from "../operation.ts"
import { namedIn, refuseUnknownLocations } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"

export const createAppointmentType = operation({
  name: "create_appointment_type",
  summary: "Create an appointment type",
  description: "Its length is `duration_minutes`, or `blocks` for a job of several days.",
  noun: "Appointment types",
  roles: staff,
  body: appointmentTypeInput,
  result: appointmentTypeView,
  status: 201,
  async run(context, call, input) {
    const wanted = changedType({ ...plainType, name: input.name }, input)
    if (wanted instanceof Refusal) throw wanted
    return write(context, call, "create_appointment_type", async (tx) => {
      await refuseUnknownLocations(tx, call.companyId, namedIn("location_ids", input.location_ids ?? []))
      const numbered = await withOptionIds(tx, wanted)
      const type = await insertAppointmentType(tx, call.companyId, numbered, call.now)
      return { result: showAppointmentType(type), targetId: type.id, fields: Object.keys(input) }
    })
  },
})
