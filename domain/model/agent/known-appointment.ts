/** An appointment as far as its own caller may know it, and as they hear it. */
import { type Appointment, type AppointmentInEvent, appointmentInEvent, officeName } from "../appointment.ts"
import { mayAnotherCome, showPlanned } from "../appointment-plan.ts"
import { shownPending } from "../pending-appointment.ts"
import { spokenName } from "../written-by-people.ts"
import type { BesideAppointment, ShownAppointment } from "./appointments.ts"
import { sayAt, sayBlocks, sayOnTheWay, sayWindow, type Wording } from "./say.ts"
import { sayPending } from "./say-appointments.ts"
import type { Listener } from "./session.ts"

/** The part of an appointment that its caller may know. */
export type KnownAppointment = AppointmentInEvent &
  Pick<Appointment, "status" | "place"> & {
    series_id?: number | undefined
    group_id?: number | undefined
    seats?: number | undefined
    answer_by?: string | undefined
    proposals?: readonly { start_time: string }[] | undefined
    /** Left out for a promised start, and `narrowed_window` before the day's plan is fixed. */
    window?: { start_time: string; end_time: string } | undefined
    narrowed_window?: { start_time: string; end_time: string } | undefined
    keeps_provider?: boolean | undefined
    pinned?: boolean | undefined
    on_the_way?: { expected: string | null } | undefined
  }

/** The location of a time is said where there are several, and the appointment takes place at one. */
export const wordingAt = (
  place: Appointment["place"] | null,
  { language, timezone, hasSeveralLocations }: Listener,
  now: number,
): Wording => ({
  language,
  now,
  companyZone: timezone,
  namesLocation: place === "at_location" && hasSeveralLocations,
})

/** An appointment as its own caller hears it, without other persons, address or notes. */
export function agentAppointment(
  appointment: KnownAppointment,
  listener: Listener,
  now: number,
): ShownAppointment {
  const { start_time, blocks, timezone, duration_option: option } = appointment
  const location = said(appointment.location)
  const wording = wordingAt(appointment.place, listener, now)
  const window = appointment.narrowed_window ?? appointment.window
  const when =
    window === undefined ? sayBlocks(blocks, timezone, wording) : sayWindow(window, timezone, wording)
  return {
    id: appointment.id,
    status: appointment.status,
    start_time,
    end_time: appointment.end_time,
    timezone,
    say: sayAt(when, location.name, wording),
    blocks,
    appointment_type: said(appointment.appointment_type),
    duration_option: option && { ...option, label: spokenName(option.label) },
    ...(mayAnotherCome(appointment) ? {} : { provider: said(appointment.provider) }),
    location: { ...location, name: officeName(appointment.place, location.name) },
    booked_by: appointment.booked_by,
    ...(appointment.series_id === undefined ? {} : { series_id: appointment.series_id }),
    ...(appointment.group_id === undefined ? {} : { group_id: appointment.group_id }),
    ...(appointment.seats === undefined ? {} : { seats: appointment.seats }),
    ...toldOf(appointment, wording),
    has_started: Date.parse(start_time) <= now,
    ...(appointment.status === "pending" ? pendingOf(appointment, wording) : {}),
  }
}

function pendingOf(
  appointment: KnownAppointment,
  wording: Wording,
): Pick<ShownAppointment, "not_booked_yet" | "proposals"> {
  const { proposals, timezone } = appointment
  return {
    not_booked_yet: sayPending(appointment, wording),
    ...(proposals === undefined
      ? {}
      : {
          proposals: proposals.map(({ start_time }) => ({
            start_time,
            say: sayBlocks([{ start_time }], timezone, wording),
          })),
        }),
  }
}

/** The news that the caller got since they booked: the hour of the window, and that the provider is on the way. */
function toldOf(
  { narrowed_window, on_the_way, timezone, status }: KnownAppointment,
  wording: Wording,
): Partial<ShownAppointment> {
  const isComing = on_the_way !== undefined && status === "scheduled"
  return {
    ...(narrowed_window ? { narrowed_window } : {}),
    ...(isComing ? { on_the_way: sayOnTheWay(on_the_way.expected, timezone, wording) } : {}),
  }
}

const said = <Named extends { name: string }>(named: Named): Named => ({
  ...named,
  name: spokenName(named.name),
})

/** A stored one, as far as its caller may know it. */
export const knownAppointment = (appointment: Appointment): KnownAppointment => ({
  ...appointmentInEvent(appointment),
  status: appointment.status,
  place: appointment.place,
  ...shownPending(appointment),
  ...showPlanned(appointment),
  series_id: appointment.series_id ?? undefined,
  group_id: appointment.group_id ?? undefined,
  seats: appointment.seats ?? undefined,
})

/** The others of one answer, as it lists them. */
export const besides = (others: readonly KnownAppointment[]): BesideAppointment[] =>
  others.map((one) => ({
    id: one.id,
    appointment_type: said(one.appointment_type),
    provider: said(one.provider),
    start_time: one.start_time,
  }))
