/**
 * The one hand-made serializer. A search may hold tens of thousands of times: writing their bytes straight from minutes
 * costs a fraction of building objects and a text for them first.
 */
import type { PlaceSlots, Slot, TypePlan } from "../../model/availability.ts"
import { type PlacedSlot, placedSlotOf, slotOf } from "../../model/slot.ts"
import type { FoundSlots } from "../../operations/slots/find-slots.ts"
import { blocksOf } from "../../rules/availability/find-slots.ts"
import { copySlots, slotSheet, slotsLength } from "./slot-sheet.ts"

/** The whole body of the answer, its envelope included. */
export function encodeSlots(found: FoundSlots): Buffer {
  const { type } = found.input
  const tail = Buffer.from(tailOf(found))
  return type.blockMinutes.length === 1
    ? encodeOneDay(type.blockMinutes[0]!, found.result.places, tail)
    : encodeManyDays(type, found.result.places, tail)
}

const opening = '{"success":true,"data":{"providers":['

function encodeOneDay(minutes: number, places: readonly PlaceSlots[], tail: Buffer): Buffer {
  const sheet = slotSheet(minutes, places)
  const heads = places.map((place, i) => Buffer.from(i === 0 ? headOf(place) : `]},${headOf(place)}`))
  const end = Buffer.from(places.length === 0 ? "" : "]}")
  const lengths = places.map(({ starts }, i) => heads[i]!.length + slotsLength(sheet, starts))
  const length = lengths.reduce((sum, each) => sum + each, opening.length + end.length + tail.length)

  const answer = Buffer.allocUnsafe(length)
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
function encodeManyDays(type: TypePlan, places: readonly PlaceSlots[], tail: Buffer): Buffer {
  const texts = places.map((place) => {
    const slots = Array.from(place.starts, (start) =>
      JSON.stringify(slotOf(blocksOf(type, place.provider, place.location, start)!)),
    )
    return `${headOf(place)}${slots.join(",")}]}`
  })
  return Buffer.concat([Buffer.from(opening + texts.join(",")), tail])
}

function headOf({ provider, location }: PlaceSlots): string {
  return (
    `{"provider_id":${provider.id},"provider_name":${JSON.stringify(provider.name)},"location_id":${location.id},` +
    `"location_name":${JSON.stringify(location.name)},"timezone":${JSON.stringify(location.zone)},"slots":[`
  )
}

function tailOf({ input, result, reason, warnings, nextAvailable }: FoundSlots): string {
  const shown = (slot: Slot): PlacedSlot =>
    placedSlotOf(slot, blocksOf(input.type, slot.provider, slot.location, slot.start)!)
  const rest = {
    recommended: result.recommended.map(shown),
    reason,
    warnings,
    next_available: nextAvailable && shown(nextAvailable),
  }
  return `],${JSON.stringify(rest).slice(1)}}`
}
