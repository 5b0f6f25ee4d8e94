/**
 * Moves a test company's clock from one thing that is due to the next, and does each at its own time. The clock's place is
 * written before the work that is due there, and all of that work is queued in rows: so work that is cut short is found
 * again by the next one who moves the clock, who loses nothing of it and does nothing twice.
 */

import { setTimeout as pause } from "node:timers/promises"
import { Refusal } from "../../domain/model/errors.ts"
import {
  type DueKind,
  dueKinds,
  isTestCompany,
  type Ran,
  readingOf,
  type TestClock,
} from "../../domain/model/test-company.ts"
import { digestMinuteOfDay } from "../../domain/rules/mails/day-digest.ts"
import { nextFrozen } from "../../domain/rules/planning/freezing.ts"
import { failingUntil } from "../../domain/rules/webhooks/delivery-outcome.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { localToMinute, minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf, msPerMinute } from "../../domain/time/units.ts"
import { standingClock, testContext } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { found } from "../platform/operation.ts"
import { type Db, withoutDiskWaits } from "../platform/pg/database.ts"
import {
  type ClockLease,
  findNextDue,
  findTestClock,
  leaseClock,
  listEndedCodes,
  moveClock,
  type NextDue,
  releaseClock,
  renewClockLease,
} from "./test-clocks.sql.ts"

/** Longer than one thing that is due takes, by the host's clock: a webhook, ten seconds at most. */
const leaseMs = 30_000
/** How long a call waits for the one who has the clock: as a rule the worker, for a moment. */
const waitMs = 2_000
const lookAgainMs = 25
/** So that an answer comes in good time: then the clock stops on its way. */
const patienceMs = 20_000
const mostRan = 10_000

export interface RanAt extends Ran {
  /** Epoch milliseconds by the company's clock. */
  at: number
}

export interface Moved {
  clock: TestClock
  isDone: boolean
  ran: RanAt[]
}

/** Throws `test_company_needed` for a live company. */
export async function testClockOf(host: { db: Db }, companyId: number): Promise<TestClock> {
  const refusal = new Refusal("test_company_needed")
  if (!isTestCompany(companyId)) throw refusal
  return found(await findTestClock(host.db, companyId), refusal)
}

/**
 * Does everything that is due until `until`, by the company's clock, and leaves the clock there. Throws `test_clock_moving`
 * while another moves it.
 */
export const moveClockTo = (host: AppContext, companyId: number, until: number): Promise<Moved> =>
  underLease(host, companyId, waitMs, (mover) => mover.moveTo(until))

/**
 * Does everything that is due at this moment by the company's clock, and leaves the clock as it is. Throws `test_clock_moving`
 * at once while another moves it.
 */
export const catchUp = (host: AppContext, companyId: number): Promise<void> =>
  underLease(host, companyId, 0, (mover) => mover.catchUp())

/**
 * Runs a call of the company, and in a test company whose clock stands does what the call has made due, refused or not, before it
 * is answered: nothing else does until the clock is moved. Costs a live company nothing.
 */
export async function withDueDone<Result>(
  host: AppContext,
  companyId: number,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!isTestCompany(companyId)) return call()
  try {
    return await call()
  } finally {
    await doWhatIsDueNow(host, companyId)
  }
}

/** Never throws, since the call itself is done: what is left over here is done by the next one. */
async function doWhatIsDueNow(host: AppContext, companyId: number): Promise<void> {
  try {
    const clock = await findTestClock(host.db, companyId)
    if (clock === null || clock.running) return
    await underLease(host, companyId, waitMs, (mover) => mover.catchUp())
  } catch (error) {
    // The one who moves the clock finds what this call has queued.
    if (error instanceof Refusal && error.code === "test_clock_moving") return
    host.log.error({ err: error, job: "test-company", company_id: companyId }, "job failed")
  }
}

