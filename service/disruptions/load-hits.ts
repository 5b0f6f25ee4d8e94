/**
 * The appointments that a broken day hits, each with the schedules as they will be: without the outage, and without all that
 * are hit. What is the same for all appointments of a type is read once for each type.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { type Choice, type Disruption, mostHits } from "../../domain/model/disruption.ts"
import { invalid } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import { serviceAddressOfMove } from "../../domain/rules/booking/judge-move.ts"
import { chainsOf } from "../../domain/rules/disruption/chains.ts"
import type { HitAppointment, Setting } from "../../domain/rules/disruption/hits.ts"
import { type Outage, withOutage } from "../../domain/rules/disruption/outage.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import type { MetSpan } from "../ledger/allocations.sql.ts"
import { listAppointments, listOfGroup } from "../ledger/appointments.sql.ts"
import { loadSchedules, type ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { withDrivingTimes, withKnownDrivingTimes } from "../slots/driving-times.ts"

/** How many days after the outage are searched, beside its own. */
const daysAfter = 14

export type BrokenHours = Pick<Disruption, "provider_id" | "location_id" | "start_at" | "end_at">

export const outageOf = ({ provider_id, location_id, start_at, end_at }: BrokenHours): Outage => ({
  providerId: provider_id,
  locationId: location_id,
  from: Math.floor(start_at.getTime() / msPerMinute),
  to: Math.ceil(end_at.getTime() / msPerMinute),
})

/** Local dates around the outage, and those to which appointments may be moved. The end is exclusive. */
export function datesAround({ from, to }: Outage): { firstDay: number; endDay: number } {
  const firstDay = Math.floor(from / minutesPerDay) - 1
  return { firstDay, endDay: Math.floor(to / minutesPerDay) + 1 + daysAfter }
}

/** The stretch, without what has ended: that is past changing. Empty where all of it has. */
export function meetsOf(hours: BrokenHours, now: number): MetSpan[] {
  const { providerId, locationId, from, to } = outageOf(hours)
  const present = Math.max(from, minuteOf(now))
  return present < to ? [{ providerId, locationId, from: present, until: to }] : []
}

/** In the order of their starts. Seats of a class are not among them: the class is moved as one. */
export async function findHits(db: Db, { companyId, now }: Call, hours: BrokenHours): Promise<Appointment[]> {
  const meets = meetsOf(hours, now)
  if (meets.length === 0) return []
  const found = await listAppointments(db, companyId, {
    ...{ statuses: ["scheduled", "pending"], providerId: null, customerId: null, locationId: null },
    ...{ from: null, to: null, updatedSince: null, meets, after: null, limit: mostHits + 1 },
  })
  if (found.length > mostHits) throw invalid("to", `expected hours that hit at most ${mostHits} appointments`)
  return withFollowing(
    db,
    { companyId, now },
    found.filter(({ cancels_at }) => cancels_at === null),
  )
}

/** Services that follow or precede a hit one in the same visit move with it, although the hours do not hit them. */
async function withFollowing(
  db: Db,
  { companyId, now }: Pick<Call, "companyId" | "now">,
  hit: readonly Appointment[],
): Promise<Appointment[]> {
  const hitIds = new Set(hit.map(({ id }) => id))
  const all = [...hit]
  for (const groupId of new Set(hit.flatMap(({ group_id }) => group_id ?? []))) {
    const group = (await listOfGroup(db, companyId, groupId)).filter(
      ({ status, cancels_at, start_at }) =>
        status === "scheduled" && cancels_at === null && start_at.getTime() > now,
    )
    for (const chain of chainsOf(group, (one) => one))
      if (chain.some(({ id }) => hitIds.has(id))) all.push(...chain.filter(({ id }) => !hitIds.has(id)))
  }
  return all.sort((a, b) => a.start_at.getTime() - b.start_at.getTime() || a.id - b.id)
}

export const settingOf = (choice: Choice | undefined, { location_id }: Appointment): Setting | null => {
  if (choice === undefined || choice.action === "propose") return null
  if (choice.action !== "move") return { action: choice.action }
  return {
    action: "move",
    providerId: choice.provider_id!,
    locationId: choice.location_id ?? location_id,
    start: Date.parse(choice.start_time!) / msPerMinute,
  }
}

interface ToLoad {
  appointments: readonly Appointment[]
  settings: ReadonlyMap<number, Setting | null>
  outage: Outage
  dates: { firstDay: number; endDay: number }
  /** In a transaction nothing outside is asked: throws `LegsNotAsked`. */
  isLocked: boolean
}

/** Appointments that stay where they are keep their time; all others' is free. */
export async function loadHits(
  context: AppContext,
  db: Db,
  call: Call,
  { appointments, settings, outage, dates, isLocked }: ToLoad,
): Promise<HitAppointment[]> {
  const stays = ({ id, status }: Appointment) => {
    const action = settings.get(id)?.action
    return action === "leave" || action === "offer_link" || status === "pending"
  }
  const movedIds = appointments.filter((one) => !stays(one)).map(({ id }) => id)
  const load = (question: Partial<ScheduleQuestion> & Pick<ScheduleQuestion, "typeId" | "blockCount">) =>
    loadSchedules(db, {
      ...{ companyId: call.companyId, ...dates, now: call.now, holdId: null },
      ...{ customerId: null, requestId: null, providerId: null, locationId: null, onlyWanted: false },
      ...{ movedAppointmentId: movedIds[0] ?? null, alsoMovedIds: movedIds.slice(1), anyProvider: true },
      ...question,
    })
  const ofType = new Map<number, LoadedSchedules>()
  for (const one of appointments) {
    const typeId = one.appointment_type_id
    const blockCount = Math.max(
      ...appointments
        .filter((each) => each.appointment_type_id === typeId)
        .map(({ blocks }) => blocks.length),
    )
    if (!ofType.has(typeId))
      ofType.set(typeId, withOutage(closeUnread(await load({ typeId, blockCount }), call.now), outage))
  }
  const loadOne = async (appointment: Appointment): Promise<HitAppointment> => {
    const whole = ofType.get(appointment.appointment_type_id)!
    const own = await load({
      typeId: appointment.appointment_type_id,
      blockCount: appointment.blocks.length,
      customerId: appointment.customer_id,
      requestId: appointment.scheduling_request_id,
      providerId: appointment.provider_id,
      onlyWanted: true,
    })
    const { providers, calendars, resources } = whole
    const merged = { ...own, providers, calendars, ...(resources ? { resources } : {}) }
    const address = serviceAddressOfMove(merged, appointment)
    const loaded = isLocked
      ? withKnownDrivingTimes(context, merged, address)
      : await withDrivingTimes(context, merged, address)
    return { appointment, loaded, setting: settings.get(appointment.id) ?? null }
  }
  return inParts(appointments, loadOne, isLocked ? appointments.length : atOnce)
}

/** Outside a transaction each takes a connection of its own. */
const atOnce = 4

async function inParts<From, To>(
  all: readonly From[],
  work: (one: From) => Promise<To>,
  size: number,
): Promise<To[]> {
  const done: To[] = []
  for (let at = 0; at < all.length; at += size)
    done.push(...(await Promise.all(all.slice(at, at + size).map(work))))
  return done
}
