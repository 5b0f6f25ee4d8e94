/** The routes of what a company sets up, itself, its people, numbers, locations, types and providers, and of its audit and reports. */

import type { AuditRow } from "../../../domain/model/audit.ts"
import { mostPictureBytes } from "../../../domain/model/picture.ts"
import type { Report, ReportName } from "../../../domain/model/report.ts"
import {
  checkCalendar,
  connectCalendar,
  disconnectCalendar,
  listCalendars,
} from "../../calendars/calendars.ts"
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from "../../calendars/keep-feeds.ts"
import {
  archiveAppointmentType,
  createAppointmentType,
  listAppointmentTypes,
  readAppointmentType,
  updateAppointmentType,
} from "../../company/appointment-types.ts"
import {
  removeProviderImage,
  removeTypeImage,
  uploadProviderImage,
  uploadTypeImage,
} from "../../company/change-picture.ts"
import { createChannel, deleteChannel, listChannels } from "../../company/channels.ts"
import { readCompany, removeLogo, updateCompany, uploadLogo } from "../../company/company.ts"
import {
  addCompanyTimeOff,
  listCompanyTimeOff,
  listHolidays,
  removeCompanyTimeOff,
} from "../../company/company-time-off.ts"
import {
  archiveLocation,
  createLocation,
  listLocations,
  readLocation,
  updateLocation,
} from "../../company/locations.ts"
import { readHours, replaceHours } from "../../company/provider-hours.ts"
import {
  archiveProvider,
  createProvider,
  listProviders,
  readProvider,
  updateProvider,
} from "../../company/providers.ts"
import {
  addResourceTimeOff,
  listResourceTimeOff,
  removeResourceTimeOff,
} from "../../company/resource-time-off.ts"
import {
  archiveResource,
  createResource,
  listResources,
  readResource,
  updateResource,
} from "../../company/resources.ts"
import { addTimeOff, listTimeOff, removeTimeOff } from "../../company/time-off.ts"
import {
  checkMailDomain,
  createMailDomain,
  deleteMailDomain,
  listMailDomains,
} from "../../messages/mail-domains.ts"
import { changeOwnPassword, createResetLink, readOwnUser, resetPassword } from "../../people/account.ts"
import { createApiKey, listApiKeys, revokeApiKey } from "../../people/api-keys.ts"
import { exportAudit, readAudit, readAuditEntry } from "../../people/audit.ts"
import { revokeConnectedApp } from "../../people/end-app.ts"
import { listConnectedApps } from "../../people/list-apps.ts"
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  removeUsersSecondFactor,
  renewRecoveryCodes,
} from "../../people/second-factor.ts"
import {
  createSession,
  endOwnSession,
  endOwnSessions,
  endSession,
  listOwnSessions,
} from "../../people/sessions.ts"
import {
  createUser,
  deleteUser,
  endUserSessions,
  listUserSessions,
  listUsers,
  readUser,
  updateUser,
} from "../../people/users.ts"
import { readReadiness } from "../../readiness/readiness.ts"
import {
  readBookingsReport,
  readClassesReport,
  readLeadTimeReport,
  readNoShowsReport,
  readRequestsReport,
  readTextsReport,
  readUtilisationReport,
} from "../../reports/reports.ts"
import type { Mount } from "../http/mount.ts"
import type { RawBody } from "../http/raw-body.ts"
import { readPagePreview } from "../public-page/page-preview.ts"
import { auditCsv } from "./audit-csv.ts"
import { reportCsv } from "./report-csv.ts"

const imageBody: RawBody = {
  field: "image",
  contentTypes: ["image/png", "image/jpeg", "image/webp"],
  limitBytes: mostPictureBytes,
}

const calendars = "/providers/:id/calendars"

/** In JSON, and as a file for those who accept `text/csv`. */
const report = (name: ReportName, operation: Mount["operation"]): Mount => ({
  method: "GET",
  path: `/reports/${name}`,
  operation,
  csv: { name: `${name}.csv`, write: (result) => reportCsv(name, result as Report) },
})

