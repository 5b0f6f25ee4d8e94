/** The time for which the messages and the events of a change wait, so that it can be taken back before anybody hears of it. */
import type { Actor } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import { invalid, type Refusal } from "../../model/errors.ts"
import { isTestCompany } from "../../model/test-company.ts"
import { type Intervals, normalized, subtract } from "../../time/intervals.ts"

/** The reason that this caller's changes are announced at once; null where they may wait. */
export function whyToldAtOnce(actor: Actor, seconds: number | undefined): Refusal | null {
  return seconds === undefined || actor.kind === "admin_user"
    ? null
    : invalid(
        "hold_messages_seconds",
        "is for people who are signed in to the console; leave it out with a key",
      )
}

/** The end of the wait, in epoch milliseconds: at most a start, old or new. Null where the change is announced at once. */
export function heldUntil(
  { companyId, now }: { companyId: number; now: number },
  seconds: number | undefined,
  starts: readonly Date[],
): number | null {
  // A test company's clock may stand, and then no waiting change would ever be announced.
  if (!seconds || isTestCompany(companyId)) return null
  const until = Math.min(now + seconds * 1_000, ...starts.map((start) => start.getTime()))
  return until > now ? until : null
}

export interface Minutes {
  resourceId: number
  start: number
  end: number
}

/** The part of the time before that the time after does not take: it is kept, so that it can be taken back. */
export function leftBy<Row extends Minutes>(before: readonly Row[], after: readonly Minutes[]): Row[] {
  return before.flatMap((row) => {
    const taken = after.filter(({ resourceId }) => resourceId === row.resourceId)
    const left = subtract(listOf([row]), normalized(listOf(taken)))
    return Array.from({ length: left.length / 2 }, (_, at) => ({
      ...row,
      start: left[2 * at]!,
      end: left[2 * at + 1]!,
    }))
  })
}

const listOf = (rows: readonly Minutes[]): Intervals =>
  Int32Array.from(rows.flatMap(({ start, end }) => [start, end]))

/** The appointment as it is when the change is taken back. What others have written down of it meanwhile stays. */
export const takenBack = (before: Appointment, now: number): Appointment => ({
  ...before,
  undo_hold_id: null,
  updated_at: new Date(now),
})
