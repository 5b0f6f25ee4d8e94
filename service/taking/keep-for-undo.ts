/**
 * Lets a change be taken back: the time that it left stays kept by a hold of kind `undo`, and the state before it is in the
 * queue of changes that are not announced yet. In the transaction of the change, under its locks.
 */
import { bookedBy } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import type { ChangedAppointment, WaitingUndo } from "../../domain/model/undo.ts"
import { heldUntil, leftBy } from "../../domain/rules/booking/held-messages.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { type ActiveRow, listActiveOf } from "../ledger/allocations.sql.ts"
import { insertUndoHold, nextHoldId } from "../ledger/holds.sql.ts"
import { enqueueUndo } from "../outbox/undos-due.sql.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Random } from "../platform/ports.ts"
import { occupy } from "./write-allocations.ts"

/** The state before the change. */
export interface Kept {
  holdId: number
  dueAt: Date
  before: readonly Appointment[]
  rows: readonly ActiveRow[]
}

/**
 * Reads the state before anything is written. Null where the change is announced at once: without seconds, in a test
 * company, and where others' rooms or a day's plan are changed with it, which could not be taken back with it.
 */
export async function keepBefore(
  tx: Tx,
  call: Call,
  seconds: number | undefined,
  parts: readonly { appointment: Appointment; judged: BookableTime }[],
): Promise<Kept | null> {
  const starts = parts.flatMap(({ appointment, judged }) => [
    appointment.start_at,
    new Date(judged.blocks[0]!.start * msPerMinute),
  ])
  const until = heldUntil(call, seconds, starts)
  if (until === null || parts.length === 0 || parts.some(({ judged }) => changesOthers(judged))) return null
  const before = parts.map(({ appointment }) => appointment)
  const ids = before.map(({ id }) => id)
  const [holdId, rows] = await Promise.all([nextHoldId(tx), listActiveOf(tx, call.companyId, ids)])
  return { holdId, dueAt: new Date(until), before, rows }
}

const changesOthers = ({ assigned, planned }: BookableTime) =>
  assigned.moved.length > 0 || (planned !== undefined && planned !== null && planned.changes.length > 0)

/** Once the change is written. Returns by what it is taken back. */
export async function keepForUndo(
  tx: Tx,
  call: Call,
  random: Random,
  { holdId, dueAt, before, rows }: Kept,
  { together, silent }: Pick<WaitingUndo, "together"> & { silent: WaitingUndo["silentChannels"] | undefined },
): Promise<NonNullable<ChangedAppointment["undo"]>> {
  const { companyId, actor, requestId, now } = call
  const [first] = before
  const hold = {
    ...first!,
    id: holdId,
    made_by: bookedBy(actor),
    created_at: new Date(now),
    expires_at: dueAt,
  }
  insertUndoHold(tx, companyId, hold)
  const present = await listActiveOf(
    tx,
    companyId,
    before.map(({ id }) => id),
  )
  for (const one of before) {
    const left = leftBy(
      rows.filter(({ appointmentId }) => appointmentId === one.id),
      present,
    )
    const owner = {
      ...{ appointmentId: null, holdId, sessionId: null, typeId: one.appointment_type_id },
      ...{ latitude: one.latitude, longitude: one.longitude, writtenAt: new Date(now), heldUntil: dueAt },
    }
    // None of it counts as an appointment of the day, and no booking gives it another room.
    const kept = left.map((row) => ({
      ...row,
      isPinned: true,
      jobStart: row.start,
      jobEnd: row.end,
      part: 1,
    }))
    occupy(tx, companyId, owner, kept)
  }
  const token = newUndoToken(random)
  enqueueUndo(tx, companyId, {
    ...{ holdId, tokenHash: tokenHash(token), appointments: before, together, actor, requestId, dueAt },
    allocationIds: rows.map(({ id }) => id),
    silentChannels: [...(silent ?? [])],
  })
  tx.hint({ channel: "events", companyId, stirs: true })
  return { token, until: dueAt.toISOString() }
}

export const newUndoToken = (random: Random): string =>
  `undo_${Buffer.from(random.bytes(24)).toString("base64url")}`
