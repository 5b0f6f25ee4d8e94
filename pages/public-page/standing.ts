/** How the appointment that was booked in this tab stands, by the service's newest answer. */
import type { LinkView } from "../../domain/contracts/booking-link.ts"
import type { AppointmentView, MessagesView } from "../../domain/contracts/customer-pages.ts"
import type { BookedView } from "../../domain/contracts/public-page.ts"
import type { Outcome } from "../shared/api.ts"

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
  /** Of the answer; empty for the booking's own. */
  version: string
  /** When the service answered last, by this device's clock, epoch milliseconds; null before. */
  checkedAt: number | null
  /** The last question got no answer. */
  isAway: boolean
}

/** Standings of an appointment that is to come. */
const toCome: ReadonlySet<Standing> = new Set(["booked", "waiting", "proposed", "confirmed", "moved"])
export const isToCome = ({ standing }: Pick<Followed, "standing">): boolean => toCome.has(standing)

/** What has just been booked or asked for. */
export const followedFrom = ({ appointment, messages }: BookedView): Followed => ({
  standing: appointment.pending ? "waiting" : "booked",
  ...{ appointment, messages, version: "", checkedAt: null, isAway: false },
})

/**
 * After an answer. Null while none has come since the tab was restored: what it kept is never shown as what stands.
 *
 * @param booked what was booked or asked for in this tab
 */
export function followedAfter(
  { followed, booked }: { followed: Followed | null; booked: BookedView },
  found: Outcome<LinkView | null>,
  now: number,
): Followed | null {
  const known = followed ?? { ...followedFrom(booked), standing: "ended" as const }
  const checked = { checkedAt: now, isAway: false }
  if (!found.ok) {
    if (found.code !== "link_ended") return followed && { ...followed, isAway: true }
    return { ...known, ...checked, standing: endedStanding(found.details.because, known.appointment, now) }
  }
  if (found.data === null) return followed && { ...followed, ...checked }
  const { appointment, messages, version, closedNote, declinedWish } = found.data
  const note = closedNote ?? declinedWish?.note
  return {
    ...checked,
    standing: standingOf(booked.appointment, found.data),
    appointment: appointment ?? known.appointment,
    messages: messages ?? booked.messages,
    version,
    ...(note === undefined ? {} : { note }),
  }
}

export function standingOf(was: AppointmentView, answer: LinkView): Standing {
  const { appointment, closedReason, declinedWish } = answer
  if (!appointment) {
    if (closedReason === "declined" || closedReason === "withdrawn") return closedReason
    return declinedWish ? "declined" : was.pending ? "withdrawn" : "cancelled"
  }
  if (appointment.pending) return appointment.pending.proposals.length > 0 ? "proposed" : "waiting"
  if (was.pending) return "confirmed"
  return appointment.startTime === was.startTime ? "booked" : "moved"
}

function endedStanding(
  because: "cancelled" | "dates_over" | "started" | undefined,
  { blocks }: AppointmentView,
  now: number,
): Standing {
  if (because === undefined) return "ended"
  if (because !== "started") return "cancelled"
  return Date.parse(blocks.at(-1)!.endTime) <= now ? "over" : "started"
}
