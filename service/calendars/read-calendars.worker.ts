/**
 * Reads providers' calendars into the busy table, which searches read. Many are read side by side, each under a deadline.
 * A calendar that can't be read keeps its last times, and since when it fails is written beside it.
 */

import type { CalendarProblem } from "../../domain/model/calendar-problem.ts"
import { nextRead, readEveryMs } from "../../domain/rules/calendars/calendar-timing.ts"
import { minutesPerDay, utcDayOf } from "../../domain/time/units.ts"
import { findWindowDays, recordFailedRead, recordRead } from "../ledger/calendar-readings.sql.ts"
import { openAccount } from "../ledger/open-account.ts"
import { findConnection } from "../ledger/provider-calendars.sql.ts"
import { type LeasedRead, leaseReads, readsDue } from "../outbox/calendars-due.sql.ts"
import { tellAdmins } from "../outbox/queue-staff-mail.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { type CalendarReading, CalendarUnavailable } from "../platform/ports/calendars.ts"
import type { PutBack } from "../platform/queue/leases.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"

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

export function calendarReads(context: AppContext, own: Partial<ReadLimits> = {}): Work<LeasedRead> {
  const { atOnce, deadlineMs, leaseMs, pollMs } = { ...defaultLimits, ...own }
  return {
    name: "read-calendars",
    atOnce,
    pollMs,
    lease: (most) => leaseReads(context.db, newLease(context, leaseMs), most),
    perform: (read) => readCalendar(context, read, deadlineMs),
  }
}

export async function readCalendar(context: AppContext, read: LeasedRead, deadlineMs: number): Promise<void> {
  const { companyId, calendarId } = read
  const connection = await findConnection(context.db, companyId, calendarId)
  if (!connection) {
    await readsDue.finish(context.db, [read])
    return
  }
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
    const again = { work: read, dueAt: readAt + readEveryMs, failures: 0 }
    await putBackAnd(context, again, async (tx) => {
      await recordRead(tx, read, { readAt, found })
      // It failed before: staff see at once that it is mended.
      if (read.failures > 0) tx.hint({ channel: "events", companyId, stirs: true })
    })
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const now = context.clock.now()
    const failures = read.failures + 1
    const again = { work: read, dueAt: nextRead(failures, error.retryAfterSeconds, now), failures }
    await putBackAnd(context, again, (tx) => recordFailure(context, tx, read, error.problem, now))
    context.log.warn(
      { job: "read-calendars", company_id: companyId, code: error.problem },
      "a calendar could not be read",
    )
  }
}

/** The company's admins hear once of a calendar that no longer lets us in. */
async function recordFailure(
  context: AppContext,
  tx: Tx,
  { companyId, calendarId }: LeasedRead,
  problem: CalendarProblem,
  now: number,
): Promise<void> {
  const failing = await recordFailedRead(tx, { companyId, calendarId }, problem, now)
  if (failing?.failingSince.getTime() === now) tx.hint({ channel: "events", companyId, stirs: true })
  if (failing === null || problem !== "credentials") return
  const notice = { purpose: "calendar_lost", calendarId, provider: failing.provider } as const
  const once = `${calendarId}:${failing.failingSince.getTime()}`
  await tellAdmins(tx, context, companyId, { notice, once }, now)
}

/** Puts the calendar back into the queue and writes what came of the reading, where the lease still stands. */
async function putBackAnd(
  context: AppContext,
  again: PutBack<LeasedRead>,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if ((await readsDue.putBack(tx, [again])).length > 0) await record(tx)
  })
}

const foundIn = (
  { busy, version, unclear = undefined }: CalendarReading,
  providerId: number,
  untilMinute: number,
) => ({
  providerId,
  busy,
  version,
  unclear: unclear ?? null,
  untilMinute,
})
