/** A search's answer as the customers' pages read it. */
import type {
  FullDatesView,
  ProviderLocationSlotsView,
  RecommendedView,
  SlotsView,
  SlotView,
} from "../../../web/shared/contract.ts"
import type { ProviderLocationStarts, Slot } from "../../model/availability.ts"
import { type ShownSlot, showSlot, showSlotTimes } from "../../model/slot-search.ts"
import type { FoundSlots } from "../../operations/slots/find-slots.ts"
import { offeredBlocks } from "../../rules/availability/blocks.ts"
import { type FullDays, fullDays } from "../../rules/availability/page-days.ts"
import { dateOfDay } from "../../time/dates.ts"
import type { SlotAudience } from "../encode-slots.ts"
import { clocksOf } from "./clocks.ts"

/** A search's answer inside a page's first view. */
export function slotsView(found: FoundSlots, range: SlotsView["range"]): SlotsView {
  const { type } = found.input
  return {
    range,
    providers: found.result.offered.map((entry) => ({
      ...providerLocationView(entry),
      slots: Array.from(entry.starts, (start) =>
        timesView(showSlotTimes(offeredBlocks(type, entry.provider, entry.location, start))),
      ),
    })),
    ...besideSlots(found),
  }
}

/** The same answer for the serializer of slots. */
export const customersSlots = (range: SlotsView["range"]): SlotAudience => ({
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

/** The part of a search's answer beside its times. */
export function besideSlots(
  found: FoundSlots,
): Pick<SlotsView, "recommended" | "full" | "nextAvailable" | "reason" | "clocks"> {
  const { type, now } = found.input
  const shown = (slot: Slot) =>
    slotView(showSlot(slot, offeredBlocks(type, slot.provider, slot.location, slot.start)))
  return {
    recommended: found.result.recommended.map(shown),
    full: found.loaded.type!.active ? fullDays(found.input, found.bookable).map(fullView) : [],
    nextAvailable: found.nextAvailable && shown(found.nextAvailable),
    reason: found.reason,
    clocks: clocksOf(zonesIn(found), now),
  }
}

const fullView = ({ provider, location, days }: FullDays): FullDatesView => ({
  providerId: provider.id,
  locationId: location.id,
  dates: days.map(dateOfDay),
})

const zonesIn = ({ result, nextAvailable }: FoundSlots) => [
  ...result.offered.map(({ location }) => location.zone),
  ...(nextAvailable ? [nextAvailable.location.zone] : []),
]

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
