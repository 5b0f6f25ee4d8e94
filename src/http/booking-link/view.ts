/** What the page of a booking link or a manage link shows. Of the customer it gets the first name only. */
import type { LinkView } from "../../../web/booking-link/contract.ts"
import type { AppointmentView, SlotsView } from "../../../web/shared/contract.ts"
import { companyAppointment } from "../../model/appointment.ts"
import { totalMinutes } from "../../model/scheduling-request.ts"
import type { OpenedLink } from "../../operations/booking-link.ts"
import { bookableDates } from "../../rules/availability/bookable-dates.ts"
import { blockMinutesOf } from "../../rules/booking/judge-move.ts"
import { whyUnchangeable } from "../../rules/booking/may-change.ts"
import { addressLine, appointmentView, companyView, type ShownAppointment } from "../customer-host/views.ts"

/** `booked` is the appointment that has just been booked or moved; else the link's own. */
export function linkView(
  link: OpenedLink,
  bookUrl: string,
  slots: SlotsView | null,
  booked: ShownAppointment | null = link.appointment && companyAppointment(link.appointment, null),
): LinkView {
  const { loaded, state } = link
  const type = loaded.type!
  const { blockMinutes, durationLabel, dates } = lengthAndDates(link)
  return {
    company: companyView(loaded.company, bookUrl),
    customer: { firstName: loaded.customer!.first_name },
    appointmentType: {
      name: type.name,
      description: type.description,
      durationMinutes: totalMinutes(blockMinutes),
      durationLabel,
      blockMinutes: [...blockMinutes],
      place: type.place,
    },
    state: state === "open" || state === "call" || state === "scheduled" ? state : "closed",
    closedReason: state === "cancelled" || state === "dates_over" ? state : null,
    bookable: state === "open" || state === "scheduled" ? dates : null,
    appointment: state === "scheduled" && booked ? shownAppointment(link, booked) : null,
    slots,
  }
}

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
  const visited = type.place === "at_location" ? location?.address : null
  return appointmentView(booked, {
    locationAddress: visited ? addressLine(visited) : null,
    isChangeable: whyUnchangeable(whole, type.cancel_notice_minutes, actor, now) === null,
  })
}
