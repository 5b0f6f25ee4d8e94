/** Takes a change back before anybody hears of it, as if it had not been made. What it left was kept for it. */
import type { z } from "zod"
import type { Appointment } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { undoneView, undoParams, type WaitingUndo } from "../../domain/model/undo.ts"
import { takenBack } from "../../domain/rules/booking/held-messages.ts"
import { findAppointment, listByIds, updateAppointment } from "../ledger/appointments.sql.ts"
import { findClassSession } from "../ledger/class-sessions.sql.ts"
import { findCancelByToken } from "../outbox/cancels-due.sql.ts"
import { findUndoByToken, takeUndo } from "../outbox/undos-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { dropHold } from "../taking/end-hold-early.ts"
import { idsOf, locksOfUndo } from "../taking/end-undo.ts"
import { freeing } from "../taking/give-time-back.ts"
import { ProviderChanged } from "../taking/judge-steadily.ts"
import { giveBackTime } from "../taking/record-change.ts"
import { takeBackCancel } from "../taking/record-reopening.ts"
import { takeTime } from "../taking/take-time.ts"
import { occupyAgain } from "../taking/write-allocations.ts"

export const undoChange = operation({
  name: "undo",
  summary: "Take a change back",
  description:
    "By the `undo` of the answer to a change that was made with `hold_messages_seconds`. Everything is as before: what it left was " +
    "kept, and nobody hears of either. 409 `too_late` once it is told, which another change of the same appointment does at once.",
  noun: "Appointments",
  roles: staff,
  refusals: ["too_late"],
  params: undoParams,
  result: undoneView,
  secret: true,
  async run(context, call, { token }) {
    const { companyId } = call
    const withLink = await linksAreSetUp(context, call)
    return takeTime(context, call, async () => {
      const hash = tokenHash(token)
      const [undo, cancelledId] = await Promise.all([
        findUndoByToken(context.db, companyId, hash),
        findCancelByToken(context.db, companyId, hash),
      ])
      if (cancelledId !== null) return { result: await takeBackWaiting(context, call, cancelledId, hash) }
      if (undo === null) throw new Refusal("too_late")
      const ids = idsOf(undo.appointments)
      const locks = locksOfUndo(undo, await listByIds(context.db, companyId, ids))
      return freeing({
        operation: "undo",
        locks,
        judge: async (db) => {
          const present = await listByIds(db, companyId, ids)
          if (present.some((one) => providerIdsOf(one).some((id) => !locks.providerIds!.includes(id))))
            throw new ProviderChanged()
          if (!(await sessionsStand(db, companyId, undo.appointments))) throw new Refusal("too_late")
          return { parts: [], request: null, appointment: present[0]!, present }
        },
        read: (tx) => takeUndo(tx, companyId, undo.holdId),
        async record(tx, { present }, isOurs) {
          if (!isOurs || isOver(context, call, undo.dueAt)) throw new Refusal("too_late")
          const back = takeBack(tx, call, undo, present)
          return {
            result: { appointments: back.map((one) => showAppointment(context, one, withLink)) },
            targetId: ids[0]!,
            fields: ["undo"],
            customerId: back[0]!.customer_id,
          }
        },
      })
    })
  },
})

/** A cancel that waits has freed nothing yet. */
async function takeBackWaiting(
  context: AppContext,
  call: Call,
  id: number,
  hash: string,
): Promise<z.input<typeof undoneView>> {
  const { companyId } = call
  const withLink = await linksAreSetUp(context, call)
  return write(context, call, "undo", async (tx) => {
    lockInOrder(tx, { companyId, appointmentId: id })
    const appointment = await findAppointment(tx, companyId, id)
    const waits = (await findCancelByToken(tx, companyId, hash)) === id
    if (!waits || isOver(context, call, appointment!.cancels_at!)) throw new Refusal("too_late")
    const back = takeBackCancel(tx, call, appointment!)
    return {
      result: { appointments: [showAppointment(context, back, withLink)] },
      targetId: id,
      fields: ["cancels_at"],
      customerId: back.customer_id,
    }
  })
}

/** The clock goes on while a call waits for its turn, and at the end what was kept is anybody's. */
const isOver = (context: AppContext, call: Call, end: Date) =>
  end.getTime() <= Math.max(call.now, context.clock.now())

/** True while the sessions that seats were taken from are unchanged. */
async function sessionsStand(db: Db, companyId: number, before: readonly Appointment[]): Promise<boolean> {
  for (const { session_id: id, start_at } of before) {
    const session = id === null ? null : await findClassSession(db, companyId, id)
    const stands = session?.status === "scheduled" && session.start_at.getTime() === start_at.getTime()
    if (id !== null && !stands) return false
  }
  return true
}

/** Frees what each takes now before any of them takes what it had. Seats were never given back. */
function takeBack(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  { holdId, appointments, allocationIds }: WaitingUndo,
  present: readonly Appointment[],
): Appointment[] {
  for (const one of present) giveBackTime(tx, companyId, one)
  dropHold(tx, companyId, holdId)
  occupyAgain(tx, companyId, allocationIds)
  const back = appointments.map((before) => {
    const is = present.find(({ id }) => id === before.id)!
    // Notes and answers that were written meanwhile stay.
    const { notes, notes_version, answers, external_ref, metadata } = is
    const restored = {
      ...takenBack(before, now),
      ...{ notes, notes_version, answers, external_ref, metadata },
    }
    updateAppointment(tx, companyId, restored, is)
    return restored
  })
  tx.hint({ channel: "events", companyId, stirs: true })
  return back
}