export const setUpMounts: readonly Mount[] = [
  { method: "GET", path: "/company", operation: readCompany },
  { method: "GET", path: "/company/page-preview", operation: readPagePreview },
  { method: "PUT", path: "/company", operation: updateCompany },
  { method: "GET", path: "/company/readiness", operation: readReadiness },
  { method: "PUT", path: "/company/logo", operation: uploadLogo, rawBody: imageBody },
  { method: "DELETE", path: "/company/logo", operation: removeLogo },

  { method: "GET", path: "/api-keys", operation: listApiKeys },
  { method: "POST", path: "/api-keys", operation: createApiKey },
  { method: "DELETE", path: "/api-keys/:id", operation: revokeApiKey },
  { method: "GET", path: "/connected-apps", operation: listConnectedApps },
  { method: "DELETE", path: "/connected-apps/:id", operation: revokeConnectedApp },

  { method: "GET", path: "/calendar-feeds", operation: listCalendarFeeds },
  { method: "POST", path: "/calendar-feeds", operation: createCalendarFeed },
  { method: "DELETE", path: "/calendar-feeds/:id", operation: deleteCalendarFeed },

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
  report("classes", readClassesReport),
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

  { method: "GET", path: "/mail-domains", operation: listMailDomains },
  { method: "POST", path: "/mail-domains", operation: createMailDomain },
  { method: "POST", path: "/mail-domains/:id/check", operation: checkMailDomain },
  { method: "DELETE", path: "/mail-domains/:id", operation: deleteMailDomain },

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
  {
    method: "PUT",
    path: "/appointment-types/:id/image",
    operation: uploadTypeImage,
    rawBody: imageBody,
  },
  { method: "DELETE", path: "/appointment-types/:id/image", operation: removeTypeImage },

  { method: "GET", path: "/company/time-off", operation: listCompanyTimeOff },
  { method: "POST", path: "/company/time-off", operation: addCompanyTimeOff },
  { method: "DELETE", path: "/company/time-off/:id", operation: removeCompanyTimeOff },
  { method: "GET", path: "/holidays", operation: listHolidays },

  { method: "GET", path: "/providers", operation: listProviders },
  { method: "POST", path: "/providers", operation: createProvider },
  { method: "GET", path: "/providers/:id", operation: readProvider },
  { method: "PUT", path: "/providers/:id", operation: updateProvider },
  { method: "DELETE", path: "/providers/:id", operation: archiveProvider },
  { method: "PUT", path: "/providers/:id/image", operation: uploadProviderImage, rawBody: imageBody },
  { method: "DELETE", path: "/providers/:id/image", operation: removeProviderImage },
  { method: "GET", path: "/providers/:id/hours", operation: readHours },
  { method: "PUT", path: "/providers/:id/hours", operation: replaceHours },
  { method: "GET", path: "/providers/:id/time-off", operation: listTimeOff },
  { method: "POST", path: "/providers/:id/time-off", operation: addTimeOff },
  { method: "DELETE", path: "/providers/:id/time-off/:timeOffId", operation: removeTimeOff },

  { method: "GET", path: "/resources", operation: listResources },
  { method: "POST", path: "/resources", operation: createResource },
  { method: "GET", path: "/resources/:id", operation: readResource },
  { method: "PUT", path: "/resources/:id", operation: updateResource },
  { method: "DELETE", path: "/resources/:id", operation: archiveResource },
  { method: "GET", path: "/resources/:id/time-off", operation: listResourceTimeOff },
  { method: "POST", path: "/resources/:id/time-off", operation: addResourceTimeOff },
  { method: "DELETE", path: "/resources/:id/time-off/:timeOffId", operation: removeResourceTimeOff },

  { method: "GET", path: calendars, operation: listCalendars },
  { method: "POST", path: calendars, operation: connectCalendar },
  { method: "DELETE", path: `${calendars}/:calendarId`, operation: disconnectCalendar },
  { method: "POST", path: `${calendars}/:calendarId/check`, operation: checkCalendar },
]
