import {
  checkCalendar,
  connectCalendar,
  disconnectCalendar,
  listCalendars,
} from "../../operations/calendars.ts"
import type { Mount } from "../mount.ts"

const all = "/providers/:id/calendars"

export const calendarMounts: readonly Mount[] = [
  { method: "GET", path: all, operation: listCalendars },
  { method: "POST", path: all, operation: connectCalendar },
  { method: "DELETE", path: `${all}/:calendarId`, operation: disconnectCalendar },
  { method: "POST", path: `${all}/:calendarId/check`, operation: checkCalendar },
]
