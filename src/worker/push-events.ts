/**
 * Writes appointments into providers' calendars: makes what stands there match the appointment as it is now, and tries again
 * until that is done. A crash in between leaves a lease that ends; ids are stable, so that nothing is written twice.
 */
import type { Appointment } from "../model/appointment.ts"
import { eventCopies } from "../model/event-copy.ts"
import { openAccount } from "../operations/calendars/open-account.ts"
import { claimToken } from "../operations/claim-token.ts"
import type { House } from "../operations/house.ts"
import { type CalendarAccount, CalendarUnavailable, type RemoteEvent } from "../ports.ts"
import { nextWrite } from "../rules/calendar-timing.ts"
import { findAppointment } from "../store/appointments.ts"
import { forgetEvent, listStoredEvents, type StoredEvent, storeEvent } from "../store/calendar-events.ts"
import { type ClaimedPush, claimPushes, finishPush, retryPush } from "../store/calendar-pushes.ts"
import { findCustomerName } from "../store/customers.ts"
import { findConnection } from "../store/provider-calendars.ts"
import type { Loop } from "./loop.ts"
import { type SideBySide, startSideBySide, workOff } from "./side-by-side.ts"

export interface PushLimits {
  atOnce: number
  deadlineMs: number
  leaseMs: number
  pollMs: number
}

const defaultLimits: PushLimits = { atOnce: 16, deadlineMs: 20_000, leaseMs: 60_000, pollMs: 500 }

const jobOf = (house: House, own: Partial<PushLimits>): SideBySide<ClaimedPush> => {
  const limits = { ...defaultLimits, ...own }
  return {
    name: "push-events",
    atOnce: limits.atOnce,
    pollMs: limits.pollMs,
    claim(most) {
      const token = claimToken(house)
      return claimPushes(house.db, { token, now: house.clock.now(), leaseMs: limits.leaseMs, most })
    },
    perform: (push) => pushOne(house, push, limits.deadlineMs),
  }
}

/** Writes until it is stopped. */
export const startEventPushes = (house: House, own: Partial<PushLimits> = {}): Loop =>
  startSideBySide(house, jobOf(house, own))

/** Writes all that is due now. */
export const pushDueEvents = (house: House, own: Partial<PushLimits> = {}): Promise<void> =>
  workOff(house, jobOf(house, own))

async function pushOne(house: House, push: ClaimedPush, deadlineMs: number): Promise<void> {
  const { companyId, calendarId, appointmentId } = push
  const connection = await findConnection(house.db, companyId, calendarId)
  const appointment = await findAppointment(house.db, companyId, appointmentId)
  if (!connection || !appointment) return finishPush(house.db, push)
  try {
    const account = openAccount(house, companyId, connection)
    await match(house, push, account, appointment, AbortSignal.timeout(deadlineMs))
    await finishPush(house.db, push)
  } catch (error) {
    if (!(error instanceof CalendarUnavailable)) throw error
    const dueAt = nextWrite(push.failures + 1, error.retryAfterSeconds, house.clock.now())
    await retryPush(house.db, push, error.problem, dueAt)
    const fields = { job: "push-events", company_id: companyId, code: error.problem }
    house.log.warn(fields, "an appointment could not be written into its calendar yet")
  }
}

/** One event after the other, each remembered as soon as it stands, so that a failure loses nothing that was done. */
async function match(
  house: House,
  { companyId, calendarId, appointmentId }: ClaimedPush,
  account: CalendarAccount,
  appointment: Appointment,
  signal: AbortSignal,
): Promise<void> {
  const stored = await listStoredEvents(house.db, companyId, calendarId, appointmentId)
  const name = await findCustomerName(house.db, companyId, appointment.customer_id)
  const copies = eventCopies(account.mark, appointment, name)
  const isOver = appointment.status === "cancelled"
  const store = (event: StoredEvent) => storeEvent(house.db, companyId, calendarId, appointmentId, event)
  for (const [block, event] of copies.entries()) {
    const before = stored.find((one) => one.block === block)
    if (isOver && !before) continue
    if (!before) await store({ block, remoteId: null, etag: null })
    // Whether an event stands there whose writing was cut short is found out by writing it.
    const remote =
      isOver && isHeardOf(before)
        ? before
        : await house.calendars.put(account, event, heardOf(before), signal)
    if (!isOver) {
      await store({ block, ...remote })
      continue
    }
    await house.calendars.remove(account, remote, signal)
    await forgetEvent(house.db, companyId, calendarId, appointmentId, block)
  }
}

const isHeardOf = (event: StoredEvent | undefined): event is StoredEvent & RemoteEvent =>
  event !== undefined && event.remoteId !== null
const heardOf = (event: StoredEvent | undefined): RemoteEvent | null => (isHeardOf(event) ? event : null)