/** Runs `work` while nothing else moves the clock. `at` is what it shows. */
export const withClock = <Result>(
  host: AppContext,
  companyId: number,
  work: (at: number) => Promise<Result>,
): Promise<Result> => underLease(host, companyId, waitMs, ({ reading }) => work(reading))

interface Mover {
  reading: number
  moveTo(until: number): Promise<Moved>
  catchUp(): Promise<void>
}

async function underLease<Result>(
  host: AppContext,
  companyId: number,
  patienceMs: number,
  work: (mover: Mover) => Promise<Result>,
): Promise<Result> {
  const token = Buffer.from(host.random.bytes(12)).toString("base64url")
  const waitUntil = performance.now() + patienceMs
  let clock = await leaseClock(host.db, companyId, leaseNow(host, token))
  while (clock === null) {
    if (performance.now() >= waitUntil) throw new Refusal("test_clock_moving", { retryAfterSeconds: 1 })
    await pause(lookAgainMs)
    clock = await leaseClock(host.db, companyId, leaseNow(host, token))
  }
  try {
    return await work(moverOf(host, companyId, clock, token))
  } finally {
    await releaseClock(host.db, companyId, token)
  }
}

function leaseNow({ hostClock }: AppContext, token: string): ClockLease {
  const now = hostClock.now()
  return { token, now, until: now + leaseMs }
}

function moverOf(host: AppContext, companyId: number, clock: TestClock, token: string): Mover {
  // Writes that are lost with the server are lost with the clock's move, so the next mover does them anew. The answer waits for
  // the disk.
  const db = withoutDiskWaits(host.db)
  const reading = readingOf(clock, host.hostClock.now())
  const ran: RanAt[] = []

  async function runAt(at: number, kinds: ReadonlySet<DueKind>): Promise<void> {
    const context = testContext({ ...host, db }, standingClock(at))
    const happened = await host.testWorld.runDue(context, companyId, kinds, keepLease)
    ran.push(...happened.map((each) => ({ ...each, at })))
  }

  /** Webhooks go one after the other, and a receiver may be slow. */
  async function keepLease(): Promise<void> {
    if (!(await renewClockLease(db, companyId, leaseNow(host, token)))) throw new Refusal("test_clock_moving")
  }

  async function setTo(at: number): Promise<TestClock> {
    const lease = leaseNow(host, token)
    if (!(await db.transaction((tx) => moveClock(tx, companyId, lease, at))))
      throw new Refusal("test_clock_moving")
    return { at: new Date(at), since: new Date(lease.now), running: clock.running }
  }

  /** Codes end by being judged late, so nothing is done about them but to say so. */
  async function noteCodes(after: number, at: number): Promise<void> {
    const ended = await listEndedCodes(host.db, companyId, { after, until: at })
    ran.push(...ended.map((id): RanAt => ({ at, kind: "code_expired", id, outcome: "done" })))
  }

  return {
    reading,
    async catchUp() {
      const giveUpAt = performance.now() + patienceMs
      let due: Due | null = { at: reading, kinds: new Set(dueKinds) }
      while (due !== null && performance.now() <= giveUpAt) {
        await runAt(reading, due.kinds as ReadonlySet<DueKind>)
        // The work may have brought more: a webhook's last failure disables its endpoint, of which admins hear.
        due = await nextDueUntil(host, companyId, reading, reading)
      }
    },
    async moveTo(until) {
      const giveUpAt = performance.now() + patienceMs
      const isTooMuch = () => performance.now() > giveUpAt || ran.length >= mostRan
      let at = reading
      let left = await setTo(at)
      let due: Due | null = { at, kinds: new Set(dueKinds) }
      while (due !== null && !isTooMuch()) {
        const before = at
        at = Math.max(at, due.at)
        if (at > before) left = await setTo(at)
        if (due.kinds.has("codes")) await noteCodes(before, at)
        await runAt(at, due.kinds as ReadonlySet<DueKind>)
        due = await nextDueUntil(host, companyId, at, until)
      }
      const isDone = due === null
      if (isDone) {
        left = await setTo(until)
        // Calendars that are always fresh are read at the end, and not at every minute of the way.
        await runAt(until, new Set(["calendarReads"]))
      }
      return { clock: left, isDone, ran }
    },
  }
}

