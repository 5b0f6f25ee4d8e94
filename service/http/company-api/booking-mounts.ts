/** The routes of customers, searches, scheduling requests and appointments. */

import { setAttendance } from "../../operations/appointments/attendance.ts"
import { bookAppointment, previewBooking } from "../../operations/appointments/book.ts"
import { bookSeries } from "../../operations/appointments/book-series.ts"
import { cancelAppointment, previewCancel } from "../../operations/appointments/cancel.ts"
import { completeAppointment, markNoShow } from "../../operations/appointments/close.ts"
import { confirmAppointment, previewConfirming } from "../../operations/appointments/confirm.ts"
import { declineAppointment, previewDecline } from "../../operations/appointments/decline.ts"
import { readLengths } from "../../operations/appointments/lengths.ts"
import { setOnTheWay, takeBackOnTheWay } from "../../operations/appointments/on-the-way.ts"
import { pinAppointment, unpinAppointment } from "../../operations/appointments/pin.ts"
import { proposeTimes } from "../../operations/appointments/propose.ts"
import { listAppointments, readAppointment } from "../../operations/appointments/read.ts"
import { readSeries } from "../../operations/appointments/read-series.ts"
import { previewReopening, reopenAppointment } from "../../operations/appointments/reopen.ts"
import { previewMove, rescheduleAppointment } from "../../operations/appointments/reschedule.ts"
import { rotateManageLink } from "../../operations/appointments/rotate-manage-link.ts"
import { updateAppointment } from "../../operations/appointments/update.ts"
import { readBoard } from "../../operations/board.ts"
import { listCallbacks, readCallback, updateCallback } from "../../operations/callbacks.ts"
import { cancelClassSession, changeClassSession } from "../../operations/class-sessions/change.ts"
import { createClassSession } from "../../operations/class-sessions/create.ts"
import { listClassSessions, readClassSession } from "../../operations/class-sessions/read.ts"
import { addContact, recordConsent, removeContact, updateContact } from "../../operations/contacts.ts"
import { readCustomerHistory } from "../../operations/customer-history.ts"
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  readCustomer,
  updateCustomer,
} from "../../operations/customers.ts"
import { applyDisruption } from "../../operations/disruptions/apply.ts"
import {
  createDisruption,
  listDisruptions,
  readDisruption,
  updateDisruption,
} from "../../operations/disruptions/disruptions.ts"
import { previewDisruptionMessages } from "../../operations/disruptions/messages.ts"
import { recordConsentToMails } from "../../operations/email-consent.ts"
import { exportCustomer } from "../../operations/export-customer.ts"
import { readFile } from "../../operations/files/read.ts"
import { requestFileUpload } from "../../operations/files/request-upload.ts"
import { endHold } from "../../operations/holds/end.ts"
import { holdTime } from "../../operations/holds/hold-time.ts"
import { importAppointments } from "../../operations/imports/appointments.ts"
import { importCustomers } from "../../operations/imports/customers.ts"
import { importProviders } from "../../operations/imports/providers.ts"
import { applyPlan, previewPlan, readPlan } from "../../operations/plans/plan-day.ts"
import { cancelRequest } from "../../operations/scheduling-requests/cancel.ts"
import { createRequest, previewRequest } from "../../operations/scheduling-requests/create.ts"
import { listRequests, readRequest } from "../../operations/scheduling-requests/read.ts"
import { rotateLink, updateRequest } from "../../operations/scheduling-requests/update.ts"
import { findBoardStarts } from "../../operations/slots/board-starts.ts"
import { explainSlotsOperation } from "../../operations/slots/explain.ts"
import { explainRangeOperation, type RangeToExplain } from "../../operations/slots/explain-range.ts"
import { findSlotsOperation } from "../../operations/slots/find-slots.ts"
import type { FoundSlots } from "../../operations/slots/found-slots.ts"
import { readTimeZones } from "../../operations/time-zones.ts"
import {
  createWaitingEntry,
  deleteWaitingEntry,
  listWaitingEntries,
  listWaitingOffers,
  readWaitingEntry,
  readWaitingSummary,
  updateWaitingEntry,
} from "../../operations/waiting-entries.ts"
import { findWaitedForGaps, findWaitingForGap, offerWaitingEntry } from "../../operations/waiting-gap.ts"
import { encodeExplanation } from "../encode-explanation.ts"
import { encodeSlots } from "../encode-slots.ts"
import type { Mount } from "../mount.ts"

