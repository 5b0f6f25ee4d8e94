/** What the booking link's page shows. Of the customer it gets the first name only. */
import type { LinkView } from "../../../web/booking-link/contract.ts"
import type {
  AppointmentView,
  ProviderLocationSlotsView,
  RecommendedView,
  SlotsView,
  SlotView,
} from "../../../web/shared/contract.ts"
import { companyAppointment } from "../../model/appointment.ts"
import type { ProviderLocationStarts, Slot } from "../../model/availability.ts"
import { totalMinutes } from "../../model/scheduling-request.ts"
import { type ShownSlot, showSlot, showSlotTimes } from "../../model/slot-search.ts"
import type { OpenedLink } from "../../operations/booking-link.ts"
import type { FoundSlots } from "../../operations/slots/find-slots.ts"
import { blocksOf } from "../../rules/availability/blocks.ts"
import { bookableDates } from "../../rules/availability/bookable-dates.ts"
import { whyUnchangeable } from "../../rules/booking/may-change.ts"
import type { SlotAudience } from "../company-api/encode-slots.ts"
import { addressLine, appointmentView, type ShownAppointment } from "../customer-host/appointment-view.ts"
import { companyView } from "../customer-host/company-view.ts"

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

/** A search's answer, in the words of the page. */
export function slotsView(found: FoundSlots, range: SlotsView["range"]): SlotsView {
  const { type } = found.input
  return {
    range,
    providers: found.result.offered.map((entry) => ({
      ...providerLocationView(entry),
      slots: Array.from(entry.starts, (start) =>
        timesView(showSlotTimes(blocksOf(type, entry.provider, entry.location, start)!)),
      ),
    })),
    ...besideSlots(found),
  }
}

/** The same answer for the writer of many slots. */
export const pageReaders = (range: SlotsView["range"]): SlotAudience => ({
  words: { start: "startTime", end: "endTime" },
  providerLocationOf: providerLocationView,
  slotOf: (blocks) => timesView(showSlotTimes(blocks)),
  restOf: (found) => ({ range, ...besideSlots(found) }),
})

const providerLocationView = ({
  provider,
  location,
}: ProviderLocationStarts): Omit<ProviderLocationSlotsView, "slots"> => ({
  providerId: provider.id,
  providerName: provider.name,
  locationId: location.id,
  locationName: location.name,
  timezone: location.zone,
})

/** What a search's answer says beside its times. */
export function besideSlots(found: FoundSlots): Pick<SlotsView, "recommended" | "nextAvailable" | "reason"> {
  const { type } = found.input
  const shown = (slot: Slot) =>
    slotView(showSlot(slot, blocksOf(type, slot.provider, slot.location, slot.start)!))
  return {
    recommended: found.result.recommended.map(shown),
    nextAvailable: found.nextAvailable && shown(found.nextAvailable),
    reason: found.reason,
  }
}

export function timesView(slot: ReturnType<typeof showSlotTimes>): SlotView {
  return {
    startTime: slot.start_time,
    endTime: slot.end_time,
    blocks: slot.blocks.map(({ start_time, end_time }) => ({ startTime: start_time, endTime: end_time })),
  }
}

export function slotView(slot: ShownSlot): RecommendedView {
  return {
    providerId: slot.provider_id,
    providerName: slot.provider_name,
    locationId: slot.location_id,
    locationName: slot.location_name,
    timezone: slot.timezone,
    ...timesView(slot),
  }
}
