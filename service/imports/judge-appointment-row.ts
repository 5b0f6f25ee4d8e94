/** Finds out what becomes of one row of appointments: what is there, and what would be booked. The judgement of both runs. */
import { crewIdsOf } from "../../domain/model/crew.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import {
  type AppointmentRow,
  type DateOrder,
  type FateReason,
  type RowResult,
  rowResult,
} from "../../domain/model/imports.ts"
import { isJustWritten, type LoadedSchedules } from "../../domain/model/schedules.ts"
import type { JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../domain/rules/booking/occupied.ts"
import { findNamed } from "../../domain/rules/imports/cells.ts"
import { judgeImport } from "../../domain/rules/imports/judge-appointment.ts"
import {
  createRegister,
  differences,
  findAttendee,
  type KnownCustomer,
  keyOf,
  refusedRow,
} from "../../domain/rules/imports/judge-customers.ts"
import { judgeOptOuts, type SaidEvents } from "../../domain/rules/imports/opt-outs.ts"
import { type ReadAppointment, readAppointment } from "../../domain/rules/imports/read-appointment.ts"
import { stateOf } from "../../domain/rules/imports/read-state.ts"
import { latestMinuteOf, minuteOf } from "../../domain/rules/imports/read-time.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { mergedByStart } from "../../domain/time/intervals.ts"
import { minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import { listOfSession } from "../ledger/appointments.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { marksOf } from "./imported-customers.ts"
import {
  customersWith,
  findImported,
  findOverlapping,
  type ImportedAppointment,
  type NamedLocation,
  type NamedRecords,
} from "./imports.sql.ts"
import { eventsSaid } from "./record-opt-outs.ts"

export interface RowCheck {
  records: NamedRecords
  now: number
  timezone: string | null
  order: DateOrder
  deliversEvents: boolean
  /** The time that earlier rows of a dry run would occupy. */
  earlier: {
    key: string
    providerId: number
    start: number
    end: number
    /** The session of a class, and the number of its seats. */
    seated?: { sessionId: number; seats: number }
  }[]
}

/** A row whose names and times are resolved. */
export interface ResolvedRow {
  read: ReadAppointment
  typeId: number
  providerId: number
  /** The crew, as the row names it. */
  otherIds: number[]
  /** True for a type that takes several providers. */
  takesSeveral: boolean
  location: NamedLocation
  startMinute: number
  endMinute: number | null
  /** As `RowResult.key`. */
  key: string
}

const skipped = (code: string, message: string): Partial<RowResult> & { fate: "skipped" } => ({
  fate: "skipped",
  reason: { code, message, field: null } satisfies FateReason,
})

/** The row with what its names and times stand for, or its result when it is skipped or refused for what it says. */
export function resolveRow(row: AppointmentRow, check: RowCheck): ResolvedRow | RowResult {
  try {
    const state = stateOf(row)
    // Nothing else of such a row is read.
    if (state === "cancelled") return rowResult(skipped("cancelled", "It was cancelled."))
    if (state === "past") return rowResult(skipped("past", "It is over."))
    return resolved(readAppointment(row, check.order), check)
  } catch (error) {
    if (error instanceof Refusal) return refusedRow(error)
    throw error
  }
}

function resolved(read: ReadAppointment, check: RowCheck): ResolvedRow | RowResult {
  const { records, now } = check
  // An export holds years of past appointments, whose types and providers may be gone.
  if (latestMinuteOf(read.start) * msPerMinute <= now) return rowResult(skipped("past", "It is over."))
  const providerId = findNamed(records.providers, "provider")(read.provider, "provider")
  const typeId = findNamed(records.types, "appointment type")(read.type, "appointment_type")
  const location = locationOf(read, providerId, records)
  const zone = check.timezone ?? location.timezone
  const startMinute = minuteOf(read.start, zone, "start_time")
  if (startMinute * msPerMinute <= now) return rowResult(skipped("past", "It is over."))
  const endMinute = read.end === null ? null : minuteOf(read.end, zone, "end_time")
  return {
    read,
    typeId,
    providerId,
    otherIds: read.otherProviders.map((name) =>
      findNamed(records.providers, "provider")(name, "other_providers"),
    ),
    takesSeveral: records.types.find(({ id }) => id === typeId)!.crew > 1,
    location,
    startMinute,
    endMinute: endMinute ?? (read.minutes === null ? null : startMinute + read.minutes),
    key: read.externalRef
      ? `ref:${read.externalRef}`
      : `at:${startMinute}:${providerId}:${keyOf(read.customer)}`,
  }
}

/** The location that the row names, else the only one, else the only one where the provider has hours. */
function locationOf({ location }: ReadAppointment, providerId: number, records: NamedRecords): NamedLocation {
  const byId = (id: number) => records.locations.find((each) => each.id === id)!
  if (location !== null) return byId(findNamed(records.locations, "location")(location, "location"))
  const active = records.locations.filter((each) => each.active)
  if (active.length === 1) return active[0]!
  const workplaces = records.workplaces.filter((each) => each.providerId === providerId)
  if (workplaces.length === 1) return byId(workplaces[0]!.locationId)
  throw invalid("location", "is needed, since the provider does not work at one location only")
}

/** The row's customer in `db`; a `Refusal` when several could be meant. */
export async function findRowsCustomer(
  db: Db,
  companyId: number,
  { read }: ResolvedRow,
): Promise<KnownCustomer | null | Refusal> {
  const known = await customersWith(db, companyId, marksOf([read.customer]))
  return findAttendee(createRegister(known), read.customer)
}

/** The key that the appointment is kept under, so that another run knows it. */
export const importKeyOf = ({ read, providerId, startMinute }: ResolvedRow, customerId: number): string =>
  read.externalRef ? `ref:${read.externalRef}` : `at:${customerId}:${providerId}:${startMinute}`

/** The result for an appointment that an earlier run has made. It stays where it was moved since. */
export function unchangedRow(row: ResolvedRow, present: ImportedAppointment): RowResult {
  const differs = [
    ...(present.start_at.getTime() === row.startMinute * msPerMinute ? [] : ["start_time"]),
    ...(present.provider_id === row.providerId ? [] : ["provider"]),
  ]
  return rowResult({ fate: "unchanged", id: present.id, differs, ...shownTimes(row) })
}

export const shownTimes = ({ key, startMinute, location }: ResolvedRow) => ({
  key,
  start_time: isoOfMinute(startMinute),
  timezone: location.timezone,
})

/** Everything that the row is judged by. A customer who is not there yet is null. */
export async function loadForRow(
  db: Db,
  companyId: number,
  row: ResolvedRow,
  customerId: number | null,
  now: number,
): Promise<LoadedSchedules> {
  const day = Math.floor(row.startMinute / minutesPerDay)
  return loadSchedules(db, {
    companyId,
    typeId: row.typeId,
    firstDay: day - 1,
    endDay: day + 2,
    customerId: customerId ?? 0,
    requestId: null,
    providerId: row.providerId,
    locationId: row.location.id,
    movedAppointmentId: null,
    blockCount: null,
    onlyWanted: true,
    now,
  })
}

/** The booking, or the result for one that cannot be made. */
export async function judgeBooking(
  db: Db,
  call: Call,
  row: ResolvedRow,
  loaded: LoadedSchedules,
): Promise<JudgedBooking | RowResult> {
  const { read, typeId, providerId, otherIds, location, startMinute, endMinute } = row
  const judged = judgeImport(loaded, {
    now: call.now,
    customerId: loaded.customer?.id ?? 0,
    typeId,
    providerId,
    otherIds,
    locationId: location.id,
    startMinute,
    endMinute,
    seats: read.seats,
    hasAddress: loaded.customer ? loaded.customer.address !== null : !!read.customer.address,
  })
  if (judged instanceof Refusal) return { ...refusedRow(judged), ...shownTimes(row) }
  if (judged.session) {
    const seated = await listOfSession(db, call.companyId, judged.session.id)
    const own = seated.find(({ customer_id }) => customer_id === loaded.customer?.id)
    return own ? unchangedRow(row, own) : judged
  }
  for (const id of [providerId, ...crewIdsOf(judged)]) {
    for (const block of occupiedBlocks(judged.input.type, judged.blocks)) {
      const met = await findOverlapping(db, call.companyId, id, block)
      if (met === null) continue
      const isSame =
        met.customer_id === loaded.customer?.id && met.start_at.getTime() === startMinute * msPerMinute
      if (isSame) return unchangedRow(row, met)
      const isJustTaken = isJustWritten(met.written_at?.getTime() ?? null, call.now)
      const refused = occupied(`appointment ${met.id}`, isJustTaken, id === providerId)
      return { ...refusedRow(refused), ...shownTimes(row) }
    }
  }
  return judged
}

function occupied(by: string, isJustTaken: boolean, isLead: boolean): Refusal {
  const code = isJustTaken ? "slot_taken" : "time_not_offered"
  return isLead
    ? new Refusal(code, { field: "start_time", message: `start_time: the provider has ${by} then` })
    : new Refusal(code, { field: "other_providers", message: `other_providers: one of them has ${by} then` })
}

/** The schedule with what earlier rows would occupy, by which the others of a crew are chosen. */
function withEarlier(loaded: LoadedSchedules, { earlier }: RowCheck): LoadedSchedules {
  const busyOf = (id: number) =>
    earlier
      .filter(({ providerId }) => providerId === id)
      .sort((a, b) => a.start - b.start)
      .flatMap(({ start, end }) => [start, end])
  const providers = loaded.providers.map((plan) => ({
    ...plan,
    busy: mergedByStart(plan.busy, Int32Array.from(busyOf(plan.id))),
  }))
  const seatsOf = (id: number) =>
    earlier.reduce((sum, { seated }) => (seated?.sessionId === id ? sum + seated.seats : sum), 0)
  const sessions = loaded.sessions?.map((one) => ({ ...one, seatsLeft: one.seatsLeft - seatsOf(one.id) }))
  return { ...loaded, providers, ...(sessions ? { sessions } : {}) }
}

/** The fate of a row, without writing anything. */
export async function judgeRow(
  { db, sealer }: AppContext,
  call: Call,
  check: RowCheck,
  sent: AppointmentRow,
): Promise<RowResult> {
  const row = resolveRow(sent, check)
  if ("fate" in row) return row
  const customer = await findRowsCustomer(db, call.companyId, row)
  if (customer instanceof Refusal) return { ...refusedRow(customer), ...shownTimes(row) }
  const result = await judgeOfCustomer(db, call, check, { row, customer })
  const said = await eventsSaid(db, sealer, call.companyId, [row.read.customer])
  return withCustomer(result, { row, customer, said })
}

/** The result with the message about the row's customer, whose record stays as it is where there is one. */
export function withCustomer(
  result: RowResult,
  { row, customer, said }: { row: ResolvedRow; customer: KnownCustomer | null; said: SaidEvents },
): RowResult {
  if (result.fate === "refused") return result
  const { customer: read } = row.read
  const { opted_out, differs } = judgeOptOuts(read, said)
  const others =
    customer === null ? [] : differences(read, customer).map((cell) => cellOfCustomer[cell] ?? cell)
  return {
    ...result,
    differs: [...new Set([...result.differs, ...others, ...differs])],
    in_notes: customer === null && result.fate === "made" ? read.beside.inNotes : [],
    opted_out,
  }
}

/** In a row of an appointment: whose id it is, and what the customer's notes would have, which are further numbers. */
const cellOfCustomer: Readonly<Record<string, string>> = { external_ref: "customer_ref", notes: "phone" }

async function judgeOfCustomer(
  db: Db,
  call: Call,
  check: RowCheck,
  { row, customer }: { row: ResolvedRow; customer: KnownCustomer | null },
): Promise<RowResult> {
  const customerId = customer?.id ?? null
  const present = await findImported(db, call.companyId, importKeyOf(row, customerId ?? 0))
  if (present) return unchangedRow(row, present)
  if (check.earlier.some(({ key }) => key === row.key)) {
    return rowResult({ fate: "unchanged", ...shownTimes(row) })
  }
  const loaded = await loadForRow(db, call.companyId, row, customerId, call.now)
  const judged = await judgeBooking(db, call, row, withEarlier(loaded, check))
  if ("fate" in judged) return judged
  if (judged.session) {
    const seated = { sessionId: judged.session.id, seats: judged.input.type.classes!.seats }
    const { start, end } = judged.session
    check.earlier.push({ key: row.key, providerId: row.providerId, start, end, seated })
    return rowResult({ fate: "made", ...shownTimes(row) })
  }
  const blocks = occupiedBlocks(judged.input.type, judged.blocks)
  const come = [row.providerId, ...crewIdsOf(judged)]
  const meets = (id: number) =>
    blocks.some((one) =>
      check.earlier.some(
        (other) => other.providerId === id && one.start < other.end && other.start < one.end,
      ),
    )
  const met = come.find(meets)
  if (met !== undefined) {
    const refused = occupied("an earlier row", true, met === row.providerId)
    return { ...refusedRow(refused), ...shownTimes(row) }
  }
  for (const providerId of come)
    for (const { start, end } of blocks) check.earlier.push({ key: row.key, providerId, start, end })
  return rowResult({ fate: "made", ...shownTimes(row) })
}
