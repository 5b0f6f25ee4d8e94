/** Classes: what a type with seats says of them, the seats that an appointment takes, and the sessions that a search judges. */
import { z } from "zod"
import type { CrewMember } from "./crew.ts"
import { whole } from "./fields.ts"
import type { TakenResourceView } from "./resource.ts"

export const mostSeats = 200
/** In one booking. */
export const mostSeatsBooked = 20

/** As a type stores it: null for all but classes. */
export interface SeatsOfType {
  seats: number | null
}
export const noSeats: SeatsOfType = { seats: null }

export const seatsOfTypeFields = {
  seats: whole(1, mostSeats)
    .nullable()
    .meta({
      description:
        "Makes it a class: it is booked by seats in sessions that staff put on the board, each with so many seats unless it says " +
        "otherwise. Null for all other types.",
    }),
}

export const seatsOfTypeViews = {
  seats: z
    .int()
    .optional()
    .meta({ description: "Of a class: the seats of a session. Absent for all other types." }),
}

export const showSeatsOfType = ({ seats }: SeatsOfType) => (seats === null ? {} : { seats })

/** An appointment's seats in a session. Both null where it takes a time of its own. */
export interface InSession {
  session_id: number | null
  seats: number | null
}
export const noSession: InSession = { session_id: null, seats: null }

export const sessionFields = {
  session_id: z.int().optional().meta({ description: "The session of a class. Absent for all other types." }),
  seats: z.int().optional().meta({ description: "How many seats it takes there. Absent with session_id." }),
}

export const shownSession = ({ session_id, seats }: InSession) =>
  session_id === null || seats === null ? {} : { session_id, seats }

export const wantedSeats = whole(1, mostSeatsBooked)
  .optional()
  .meta({ description: "Of a class: how many seats. 1 when left out; other types take none." })

/** Beside a slot of a class. */
export const seatsOfSlotViews = {
  session_id: z.int().optional().meta({ description: "Of a class: its session. Absent of all other types." }),
  seats_left: z
    .int()
    .optional()
    .meta({ description: "Seats that can still be booked. Absent with session_id." }),
}

export interface SlotSeats {
  session_id?: number | undefined
  seats_left?: number | undefined
}

/** A session as a search judges it. Minutes since 1970 UTC. */
export interface SessionPlan {
  id: number
  providerId: number
  crew: readonly CrewMember[]
  /** Rooms and equipment. */
  resources: readonly TakenResourceView[]
  locationId: number
  start: number
  end: number
  seats: number
  /** In a moved appointment's own session, its own seats are among them. */
  seatsLeft: number
  writtenAt: number
}

/** The sessions of a class around the wanted dates, and how many seats are wanted together. */
export interface ClassPlan {
  seats: number
  sessions: readonly SessionPlan[]
}
