/** In its provider's own calendar: an appointment as one event per day of the job, a session of a class as one. */
import { type Appointment, type Block, officeName } from "./appointment.ts"
import type { ClassSession } from "./class-session.ts"

export interface EventCopy {
  /** Stable; begins with the provider's mark. Letters a to v and digits, as every kind of calendar allows. */
  id: string
  sequence: number
  title: string
  location: string | null
  startAt: Date
  endAt: Date
  /** IANA zone to show it in. */
  timezone: string
  updatedAt: Date
}

/**
 * One event for each of the blocks in which the provider is there; those of the appointment where all of it is staffed.
 * The event holds only what the provider needs: type, customer, and the address or the location's name, if it has one.
 */
export function eventCopies(
  mark: string,
  appointment: Appointment,
  customerName: string,
  blocks: readonly Block[] = appointment.blocks,
): EventCopy[] {
  const { address } = appointment
  const location = address
    ? [address.line1, address.line2, `${address.city}, ${address.state} ${address.postal_code}`]
        .filter(Boolean)
        .join(", ")
    : officeName(appointment.place, appointment.location_name) || null
  return blocks.map((block, index) => {
    const ofDays = blocks.length > 1 ? ` (${index + 1}/${blocks.length})` : ""
    return {
      id: eventId(mark, appointment.id, index),
      sequence: appointment.version - 1,
      title: `${appointment.type_name} – ${customerName}${ofDays}`,
      location,
      startAt: new Date(block.start_time),
      endAt: new Date(block.end_time),
      timezone: appointment.timezone,
      updatedAt: appointment.updated_at,
    }
  })
}

/** One event for all who come: it names the class, and how many of its seats are taken. */
export const sessionCopy = (mark: string, session: ClassSession): EventCopy => ({
  id: sessionEventId(mark, session.id),
  sequence: session.version - 1,
  title: `${session.type_name} – ${session.seats_taken}/${session.seats}`,
  location: officeName(session.place, session.location_name) || null,
  startAt: session.start_at,
  endAt: session.end_at,
  timezone: session.timezone,
  updatedAt: session.updated_at,
})

/** As long as that of an appointment, none of which begins so. */
const sessionEventId = (mark: string, sessionId: number) =>
  `${mark}v${sessionId.toString(32).padStart(10, "0")}00`

export const eventId = (mark: string, appointmentId: number, index: number) =>
  `${mark}${appointmentId.toString(32).padStart(11, "0")}${index.toString(32).padStart(2, "0")}`

/** A new mark out of 10 random bytes: 16 characters. */
export const calendarMark = (bytes: Uint8Array) =>
  BigInt(`0x${Buffer.from(bytes).toString("hex")}`)
    .toString(32)
    .padStart(16, "0")
