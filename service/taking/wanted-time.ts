/** The time that a booking or a move wants: what is read to judge it, and to say why it is refused. */

import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment, bookInput } from "../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../domain/model/availability.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { serviceAddressOnFile } from "../../domain/rules/availability/plan-search.ts"
import { serviceAddressOfMove } from "../../domain/rules/booking/judge-move.ts"
import { minutesPerDay, msPerMinute } from "../../domain/time/units.ts"
import type { ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { Call } from "../platform/operation.ts"

export interface WantedTime {
  /** Null for a hold of somebody who is not known yet. */
  customerId: number | null
  typeId: number
  providerId: number
  locationId: number | null
  startMinute: number
  requestId: number | null
  overrideEligibility: boolean
  durationOptionId?: number | null
  /** The customer's address, when none is on file yet. */
  serviceAddress?: ServiceAddress | null
  /** The wisher's own hold, which hides nothing from them. */
  holdId?: number | null
  /** The seats of a class; null or left out for one. */
  seats?: number | null
  /** The provider of a promised window stays. */
  keepsProvider?: boolean
  /** A move keeps provider, location and length. */
  moved?: Appointment
}

type TimeInput = Pick<
  z.output<typeof bookInput>,
  | "appointment_type_id"
  | "provider_id"
  | "location_id"
  | "start_time"
  | "end_time"
  | "scheduling_request_id"
  | "duration_option_id"
  | "override_eligibility"
>

/** The shared time input of a booking, a hold and the first of a series. Staff alone may override. */
export const timeOf = ({ now, actor }: Call, input: TimeInput) => ({
  now,
  typeId: input.appointment_type_id,
  providerId: input.provider_id,
  locationId: input.location_id ?? null,
  startMinute: Date.parse(input.start_time) / msPerMinute,
  endMs: input.end_time === undefined ? null : Date.parse(input.end_time),
  requestId: input.scheduling_request_id ?? null,
  durationOptionId: input.duration_option_id ?? null,
  overrideEligibility: isStaff(actor) && input.override_eligibility === true,
})

/** As the booking or the move was judged: what came with it counts only where nothing is on file. */
export function serviceAddressFor(loaded: LoadedSchedules, wanted: WantedTime): ServiceAddress | null {
  if (wanted.moved) return serviceAddressOfMove(loaded, wanted.moved)
  return serviceAddressOnFile(loaded) ?? wanted.serviceAddress ?? null
}

/** The read of the wanted provider's days, so many before and after the start's. */
export function questionAround({ companyId, now }: Call, wanted: WantedTime, days: number) {
  const day = Math.floor(wanted.startMinute / minutesPerDay)
  return {
    companyId,
    typeId: wanted.typeId,
    firstDay: day - days,
    endDay: day + days + 1,
    customerId: wanted.customerId,
    requestId: wanted.requestId,
    providerId: wanted.providerId,
    locationId: wanted.locationId,
    movedAppointmentId: wanted.moved?.id ?? null,
    holdId: wanted.holdId ?? null,
    now,
    blockCount: wanted.moved?.blocks.length ?? null,
    onlyWanted: true,
  } satisfies ScheduleQuestion
}
