/** Writes the diary as the year would have: booked, some moved or cancelled, the past ones completed. */

import type { Actor } from "../../../domain/model/actor.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import type { SchedulingRequest } from "../../../domain/model/scheduling-request.ts"
import { nothingTaken } from "../../../domain/rules/resources/resources-at.ts"
import { dateOfDay } from "../../../domain/time/dates.ts"
import { msPerHour, msPerMinute } from "../../../domain/time/units.ts"
import { cancelAppointment } from "../../booking/cancel.ts"
import { completeAppointment, markNoShow } from "../../booking/close.ts"
import { nextAppointmentId, updateAppointment } from "../../ledger/appointments.sql.ts"
import { findRequest } from "../../ledger/scheduling-requests.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { write } from "../../platform/write.ts"
import { createRequest } from "../../requests/create-request.ts"
import { bookedAppointment, drawBooking, insertBooked, recordBooking } from "../../taking/record-booking.ts"
import { freeAllocations } from "../../taking/write-allocations.ts"
import type { Entry, Stage } from "./diary.ts"

type Fate = "completed" | "no_show" | "cancelled" | "scheduled"

const daysToBook = 30

/**
 * `eventsSince` (epoch milliseconds) is how far back events are kept: what was booked before it is written without.
 * Returns the customers and types that had a request, as `customer:type`: there is at most one open at a time.
 */
export async function keepDiary(
  context: AppContext,
  stage: Stage,
  entries: readonly Entry[],
  eventsSince: number,
  progress: (share: number) => void,
): Promise<Set<string>> {
  const asked = new Set<string>()
  const quarter = Math.ceil(entries.length / 4)
  for (const [nth, entry] of entries.entries()) {
    if (nth % quarter === 0) progress(nth / quarter / 4)
    const fate = fateOf(entry, stage)
    if (entry.bookedAt < eventsSince) await keepHistory(context, stage, entry, fate)
    else await liveThrough(context, stage, entry, { fate, eventsSince, asked })
  }
  return asked
}

function fateOf({ blocks }: Entry, { now, dice }: Stage): Fate {
  const isOver = blocks.at(-1)!.end * msPerMinute <= now
  const hasBegun = blocks[0]!.start * msPerMinute <= now
  if (!hasBegun || isOver) {
    if (dice.chance(0.05)) return "cancelled"
  }
  if (!isOver) return "scheduled"
  return dice.chance(0.04) ? "no_show" : "completed"
}

function judgedOf(entry: Entry, request: SchedulingRequest | null) {
  const { input, provider, location, blocks, durationOption } = entry
  const assigned = nothingTaken
  return { request, durationOption, answers: [], input, provider, location, blocks, assigned, crew: [] }
}

async function keepHistory(context: AppContext, stage: Stage, entry: Entry, fate: Fate): Promise<void> {
  const call = stage.cast.callAt(entry.bookedAt)
  const booking = { loaded: entry.loaded, judged: judgedOf(entry, null), notes: null, links: context }
  const booked = bookedAppointment(await nextAppointmentId(context.db), call, booking)
  await context.db.transaction(async (tx) => {
    insertBooked(tx, call.companyId, booked, booking)
    if (fate === "scheduled") return
    if (fate === "cancelled") freeAllocations(tx, call.companyId, booked.id)
    updateAppointment(tx, call.companyId, closed(booked, fate, entry, stage), booked)
  })
}

function closed(booked: Appointment, status: Fate, entry: Entry, stage: Stage): Appointment {
  const isCancelled = status === "cancelled"
  const at = new Date(
    isCancelled ? cancelTime(entry, stage, entry.bookedAt) : entry.blocks.at(-1)!.end * msPerMinute,
  )
  return {
    ...booked,
    status,
    version: 2,
    updated_at: at,
    ...(isCancelled ? { cancelled_at: at, cancelled_by: "api_key" } : {}),
  }
}

/** Between the booking and its start, and not in the future. */
function cancelTime({ bookedAt, blocks }: Entry, { now, dice }: Stage, earliest: number): number {
  const from = Math.max(bookedAt, earliest)
  const until = Math.min(now, blocks[0]!.start * msPerMinute)
  return Math.floor(from + dice.roll() * (until - from))
}

interface Life {
  fate: Fate
  eventsSince: number
  asked: Set<string>
}

async function liveThrough(context: AppContext, stage: Stage, entry: Entry, life: Life): Promise<void> {
  const { id } = await book(context, stage, entry, life)
  const atEnd = stage.cast.callAt(entry.blocks.at(-1)!.end * msPerMinute)
  if (life.fate === "completed") await completeAppointment.run(context, atEnd, { id })
  if (life.fate === "no_show") await markNoShow.run(context, atEnd, { id })
  if (life.fate !== "cancelled") return
  const at = cancelTime(entry, stage, life.eventsSince)
  await cancelAppointment.run(context, stage.cast.callAt(at), { id, reason: "The customer called." })
}

async function book(context: AppContext, stage: Stage, entry: Entry, life: Life) {
  const request = await askFirst(context, stage, entry, life)
  const call = { ...stage.cast.callAt(entry.bookedAt), ...(request ? { actor: linkOf(request) } : {}) }
  return write(context, call, "book_appointment", async (tx) => {
    const drawn = await drawBooking(tx, call.companyId, entry.loaded.type!.id)
    const booking = { loaded: entry.loaded, judged: judgedOf(entry, request), notes: null, links: context }
    const appointment = await recordBooking(tx, call, drawn, booking)
    const customerId = appointment.customer_id
    return { result: appointment, targetId: appointment.id, fields: [], customerId }
  })
}

const linkOf = ({ id, link_version }: SchedulingRequest): Actor => ({
  kind: "link",
  of: "request",
  id,
  linkVersion: link_version,
})

/** Repairs, and a third of the others, are booked through a link that was sent before. */
async function askFirst(
  context: AppContext,
  stage: Stage,
  entry: Entry,
  { eventsSince, asked }: Life,
): Promise<SchedulingRequest | null> {
  const { dice, cast } = stage
  const pair = pairOf(entry.customer.record.id, cast.typeIds[entry.typeName])
  const isAsked = entry.typeName === "repair" || (entry.durationOption === null && dice.chance(0.3))
  if (!isAsked || asked.has(pair)) return null
  asked.add(pair)
  const askedAt = Math.max(eventsSince, entry.bookedAt - dice.between(2, 60) * msPerHour)
  const { id } = await createRequest.run(context, cast.callAt(askedAt), {
    customer_id: entry.customer.record.id,
    appointment_type_id: cast.typeIds[entry.typeName],
    latest_date: dateOfDay(entry.day + daysToBook),
    external_ref: `deal-${2_000 + asked.size}`,
  })
  return findRequest(context.db, cast.companyId, id)
}

export const pairOf = (customerId: number, typeId: number) => `${customerId}:${typeId}`
