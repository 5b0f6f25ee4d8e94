/** Reads a search's question into what to load and what to look for. */

import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import type { PartBegin, ServiceAddress } from "../../domain/model/availability.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { partBeginOf, type SlotQuestion } from "../../domain/model/slot-search.ts"
import { postalPart } from "../../domain/model/views.ts"
import type { Wish } from "../../domain/rules/availability/plan-search.ts"
import { blockMinutesOf, destinationOf } from "../../domain/rules/booking/judge-move.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { locateServiceAddress } from "../company/locate-address.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import type { ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, found } from "../platform/operation.ts"

const mostDays = 31

/**
 * For a move, everything but the dates follows from the appointment; staff may look at another provider or location, or with
 * `anyProvider` at all of them, unless the question names one.
 */
export async function readQuestion(
  context: AppContext,
  call: Call,
  question: SlotQuestion,
  { anyProvider = false, holdId = null }: { anyProvider?: boolean; holdId?: number | null } = {},
): Promise<{ ask: ScheduleQuestion; wish: Omit<Wish, "request">; moved: Appointment | null }> {
  const { firstDay, endDay } = rangeOf(question)
  const serviceAddress = await serviceAddressAsked(context, question)
  const override = isStaff(call.actor) && question.override_eligibility === true
  const range = { companyId: call.companyId, firstDay, endDay, onlyWanted: false, now: call.now, holdId }
  if (question.appointment_id !== undefined) {
    const moved = found(
      await findAppointment(context.db, call.companyId, question.appointment_id),
      notFound("appointment", "appointment_id"),
    )
    // Staff may propose for a pending appointment any time that a move of it could take.
    const isProposable = moved.status === "pending" && isStaff(call.actor)
    if (moved.status !== "scheduled" && !isProposable) throw new Refusal("appointment_not_scheduled")
    const asked = {
      providerId: (isStaff(call.actor) && question.provider_id) || null,
      locationId: (isStaff(call.actor) && question.location_id) || null,
    }
    // The plan decides who comes within a window.
    const isPlanned = moved.work_minutes !== null && !moved.keeps_provider
    const ofPlan = { ...destinationOf(moved, asked), providerId: asked.providerId }
    const destination = anyProvider ? asked : isPlanned ? ofPlan : destinationOf(moved, asked)
    const ask: ScheduleQuestion = {
      ...range,
      typeId: moved.appointment_type_id,
      customerId: moved.customer_id,
      requestId: moved.scheduling_request_id,
      ...destination,
      anyProvider,
      movedAppointmentId: moved.id,
      blockCount: moved.blocks.length,
    }
    return {
      moved,
      ask,
      wish: {
        ...wishFor(call, ask, serviceAddress, override),
        blockMinutes: blockMinutesOf(moved),
        seats: moved.seats,
        moves: true,
        present: {
          // A window keeps one provider, even when the plan names another.
          providerId: isPlanned && !anyProvider ? null : moved.provider_id,
          locationId: moved.location_id,
          start: moved.start_at.getTime() / msPerMinute,
        },
      },
    }
  }
  if (question.appointment_type_id === undefined) {
    throw invalid(
      "appointment_type_id",
      "is required unless appointment_id is given (expected an id, a whole number)",
    )
  }
  const ask: ScheduleQuestion = {
    ...range,
    typeId: question.appointment_type_id,
    customerId: question.customer_id ?? null,
    requestId: question.scheduling_request_id ?? null,
    providerId: question.provider_id ?? null,
    locationId: question.location_id ?? null,
    movedAppointmentId: null,
    blockCount: null,
  }
  const seats = question.seats ?? null
  return { ask, wish: { ...wishFor(call, ask, serviceAddress, override), seats }, moved: null }
}

/** The point at which the wanted part of an answer begins; null for the first. */
export function partBeginIn(ask: ScheduleQuestion, moreFrom: string | undefined): PartBegin | null {
  if (moreFrom === undefined) return null
  const begin = partBeginOf(moreFrom)
  if (begin.day >= ask.firstDay && begin.day < ask.endDay) return begin
  throw invalid("more_from", "expected more_from of an answer to the same question")
}

function rangeOf(question: SlotQuestion): { firstDay: number; endDay: number } {
  const firstDay = dayOfDate(question.start_date)!
  const endDay = dayOfDate(question.end_date)!
  if (endDay <= firstDay)
    throw invalid("end_date", "expected a date after start_date (end_date is exclusive)")
  if (endDay - firstDay > mostDays)
    throw invalid("end_date", `expected at most ${mostDays} days after start_date`)
  return { firstDay, endDay }
}

function wishFor(
  call: Call,
  ask: ScheduleQuestion,
  serviceAddress: ServiceAddress | null,
  overrideEligibility: boolean,
): Omit<Wish, "request"> {
  return {
    now: call.now,
    firstDay: ask.firstDay,
    endDay: ask.endDay,
    locationId: ask.locationId,
    providerId: ask.providerId,
    blockMinutes: null,
    serviceAddress,
    moves: false,
    overrideEligibility,
  }
}

/** The address or coordinates that came with the search. They are used for it alone and not saved. */
async function serviceAddressAsked(
  context: AppContext,
  question: SlotQuestion,
): Promise<ServiceAddress | null> {
  const latitude = question.latitude ?? question.address?.latitude
  const longitude = question.longitude ?? question.address?.longitude
  if ((latitude === undefined) !== (longitude === undefined)) {
    throw invalid(latitude === undefined ? "latitude" : "longitude", "latitude and longitude go together")
  }
  if (latitude === undefined)
    return question.address ? locateServiceAddress(context, postalPart(question.address)) : null
  return {
    point: { latitude, longitude: longitude! },
    postalCode: question.address?.postal_code ?? null,
    country: question.address?.country ?? null,
  }
}
