/** An account of any kind, as the port is given it, over adapters that may reach this machine. */

import type { EventCopy } from "../../domain/model/event-copy.ts"
import type { CalendarSettings } from "../../domain/model/provider-calendar.ts"
import { type CalendarsOptions, createCalendars } from "../../service/host/adapters/calendars/calendars.ts"
import { createAddressGuard, machineNames } from "../../service/host/adapters/outbound/address-guard.ts"
import { type CalendarAccount, CalendarUnavailable } from "../../service/platform/ports/calendars.ts"

export const openCalendars = (options: Partial<CalendarsOptions> = {}) =>
  createCalendars({
    guard: createAddressGuard({ resolve: machineNames, allowPrivate: true }),
    now: () => Date.parse("2027-03-01T12:00:00.000Z"),
    ...options,
  })

let calendarIds = 0

export function accountOf(settings: CalendarSettings, own: Partial<CalendarAccount> = {}): CalendarAccount {
  calendarIds += 1
  return {
    companyId: 1,
    calendarId: calendarIds,
    settings,
    writes: true,
    timezone: "America/Chicago",
    isZoneSet: true,
    unansweredBlocks: true,
    ownerEmail: "ana@example.com",
    mark: "ours0000000000aa",
    renewed: async () => {},
    ...own,
  }
}

export const grant = { clientId: "client", clientSecret: "hush", refreshToken: "refresh-1" }

const minuteOf = (instant: string) => Date.parse(instant) / 60_000

/** The first days of March 2027. */
export const question = {
  startMinute: minuteOf("2027-03-01T00:00Z"),
  endMinute: minuteOf("2027-03-08T00:00Z"),
  known: null,
  isLive: false,
}

export const copy: EventCopy = {
  id: "ours0000000000aa0000000001700",
  sequence: 0,
  title: "Boiler service – Sam Poe",
  location: "1 Main St",
  startAt: new Date("2027-03-02T15:00:00Z"),
  endAt: new Date("2027-03-02T16:00:00Z"),
  timezone: "America/Chicago",
  updatedAt: new Date("2027-03-01T12:00:00Z"),
}

/** Busy times as `03-02T15:00/16:00`, in UTC. */
export function shown(reading: { busy: Int32Array } | "unchanged"): string[] | "unchanged" {
  if (reading === "unchanged") return reading
  const text = (at: number) => new Date(at * 60_000).toISOString()
  return Array.from({ length: reading.busy.length / 2 }, (_, i) => {
    const [start, end] = [text(reading.busy[2 * i]!), text(reading.busy[2 * i + 1]!)]
    return `${start.slice(5, 16)}/${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11, 16) : end.slice(5, 16)}`
  })
}

/** The problem that the work comes to; null when it succeeds. */
export async function problemOf(work: Promise<unknown>): Promise<object | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const { problem, retryAfterSeconds } = error
    return retryAfterSeconds === null ? { problem } : { problem, retryAfterSeconds }
  }
}

/** A deadline that no test runs into. */
export const soon = () => AbortSignal.timeout(20_000)
