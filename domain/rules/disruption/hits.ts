/** An appointment that a broken day hits, as the rules that decide where it goes take it. */
import type { Appointment } from "../../model/appointment.ts"
import type { SearchInput } from "../../model/availability.ts"
import { providerIdsOf } from "../../model/crew.ts"
import type { KeptPlan, ProposedTime } from "../../model/disruption.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { BookableTime } from "../booking/judge-booking.ts"

/** Staff's settings, or those that are to be applied. */
export type Setting =
  | { action: "move"; providerId: number | null; locationId: number; start: number }
  | { action: "leave" | "offer_link" }

/** An appointment that is hit, with the schedules as they will be without it and all others that are. */
export interface HitAppointment {
  appointment: Appointment
  loaded: LoadedSchedules
  setting: Setting | null
}

export interface ProposeOptions {
  now: number
  /** Local dates that are searched; the end exclusive. */
  firstDay: number
  endDay: number
  /** Plans that were found before. */
  known: readonly KeptPlan[]
  /** Left out where all choices are made. */
  withAlternatives: boolean
}

/** One that gets a time: how it is written. */
export interface Decided {
  time: ProposedTime
  /** Null: it is only planned anew within its window. */
  judged: BookableTime | null
  isTold: boolean
  alternatives: ProposedTime[]
}

/** A setting that can't be kept. */
export class NotOffered {
  readonly appointmentId: number
  constructor(appointmentId: number) {
    this.appointmentId = appointmentId
  }
}

/** One that is to get a time. */
export interface OpenHit {
  appointment: Appointment
  loaded: LoadedSchedules
  setting: Extract<Setting, { action: "move" }> | null
  input: SearchInput
}

/** True where its customer was promised a window and its type still promises windows. */
export const isWindowOf = ({ work_minutes }: Appointment, loaded: LoadedSchedules): boolean =>
  work_minutes !== null && loaded.type?.window_minutes != null

/** The customer knows who comes: they chose, were assigned to or asked for this provider, or see whom they book. */
export function isNamed({ appointment, loaded }: Pick<OpenHit, "appointment" | "loaded">): boolean {
  if (isWindowOf(appointment, loaded)) return appointment.keeps_provider
  const { company, customer, request, type } = loaded
  const assigned = company.provider_assignment === "per_customer" ? customer?.assigned_provider_id : null
  return (
    type!.provider_choice ||
    [assigned, request?.provider_id].some((id) => id != null && providerIdsOf(appointment).includes(id))
  )
}
