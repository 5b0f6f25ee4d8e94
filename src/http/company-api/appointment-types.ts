import {
  archiveAppointmentType,
  createAppointmentType,
  listAppointmentTypes,
  readAppointmentType,
  updateAppointmentType,
} from "../../operations/appointment-types.ts"
import type { Mount } from "../mount.ts"

export const appointmentTypeMounts: readonly Mount[] = [
  { method: "GET", path: "/appointment-types", operation: listAppointmentTypes },
  { method: "POST", path: "/appointment-types", operation: createAppointmentType },
  { method: "GET", path: "/appointment-types/:id", operation: readAppointmentType },
  { method: "PUT", path: "/appointment-types/:id", operation: updateAppointmentType },
  { method: "DELETE", path: "/appointment-types/:id", operation: archiveAppointmentType },
]
