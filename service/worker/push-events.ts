/**
 * Writes appointments into providers' calendars: makes the events there match the appointment as it is now, and tries again
 * until that is done. After a crash another worker does it when the lease ends; ids of events are stable, so that none is
 * written twice.
 */

import type { Appointment, Block } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { eventCopies, eventId } from "../../domain/model/event-copy.ts"
import { nextWrite } from "../../domain/rules/calendars/calendar-timing.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import type { AppContext } from "../context.ts"
import { openAccount } from "../operations/shared/open-account.ts"
import { type CalendarAccount, CalendarUnavailable, type RemoteEvent } from "../ports/calendars.ts"
import { findStaffedMinutes } from "../store/allocations.ts"
import { findAppointment } from "../store/appointments.ts"
import { findCustomerName } from "../store/customers.ts"
import { commitsAreDone, uncommittedRetryMs } from "../store/pg/open-commits.ts"
import {
  findConnection,
  forgetEvent,
  listStoredEvents,
  type StoredEvent,
  storeEvent,
} from "../store/provider-calendars.ts"
import { type LeasedPush, leasePushes, pushesDue, releaseOutdated } from "../store/queue/calendars-due.ts"
import { newLease } from "../store/queue/leases.ts"
import type { Work } from "./loop.ts"

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

/** Writes the appointment into the calendar as it is now. */
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
  const appointment = await findAppointment(context.db, companyId, appointmentId)
  if (!connection || !appointment) {
    await pushesDue.finish(context.db, [push])
    return
  }
  try {
    const account = openAccount(context, companyId, connection)
    // Staff may have moved the appointment to another provider: then its events leave this calendar.
    const comes = providerIdsOf(appointment).includes(connection.provider_id)
    const isOver = appointment.status === "cancelled" || !comes
    const staffed = isOver
      ? []
      : await findStaffedMinutes(context.db, companyId, appointmentId, connection.provider_id)
    const blocks = staffed.length === 0 ? appointment.blocks : staffed.map(blockOf)
    await match(context, push, account, { appointment, blocks, isOver }, AbortSignal.timeout(deadlineMs))
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

/** One event after the other, each remembered as soon as it stands, so that a failure loses nothing that was done. */
async function match(
  context: AppContext,
  { companyId, calendarId, appointmentId }: LeasedPush,
  account: CalendarAccount,
  { appointment, blocks, isOver }: { appointment: Appointment; blocks: readonly Block[]; isOver: boolean },
  signal: AbortSignal,
): Promise<void> {
  const stored = await listStoredEvents(context.db, companyId, calendarId, appointmentId)
  const name = await findCustomerName(context.db, companyId, appointment.customer_id)
  const copies = eventCopies(account.mark, appointment, name, blocks)
  const store = (event: StoredEvent) => storeEvent(context.db, companyId, calendarId, appointmentId, event)
  // The steps of its type may have been fewer since.
  const most = Math.max(copies.length, ...stored.map(({ block }) => block + 1))
  for (let block = 0; block < most; block += 1) {
    const isGone = isOver || block >= copies.length
    const event = copies[block] ?? { ...copies[0]!, id: eventId(account.mark, appointmentId, block) }
    const before = stored.find((one) => one.block === block)
    if (isGone && !before) continue
    if (!before) await store({ block, remoteId: null, etag: null })
    // Whether an event stands there whose writing was cut short is found out by writing it.
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
