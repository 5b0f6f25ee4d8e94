/** The end of a change that could be taken back: what it left is free, and everybody concerned hears of it. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { WaitingUndo } from "../../domain/model/undo.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { endUndoOf, listByIds } from "../ledger/appointments.sql.ts"
import { providersOf } from "../ledger/changed-together.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { type AnnouncingContext, announceChange } from "../messages/announce.ts"
import { findUndo, takeUndo } from "../outbox/undos-due.sql.ts"
import { audited } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { type Locks, lockInOrder } from "../platform/pg/locks.ts"
import type { Untold } from "../platform/tell-first.ts"
import { dropHold } from "./end-hold-early.ts"
import type { Caller } from "./record-booking.ts"
import { tellMoveLater } from "./record-change.ts"

/** These are the locks of everybody whose time a change has taken or left. */
export function locksOfUndo(
  { appointments }: WaitingUndo,
  present: readonly Appointment[],
): Omit<Locks, "companyId"> {
  const requestIds = appointments.flatMap(({ scheduling_request_id: id }) => (id === null ? [] : [id]))
  return {
    customerIds: inOrder(appointments.map(({ customer_id }) => customer_id)),
    requestIds: inOrder(requestIds),
    providerIds: providersOf([...appointments, ...present]),
    appointmentIds: inOrder(idsOf(appointments)),
  }
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

export const idsOf = (appointments: readonly Appointment[]): number[] => appointments.map(({ id }) => id)

/** Tells the change of an appointment that another change has met. Where the queue has it no more, the mark on the appointment is taken off. */
export async function endUndo(
  context: AppContext,
  companyId: number,
  { appointmentId, holdId }: Untold,
): Promise<void> {
  if (await tellUndo(context, companyId, holdId)) return
  const at = new Date(context.clock.now())
  await context.db.transaction(async (tx) => {
    endUndoOf(tx, companyId, { holdId, appointmentIds: [appointmentId], at })
  })
}

/** Announces the change, unless it was taken back or announced meanwhile. False where it is in the queue no more. */
export async function tellUndo(context: AppContext, companyId: number, holdId: number): Promise<boolean> {
  const now = context.clock.now()
  const seen = await findUndo(context.db, companyId, holdId)
  if (seen === null) return false
  const ids = idsOf(seen.appointments)
  const present = await listByIds(context.db, companyId, ids)
  await audited(context.db, now, async (tx) => {
    lockInOrder(tx, { companyId, ...locksOfUndo(seen, present) })
    if (!(await takeUndo(tx, companyId, holdId))) return
    await tell(tx, context, { companyId, actor: seen.actor, now }, seen)
  })
  return true
}

/** The event happened when the change was written. */
async function tell(
  tx: Tx,
  context: AnnouncingContext,
  call: Caller,
  { holdId, appointments, together, silentChannels }: WaitingUndo,
): Promise<void> {
  const { companyId } = call
  const at = new Date(call.now)
  const appointmentIds = idsOf(appointments)
  dropHold(tx, companyId, holdId)
  endUndoOf(tx, companyId, { holdId, appointmentIds, at })
  const present = await listByIds(tx, companyId, appointmentIds)
  const told: Appointment[] = []
  for (const before of appointments) {
    const moved = { ...present.find(({ id }) => id === before.id)!, updated_at: at }
    const customer = customerInEvent((await findCustomerForEvent(tx, companyId, before.customer_id))!)
    const requestId = moved.scheduling_request_id
    const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
    await tellMoveLater(tx, call, { appointment: before, moved, customer, request })
    told.push(moved)
  }
  // A series and a group are one customer's, who hears of all at once. Those who swap hear of their own.
  const heard = together === null ? told : [told[0]!]
  for (const one of heard) await announceChange(tx, context, call, one, { silent: silentChannels, together })
}
