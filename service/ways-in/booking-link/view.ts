/** The view of a booking link or a manage link. It shows the customer's first name only. */
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import type {
  AppointmentView,
  ChoicesView,
  ProviderView,
  SlotsView,
} from "../../../domain/contracts/customer-pages.ts"
import { type Appointment, companyAppointment } from "../../../domain/model/appointment.ts"
import type { ProviderLocation } from "../../../domain/model/availability.ts"
import { totalMinutes } from "../../../domain/model/scheduling-request.ts"
import { iso } from "../../../domain/model/views.ts"
import { eligibleLocations } from "../../../domain/rules/availability/eligible-locations.ts"
import { bookableDates } from "../../../domain/rules/availability/page-days.ts"
import { openFileQuestions } from "../../../domain/rules/booking/asked-questions.ts"
import { blockMinutesOf } from "../../../domain/rules/booking/judge-move.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { wasDeclined, wasNeverConfirmed, wasWithdrawn } from "../../../domain/rules/booking/pending.ts"
import { type OpenedLink, reopens } from "../../requests/booking-link.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { clocksOf } from "../customer-host/clocks.ts"
import { slotsView } from "../customer-host/slots.ts"
import {
  appointmentView,
  companyView,
  faceView,
  locationView,
  type ShownAppointment,
} from "../customer-host/views.ts"

/** The search whose times come with the page. */
interface FirstSearch {
  range: SlotsView["range"]
  found: FoundSlots
}

/** `booked` is the appointment that has just been booked or moved; else the link's own. */
export function linkView(
  link: OpenedLink,
  bookUrl: string,
  first: FirstSearch | null,
  booked: ShownAppointment | null = link.appointment && companyAppointment(link.appointment, null),
): LinkView {
  const { loaded, state, now } = link
  const type = loaded.type!
  const appointment = state === "scheduled" && booked ? shownAppointment(link, booked) : null
  const { blockMinutes, durationLabel, dates } = lengthAndDates(link)
  const choices = first === null ? nothingToChoose : choicesView(link, first.found)
  const isAskedWhere = choices.locations.length > mostLocationsSearched
  const slots = first === null || isAskedWhere ? null : slotsView(first.found, first.range)
  return {
    version: link.version,
    company: companyView(loaded.company, bookUrl),
    customer: { firstName: loaded.customer!.first_name },
    appointmentType: {
      name: type.name,
      description: type.description,
      ...faceView(type, bookUrl),
      durationMinutes: totalMinutes(blockMinutes),
      durationLabel,
      blockMinutes: [...blockMinutes],
      place: type.place,
      ...(type.confirmation === "staff" ? { isAsked: true as const } : {}),
    },
    questions: state === "open" ? type.questions : [],
    ...missingFiles(link, state === "scheduled" ? booked : null),
    state: state === "open" || state === "call" || state === "scheduled" ? state : "closed",
    closedReason: closedReasonOf(link),
    ...(isDeclined(link) && link.appointment?.cancel_reason
      ? { closedNote: link.appointment.cancel_reason }
      : {}),
    ...(reopens(link) ? { reopens: true as const } : {}),
    bookable: state === "open" || state === "scheduled" ? dates : null,
    appointment,
    choices,
    slots,
    clocks: { ...slots?.clocks, ...(appointment ? clocksOf([appointment.timezone], now) : {}) },
  }
}

const isDeclined = (link: OpenedLink) => closedReasonOf(link) === "declined"

function closedReasonOf({ state, appointment }: OpenedLink): LinkView["closedReason"] {
  if (state === "dates_over") return state
  if (state !== "cancelled") return null
  if (!appointment || !wasNeverConfirmed(appointment)) return "cancelled"
  return wasWithdrawn(appointment) ? "withdrawn" : "declined"
}

/** Says what was cancelled or declined: the page shows new times, and without it the appointment would seem lost. */
export function withEndedBefore(view: LinkView, ended: Appointment | null, now: number): LinkView {
  if (ended === null) return view
  const { start_at, end_at, timezone, work_minutes, cancel_reason } = ended
  const time = {
    startTime: iso(start_at),
    endTime: iso(end_at),
    ...(work_minutes === null ? {} : { kind: "window" as const }),
    timezone,
  }
  return {
    ...view,
    ...(wasDeclined(ended)
      ? { declinedWish: { ...time, ...(cancel_reason ? { note: cancel_reason } : {}) } }
      : { cancelledTime: time }),
    clocks: { ...view.clocks, ...clocksOf([timezone], now) },
  }
}

/** A host that keeps no files asks for none. */
function missingFiles({ loaded, keepsFiles }: OpenedLink, booked: ShownAppointment | null) {
  if (!booked || !keepsFiles) return {}
  const open = openFileQuestions(loaded.type!.questions, booked.answers ?? [])
  return open.length === 0 ? {} : { missingFiles: open }
}

const nothingToChoose: ChoicesView = { locations: [], providers: [] }

/** With more locations than these the visitor chooses one before any times are shown. */
const mostLocationsSearched = 4

/**
 * The locations and providers that the request may be booked with. Without `provider_choice` the company chooses the
 * provider.
 */
function choicesView({ loaded, request }: OpenedLink, { input }: FoundSlots): ChoicesView {
  const { providerLocations } = eligibleLocations(input)
  const { place, provider_choice } = loaded.type!
  const isEligible = ({ id }: { id: number }) => providerLocations.some(({ location }) => location.id === id)
  const locations = place === "at_location" ? loaded.locations.filter(isEligible) : []
  const isChoice = provider_choice && request?.provider_id == null
  return {
    locations: locations.map(locationView).sort(byName),
    providers: isChoice ? providersView(providerLocations).sort(byName) : [],
  }
}

function providersView(providerLocations: readonly ProviderLocation[]): ProviderView[] {
  const byId = new Map<number, ProviderView>()
  for (const { provider, location } of providerLocations) {
    const { id, name } = provider
    const known = byId.get(id) ?? { id, name, locationIds: [] }
    byId.set(id, { ...known, locationIds: [...known.locationIds, location.id] })
  }
  return [...byId.values()]
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, "en")

/** The length of the job, and the local dates on which it can be: the request's, else those of the appointment. */
function lengthAndDates({ loaded, request, appointment, now }: OpenedLink) {
  if (request) {
    return {
      blockMinutes: request.block_minutes ?? loaded.type!.block_minutes,
      durationLabel: request.duration_label,
      dates: bookableDates(loaded, request, now),
    }
  }
  return {
    blockMinutes: blockMinutesOf(appointment),
    durationLabel: appointment.duration_option?.label ?? null,
    dates: bookableDates(loaded, { ...anyDates, location_id: appointment.location_id }, now),
  }
}

const anyDates = { earliest_date: null, latest_date: null }

function shownAppointment({ loaded, actor, now }: OpenedLink, booked: ShownAppointment): AppointmentView {
  const type = loaded.type!
  const whole = { status: booked.status, start_at: new Date(booked.start_time) }
  const location = loaded.locations.find(({ id }) => id === booked.location.id)
  return appointmentView(booked, {
    place: type.place,
    address: location?.address ?? null,
    isChangeable: whyUnchangeable(whole, type.cancel_notice_minutes, actor, now) === null,
  })
}
