/**
 * The one hand-made serializer. A search may hold tens of thousands of times: writing their bytes straight from minutes
 * costs a fraction of building objects and a text for them first.
 */
import type { PlaceSlots, Slot, TypePlan } from "../../model/availability.ts"
import { type MinuteBlock, type PlacedSlot, placedSlotOf, slotOf } from "../../model/slot.ts"
import type { FoundSlots } from "../../operations/slots/search.ts"
import { blocksOf } from "../../rules/availability/find-slots.ts"
import type { TakeMemory } from "../answer-memory.ts"
import type { SlotWords } from "./slot-rows.ts"
import { copySlots, slotSheet, slotsLength } from "./slot-sheet.ts"

/** How one audience reads slots. */
export interface SlotAudience {
  words: SlotWords
  /** What an entry says of a provider and location before its slots. */
  placeOf(place: PlaceSlots): object
  slotOf(blocks: readonly MinuteBlock[]): object
  /** What stands beside the entries; at least one field. */
  restOf(found: FoundSlots): object
}

const company: SlotAudience = {
  words: { start: "start_time", end: "end_time" },
  placeOf: ({ provider, location }) => ({
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    location_name: location.name,
    timezone: location.zone,
  }),
  slotOf,
  restOf({ input, result, reason, warnings, nextAvailable }) {
    const shown = (slot: Slot): PlacedSlot =>
      placedSlotOf(slot, blocksOf(input.type, slot.provider, slot.location, slot.start)!)
    return {
      recommended: result.recommended.map(shown),
      reason,
      warnings,
      next_available: nextAvailable && shown(nextAvailable),
    }
  },
}

/** The whole body of the company's answer, its envelope included. */
export const encodeSlots = (found: FoundSlots, take?: TakeMemory): Buffer =>
  encodeSlotsFor(company, found, take)

/** The whole body of the answer as this audience reads it, its envelope included; in memory of its own, unless `take` lends some. */
export function encodeSlotsFor(
  audience: SlotAudience,
  found: FoundSlots,
  take: TakeMemory = Buffer.allocUnsafe,
): Buffer {
  const { type } = found.input
  const tail = Buffer.from(`],${JSON.stringify(audience.restOf(found)).slice(1)}}`)
  return type.blockMinutes.length === 1
    ? encodeOneDay(audience, type.blockMinutes[0]!, found.result.places, tail, take)
    : encodeManyDays(audience, type, found.result.places, tail)
}

const opening = '{"success":true,"data":{"providers":['

function encodeOneDay(
  audience: SlotAudience,
  minutes: number,
  places: readonly PlaceSlots[],
  tail: Buffer,
  take: TakeMemory,
): Buffer {
  const sheet = slotSheet(minutes, places, audience.words)
  const heads = places.map((place, i) => Buffer.from((i === 0 ? "" : "]},") + headOf(audience, place)))
  const end = Buffer.from(places.length === 0 ? "" : "]}")
  const lengths = places.map(({ starts }, i) => heads[i]!.length + slotsLength(sheet, starts))
  const length = lengths.reduce((sum, each) => sum + each, opening.length + end.length + tail.length)

  const answer = take(length)
  let at = answer.write(opening, 0, "latin1")
  for (const [i, { starts }] of places.entries()) {
    at += heads[i]!.copy(answer, at)
    at = copySlots(sheet, starts, answer, at)
  }
  at += end.copy(answer, at)
  tail.copy(answer, at)
  return answer
}

/** Where each job's days fall depends on its provider's hours, so nothing is shared between places. */
function encodeManyDays(
  audience: SlotAudience,
  type: TypePlan,
  places: readonly PlaceSlots[],
  tail: Buffer,
): Buffer {
  const texts = places.map((place) => {
    const slots = Array.from(place.starts, (start) =>
      JSON.stringify(audience.slotOf(blocksOf(type, place.provider, place.location, start)!)),
    )
    return `${headOf(audience, place)}${slots.join(",")}]}`
  })
  return Buffer.concat([Buffer.from(opening + texts.join(",")), tail])
}

const headOf = (audience: SlotAudience, place: PlaceSlots) =>
  `${JSON.stringify(audience.placeOf(place)).slice(0, -1)},"slots":[`
