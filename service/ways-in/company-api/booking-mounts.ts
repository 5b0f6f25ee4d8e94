/** The routes of customers, searches, scheduling requests and appointments. */

import { readBoard } from "../../board/board.ts"
import { readOwnDay } from "../../board/read-own-day.ts"
import { setAttendance } from "../../booking/attendance.ts"
import { bookAppointment, previewBooking } from "../../booking/book.ts"
import { bookSeries } from "../../booking/book-series.ts"
import { cancelAppointment, previewCancel } from "../../booking/cancel.ts"
import { completeAppointment, markNoShow } from "../../booking/close.ts"
import { confirmAppointment, previewConfirming } from "../../booking/confirm.ts"
import { declineAppointment, previewDecline } from "../../booking/decline.ts"
import { readLengths } from "../../booking/lengths.ts"
import { proposeTimes } from "../../booking/propose.ts"
import { listAppointments, readAppointment } from "../../booking/read-appointments.ts"
import { readSeries } from "../../booking/read-series.ts"
import { previewReopening, reopenAppointment } from "../../booking/reopen.ts"
import { previewMove, rescheduleAppointment } from "../../booking/reschedule.ts"
import { rotateManageLink } from "../../booking/rotate-manage-link.ts"
import { swapAppointments } from "../../booking/swap.ts"
import { undoChange } from "../../booking/undo.ts"
import { updateAppointment } from "../../booking/update-appointment.ts"
import { cancelClassSession, changeClassSession } from "../../classes/change-session.ts"
import { createClassSession } from "../../classes/create-session.ts"
import { listClassSessions, readClassSession } from "../../classes/read-sessions.ts"
import { readTimeZones } from "../../company/time-zones.ts"
import { addContact, recordConsent, removeContact, updateContact } from "../../customers/contacts.ts"
import { readCustomerHistory } from "../../customers/customer-history.ts"
import { createCustomer, listCustomers, readCustomer, updateCustomer } from "../../customers/customers.ts"
import { recordConsentToMails } from "../../customers/email-consent.ts"
import { upsertCustomers } from "../../customers/put-customers.ts"
import { applyDisruption } from "../../disruptions/apply-disruption.ts"
import {
  createDisruption,
  listDisruptions,
  readDisruption,
  updateDisruption,
} from "../../disruptions/disruptions.ts"
import { previewDisruptionMessages } from "../../disruptions/messages.ts"
import { readFile } from "../../files/read-file.ts"
import { requestFileUpload } from "../../files/request-upload.ts"
import { endHold } from "../../holds/end-hold.ts"
import { holdTime } from "../../holds/hold-time.ts"
import { importAppointments } from "../../imports/import-appointments.ts"
import { importCustomers } from "../../imports/import-customers.ts"
import { importProviders } from "../../imports/import-providers.ts"
import { putOffEntry, readInbox } from "../../inbox/read-inbox.ts"
import { listCallbacks, readCallback, updateCallback } from "../../messages/callbacks.ts"
import { setArrived, setOnTheWay, takeBackOnTheWay } from "../../plans/on-the-way.ts"
import { pinAppointment, unpinAppointment } from "../../plans/pin.ts"
import { applyPlan, previewPlan, readPlan } from "../../plans/plan-day.ts"
import { deleteCustomer } from "../../privacy/delete-customer.ts"
import { exportCustomer } from "../../privacy/export-customer.ts"
import { cancelRequest } from "../../requests/cancel-request.ts"
import { createRequest, previewRequest } from "../../requests/create-request.ts"
import { listRequests, readRequest } from "../../requests/read-requests.ts"
import { rotateLink, updateRequest } from "../../requests/update-request.ts"
import { findBoardStarts } from "../../slots/board-starts.ts"
import { explainSlotsOperation } from "../../slots/explain.ts"
import { explainRangeOperation, type RangeToExplain } from "../../slots/explain-range.ts"
import { findSlotsOperation } from "../../slots/find-slots.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import {
  createWaitingEntry,
  deleteWaitingEntry,
  listWaitingEntries,
  listWaitingOffers,
  readWaitingEntry,
  readWaitingSummary,
  updateWaitingEntry,
} from "../../waiting/waiting-entries.ts"
import { findWaitedForGaps, findWaitingForGap, offerWaitingEntry } from "../../waiting/waiting-gap.ts"
import { encodeExplanation } from "../http/encode-explanation.ts"
import { encodeSlots } from "../http/encode-slots.ts"
import type { Mount } from "../http/mount.ts"

export const bookingMounts: readonly Mount[] = [
  { method: "GET", path: "/customers", operation: listCustomers },
  { method: "POST", path: "/customers", operation: createCustomer },
  { method: "PUT", path: "/customers/bulk", operation: upsertCustomers },
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
  { method: "GET", path: "/my-day", operation: readOwnDay },
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
  { method: "POST", path: "/appointments/swap", operation: swapAppointments },
  { method: "POST", path: "/appointments/:id/cancel", operation: cancelAppointment },
  { method: "POST", path: "/appointments/:id/cancel/preview", operation: previewCancel },
  { method: "GET", path: "/appointments/:id/lengths", operation: readLengths },
  { method: "POST", path: "/undo/:token", operation: undoChange },
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
  { method: "POST", path: "/appointments/:id/arrived", operation: setArrived },
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
  { method: "GET", path: "/inbox", operation: readInbox },
  { method: "POST", path: "/inbox/:kind/:id/later", operation: putOffEntry },
  { method: "GET", path: "/callbacks", operation: listCallbacks },
  { method: "GET", path: "/callbacks/:id", operation: readCallback },
  { method: "PUT", path: "/callbacks/:id", operation: updateCallback },
  { method: "POST", path: "/imports/customers", operation: importCustomers },
  { method: "POST", path: "/imports/providers", operation: importProviders },
  { method: "POST", path: "/imports/appointments", operation: importAppointments },
]
