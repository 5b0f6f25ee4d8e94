/** Appointments and sessions to come, when the type that they are of is changed under them. */
import type { AppointmentType } from "../../model/appointment-type.ts"
import { Refusal } from "../../model/errors.ts"

/** A type's bookings and sessions on the board that are not over. */
export interface TypeToCome {
  appointments: number
  sessions: number
}

type Kept = Pick<AppointmentType, "seats" | "window_minutes" | "needs" | "steps">

/** Fields of which each booked appointment keeps what it was booked with. */
const keptFields = ["window_minutes", "needs", "steps", "seats"] as const

/** Why the type can't become a class, or stop being one; null when nothing is to come. */
export function whySeatsStay(
  present: Pick<Kept, "seats">,
  changed: Pick<Kept, "seats">,
  toCome: TypeToCome,
): Refusal | null {
  if ((present.seats === null) === (changed.seats === null)) return null
  const { appointments, sessions } = toCome
  if (appointments + sessions === 0) return null
  const what =
    sessions > 0
      ? `${counted(sessions, "session")} to come, which could not be sold or changed any more`
      : `${counted(appointments, "appointment")} to come without seats`
  return new Refusal("in_use", {
    field: "seats",
    message: `This type has ${what}. Move or cancel them first, or make another type.`,
    details: { future_appointments: appointments + sessions, open_requests: 0 },
  })
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

/** True where a field changes for which upcoming ones keep their booked value. */
export const changesKept = (present: Kept, changed: Kept): boolean =>
  keptFields.some((field) => inOrder(present[field]) !== inOrder(changed[field]))

/** As text, with the fields of each record by their names: the database keeps them in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    one !== null && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** The sentence about those to come; null where there are none. */
export function keptOf(toCome: TypeToCome): (TypeToCome & { message: string }) | null {
  if (toCome.appointments + toCome.sessions === 0) return null
  return {
    ...toCome,
    message:
      `${counted(toCome.appointments, "appointment")} and ${counted(toCome.sessions, "session")} to come keep what they ` +
      "were booked with: " +
      "their window or start, people, rooms, steps and seats. One that is moved is promised what the type promises then, and takes " +
      "the people, rooms and steps that the type takes then. It keeps how long the work is.",
  }
}
