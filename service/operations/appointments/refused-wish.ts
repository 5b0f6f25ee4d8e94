/** A booking or a move that was refused, as its alternatives and reasons are looked for. */

import type { Appointment } from "../../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../../domain/model/availability.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { serviceAddressOnFile } from "../../../domain/rules/availability/plan-search.ts"
import { serviceAddressOfMove } from "../../../domain/rules/booking/judge-move.ts"

export interface RefusedWish {
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
export function serviceAddressFor(loaded: LoadedSchedules, wish: RefusedWish): ServiceAddress | null {
  if (wish.moved) return serviceAddressOfMove(loaded, wish.moved)
  return serviceAddressOnFile(loaded) ?? wish.serviceAddress ?? null
}
