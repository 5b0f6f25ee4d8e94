/**
 * Narrows the promised windows of days whose plan is fixed, and sends each customer one message. The same transaction writes
 * the hour and queues the message, so a worker that dies at any moment sends none twice and loses none.
 */
import { Refusal } from "../../domain/model/errors.ts"
import { isFrozenAt, narrowedWindow } from "../../domain/rules/planning/freezing.ts"
import { minuteOf, msPerMinute } from "../../domain/time/units.ts"
import { listToNarrow } from "../ledger/plans.sql.ts"
import { announcePlan } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { changePlanned } from "./change-planned.ts"

const mostAtOnce = 500

/** Narrows the windows of one company. Returns the ids of those that it narrowed. */
export async function narrowWindows(context: AppContext, companyId: number): Promise<number[]> {
  const narrowed: number[] = []
  for (;;) {
    const now = context.clock.now()
    const { visits, freezeMinute } = await listToNarrow(context.db, companyId, { now, most: mostAtOnce })
    const ids = visits
      .filter((one) => isFrozenAt(one.timezone, minuteOf(one.start_at.getTime()), freezeMinute, now))
      .map(({ id }) => id)
    const call: Call = { companyId, actor: { kind: "system" }, requestId: "freezing", now }
    let some = false
    for (const id of ids) {
      if (!(await narrowOne(context, call, { id, freezeMinute }))) continue
      narrowed.push(id)
      some = true
    }
    if (!some || visits.length < mostAtOnce) return narrowed
  }
}

/** False where it was cancelled, moved, narrowed or planned anew meanwhile: the next look finds it as it is then. */
async function narrowOne(
  context: AppContext,
  call: Call,
  { id, freezeMinute }: { id: number; freezeMinute: number },
): Promise<boolean> {
  const { now } = call
  const narrowing = changePlanned(context, call, {
    operationName: "narrow_window",
    id,
    fields: ["narrowed_window"],
    change(appointment) {
      const { status, planned_start_at, narrowed_start_at, timezone } = appointment
      const [start, end] = [appointment.start_at, appointment.end_at].map((at) => minuteOf(at.getTime())) as [
        number,
        number,
      ]
      const isOpen = status === "scheduled" && planned_start_at !== null && narrowed_start_at === null
      if (!isOpen || appointment.start_at.getTime() <= now || !isFrozenAt(timezone, start, freezeMinute, now))
        return appointment
      const hour = narrowedWindow({ start, end }, minuteOf(planned_start_at.getTime()))
      return {
        ...appointment,
        narrowed_start_at: new Date(hour.start * msPerMinute),
        narrowed_end_at: new Date(hour.end * msPerMinute),
      }
    },
    async tell(tx, changed) {
      const isSame =
        changed.narrowed_start_at!.getTime() === changed.start_at.getTime() &&
        changed.narrowed_end_at!.getTime() === changed.end_at.getTime()
      if (isSame) return
      const once = String(changed.version)
      const until = changed.start_at.getTime()
      await announcePlan(tx, context, call, changed, { question: "narrowed", once, until })
    },
    show: (changed, before) => changed !== before,
  })
  return narrowing.catch((error: unknown) => {
    if (error instanceof Refusal) return false
    throw error
  })
}
