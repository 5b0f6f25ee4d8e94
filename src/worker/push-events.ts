/**
 * Writes appointments into providers' calendars: makes what stands there match the appointment as it is now, and tries again
 * until that is done. A crash in between leaves a lease that ends; ids are stable, so that nothing is written twice.
 */

import type { AppContext } from "../context.ts"
import type { Appointment } from "../model/appointment.ts"
import { eventCopies } from "../model/event-copy.ts"
import { claimToken } from "../operations/claim-token.ts"
import { openAccount } from "../operations/shared/open-account.ts"
import { type CalendarAccount, CalendarUnavailable, type RemoteEvent } from "../ports.ts"
import { nextWrite } from "../rules/calendars/calendar-timing.ts"
import { findAppointment } from "../store/appointments.ts"
import { findCustomerName } from "../store/customers.ts"
import {
  findConnection,
  forgetEvent,
  listStoredEvents,
  type StoredEvent,
  storeEvent,
} from "../store/provider-calendars.ts"
import { type ClaimedPush, claimPushes, finishPush, retryPush } from "../store/queue/calendar-pushes.ts"
import type { Loop } from "./loop.ts"
import { type SideBySide, startSideBySide, workOff } from "./side-by-side.ts"

export interface PushLimits {
  atOnce: number
  deadlineMs: number
  leaseMs: number
  pollMs: number
}

const defaultLimits: PushLimits = { atOnce: 16, deadlineMs: 20_000, leaseMs: 60_000, pollMs: 500 }

const jobOf = (context: AppContext, own: Partial<PushLimits>): SideBySide<ClaimedPush> => {
  const limits = { ...defaultLimits, ...own }
  return {
    name: "push-events",
    atOnce: limits.atOnce,
    pollMs: limits.pollMs,
    claim(most) {
      const token = claimToken(context)
      return claimPushes(context.db, { token, now: context.clock.now(), leaseMs: limits.leaseMs, most })
    },
    perform: (push) => pushOne(context, push, limits.deadlineMs),
  }
}

/** Writes until it is stopped. */
export const startEventPushes = (context: AppContext, own: Partial<PushLimits> = {}): Loop =>
  startSideBySide(context, jobOf(context, own))

/** Writes all that is due now. */
export const pushDueEvents = (context: AppContext, own: Partial<PushLimits> = {}): Promise<void> =>
  workOff(context, jobOf(context, own))

async function pushOne(context: AppContext, push: ClaimedPush, deadlineMs: number): Promise<void> {
  const { companyId, calendarId, appointmentId } = push
  const connection = await findConnection(context.db, companyId, calendarId)
  const appointment = await findAppointment(context.db, companyId, appointmentId)
  if (!connection || !appointment) return finishPush(context.db, push)
  try {
    const account = openAccount(context, companyId, connection)
    await match(context, push, account, appointment, AbortSignal.timeout(deadlineMs))
    await finishPush(context.db, push)
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const dueAt = nextWrite(push.failures + 1, error.retryAfterSeconds, context.clock.now())
    await retryPush(context.db, push, error.problem, dueAt)
    const fields = { job: "push-events", company_id: companyId, code: error.problem }
    context.log.warn(fields, "an appointment could not be written into its calendar yet")
  }
}

/** One event after the other, each remembered as soon as it stands, so that a failure loses nothing that was done. */
async function match(
  context: AppContext,
  { companyId, calendarId, appointmentId }: ClaimedPush,
  account: CalendarAccount,
  appointment: Appointment,
  signal: AbortSignal,
): Promise<void> {
  const stored = await listStoredEvents(context.db, companyId, calendarId, appointmentId)
  const name = await findCustomerName(context.db, companyId, appointment.customer_id)
  const copies = eventCopies(account.mark, appointment, name)
  const isOver = appointment.status === "cancelled"
  const store = (event: StoredEvent) => storeEvent(context.db, companyId, calendarId, appointmentId, event)
  for (const [block, event] of copies.entries()) {
    const before = stored.find((one) => one.block === block)
    if (isOver && !before) continue
    if (!before) await store({ block, remoteId: null, etag: null })
    // Whether an event stands there whose writing was cut short is found out by writing it.
    const remote =
      isOver && isHeardOf(before)
        ? before
        : await context.calendars.put(account, event, heardOf(before), signal)
    if (!isOver) {
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
