/** The view of a waiting entry. It shows the customer's first name only. */

import type { MessagesView, PartView } from "../../../domain/contracts/customer-pages.ts"
import type {
  BookedWaitingView,
  WaitingEntryView,
  WaitingJoinedView,
  WaitingOfferView,
  WaitingTimeView,
  WaitingView,
} from "../../../domain/contracts/waiting.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { showPlanned, toldProvider } from "../../../domain/model/appointment-plan.ts"
import { shownPending } from "../../../domain/model/pending-appointment.ts"
import { totalMinutes } from "../../../domain/model/scheduling-request.ts"
import { addressLine, iso } from "../../../domain/model/views.ts"
import { type NamedOfferPart, stateOfEntry } from "../../../domain/model/waiting-entry.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Joined } from "../../waiting/join.ts"
import { manageUrlOf, type OpenedWaiting } from "../../waiting/open-link.ts"
import { clocksOf } from "../customer-host/clocks.ts"
import { companyView, pendingOf } from "../customer-host/views.ts"

export function waitingView(
  opened: OpenedWaiting,
  context: AppContext,
  bookUrl: string,
  { messages, reach }: { messages: MessagesView | null; reach: WaitingView["reach"] },
): WaitingView {
  const { loaded, offer, booked, now } = opened
  const entry = entryView(opened)
  const isTaken = offer?.stands.state === "held" || offer?.stands.state === "seat"
  const taken = booked && bookedView(opened, booked)
  const times = [entry.keeps, offerView(opened), taken]
  return {
    version: opened.version,
    company: companyView(loaded.company, bookUrl),
    customer: { firstName: loaded.customer!.first_name },
    entry,
    reach,
    offer: offerView(opened),
    questions:
      isTaken && entry.keeps === null && entry.thenTypeNames.length === 0 ? loaded.type!.questions : [],
    booked: taken && {
      ...taken,
      manageUrl: manageUrlOf(context, opened, booked!),
      ...(messages ? { messages } : {}),
    },
    clocks: clocksOf(
      times.flatMap((time) => (time ? [time.timezone] : [])),
      now,
    ),
  }
}

export const joinedView = ({ entry, waitUrl }: Joined): WaitingJoinedView => ({ entryId: entry.id, waitUrl })

function entryView({ entry, loaded, keeps, ...opened }: OpenedWaiting): WaitingEntryView {
  return {
    id: entry.id,
    version: entry.version,
    state: stateOfEntry(entry, opened.now),
    typeName: entry.type_name,
    thenTypeNames: entry.then_type_names,
    durationMinutes: totalMinutes(loaded.type!.block_minutes),
    // A move to an earlier time is not asked for again.
    ...(loaded.type!.confirmation === "staff" && keeps === null ? { isAsked: true as const } : {}),
    earliestDate: entry.earliest_date,
    latestDate: entry.latest_date,
    weekdays: entry.weekdays,
    partsOfDay: entry.parts_of_day,
    locationIds: entry.location_ids,
    providerIds: entry.provider_ids,
    channels: entry.channels,
    keeps: keeps && timeOf({ loaded }, keeps),
  }
}

function offerView({ offer, loaded, now }: OpenedWaiting): WaitingOfferView | null {
  if (offer === null || offer.row.status === "booked") return null
  const { row, stands } = offer
  const { state, until } = stands
  const isWindow = loaded.type!.window_minutes !== null
  return {
    id: row.id,
    state,
    until: until && iso(until),
    seconds: until && Math.max(0, Math.ceil((until.getTime() - now) / 1_000)),
    goodUntil: iso(row.good_until),
    startTime: iso(row.start_at),
    endTime: iso(row.end_at),
    timezone: row.timezone,
    ...(isWindow ? { kind: "window" } : {}),
    providerName: isWindow ? "" : row.provider_name,
    ...(row.parts ? { parts: row.parts.map(partView) } : {}),
    ...whereOf({ loaded }, row.location_id, row.location_name),
  }
}

const partView = (part: NamedOfferPart): PartView => ({
  typeName: part.type_name,
  providerId: part.provider_id,
  providerName: part.provider_name,
  startTime: part.start_time,
  endTime: part.end_time,
})

/** The bookings of one visit are shown as one. */
function bookedView(opened: OpenedWaiting, booked: Appointment): Omit<BookedWaitingView, "manageUrl"> {
  const { bookedWith } = opened
  const isAtLocation = opened.loaded.type!.place === "at_location"
  const shown = { status: booked.status, ...shownPending(booked), ...showPlanned(booked) }
  const pending = pendingOf(shown, isAtLocation)
  const time = { ...timeOf(opened, booked), ...(pending ? { pending } : {}), ...endOf(opened, booked) }
  if (bookedWith.length < 2) return time
  const parts = bookedWith.map((one) => ({
    ...{ typeName: one.type_name, providerId: one.provider_id, providerName: one.provider_name },
    ...{ startTime: iso(one.start_at), endTime: iso(one.end_at) },
  }))
  return { ...time, endTime: parts.at(-1)!.endTime, parts }
}

/** The end of a cancelled one. */
function endOf(
  { isDeclined }: OpenedWaiting,
  booked: Appointment,
): Pick<BookedWaitingView, "ended" | "note"> {
  if (booked.status !== "cancelled") return {}
  if (!isDeclined) return { ended: "cancelled" }
  return { ended: "declined", ...(booked.cancel_reason ? { note: booked.cancel_reason } : {}) }
}

const timeOf = ({ loaded }: Pick<OpenedWaiting, "loaded">, appointment: Appointment): WaitingTimeView => ({
  startTime: iso(appointment.start_at),
  endTime: iso(appointment.end_at),
  timezone: appointment.timezone,
  ...(appointment.work_minutes === null ? {} : { kind: "window" }),
  providerName: toldProvider(appointment),
  ...whereOf({ loaded }, appointment.location_id, appointment.location_name),
})

/** No other place than the company's own location is named. */
function whereOf({ loaded }: Pick<OpenedWaiting, "loaded">, locationId: number, name: string) {
  if (loaded.type!.place !== "at_location") return { locationName: null, locationAddress: null }
  const address = loaded.locations.find(({ id }) => id === locationId)?.address
  return { locationName: name, locationAddress: address ? addressLine(address) : null }
}
