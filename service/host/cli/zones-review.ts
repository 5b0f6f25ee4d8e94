import { isoOfMinute } from "../../../domain/time/dates.ts"
import { isTaken, listShifted, moveShifted, type ShiftedItem } from "../../booking/review-zones.ts"
import { answer, type Command, companyIdOf, optionsOf } from "./command.ts"
import { withContext } from "./with-context.ts"

export const zonesReview: Command = {
  usage: "[--company ID] [--move] [--json]",
  example: "--company 1 --move",
  summary:
    "List future appointments, classes, holds and open offers whose zone's rules have changed since they were booked; --move keeps their wall-clock time",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      company: { type: "string" },
      move: { type: "boolean", default: false },
      json: { type: "boolean" },
    })
    const companyId = values.company === undefined ? null : companyIdOf(values.company)
    await withContext(settings(), async (context) => {
      const affected = await listShifted(context, companyId)
      const outcomes = values.move ? await moveShifted(context, affected) : null
      const rows = affected.map((each) => ({ ...rowOf(each), outcome: outcomes?.get(each) ?? "listed" }))
      const taken = affected.filter((each) => isTaken(outcomes?.get(each))).length
      const appointments = rows.filter((row) => "appointment_id" in row)
      const sessions = rows.filter((row) => "session_id" in row)
      const holds = rows.filter((row) => "hold_id" in row)
      const offers = rows.filter((row) => "offer_id" in row)
      answer(values.json, { appointments, sessions, holds, offers }, [
        ...rows.map(line),
        summary(rows.length, values.move, taken),
      ])
      if (taken > 0) process.exitCode = 1
    })
  },
}

function rowOf(item: ShiftedItem) {
  const { companyId, timezone, day } = item
  return {
    company_id: companyId,
    ...idOf(item),
    timezone,
    booked_for: isUnknown(item) ? null : clockText(day.bookedWall),
    now_shown_as: clockText(day.shownWall),
    start_time: isoOfMinute(day.start),
    start_time_by_wall_clock: isoOfMinute(day.startByWallClock),
  }
}

const isUnknown = (item: ShiftedItem) => "session" in item && item.isUnknown === true

function idOf(item: ShiftedItem) {
  if ("session" in item) return { session_id: item.session.id }
  if ("hold" in item) return { hold_id: item.hold.id }
  if ("offer" in item) return { offer_id: item.offer.id, entry_id: item.offer.entry_id }
  return { appointment_id: item.appointment.id }
}

/** `2026-12-02 09:00`, of minutes on a wall clock. */
const clockText = (wall: number) => isoOfMinute(wall).slice(0, 16).replace("T", " ")

type Row = ReturnType<typeof rowOf> & { outcome: string }

function line(row: Row): string {
  const { company_id, timezone, booked_for, now_shown_as } = row
  const what = nameOf(row)
  if (booked_for === null)
    return `company ${company_id}, ${what}: made before its clock was recorded, now shown as ${now_shown_as} in ${timezone}; ${row.start_time} (${row.outcome})`
  const change = `${row.start_time} → ${row.start_time_by_wall_clock}`
  return `company ${company_id}, ${what}: booked for ${booked_for} in ${timezone}, now shown as ${now_shown_as}; ${change} (${row.outcome})`
}

function nameOf(row: Row): string {
  if ("session_id" in row) return `session ${row.session_id}`
  if ("hold_id" in row) return `hold ${row.hold_id}`
  return "offer_id" in row ? `offer ${row.offer_id}` : `appointment ${row.appointment_id}`
}

function summary(affected: number, isMove: boolean, taken: number): string {
  if (affected === 0) return "Nothing to come is affected by a change of zone rules."
  if (!isMove) return `${affected} affected. Add --move to keep their wall-clock times.`
  return taken === 0
    ? "Their wall-clock times are kept."
    : `${taken} could not be moved, because their people or rooms have something else at that time. Reschedule these.`
}
