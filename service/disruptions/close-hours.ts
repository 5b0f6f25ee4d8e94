/** Closes hours that broke to booking: time off of those whom it takes, where they have none yet. */
import { minutesOut } from "../../domain/rules/disruption/outage.ts"
import { normalized, subtract } from "../../domain/time/intervals.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { noteHours } from "../company/note-hours.ts"
import { insertTimeOff } from "../company/provider-hours.sql.ts"
import { findProvider } from "../company/providers.sql.ts"
import type { Call } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { findClosing, findTimeOffMinutes, listWorkingAt, type WorkingThere } from "./disruptions.sql.ts"
import { type BrokenHours, outageOf } from "./load-hits.ts"

export interface Closed {
  providerId: number
  minutes: Int32Array
}

/** By provider, what is to be time off. */
export async function hoursToClose(db: Db, companyId: number, hours: BrokenHours): Promise<Closed[]> {
  const outage = outageOf(hours)
  const { providerId, locationId, from, to } = outage
  if (providerId !== null) {
    const off = normalized(await findTimeOffMinutes(db, companyId, providerId, { from, to }))
    return kept([{ providerId, minutes: subtract(Int32Array.from([from, to]), off) }])
  }
  const location = await findClosing(db, companyId, locationId!)
  const there = await listWorkingAt(db, companyId, locationId!, { from, to })
  const outOf = (provider: WorkingThere) => minutesOut(provider, location, outage)
  return kept(there.map((provider) => ({ providerId: provider.id, minutes: outOf(provider) })))
}

const kept = (closed: Closed[]) => closed.filter(({ minutes }) => minutes.length > 0)

export async function closeHours(
  tx: Tx,
  call: Call,
  closed: readonly Closed[],
  reason: string | null,
): Promise<void> {
  const { companyId, now } = call
  for (const { providerId, minutes } of closed) {
    for (let i = 0; i < minutes.length; i += 2) {
      const [start_at, end_at] = [minutes[i]!, minutes[i + 1]!].map(
        (minute) => new Date(minute * msPerMinute),
      )
      await insertTimeOff(tx, companyId, providerId, { start_at: start_at!, end_at: end_at!, reason }, now)
    }
    const provider = await findProvider(tx, companyId, providerId)
    if (provider && minutes.length > 0) await noteHours(tx, call, provider, ["time_off"])
  }
}
