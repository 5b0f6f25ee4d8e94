import { bookAppointment } from "../../operations/appointments/book.ts"
import { cancelAppointment } from "../../operations/appointments/cancel.ts"
import { completeAppointment, markNoShow } from "../../operations/appointments/close.ts"
import { listAppointments, readAppointment } from "../../operations/appointments/read.ts"
import { rescheduleAppointment } from "../../operations/appointments/reschedule.ts"
import { listEvents } from "../../operations/events.ts"
import { cancelRequest } from "../../operations/scheduling-requests/cancel.ts"
import { createRequest } from "../../operations/scheduling-requests/create.ts"
import { listRequests, readRequest } from "../../operations/scheduling-requests/read.ts"
import { rotateLink, updateRequest } from "../../operations/scheduling-requests/update.ts"
import type { FoundSlots } from "../../operations/slots/find-slots.ts"
import { findSlotsOperation } from "../../operations/slots/find-slots.ts"
import type { Mount } from "../mount.ts"
import { encodeSlots } from "./encode-slots.ts"

export const schedulingMounts: readonly Mount[] = [
  {
    method: "POST",
    path: "/slots",
    operation: findSlotsOperation,
    encode: (found, take) => encodeSlots(found as FoundSlots, take),
  },
  { method: "GET", path: "/scheduling-requests", operation: listRequests },
  { method: "POST", path: "/scheduling-requests", operation: createRequest },
  { method: "GET", path: "/scheduling-requests/:id", operation: readRequest },
  { method: "PUT", path: "/scheduling-requests/:id", operation: updateRequest },
  { method: "POST", path: "/scheduling-requests/:id/cancel", operation: cancelRequest },
  { method: "POST", path: "/scheduling-requests/:id/booking-link/rotate", operation: rotateLink },
  { method: "GET", path: "/appointments", operation: listAppointments },
  { method: "POST", path: "/appointments", operation: bookAppointment },
  { method: "GET", path: "/appointments/:id", operation: readAppointment },
  { method: "POST", path: "/appointments/:id/reschedule", operation: rescheduleAppointment },
  { method: "POST", path: "/appointments/:id/cancel", operation: cancelAppointment },
  { method: "POST", path: "/appointments/:id/complete", operation: completeAppointment },
  { method: "POST", path: "/appointments/:id/no-show", operation: markNoShow },
  { method: "GET", path: "/events", operation: listEvents },
]
