/**
 * The state of a link for its holder. A link works until its appointment starts, and beyond that while its provider is on
 * the way.
 */
import type { Actor } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import { serviceAddressOnFile } from "../availability/plan-search.ts"
import { wasNeverConfirmed } from "../booking/pending.ts"
import { isOpen } from "./request-state.ts"

/**
 * `open`: times can be picked. `call`: an address is needed and none is on file. `scheduled`: the appointment is still to
 * come. `cancelled` and `dates_over`: nothing more can be booked. `started`: the appointment's time has come.
 */
export type LinkState = "open" | "call" | "scheduled" | "cancelled" | "dates_over" | "started"

export function linkState(
  request: SchedulingRequest,
  appointment: Appointment | null,
  loaded: LoadedSchedules,
  now: number,
): LinkState {
  switch (request.status) {
    case "scheduled":
      return appointment === null ? "started" : manageLinkState(appointment, now)
    case "cancelled":
      return "cancelled"
    case "expired":
      return "dates_over"
    case "open":
      if (!isOpen(request, now, loaded)) return "dates_over"
      return needsAddress(loaded) ? "call" : "open"
  }
}

/**
 * The state of an appointment's own link, by which nothing can be booked. Somebody who is on the way may arrive after the start of what was
 * promised: until then the link says where things stand.
 */
export function manageLinkState(
  appointment: Pick<Appointment, "status" | "start_at" | "end_at" | "on_the_way_at" | "arrived_at">,
  now: number,
): Extract<LinkState, "scheduled" | "started" | "cancelled"> {
  const { status, start_at, end_at, on_the_way_at, arrived_at } = appointment
  if (status === "cancelled") return "cancelled"
  const isAwaited = status === "scheduled" && on_the_way_at !== null && arrived_at === null
  if (isAwaited && end_at.getTime() > now) return "scheduled"
  // An unconfirmed appointment is shown as it stands, and can be withdrawn.
  const isToCome = status === "scheduled" || status === "pending"
  return isToCome && start_at.getTime() > now ? "scheduled" : "started"
}

function needsAddress(loaded: LoadedSchedules): boolean {
  return loaded.type?.place === "at_customer" && serviceAddressOnFile(loaded) === null
}

export const hasEnded = (state: LinkState) =>
  state === "cancelled" || state === "dates_over" || state === "started"

/** By its own link a customer reads that what they asked for is declined or withdrawn, until it would have begun. */
export const saysNotBooked = (
  appointment: Pick<Appointment, "status" | "answer_by" | "start_at">,
  now: number,
): boolean => wasNeverConfirmed(appointment) && appointment.start_at.getTime() > now

/** Calendars may hold a cancelled appointment that is to come, and its file takes it out. What was never booked is in none. */
export const isTakenOut = (
  appointment: Pick<Appointment, "status" | "answer_by" | "start_at">,
  now: number,
): boolean =>
  appointment.status === "cancelled" &&
  !wasNeverConfirmed(appointment) &&
  appointment.start_at.getTime() > now

type Linked = Pick<Appointment, "id" | "link_version">

/**
 * Why the link that acts gives no authority any more: it was replaced between opening the page and pressing the button.
 * Judged on the request and the appointment as they are under their locks. Null for every other actor.
 */
export function whyLinkEnded(
  actor: Actor,
  present: { request: Linked | null; appointment: Linked | null },
): Refusal | null {
  // The link of a waiting entry is not replaced: what it may still do is judged with the entry.
  if (actor.kind !== "link" || actor.of === "waiting_entry") return null
  const linked = present[actor.of]
  const isCurrent = linked?.id === actor.id && linked.link_version === actor.linkVersion
  return isCurrent ? null : new Refusal("link_ended")
}
