/** How the appointment of a tab stands after an answer of the service. */
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import type { AppointmentView } from "../../../domain/contracts/customer-pages.ts"
import type { BookedView } from "../../../domain/contracts/public-page.ts"
import type { Outcome } from "../../shared/api.ts"
import { type Followed, followedFrom, type Standing } from "./standing.ts"

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