export const bookingMounts: readonly Mount[] = [
  { method: "GET", path: "/customers", operation: listCustomers },
  { method: "POST", path: "/customers", operation: createCustomer },
  { method: "GET", path: "/customers/:id", operation: readCustomer },
  { method: "PUT", path: "/customers/:id", operation: updateCustomer },
  { method: "DELETE", path: "/customers/:id", operation: deleteCustomer },
  { method: "GET", path: "/customers/:id/export", operation: exportCustomer },
  { method: "GET", path: "/customers/:id/history", operation: readCustomerHistory },
  { method: "POST", path: "/customers/:id/contacts", operation: addContact },
  { method: "PUT", path: "/customers/:id/contacts/:contactId", operation: updateContact },
  { method: "DELETE", path: "/customers/:id/contacts/:contactId", operation: removeContact },
  { method: "POST", path: "/customers/:id/contacts/:contactId/consent", operation: recordConsent },
  { method: "POST", path: "/customers/:id/email-consent", operation: recordConsentToMails },

  {
    method: "POST",
    path: "/slots",
    operation: findSlotsOperation,
    encode: (found) => encodeSlots(found as FoundSlots),
  },
  { method: "POST", path: "/slots/explain", operation: explainSlotsOperation },
  {
    method: "POST",
    path: "/slots/explain-range",
    operation: explainRangeOperation,
    encode: (range) => encodeExplanation(range as RangeToExplain),
  },
  { method: "GET", path: "/scheduling-requests", operation: listRequests },
  { method: "POST", path: "/scheduling-requests", operation: createRequest },
  { method: "POST", path: "/scheduling-requests/preview", operation: previewRequest },
  { method: "GET", path: "/scheduling-requests/:id", operation: readRequest },
  { method: "PUT", path: "/scheduling-requests/:id", operation: updateRequest },
  { method: "POST", path: "/scheduling-requests/:id/cancel", operation: cancelRequest },
  { method: "POST", path: "/scheduling-requests/:id/booking-link/rotate", operation: rotateLink },
  { method: "POST", path: "/files", operation: requestFileUpload },
  { method: "GET", path: "/files/:id", operation: readFile },
  { method: "GET", path: "/time-zones", operation: readTimeZones },
  { method: "GET", path: "/board", operation: readBoard },
  { method: "POST", path: "/board/starts", operation: findBoardStarts },
  { method: "GET", path: "/plans/:date", operation: readPlan },
  { method: "POST", path: "/plans/:date/preview", operation: previewPlan },
  { method: "POST", path: "/plans/:date/apply", operation: applyPlan },
  { method: "GET", path: "/appointments", operation: listAppointments },
  { method: "POST", path: "/appointments", operation: bookAppointment },
  { method: "POST", path: "/appointments/preview", operation: previewBooking },
  { method: "GET", path: "/appointments/:id", operation: readAppointment },
  { method: "PUT", path: "/appointments/:id", operation: updateAppointment },
  { method: "PUT", path: "/appointments/:id/attendance", operation: setAttendance },
  { method: "POST", path: "/appointments/:id/reschedule", operation: rescheduleAppointment },
  { method: "POST", path: "/appointments/:id/reschedule/preview", operation: previewMove },
  { method: "POST", path: "/appointments/:id/cancel", operation: cancelAppointment },
  { method: "POST", path: "/appointments/:id/cancel/preview", operation: previewCancel },
  { method: "GET", path: "/appointments/:id/lengths", operation: readLengths },
  { method: "POST", path: "/appointments/:id/reopen", operation: reopenAppointment },
  { method: "POST", path: "/appointments/:id/reopen/preview", operation: previewReopening },
  { method: "POST", path: "/appointments/:id/confirm", operation: confirmAppointment },
  { method: "POST", path: "/appointments/:id/confirm/preview", operation: previewConfirming },
  { method: "POST", path: "/appointments/:id/decline", operation: declineAppointment },
  { method: "POST", path: "/appointments/:id/decline/preview", operation: previewDecline },
  { method: "POST", path: "/appointments/:id/propose", operation: proposeTimes },
  { method: "POST", path: "/appointments/:id/pin", operation: pinAppointment },
  { method: "POST", path: "/appointments/:id/unpin", operation: unpinAppointment },
  { method: "POST", path: "/appointments/:id/on-the-way", operation: setOnTheWay },
  { method: "DELETE", path: "/appointments/:id/on-the-way", operation: takeBackOnTheWay },
  { method: "POST", path: "/appointments/:id/complete", operation: completeAppointment },
  { method: "POST", path: "/appointments/:id/no-show", operation: markNoShow },
  { method: "POST", path: "/appointments/:id/manage-link/rotate", operation: rotateManageLink },
  { method: "POST", path: "/series", operation: bookSeries },
  { method: "GET", path: "/series/:id", operation: readSeries },
  { method: "GET", path: "/class-sessions", operation: listClassSessions },
  { method: "POST", path: "/class-sessions", operation: createClassSession },
  { method: "GET", path: "/class-sessions/:id", operation: readClassSession },
  { method: "PUT", path: "/class-sessions/:id", operation: changeClassSession },
  { method: "DELETE", path: "/class-sessions/:id", operation: cancelClassSession },
  { method: "POST", path: "/disruptions", operation: createDisruption },
  { method: "GET", path: "/disruptions", operation: listDisruptions },
  { method: "GET", path: "/disruptions/:id", operation: readDisruption },
  { method: "PUT", path: "/disruptions/:id", operation: updateDisruption },
  { method: "POST", path: "/disruptions/:id/apply", operation: applyDisruption },
  { method: "POST", path: "/disruptions/:id/messages", operation: previewDisruptionMessages },
  { method: "POST", path: "/holds", operation: holdTime },
  { method: "DELETE", path: "/holds/:id", operation: endHold },
  { method: "GET", path: "/waiting-entries", operation: listWaitingEntries },
  { method: "POST", path: "/waiting-entries", operation: createWaitingEntry },
  { method: "GET", path: "/waiting-entries/:id", operation: readWaitingEntry },
  { method: "PUT", path: "/waiting-entries/:id", operation: updateWaitingEntry },
  { method: "DELETE", path: "/waiting-entries/:id", operation: deleteWaitingEntry },
  { method: "POST", path: "/waiting-entries/:id/offers", operation: offerWaitingEntry },
  { method: "POST", path: "/waiting-list/gap", operation: findWaitingForGap },
  { method: "POST", path: "/waiting-list/gaps", operation: findWaitedForGaps },
  { method: "GET", path: "/waiting-offers", operation: listWaitingOffers },
  { method: "GET", path: "/waiting-list/summary", operation: readWaitingSummary },
  { method: "GET", path: "/callbacks", operation: listCallbacks },
  { method: "GET", path: "/callbacks/:id", operation: readCallback },
  { method: "PUT", path: "/callbacks/:id", operation: updateCallback },
  { method: "POST", path: "/imports/customers", operation: importCustomers },
  { method: "POST", path: "/imports/providers", operation: importProviders },
  { method: "POST", path: "/imports/appointments", operation: importAppointments },
]
