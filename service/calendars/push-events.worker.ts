/**
 * Writes appointments and sessions of classes into providers' calendars: makes the events there match what is booked now, and tries again
 * until that is done. After a crash another worker does it when the lease ends; ids of events are stable, so that none is
 * written twice.
 */

import type { Block } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { type EventCopy, eventCopies, eventId, sessionCopy } from "../../domain/model/event-copy.ts"
import { nextWrite } from "../../domain/rules/calendars/calendar-timing.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { findCustomerName } from "../customers/customers.sql.ts"
import { findStaffedMinutes } from "../ledger/allocations.sql.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { findClassSession } from "../ledger/class-sessions.sql.ts"
import { openAccount } from "../ledger/open-account.ts"
import {
  findConnection,
  forgetEvent,
  listStoredEvents,
  type StoredEvent,
  storeEvent,
} from "../ledger/provider-calendars.sql.ts"
import {
  type LeasedPush,
  leasePushes,
  pushesDue,
  releaseOutdated,
  sessionMeantBy,
} from "../outbox/calendars-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { commitsAreDone, uncommittedRetryMs } from "../platform/pg/open-commits.ts"
import { type CalendarAccount, CalendarUnavailable, type RemoteEvent } from "../platform/ports/calendars.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"

export interface PushLimits {
  atOnce: number
  deadlineMs: number
  leaseMs: number
  pollMs: number
}

const defaultLimits: PushLimits = { atOnce: 16, deadlineMs: 20_000, leaseMs: 60_000, pollMs: 500 }

export function eventPushes(context: AppContext, own: Partial<PushLimits> = {}): Work<LeasedPush> {
  const { atOnce, deadlineMs, leaseMs, pollMs } = { ...defaultLimits, ...own }
  return {
    name: "push-events",
    atOnce,
    pollMs,
    lease: (most) => leasePushes(context.db, newLease(context, leaseMs), most),
    perform: (push) => writeEvents(context, push, deadlineMs),
  }
}

/** Writes the appointment, or the session, into the calendar as it is now. */
export async function writeEvents(context: AppContext, push: LeasedPush, deadlineMs: number): Promise<void> {
  await pushOne(context, push, deadlineMs)
  await releaseOutdated(context.db, push)
}

async function pushOne(context: AppContext, push: LeasedPush, deadlineMs: number): Promise<void> {
  const { companyId, calendarId, appointmentId } = push
  if (!(await commitsAreDone(context.db, companyId))) {
    const dueAt = context.clock.now() + uncommittedRetryMs
    await pushesDue.putBack(context.db, [{ work: push, dueAt, failures: push.failures }])
    return
  }
  const connection = await findConnection(context.db, companyId, calendarId)
  const sessionId = sessionMeantBy(appointmentId)
  const read =
    connection &&
    (await (sessionId === null
      ? readAppointment(context, push, connection)
      : readSession(context, companyId, sessionId, connection)))
  if (read === "untold") {
    const dueAt = context.clock.now() + uncommittedRetryMs
    await pushesDue.putBack(context.db, [{ work: push, dueAt, failures: push.failures }])
    return
  }
  if (!connection || !read) {
    await pushesDue.finish(context.db, [push])
    return
  }
  try {
    const account = openAccount(context, companyId, connection)
    await match(context, push, account, read(account.mark), AbortSignal.timeout(deadlineMs))
    await pushesDue.finish(context.db, [push])
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const failures = push.failures + 1
    const dueAt = nextWrite(failures, error.retryAfterSeconds, context.clock.now())
    await pushesDue.putBack(context.db, [{ work: push, dueAt, failures }])
    const fields = { job: "push-events", company_id: companyId, code: error.problem }
    context.log.warn(fields, "an appointment could not be written into its calendar yet")
  }
}

/** The state that the calendar is to have: no event where it is over, or the provider does not come. */
interface Wanted {
  copies: readonly EventCopy[]
  isOver: boolean
}

/** The wanted state, once the calendar's mark is known; null where no record has that id. */
type Read = (mark: string) => Wanted

interface OfProvider {
  provider_id: number
}

async function readAppointment(
  { db }: AppContext,
  { companyId, appointmentId }: LeasedPush,
  { provider_id }: OfProvider,
): Promise<Read | "untold" | null> {
  const appointment = await findAppointment(db, companyId, appointmentId)
  if (!appointment) return null
  // A change that can be taken back queues its pushes once it is announced.
  if (appointment.undo_hold_id) return "untold"
  // Staff may have moved the appointment to another provider: then its events leave this calendar.
  const comes = providerIdsOf(appointment).includes(provider_id)
  // Seats stand there as their session.
  const isOver = appointment.status === "cancelled" || appointment.session_id !== null || !comes
  const staffed = isOver ? [] : await findStaffedMinutes(db, companyId, appointmentId, provider_id)
  const blocks = staffed.length === 0 ? appointment.blocks : staffed.map(blockOf)
  const name = await findCustomerName(db, companyId, appointment.customer_id)
  return (mark) => ({ copies: eventCopies(mark, appointment, name, blocks), isOver })
}

async function readSession(
  { db }: AppContext,
  companyId: number,
  sessionId: number,
  { provider_id }: OfProvider,
): Promise<Read | null> {
  const session = await findClassSession(db, companyId, sessionId)
  if (!session) return null
  const isOver = session.status === "cancelled" || !providerIdsOf(session).includes(provider_id)
  return (mark) => ({ copies: [sessionCopy(mark, session)], isOver })
}

/** One event after the other, each remembered as soon as it stands, so that a failure loses nothing that was done. */
async function match(
  context: AppContext,
  { companyId, calendarId, appointmentId }: LeasedPush,
  account: CalendarAccount,
  { copies, isOver }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const stored = await listStoredEvents(context.db, companyId, calendarId, appointmentId)
  const store = (event: StoredEvent) => storeEvent(context.db, companyId, calendarId, appointmentId, event)
  // The steps of its type may have been fewer since.
  const most = Math.max(copies.length, ...stored.map(({ block }) => block + 1))
  for (let block = 0; block < most; block += 1) {
    const isGone = isOver || block >= copies.length
    const event = copies[block] ?? { ...copies[0]!, id: eventId(account.mark, appointmentId, block) }
    const before = stored.find((one) => one.block === block)
    if (isGone && !before) continue
    if (!before) await store({ block, remoteId: null, etag: null })
    // Writing the event finds out that one stands there, whose writing was cut short.
    const remote =
      isGone && isHeardOf(before)
        ? before
        : await context.calendars.put(account, event, heardOf(before), signal)
    if (!isGone) {
      await store({ block, ...remote })
      continue
    }
    await context.calendars.remove(account, remote, signal)
    await forgetEvent(context.db, companyId, calendarId, appointmentId, block)
  }
}

const isHeardOf = (event: StoredEvent | undefined): event is StoredEvent & RemoteEvent =>
  event !== undefined && event.remoteId !== null
const heardOf = (event: StoredEvent | undefined): RemoteEvent | null => (isHeardOf(event) ? event : null)

const blockOf = ({ start, end }: { start: number; end: number }): Block => ({
  start_time: isoOfMinute(start),
  end_time: isoOfMinute(end),
})
