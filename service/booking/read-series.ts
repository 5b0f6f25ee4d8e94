/** Reads a series: every place in it, and the appointment that stands there. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { type Series, seriesView, showEvery } from "../../domain/model/series.ts"
import { iso } from "../../domain/model/views.ts"
import { minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../domain/time/units.ts"
import { listOfSeries } from "../ledger/appointments.sql.ts"
import { findSeries } from "../ledger/series.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { showWall } from "./show-series.ts"

export const readSeries = operation({
  name: "read_series",
  summary: "Read a series",
  noun: "Series",
  roles: staff,
  params: byId,
  result: seriesView,
  async run(context, call, { id }) {
    const [series, appointments] = await Promise.all([
      findSeries(context.db, call.companyId, id),
      listOfSeries(context.db, call.companyId, id),
    ])
    const { customer_id, appointment_type_id, timezone, every, walls, created_at } = found(
      series,
      notFound("series"),
    )
    return {
      id,
      customer_id,
      appointment_type: { id: appointment_type_id, name: appointments[0]!.type_name },
      every: showEvery(every),
      timezone,
      created_at: iso(created_at),
      occurrences: walls.map((wall, index) => {
        const one = appointments.find(({ series_index }) => series_index === index)
        return {
          index,
          ...showWall(wall),
          start_time: one ? iso(one.start_at) : null,
          status: one?.status ?? null,
          appointment_id: one?.id ?? null,
          is_moved: one ? wallOf(timezone, one.start_at) !== wall : false,
        }
      }),
    }
  },
})

/** The upcoming appointments of a series, soonest first. */
export async function upcomingOfSeries(
  { db }: Pick<AppContext, "db">,
  companyId: number,
  { seriesId, now }: { seriesId: number; now: number },
): Promise<Appointment[]> {
  const all = await listOfSeries(db, companyId, seriesId)
  return all
    .filter(({ status, start_at }) => status === "scheduled" && start_at.getTime() > now)
    .sort((a, b) => a.start_at.getTime() - b.start_at.getTime())
}

function wallOf(timezone: Series["timezone"], at: Date): number {
  const { day, minuteOfDay } = minuteToLocal(timezone, minuteOf(at.getTime()))
  return day * minutesPerDay + minuteOfDay
}
