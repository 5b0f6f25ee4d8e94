/**
 * Keeps what providers' calendars say in the busy table, which searches read. Many are read side by side, each under a
 * deadline; one that can't be read keeps its last times, and how long it has failed is written beside it.
 */

import type { AppContext } from "../context.ts"
import { claimToken } from "../operations/claim-token.ts"
import { openAccount } from "../operations/shared/open-account.ts"
import { type CalendarReading, CalendarUnavailable } from "../ports.ts"
import { nextRead, readEveryMs } from "../rules/calendars/calendar-timing.ts"
import { findConnection } from "../store/provider-calendars.ts"
import {
  type ClaimedRead,
  claimReads,
  dropRead,
  findWindowDays,
  recordFailedRead,
  recordRead,
} from "../store/queue/calendar-reads.ts"
import { minutesPerDay, utcDayOf } from "../time/units.ts"
import type { Loop } from "./loop.ts"
import { type SideBySide, startSideBySide, workOff } from "./side-by-side.ts"

export interface ReadLimits {
  atOnce: number
  deadlineMs: number
  leaseMs: number
  pollMs: number
}

const defaultLimits: ReadLimits = { atOnce: 32, deadlineMs: 10_000, leaseMs: 30_000, pollMs: 1_000 }

/** Jobs of several days, and dates of zones ahead of ours. */
const daysBeyondWindow = 32
/** So that what has not changed need not be read again only because a day has passed. */
const spareDays = 3

type Claimed = ClaimedRead & { token: string }

const jobOf = (context: AppContext, own: Partial<ReadLimits>): SideBySide<Claimed> => {
  const limits = { ...defaultLimits, ...own }
  return {
    name: "read-calendars",
    atOnce: limits.atOnce,
    pollMs: limits.pollMs,
    async claim(most) {
      const token = claimToken(context)
      const claim = { token, now: context.clock.now(), leaseMs: limits.leaseMs, most }
      return (await claimReads(context.db, claim)).map((claimed) => ({ ...claimed, token }))
    },
    perform: (claimed) => readOne(context, claimed, limits.deadlineMs),
  }
}

/** Reads until it is stopped. */
export const startCalendarReads = (context: AppContext, own: Partial<ReadLimits> = {}): Loop =>
  startSideBySide(context, jobOf(context, own))

/** Reads all that are due now. */
export const readDueCalendars = (context: AppContext, own: Partial<ReadLimits> = {}): Promise<void> =>
  workOff(context, jobOf(context, own))

async function readOne(context: AppContext, claimed: Claimed, deadlineMs: number): Promise<void> {
  const { companyId, calendarId, token } = claimed
  const connection = await findConnection(context.db, companyId, calendarId)
  if (!connection) return dropRead(context.db, claimed)
  const readAt = context.clock.now()
  const today = utcDayOf(readAt)
  const windowDays = (await findWindowDays(context.db, companyId, connection.provider_id)) + daysBeyondWindow
  const startMinute = (today - 2) * minutesPerDay
  const endMinute = (today + windowDays + spareDays) * minutesPerDay
  const isCovered = (connection.read_until_minute ?? 0) >= (today + windowDays) * minutesPerDay
  const known = isCovered ? connection.read_version : null
  try {
    const account = openAccount(context, companyId, connection)
    const signal = AbortSignal.timeout(deadlineMs)
    const reading = await context.calendars.read(
      account,
      { startMinute, endMinute, known, isLive: false },
      signal,
    )
    const found = reading === "unchanged" ? null : foundIn(reading, connection.provider_id, endMinute)
    await context.db.transaction((tx) =>
      recordRead(tx, claimed, { token, dueAt: readAt + readEveryMs }, { readAt, found }),
    )
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const now = context.clock.now()
    const dueAt = nextRead(claimed.failures + 1, error.retryAfterSeconds, now)
    await context.db.transaction((tx) => recordFailedRead(tx, claimed, { token, dueAt }, error.problem, now))
    context.log.warn(
      { job: "read-calendars", company_id: companyId, code: error.problem },
      "a calendar could not be read",
    )
  }
}

const foundIn = ({ busy, version }: CalendarReading, providerId: number, untilMinute: number) => ({
  providerId,
  busy,
  version,
  untilMinute,
})
