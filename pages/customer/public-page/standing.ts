/** How the appointment that was booked in this tab stands, by the service's newest answer. */
import type { AppointmentView, MessagesView } from "../../../domain/contracts/customer-pages.ts"
import type { BookedView } from "../../../domain/contracts/public-page.ts"

/**
 * `waiting`: staff have yet to answer. `proposed`: they offer other times instead. `confirmed`: it was asked for, and is booked.
 * `ended`: the link was replaced, so nothing is known any more.
 */
export type Standing =
  | "booked"
  | "waiting"
  | "proposed"
  | "confirmed"
  | "declined"
  | "withdrawn"
  | "moved"
  | "cancelled"
  | "started"
  | "over"
  | "ended"

export interface Followed {
  standing: Standing
  /** As it stands; of one that has ended as it was last. */
  appointment: AppointmentView
  messages: MessagesView
  /** Why the company declined, in its own words; left out where it gave none. */
  note?: string
  /** The version of the answer; empty for the booking's own. */
  version: string
  /** When the service answered last, by this device's clock, epoch milliseconds; null before. */
  checkedAt: number | null
  /** The last question got no answer. */
  isAway: boolean
}

/** Standings of an appointment that is to come. */
const toCome: ReadonlySet<Standing> = new Set(["booked", "waiting", "proposed", "confirmed", "moved"])
export const isToCome = ({ standing }: Pick<Followed, "standing">): boolean => toCome.has(standing)

/** The state of a new booking or request. */
export const followedFrom = ({ appointment, messages }: BookedView): Followed => ({
  standing: appointment.pending ? "waiting" : "booked",
  ...{ appointment, messages, version: "", checkedAt: null, isAway: false },
})
