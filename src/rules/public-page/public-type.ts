/** What visitors of the public page may book without being asked to. */
import type { AppointmentType } from "../../model/appointment-type.ts"

export const isPublicType = (type: Pick<AppointmentType, "active" | "kind" | "public_booking">): boolean =>
  type.active && type.kind === "open" && type.public_booking
