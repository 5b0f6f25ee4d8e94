/**
 * The company API: every operation with its method and path below `/api/v1`. The routes, the OpenAPI document and the
 * API's page all follow this table.
 */

import type { AuditRow } from "../../model/audit.ts"
import type { Report, ReportName } from "../../model/report.ts"
import { createApiKey, listApiKeys, revokeApiKey } from "../../operations/api-keys.ts"
import {
  archiveAppointmentType,
  createAppointmentType,
  listAppointmentTypes,
  readAppointmentType,
  updateAppointmentType,
} from "../../operations/appointment-types.ts"
import { bookAppointment, previewBooking } from "../../operations/appointments/book.ts"
import { cancelAppointment, previewCancel } from "../../operations/appointments/cancel.ts"
import { completeAppointment, markNoShow } from "../../operations/appointments/close.ts"
import { listAppointments, readAppointment } from "../../operations/appointments/read.ts"
import { previewMove, rescheduleAppointment } from "../../operations/appointments/reschedule.ts"
import { rotateManageLink } from "../../operations/appointments/rotate-manage-link.ts"
import { updateAppointment } from "../../operations/appointments/update.ts"
import { exportAudit, readAudit, readAuditEntry } from "../../operations/audit.ts"
import { readBoard } from "../../operations/board.ts"
import {
  checkCalendar,
  connectCalendar,
  disconnectCalendar,
  listCalendars,
} from "../../operations/calendars.ts"
import { createChannel, deleteChannel, listChannels } from "../../operations/channels.ts"
import { readCompany, removeLogo, updateCompany, uploadLogo } from "../../operations/company.ts"
import { addContact, recordConsent, removeContact, updateContact } from "../../operations/contacts.ts"
import { countDeliveries } from "../../operations/count-deliveries.ts"
import {
  createCustomer,
  deleteCustomer,
  exportCustomer,
  listCustomers,
  readCustomer,
  updateCustomer,
} from "../../operations/customers.ts"
import {
  listAllDeliveries,
  listDeliveries,
  readDelivery,
  recoverWebhookEndpoint,
  redeliverDelivery,
  testWebhookEndpoint,
} from "../../operations/deliveries.ts"
import { checkEmbedding } from "../../operations/embedding.ts"
import { listEvents, readEvent, streamEvents } from "../../operations/events.ts"
import { importAppointments } from "../../operations/imports/appointments.ts"
import { importCustomers } from "../../operations/imports/customers.ts"
import { importProviders } from "../../operations/imports/providers.ts"
import {
  archiveLocation,
  createLocation,
  listLocations,
  readLocation,
  updateLocation,
} from "../../operations/locations.ts"
import { listConsents, listOptOuts } from "../../operations/opt-outs.ts"
import { archivePlan, createPlan, listPlans, readPlan, updatePlan } from "../../operations/outreach-plans.ts"
import { previewPlan } from "../../operations/outreach-preview.ts"
import { listRuns, previewRun, readRun, startRun, stopRun } from "../../operations/outreach-runs.ts"
import { readHours, replaceHours } from "../../operations/provider-hours.ts"
import {
  archiveProvider,
  createProvider,
  listProviders,
  readProvider,
  updateProvider,
} from "../../operations/providers.ts"
import { readReadiness } from "../../operations/readiness.ts"
import {
  readBookingsReport,
  readLeadTimeReport,
  readNoShowsReport,
  readRequestsReport,
  readTextsReport,
  readUtilisationReport,
} from "../../operations/reports.ts"
import { cancelRequest } from "../../operations/scheduling-requests/cancel.ts"
import { createRequest, previewRequest } from "../../operations/scheduling-requests/create.ts"
import { listRequests, readRequest } from "../../operations/scheduling-requests/read.ts"
import { rotateLink, updateRequest } from "../../operations/scheduling-requests/update.ts"
import {
  changeOwnPassword,
  createResetLink,
  readOwnUser,
  resetPassword,
} from "../../operations/sign-in/account.ts"
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  removeUsersSecondFactor,
  renewRecoveryCodes,
} from "../../operations/sign-in/second-factor.ts"
import {
  createSession,
  endOwnSession,
  endOwnSessions,
  endSession,
  listOwnSessions,
} from "../../operations/sign-in/sessions.ts"
import { explainSlotsOperation } from "../../operations/slots/explain.ts"
import { type FoundSlots, findSlotsOperation } from "../../operations/slots/find-slots.ts"
import {
  advanceTestClock,
  freezeTestClock,
  readTestClock,
  runTestClock,
} from "../../operations/test-companies/clock.ts"
import { createTestCompany } from "../../operations/test-companies/create.ts"
import { readTestOutbox } from "../../operations/test-companies/outbox.ts"
import { listTexts, readText } from "../../operations/texts/log.ts"
import { addTimeOff, listTimeOff, removeTimeOff } from "../../operations/time-off.ts"
import { readTimeZones } from "../../operations/time-zones.ts"
import {
  createUser,
  deleteUser,
  endUserSessions,
  listUserSessions,
  listUsers,
  readUser,
  updateUser,
} from "../../operations/users.ts"
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  readWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from "../../operations/webhook-endpoints.ts"
import { encodeSlots } from "../encode-slots.ts"
import type { Mount } from "../mount.ts"
import type { RawBody } from "../raw-body.ts"
import { auditCsv } from "./audit-csv.ts"
import { reportCsv } from "./report-csv.ts"

