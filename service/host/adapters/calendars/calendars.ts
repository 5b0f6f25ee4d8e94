/** Every kind of calendar behind one port. */
import type { CalendarKind } from "../../../../domain/model/provider-calendar.ts"
import type { ZoneFiles } from "../../../../domain/time/tzif.ts"
import type { CalendarAccount, Calendars } from "../../../platform/ports/calendars.ts"
import type { ConnectionGuard } from "../outbound/address-guard.ts"
import { caldav } from "./caldav.ts"
import { createCalendarHttp } from "./calendar-http.ts"
import type { CalendarOfKind } from "./calendar-kind.ts"
import { type GoogleAddresses, googleCalendar } from "./google.ts"
import { icsFeed } from "./ics.ts"
import { type MicrosoftAddresses, microsoftCalendar } from "./microsoft.ts"
import { createReaderThreads, type ReaderThreadsOptions } from "./reader-threads.ts"

export interface CalendarsOptions {
  guard: ConnectionGuard
  now(): number
  /** The zone rules to read files by; the bundled ones when left out. */
  zoneFiles?: ZoneFiles | null
  /** Other limits only in tests. */
  threads?: Pick<ReaderThreadsOptions, "threads" | "deadlineMs">
  /** Elsewhere only in tests. */
  google?: GoogleAddresses
  microsoft?: MicrosoftAddresses
}

const googleAddresses = {
  apiUrl: "https://www.googleapis.com",
  tokenUrl: "https://oauth2.googleapis.com/token",
}
const microsoftAddresses = {
  apiUrl: "https://graph.microsoft.com/v1.0",
  loginUrl: "https://login.microsoftonline.com",
}

export function createCalendars(options: CalendarsOptions): Calendars {
  const http = createCalendarHttp(options.guard)
  const threads = createReaderThreads({ zoneFiles: options.zoneFiles ?? null, ...options.threads })
  const jsonThreads = createReaderThreads({
    ...options.threads,
    zoneFiles: options.zoneFiles ?? null,
    threads: 1,
  })
  const tools = { http, threads, jsonThreads, now: options.now }
  const kinds = {
    caldav: caldav(tools),
    ics: icsFeed(tools),
    google: googleCalendar(tools, options.google ?? googleAddresses),
    microsoft: microsoftCalendar(tools, options.microsoft ?? microsoftAddresses),
  }
  // The settings themselves say of which kind they are, one line above every use.
  const kindOf = ({ settings }: CalendarAccount) => kinds[settings.kind] as CalendarOfKind<CalendarKind>
  return {
    read: (account, question, signal) => kindOf(account).read(account, question, signal),
    put: (account, event, known, signal) => kindOf(account).put(account, event, known, signal),
    remove: (account, event, signal) => kindOf(account).remove(account, event, signal),
    examine: (account, signal) => kindOf(account).examine(account, signal),
    close() {
      http.close()
      threads.close()
      jsonThreads.close()
    },
  }
}
