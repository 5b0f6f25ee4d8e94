/** A search's answer as the customers' pages read it. */
import type {
  FullDatesView,
  ProviderLocationSlotsView,
  RecommendedView,
  SlotsView,
  SlotView,
} from "../../../domain/contracts/customer-pages.ts"
import type { PartBegin, ProviderLocationStarts, Slot } from "../../../domain/model/availability.ts"
import type { SlotSeats } from "../../../domain/model/class-seats.ts"
import { moreFromText, type ShownSlot, showSlot, showSlotTimes } from "../../../domain/model/slot-search.ts"
import { offeredBlocks } from "../../../domain/rules/availability/blocks.ts"
import { seatsOfSlot } from "../../../domain/rules/availability/find-sessions.ts"
import type { FullDays } from "../../../domain/rules/availability/page-days.ts"
import { finished } from "../../../domain/rules/availability/steps.ts"
import type { GroupPart } from "../../../domain/rules/groups/group-part.ts"
import { dateOfDay, isoOfMinute } from "../../../domain/time/dates.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { blocksOfSlot, laterIn, partOf, type SlotAudience } from "../http/encode-slots.ts"
import { clocksOf } from "./clocks.ts"

/** A page comes with no more times than load quickly on a phone. It asks for the rest by itself. */
const mostBytesInPage = 262_144

/** A search's answer inside a page's first view. */
export function slotsView(found: FoundSlots, range: SlotsView["range"]): SlotsView {
  const { type } = found.input
  const { offered, next } = finished(partOf(customersSlots(range), found, mostBytesInPage))
  // Whole dates, of which the page knows by the range that the others are missing.
  if (next?.after)
    return { range: { ...range, endDate: range.startDate }, providers: [], ...besideSlots(found, null) }
  return {
    range: next === null ? range : { ...range, endDate: dateOfDay(next.day) },
    providers: offered.map((entry) => ({
      ...providerLocationView(entry),
      slots: Array.from(entry.starts, (start) =>
        timesView({
          ...showSlotTimes(offeredBlocks(found.input, entry.provider, entry.location, start)),
          ...seatsOfSlot(type, { ...entry, start }),
        }),
      ),
    })),
    ...besideSlots(found, null),
  }
}

/** The same answer for the serializer of slots. */
export const customersSlots = (range: SlotsView["range"]): SlotAudience => ({
  words: { start: "startTime", end: "endTime" },
  providerLocationOf: providerLocationView,
  slotOf: (blocks, parts, seats) =>
    parts ? comingView(parts) : timesView({ ...showSlotTimes(blocks), ...seats }),
  restOf: (found, next) => ({ range, ...besideSlots(found, next) }),
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
  next: PartBegin | null,
): Pick<
  SlotsView,
  "recommended" | "recommendedFor" | "full" | "nextAvailable" | "reason" | "clocks" | "moreFrom"
> {
  const { now } = found.input
  const isFirstPart = found.partBegin === null
  const shown = (slot: Slot, parts = found.partsAt?.(slot)) => ({
    ...slotView(showSlot(slot, blocksOfSlot(found, slot, parts), seatsOfSlot(found.input.type, slot))),
    ...(parts ? comingView(parts) : {}),
  })
  const best = (slots: readonly Slot[]) => slots.map((slot) => ({ ...shown(slot), ...laterIn(next, slot) }))
  return {
    recommended: isFirstPart ? best(found.result.recommended) : [],
    recommendedFor: isFirstPart
      ? found.choices.map((choice) => ({
          locationId: choice.locationId,
          providerId: choice.providerId,
          times: best(choice.best),
        }))
      : [],
    full: isFirstPart ? found.full.map(fullView) : [],
    nextAvailable: found.nextAvailable && shown(found.nextAvailable, found.nextParts),
    reason: found.reason,
    clocks: clocksOf(zonesIn(found), now),
    moreFrom: next && moreFromText(next),
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

/** Several types in one visit, as one time. */
function comingView(parts: readonly GroupPart[]): SlotView {
  const [startTime, endTime] = [isoOfMinute(parts[0]!.start), isoOfMinute(parts.at(-1)!.end)]
  return {
    startTime,
    endTime,
    blocks: [{ startTime, endTime }],
    parts: parts.map(({ input, provider, start, end }) => ({
      typeName: input.type.name,
      providerId: provider.id,
      providerName: provider.name,
      startTime: isoOfMinute(start),
      endTime: isoOfMinute(end),
    })),
  }
}

export function timesView(slot: ReturnType<typeof showSlotTimes> & SlotSeats): SlotView {
  return {
    startTime: slot.start_time,
    endTime: slot.end_time,
    blocks: slot.blocks.map(({ start_time, end_time }) => ({ startTime: start_time, endTime: end_time })),
    ...(slot.kind ? { kind: slot.kind } : {}),
    ...(slot.session_id === undefined ? {} : { sessionId: slot.session_id, seatsLeft: slot.seats_left! }),
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