interface Due {
  /** May lie behind the clock: then it is due now. */
  at: number
  kinds: ReadonlySet<DueKind | "codes">
}

/** The next due work after `at`, and its time; null when that is after `until`, or there is none. */
async function nextDueUntil(
  { db }: AppContext,
  companyId: number,
  at: number,
  until: number,
): Promise<Due | null> {
  const failingMs = failingUntil(0)
  const next = await findNextDue(db, companyId, { now: at, failingMs })
  const times: [DueKind | "codes", number | null][] = [
    ["answers", timeOf(next.answers)],
    ["holds", timeOf(next.holds)],
    ["waiting", nextEndOfWaiting(next, at)],
    ["freed", timeOf(next.freed)],
    ["texts", timeOf(next.texts)],
    ["calendarWrites", timeOf(next.calendarWrites)],
    ["deliveries", timeOf(next.deliveries)],
    ["freezing", nextFrozen(next.freezings, at)],
    ["reminders", timeOf(next.reminders)],
    ["digests", nextDigest(next, at)],
    ["endpoints", next.firstFailure && failingUntil(next.firstFailure.getTime())],
    ["requests", nextEndOfDates(next, at)],
    ["codes", timeOf(next.codes)],
  ]
  const due = times.filter((time): time is [DueKind | "codes", number] => time[1] !== null)
  const first = Math.max(at, Math.min(...due.map(([, time]) => time)))
  if (due.length === 0 || first > until) return null
  const kinds = new Set(due.filter(([, time]) => time <= first).map(([kind]) => kind))
  // The work that follows from them at the same time.
  if (kinds.has("reminders") || kinds.has("freezing") || kinds.has("digests")) kinds.add("texts")
  if (kinds.has("answers")) kinds.add("freed").add("calendarWrites")
  if (kinds.has("holds")) kinds.add("freed")
  if (kinds.has("answers") || kinds.has("freed")) kinds.add("texts")
  if (tellsOfItself.some((kind) => kinds.has(kind))) kinds.add("deliveries")
  return { at: first, kinds }
}

/** Kinds of work that raise events. */
const tellsOfItself = ["requests", "endpoints", "answers", "waiting", "freed"] as const

const timeOf = (time: Date | null) => time?.getTime() ?? null

/** The next morning at which digests go; null where no provider wants one. */
function nextDigest({ wantsDigest, companyZone }: NextDue, at: number): number | null {
  if (!wantsDigest) return null
  const { day } = minuteToLocal(companyZone, minuteOf(at))
  const mornings = [day, day + 1].map(
    (each) => localToMinute(companyZone, each, digestMinuteOfDay) * msPerMinute,
  )
  return mornings.find((morning) => morning > at) ?? null
}

/** The next midnight at which the dates of an open request may be over; null without one. */
const nextEndOfDates = ({ firstLatestDate, zones }: NextDue, at: number) => endOf(firstLatestDate, zones, at)

/** The same of an entry of the waiting list, whose dates are on the company's calendar. */
const nextEndOfWaiting = ({ firstWaitingDate, companyZone }: NextDue, at: number) =>
  endOf(firstWaitingDate, [companyZone], at)

function endOf(latestDate: string | null, zones: readonly string[], at: number): number | null {
  if (latestDate === null) return null
  const lastDay = dayOfDate(latestDate)!
  const midnights = zones.map((zone) => {
    const today = minuteToLocal(zone, minuteOf(at)).day
    return localToMinute(zone, Math.max(today, lastDay) + 1, 0) * msPerMinute
  })
  return Math.min(...midnights)
}
