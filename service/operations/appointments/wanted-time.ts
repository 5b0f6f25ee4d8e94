/** The time that a booking or a move wants: what is read to judge it, and to say why it is refused. */

import type { Appointment } from "../../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../../domain/model/availability.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { serviceAddressOnFile } from "../../../domain/rules/availability/plan-search.ts"
import { serviceAddressOfMove } from "../../../domain/rules/booking/judge-move.ts"
import { minutesPerDay } from "../../../domain/time/units.ts"
import type { ScheduleQuestion } from "../../store/schedules.ts"
import type { Call } from "../operation.ts"

export interface WantedTime {
  customerId: number
  typeId: number
  providerId: number
  locationId: number | null
  startMinute: number
  requestId: number | null
  overrideEligibility: boolean
  durationOptionId?: number | null
  /** Where the customer is, when nothing is on file yet. */
  serviceAddress?: ServiceAddress | null
  /** A move keeps provider, location and length. */
  moved?: Appointment
}

/** As the booking or the move was judged: what came with it counts only where nothing is on file. */
export function serviceAddressFor(loaded: LoadedSchedules, wanted: WantedTime): ServiceAddress | null {
  if (wanted.moved) return serviceAddressOfMove(loaded, wanted.moved)
  return serviceAddressOnFile(loaded) ?? wanted.serviceAddress ?? null
}

/** What to read of the wanted provider for so many days before and after the start's. */
export function questionAround({ companyId }: Call, wanted: WantedTime, days: number) {
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
    blockCount: wanted.moved?.blocks.length ?? null,
    onlyWanted: true,
  } satisfies ScheduleQuestion
}
