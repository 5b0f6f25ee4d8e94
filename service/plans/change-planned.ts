/**
 * Changes what staff and the day's plan say of a visit, under the locks of all whose time it is: a booking that plans the day
 * anew under the same locks sees it, or has moved the visit before.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { notFound } from "../../domain/model/errors.ts"
import { findAppointment, setPlanned } from "../ledger/appointments.sql.ts"
import { turnsAt } from "../ledger/turns-at-resources.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, found } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockAppointment } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { ProviderChanged } from "../taking/judge-steadily.ts"

/** Each is a booking that planned the visit anew between the read and the locks. */
const mostTries = 5

interface PlannedChange<Result> {
  operationName: string
  id: number
  fields: readonly string[]
  /** As it is to stand; the same appointment for no change. Throws the refusal. */
  change(appointment: Appointment): Appointment
  /** In the same transaction, after the change. */
  tell?(tx: Tx, changed: Appointment, before: Appointment): Promise<void>
  show(changed: Appointment, before: Appointment): Result
}

export async function changePlanned<Result>(
  context: AppContext,
  call: Call,
  wanted: PlannedChange<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(context, call, wanted)
    } catch (error) {
      if (tries >= mostTries || !(error instanceof ProviderChanged)) throw error
    }
  }
}

async function tryOnce<Result>(
  context: AppContext,
  call: Call,
  { operationName, id, fields, change, tell, show }: PlannedChange<Result>,
): Promise<Result> {
  const { companyId, now } = call
  const seen = found(await findAppointment(context.db, companyId, id), notFound("appointment"))
  const present = providerIdsOf(seen)
  using _turns = await turnsAt(context, present)
  return await write(context, call, operationName, async (tx) => {
    lockAppointment(tx, companyId, seen)
    const before = found(await findAppointment(tx, companyId, id), notFound("appointment"))
    if (String(providerIdsOf(before)) !== String(present)) throw new ProviderChanged()
    const changed = change(before)
    const isChanged = changed !== before
    const after = isChanged ? { ...changed, updated_at: new Date(now) } : before
    if (isChanged) {
      setPlanned(tx, companyId, after)
      await tell?.(tx, after, before)
      tx.hint({ channel: "events", companyId, stirs: true })
    }
    return {
      result: show(after, before),
      targetId: id,
      fields: isChanged ? fields : [],
      customerId: after.customer_id,
    }
  })
}
