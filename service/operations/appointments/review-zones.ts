/**
 * Future appointments whose zone has other rules than when they were booked: lists them, and moves them so that they keep
 * the wall-clock time that their customers know. For the operator, after zone data was replaced.
 */

import type { Appointment } from "../../../domain/model/appointment.ts"
import { customerInEvent } from "../../../domain/model/customer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { MinuteBlock } from "../../../domain/model/slot-search.ts"
import { minuteBlocksOf } from "../../../domain/rules/booking/judge-move.ts"
import {
  blocksByWallClock,
  firstShiftedDay,
  type ShiftedDay,
} from "../../../domain/rules/booking/wall-clock.ts"
import type { AppContext } from "../../context.ts"
import { findBlocks } from "../../store/allocations.ts"
import { findAppointment, listAppointments } from "../../store/appointments.ts"
import { listCompanyIds } from "../../store/companies.ts"
import { findCustomerForEvent } from "../../store/customers.ts"
import { lockAppointment } from "../../store/pg/locks.ts"
import { findRequest } from "../../store/scheduling-requests.ts"
import type { Call } from "../operation.ts"
import { keepWallClock } from "../shared/record-change.ts"
import { keepReminder } from "../shared/texts.ts"
import { write } from "../write.ts"

export interface ShiftedAppointment {
  companyId: number
  appointment: Appointment
  /** Its working days by today's rules of its zone. */
  blocks: MinuteBlock[]
  day: ShiftedDay
}

/** The affected appointments that have not started, of one company or of all (null), soonest first in each company. */
export async function listShifted(
  context: AppContext,
  companyId: number | null,
): Promise<ShiftedAppointment[]> {
  const companyIds = companyId === null ? await listCompanyIds(context.db) : [companyId]
  const found: ShiftedAppointment[] = []
  for (const id of companyIds) {
    for await (const appointment of futureAppointments(context, id)) {
      const blocks = blocksByWallClock(appointment)
      if (blocks)
        found.push({ companyId: id, appointment, blocks, day: firstShiftedDay(appointment, blocks) })
    }
  }
  return found
}

const pageSize = 1_000

async function* futureAppointments(context: AppContext, companyId: number): AsyncGenerator<Appointment> {
  // The list begins after this pair: a start just now has no appointment left to move.
  let after: readonly [number, number] = [context.clock.now(), Number.MAX_SAFE_INTEGER]
  for (;;) {
    const page = await listAppointments(context.db, companyId, { ...scheduled, after, limit: pageSize })
    // A seat goes with its session.
    yield* page.filter(({ session_id }) => session_id === null)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = [last.start_at.getTime(), last.id]
  }
}

const scheduled = {
  statuses: ["scheduled"],
  providerId: null,
  customerId: null,
  locationId: null,
  from: null,
  to: null,
  updatedSince: null,
} as const

/** `slot_taken`: the provider has something else at the wall-clock time. `changed`: somebody changed it meanwhile. */
export type MoveOutcome = "moved" | "slot_taken" | "changed"

/**
 * Moves the appointments, each with its event and its pushes to calendars. Customers get no text, because the time that
 * they know stays.
 */
export async function moveShifted(
  context: AppContext,
  shifted: readonly ShiftedAppointment[],
): Promise<Map<ShiftedAppointment, MoveOutcome>> {
  const outcomes = new Map<ShiftedAppointment, MoveOutcome>()
  let waiting = inOrderOfMoves(shifted)
  for (;;) {
    for (const each of waiting) outcomes.set(each, await moveOne(context, each))
    const taken = waiting.filter((each) => outcomes.get(each) === "slot_taken")
    // A move may have freed the time that another one waits for.
    if (taken.length === 0 || taken.length === waiting.length) return outcomes
    waiting = taken
  }
}

/** Of a provider's neighbouring appointments the one in front moves first, so that it makes room for the next. */
function inOrderOfMoves(shifted: readonly ShiftedAppointment[]): ShiftedAppointment[] {
  const isLater = ({ day }: ShiftedAppointment) => day.startByWallClock > day.start
  return [...shifted.filter(isLater).reverse(), ...shifted.filter((each) => !isLater(each))]
}

async function moveOne(
  context: AppContext,
  { companyId, appointment: seen }: ShiftedAppointment,
): Promise<MoveOutcome> {
  const call: Call = {
    companyId,
    actor: { kind: "system" },
    requestId: "cli",
    now: context.clock.now(),
  }
  try {
    return await write(context, call, "keep_wall_clock", async (tx) => {
      lockAppointment(tx, companyId, seen)
      const appointment = (await findAppointment(tx, companyId, seen.id))!
      const isAsSeen = appointment.version === seen.version
      const blocks =
        isAsSeen && appointment.start_at.getTime() > call.now ? blocksByWallClock(appointment) : null
      if (blocks) {
        const occupied = shiftedLike(appointment, await findBlocks(tx, companyId, seen.id), blocks)
        const customer = customerInEvent((await findCustomerForEvent(tx, companyId, seen.customer_id))!)
        const requestId = appointment.scheduling_request_id
        const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
        const moved = await keepWallClock(tx, call, { appointment, blocks, occupied, customer, request })
        await keepReminder(tx, companyId, { before: appointment, moved }, call.now)
      }
      const fields = blocks ? ["start_time"] : []
      return {
        result: blocks ? "moved" : "changed",
        targetId: seen.id,
        fields,
        customerId: blocks ? seen.customer_id : null,
      }
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === "slot_taken") return "slot_taken"
    throw error
  }
}

/** The occupied time around the new working days: the buffers that the appointment was booked with stay. */
function shiftedLike(
  appointment: Appointment,
  occupied: Awaited<ReturnType<typeof findBlocks>>,
  blocks: readonly MinuteBlock[],
) {
  // A job in steps has one day, and all its stretches keep their distance from its start.
  if (occupied.length > blocks.length) {
    const shift = blocks[0]!.start - minuteBlocksOf(appointment)[0]!.start
    return occupied.map(({ start, end, jobStart, jobEnd, part }) => ({
      ...{ start: start + shift, end: end + shift },
      ...{ jobStart: jobStart + shift, jobEnd: jobEnd + shift },
      part: part ?? 0,
    }))
  }
  return blocks.map(({ start, end }, day) => {
    const was = occupied[day]!
    return {
      start: start - (was.jobStart - was.start),
      end: end + (was.end - was.jobEnd),
      jobStart: start,
      jobEnd: end,
    }
  })
}
