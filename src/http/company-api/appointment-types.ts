import { archiveAppointmentType } from "../../operations/appointment-types/archive-appointment-type.ts"
import { createAppointmentType } from "../../operations/appointment-types/create-appointment-type.ts"
import { listAppointmentTypes } from "../../operations/appointment-types/list-appointment-types.ts"
import { readAppointmentType } from "../../operations/appointment-types/read-appointment-type.ts"
import { updateAppointmentType } from "../../operations/appointment-types/update-appointment-type.ts"
import type { Mount } from "../mount.ts"

export const appointmentTypeMounts: readonly Mount[] = [
  { method: "GET", path: "/appointment-types", operation: listAppointmentTypes },
  { method: "POST", path: "/appointment-types", operation: createAppointmentType },
  { method: "GET", path: "/appointment-types/:id", operation: readAppointmentType },
  { method: "PUT", path: "/appointment-types/:id", operation: updateAppointmentType },
  { method: "DELETE", path: "/appointment-types/:id", operation: archiveAppointmentType },
]
