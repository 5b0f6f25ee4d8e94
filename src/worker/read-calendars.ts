/**
 * Keeps what providers' calendars say in the busy table, which searches read. Many are read side by side, each under a
 * deadline; one that can't be read keeps its last times, and how long it has failed is written beside it.
 */
import { openAccount } from "../operations/calendars/open-account.ts"
import { claimToken } from "../operations/claim-token.ts"
import type { House } from "../operations/house.ts"
import { type CalendarReading, CalendarUnavailable } from "../ports.ts"
import { nextRead, readEveryMs } from "../rules/calendar-timing.ts"
import {
  type ClaimedRead,
  claimReads,
  dropRead,
  findWindowDays,
  recordFailedRead,
  recordRead,
} from "../store/calendar-reads.ts"
import { findConnection } from "../store/provider-calendars.ts"
import type { Loop } from "./loop.ts"
import { type SideBySide, startSideBySide, workOff } from "./side-by-side.ts"

export interface ReadLimits {
  atOnce: number
  deadlineMs: number
  leaseMs: number
  pollMs: number
}

const defaultLimits: ReadLimits = { atOnce: 32, deadlineMs: 10_000, leaseMs: 30_000, pollMs: 1_000 }

const minutesPerDay = 1440
/** Jobs of several days, and dates of zones ahead of ours. */
const daysBeyondWindow = 32
/** So that what has not changed need not be read again only because a day has passed. */
const spareDays = 3

type Claimed = ClaimedRead & { token: string }

const jobOf = (house: House, own: Partial<ReadLimits>): SideBySide<Claimed> => {
  const limits = { ...defaultLimits, ...own }
  return {
    name: "read-calendars",
    atOnce: limits.atOnce,
    pollMs: limits.pollMs,
    async claim(most) {
      const token = claimToken(house)
      const claim = { token, now: house.clock.now(), leaseMs: limits.leaseMs, most }
      return (await claimReads(house.db, claim)).map((claimed) => ({ ...claimed, token }))
    },
    perform: (claimed) => readOne(house, claimed, limits.deadlineMs),
  }
}

/** Reads until it is stopped. */
export const startCalendarReads = (house: House, own: Partial<ReadLimits> = {}): Loop =>
  startSideBySide(house, jobOf(house, own))

/** Reads all that are due now. */
export const readDueCalendars = (house: House, own: Partial<ReadLimits> = {}): Promise<void> =>
  workOff(house, jobOf(house, own))

async function readOne(house: House, claimed: Claimed, deadlineMs: number): Promise<void> {
  const { companyId, calendarId, token } = claimed
  const connection = await findConnection(house.db, companyId, calendarId)
  if (!connection) return dropRead(house.db, claimed)
  const readAt = house.clock.now()
  const today = Math.floor(readAt / 86_400_000)
  const windowDays = (await findWindowDays(house.db, companyId, connection.provider_id)) + daysBeyondWindow
  const startMinute = (today - 2) * minutesPerDay
  const endMinute = (today + windowDays + spareDays) * minutesPerDay
  const isCovered = (connection.read_until_minute ?? 0) >= (today + windowDays) * minutesPerDay
  const known = isCovered ? connection.read_version : null
  try {
    const account = openAccount(house, companyId, connection)
    const signal = AbortSignal.timeout(deadlineMs)
    const reading = await house.calendars.read(
      account,
      { startMinute, endMinute, known, isLive: false },
      signal,
    )
    const found = reading === "unchanged" ? null : foundIn(reading, connection.provider_id, endMinute)
    await house.db.transaction((tx) =>
      recordRead(tx, claimed, { token, dueAt: readAt + readEveryMs }, { readAt, found }),
    )
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const now = house.clock.now()
    const dueAt = nextRead(claimed.failures + 1, error.retryAfterSeconds, now)
    await house.db.transaction((tx) => recordFailedRead(tx, claimed, { token, dueAt }, error.problem, now))
    house.log.warn(
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
