import { z } from "zod"
import {
  appointmentTypePatch,
  appointmentTypeView,
  showAppointmentType,
} from "../../model/appointment-type.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { changedType } from "../../rules/booking/appointment-type.ts"
import {
  lockAppointmentType,
  updateAppointmentType as store,
  withOptionIds,
} from "../../store/appointment-types.ts"
import { found, operation, staff } from "../operation.ts"
import { namedIn, refuseUnknownLocations } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"

export const updateAppointmentType = operation({
  name: "update_appointment_type",
  summary: "Change an appointment type",
  description:
    "Fields sent are changed. `kind: by_request` switches `public_booking` off. `active: false` stops new bookings and keeps the old.",
  noun: "Appointment types",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: appointmentTypePatch,
  result: appointmentTypeView,
  async run(context, call, { id, ...patch }) {
    return write(context, call, "update_appointment_type", async (tx) => {
      const present = found(await lockAppointmentType(tx, call.companyId, id), notFound("appointment type"))
      const kept = new Set(present.location_ids)
      const named = namedIn("location_ids", patch.location_ids ?? [])
      const added = named.filter((location) => !kept.has(location.id))
      await refuseUnknownLocations(tx, call.companyId, added)
      const wanted = changedType(present, patch)
      if (wanted instanceof Refusal) throw wanted
      const changed = await withOptionIds(tx, wanted)
      await store(tx, call.companyId, changed, call.now)
      return { result: showAppointmentType(changed), targetId: id, fields: Object.keys(patch) }
    })
  },
})
