/** What the booking link's page shows. Of the customer it gets the first name only. */
import type { LinkView } from "../../../web/booking-link/contract.ts"
import type { AppointmentView, SlotsView } from "../../../web/shared/contract.ts"
import { companyAppointment } from "../../model/appointment.ts"
import { totalMinutes } from "../../model/scheduling-request.ts"
import type { OpenedLink } from "../../operations/booking-link.ts"
import { bookableDates } from "../../rules/availability/bookable-dates.ts"
import { whyUnchangeable } from "../../rules/booking/may-change.ts"
import { addressLine, appointmentView, companyView, type ShownAppointment } from "../customer-host/views.ts"

/** `booked` is the appointment that has just been booked or moved; else the link's own. */
export function linkView(
  link: OpenedLink,
  bookUrl: string,
  slots: SlotsView | null,
  booked: ShownAppointment | null = link.appointment && companyAppointment(link.appointment),
): LinkView {
  const { loaded, request, state } = link
  const type = loaded.type!
  const blockMinutes = request.block_minutes ?? type.block_minutes
  const dates = bookableDates(loaded, request, link.now)
  return {
    company: companyView(loaded.company, bookUrl),
    customer: { firstName: loaded.customer!.first_name },
    appointmentType: {
      name: type.name,
      description: type.description,
      durationMinutes: totalMinutes(blockMinutes),
      durationLabel: request.duration_label,
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