const logoBody: RawBody = {
  field: "image",
  contentTypes: ["image/png", "image/jpeg", "image/webp"],
  limitBytes: 512 * 1024,
}

const calendars = "/providers/:id/calendars"
const outreach = "/scheduling-requests/:id/outreach"
const endpoint = "/webhook-endpoints/:id"
const delivery = `${endpoint}/deliveries/:deliveryId`

/** In JSON, and as a file for those who accept `text/csv`. */
const report = (name: ReportName, operation: Mount["operation"]): Mount => ({
  method: "GET",
  path: `/reports/${name}`,
  operation,
  csv: { name: `${name}.csv`, write: (result) => reportCsv(name, result as Report) },
})

export const companyMounts: readonly Mount[] = [
  { method: "GET", path: "/company", operation: readCompany },
  { method: "PUT", path: "/company", operation: updateCompany },
  { method: "GET", path: "/company/readiness", operation: readReadiness },
  { method: "PUT", path: "/company/logo", operation: uploadLogo, rawBody: logoBody },
  { method: "DELETE", path: "/company/logo", operation: removeLogo },

  { method: "GET", path: "/api-keys", operation: listApiKeys },
  { method: "POST", path: "/api-keys", operation: createApiKey },
  { method: "DELETE", path: "/api-keys/:id", operation: revokeApiKey },

  { method: "GET", path: "/users", operation: listUsers },
  { method: "POST", path: "/users", operation: createUser },
  { method: "GET", path: "/users/me", operation: readOwnUser },
  { method: "PUT", path: "/users/me/password", operation: changeOwnPassword },
  { method: "GET", path: "/users/me/sessions", operation: listOwnSessions },
  { method: "DELETE", path: "/users/me/sessions", operation: endOwnSessions },
  { method: "DELETE", path: "/users/me/sessions/:id", operation: endOwnSession },
  { method: "POST", path: "/users/me/second-factor", operation: beginSecondFactor },
  { method: "POST", path: "/users/me/second-factor/confirm", operation: confirmSecondFactor },
  { method: "POST", path: "/users/me/second-factor/recovery-codes", operation: renewRecoveryCodes },
  { method: "DELETE", path: "/users/me/second-factor", operation: removeSecondFactor },
  { method: "GET", path: "/users/:id", operation: readUser },
  { method: "PUT", path: "/users/:id", operation: updateUser },
  { method: "DELETE", path: "/users/:id", operation: deleteUser },
  { method: "GET", path: "/users/:id/sessions", operation: listUserSessions },
  { method: "DELETE", path: "/users/:id/sessions", operation: endUserSessions },
  { method: "POST", path: "/users/:id/reset-link", operation: createResetLink },
  { method: "DELETE", path: "/users/:id/second-factor", operation: removeUsersSecondFactor },
  { method: "GET", path: "/audit", operation: readAudit },
  {
    method: "GET",
    path: "/audit/export",
    operation: exportAudit,
    file: {
      name: "audit.csv",
      contentType: "text/csv; charset=utf-8; header=present",
      write: (pages) => auditCsv(pages as AsyncIterable<AuditRow[]>),
    },
  },
  { method: "GET", path: "/audit/:id", operation: readAuditEntry },

  report("utilisation", readUtilisationReport),
  report("bookings", readBookingsReport),
  report("lead-time", readLeadTimeReport),
  report("no-shows", readNoShowsReport),
  report("requests", readRequestsReport),
  report("texts", readTextsReport),

  { method: "POST", path: "/password-resets", operation: resetPassword },
  { method: "POST", path: "/sessions", operation: createSession },
  { method: "DELETE", path: "/sessions", operation: endSession },

  { method: "GET", path: "/channels", operation: listChannels },
  { method: "POST", path: "/channels", operation: createChannel },
  { method: "DELETE", path: "/channels/:id", operation: deleteChannel },

  { method: "GET", path: "/locations", operation: listLocations },
  { method: "POST", path: "/locations", operation: createLocation },
  { method: "GET", path: "/locations/:id", operation: readLocation },
  { method: "PUT", path: "/locations/:id", operation: updateLocation },
  { method: "DELETE", path: "/locations/:id", operation: archiveLocation },

  { method: "GET", path: "/appointment-types", operation: listAppointmentTypes },
  { method: "POST", path: "/appointment-types", operation: createAppointmentType },
  { method: "GET", path: "/appointment-types/:id", operation: readAppointmentType },
  { method: "PUT", path: "/appointment-types/:id", operation: updateAppointmentType },
  { method: "DELETE", path: "/appointment-types/:id", operation: archiveAppointmentType },

  { method: "GET", path: "/providers", operation: listProviders },
  { method: "POST", path: "/providers", operation: createProvider },
  { method: "GET", path: "/providers/:id", operation: readProvider },
  { method: "PUT", path: "/providers/:id", operation: updateProvider },
  { method: "DELETE", path: "/providers/:id", operation: archiveProvider },
  { method: "GET", path: "/providers/:id/hours", operation: readHours },
  { method: "PUT", path: "/providers/:id/hours", operation: replaceHours },
  { method: "GET", path: "/providers/:id/time-off", operation: listTimeOff },
  { method: "POST", path: "/providers/:id/time-off", operation: addTimeOff },
  { method: "DELETE", path: "/providers/:id/time-off/:timeOffId", operation: removeTimeOff },

  { method: "GET", path: calendars, operation: listCalendars },
  { method: "POST", path: calendars, operation: connectCalendar },
  { method: "DELETE", path: `${calendars}/:calendarId`, operation: disconnectCalendar },
  { method: "POST", path: `${calendars}/:calendarId/check`, operation: checkCalendar },

  { method: "GET", path: "/customers", operation: listCustomers },
  { method: "POST", path: "/customers", operation: createCustomer },
  { method: "GET", path: "/customers/:id", operation: readCustomer },
  { method: "PUT", path: "/customers/:id", operation: updateCustomer },
  { method: "DELETE", path: "/customers/:id", operation: deleteCustomer },
  { method: "GET", path: "/customers/:id/export", operation: exportCustomer },
  { method: "POST", path: "/customers/:id/contacts", operation: addContact },
  { method: "PUT", path: "/customers/:id/contacts/:contactId", operation: updateContact },
  { method: "DELETE", path: "/customers/:id/contacts/:contactId", operation: removeContact },
  { method: "POST", path: "/customers/:id/contacts/:contactId/consent", operation: recordConsent },

  {
    method: "POST",
    path: "/slots",
    operation: findSlotsOperation,
    encode: (found, take) => encodeSlots(found as FoundSlots, take),
  },
  { method: "POST", path: "/slots/explain", operation: explainSlotsOperation },
  { method: "GET", path: "/scheduling-requests", operation: listRequests },
  { method: "POST", path: "/scheduling-requests", operation: createRequest },
  { method: "POST", path: "/scheduling-requests/preview", operation: previewRequest },
  { method: "GET", path: "/scheduling-requests/:id", operation: readRequest },
  { method: "PUT", path: "/scheduling-requests/:id", operation: updateRequest },
  { method: "POST", path: "/scheduling-requests/:id/cancel", operation: cancelRequest },
  { method: "POST", path: "/scheduling-requests/:id/booking-link/rotate", operation: rotateLink },
  { method: "GET", path: "/time-zones", operation: readTimeZones },
  { method: "GET", path: "/board", operation: readBoard },
  { method: "GET", path: "/appointments", operation: listAppointments },
  { method: "POST", path: "/appointments", operation: bookAppointment },
  { method: "POST", path: "/appointments/preview", operation: previewBooking },
  { method: "GET", path: "/appointments/:id", operation: readAppointment },
  { method: "PUT", path: "/appointments/:id", operation: updateAppointment },
  { method: "POST", path: "/appointments/:id/reschedule", operation: rescheduleAppointment },
  { method: "POST", path: "/appointments/:id/reschedule/preview", operation: previewMove },
  { method: "POST", path: "/appointments/:id/cancel", operation: cancelAppointment },
  { method: "POST", path: "/appointments/:id/cancel/preview", operation: previewCancel },
  { method: "POST", path: "/appointments/:id/complete", operation: completeAppointment },
  { method: "POST", path: "/appointments/:id/no-show", operation: markNoShow },
  { method: "POST", path: "/appointments/:id/manage-link/rotate", operation: rotateManageLink },
  { method: "POST", path: "/imports/customers", operation: importCustomers },
  { method: "POST", path: "/imports/providers", operation: importProviders },
  { method: "POST", path: "/imports/appointments", operation: importAppointments },

  { method: "GET", path: "/events", operation: listEvents },
  { method: "GET", path: "/events/:id", operation: readEvent },
  { method: "GET", path: "/events/stream", operation: streamEvents, isStream: true },

  { method: "GET", path: "/outreach-plans", operation: listPlans },
  { method: "POST", path: "/outreach-plans", operation: createPlan },
  { method: "POST", path: "/outreach-plans/preview", operation: previewPlan },
  { method: "GET", path: "/outreach-plans/:id", operation: readPlan },
  { method: "PUT", path: "/outreach-plans/:id", operation: updatePlan },
  { method: "DELETE", path: "/outreach-plans/:id", operation: archivePlan },
  { method: "GET", path: "/outreach-runs", operation: listRuns },
  { method: "GET", path: outreach, operation: readRun },
  { method: "POST", path: outreach, operation: startRun },
  { method: "POST", path: `${outreach}/preview`, operation: previewRun },
  { method: "POST", path: `${outreach}/stop`, operation: stopRun },

  { method: "GET", path: "/texts", operation: listTexts },
  { method: "GET", path: "/texts/:id", operation: readText },
  { method: "GET", path: "/opt-outs", operation: listOptOuts },
  { method: "GET", path: "/consents", operation: listConsents },

  { method: "GET", path: "/webhook-endpoints", operation: listWebhookEndpoints },
  { method: "POST", path: "/webhook-endpoints", operation: createWebhookEndpoint },
  { method: "GET", path: endpoint, operation: readWebhookEndpoint },
  { method: "PUT", path: endpoint, operation: updateWebhookEndpoint },
  { method: "DELETE", path: endpoint, operation: deleteWebhookEndpoint },
  { method: "POST", path: `${endpoint}/rotate-secret`, operation: rotateWebhookSecret },
  { method: "POST", path: `${endpoint}/test`, operation: testWebhookEndpoint },
  { method: "POST", path: `${endpoint}/recover`, operation: recoverWebhookEndpoint },
  { method: "GET", path: "/webhook-deliveries", operation: listAllDeliveries },
  { method: "GET", path: `${endpoint}/deliveries`, operation: listDeliveries },
  { method: "GET", path: `${endpoint}/delivery-days`, operation: countDeliveries },
  { method: "GET", path: delivery, operation: readDelivery },
  { method: "POST", path: `${delivery}/redeliver`, operation: redeliverDelivery },

  { method: "POST", path: "/embedding/check", operation: checkEmbedding },

  { method: "POST", path: "/test-company", operation: createTestCompany },
  { method: "GET", path: "/test-clock", operation: readTestClock },
  { method: "POST", path: "/test-clock/advance", operation: advanceTestClock },
  { method: "POST", path: "/test-clock/freeze", operation: freezeTestClock },
  { method: "POST", path: "/test-clock/run", operation: runTestClock },
  { method: "GET", path: "/test-outbox", operation: readTestOutbox },
]
