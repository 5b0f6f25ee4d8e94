/** Writes down that time has become free, in the transaction that frees it, so that it is offered to those who wait. */
import type { ClassSession } from "../../domain/model/class-session.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import type { FreedBy, FreedTime } from "../../domain/model/freed-time.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import type { Tx } from "../platform/pg/database.ts"
import { anybodyWaits, enqueueFreed } from "./freed-due.sql.ts"

interface Freeing {
  companyId: number
  now: number
}

/** Writes nothing where the company has no waiting entries, and leaves out time that is over. */
export async function noteFreed(
  tx: Tx,
  { companyId, now }: Freeing,
  freed: readonly FreedTime[],
): Promise<void> {
  const ahead = freed.filter(({ from, to }) => to > from && to > minuteOf(now))
  if (ahead.length === 0 || !(await anybodyWaits(tx, companyId))) return
  for (const { providerId, from, to, source, waitMs = 0 } of ahead) {
    const row = { providerId, startMinute: Math.max(from, minuteOf(now)), endMinute: to, source }
    await enqueueFreed(tx, companyId, { ...row, dueAt: new Date(now + waitMs) }, now)
  }
}

/**
 * Time that a change has taken, in the transaction that takes it: a worker ends the open offers in it that a search offers
 * no more. Writes nothing where the company has no waiting entries.
 */
export const noteTaken = (
  tx: Tx,
  call: Freeing,
  taken: readonly Pick<FreedTime, "providerId" | "from" | "to">[],
): Promise<void> =>
  noteFreed(
    tx,
    call,
    taken.map(({ providerId, from, to }) => ({ providerId, from, to, source: "taken" })),
  )

/** So far ahead may an offer be that goes with its provider or its room. */
const offersAheadDays = 400

export const takenFromNow = (now: number, providerId: number | null): Parameters<typeof noteTaken>[2] => [
  { providerId, from: minuteOf(now), to: minuteOf(now) + offersAheadDays * minutesPerDay },
]

/** So far ahead are changes of hours and rooms looked at: who waits for later dates hears of what frees those. */
const daysAhead = 62

/** Hours, or a room, from now on: what exactly is free then is for the search to say. */
export const freedFromNow = (
  now: number,
  providerId: number | null,
  source: Extract<FreedBy, "hours" | "resource">,
): FreedTime[] => [{ providerId, from: minuteOf(now), to: minuteOf(now) + daysAhead * minutesPerDay, source }]

/** The time of what had both ends: a time off that was taken back, a hold that was not booked. */
export const freedSpan = (
  { start_at, end_at }: { start_at: Date; end_at: Date },
  providerId: number | null,
  source: Extract<FreedBy, "time_off" | "resource" | "hold" | "session" | "taken">,
): FreedTime[] => [{ providerId, from: minuteOf(start_at.getTime()), to: minuteOf(end_at.getTime()), source }]

/** The time of a session: its seats, and for other types its people's time once it is gone from there. */
export const freedBySession = (
  session: Pick<ClassSession, "start_at" | "end_at" | "provider_id" | "crew">,
): FreedTime[] => providerIdsOf(session).flatMap((id) => freedSpan(session, id, "session"))

/**
 * The time that a session or an appointment takes from its own people, and from others whose offers need its rooms or share
 * its plan.
 */
export const takenBySpan = ({ start_at, end_at }: { start_at: Date; end_at: Date }) => ({
  ...{ providerId: null, from: minuteOf(start_at.getTime()), to: minuteOf(end_at.getTime()) },
})

/** The days of an appointment, for each who did it. */
export const freedBlocks = (
  blocks: readonly { start_time: string; end_time: string }[],
  providerIds: readonly number[],
  source: FreedBy,
  waitMs = 0,
): FreedTime[] =>
  providerIds.flatMap((providerId) =>
    blocks.map(({ start_time, end_time }) => ({
      providerId,
      from: Date.parse(start_time) / msPerMinute,
      to: Date.parse(end_time) / msPerMinute,
      source,
      waitMs,
    })),
  )
