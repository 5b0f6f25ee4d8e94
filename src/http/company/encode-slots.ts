/**
 * The one hand-made serializer. A search may hold tens of thousands of times: writing them straight from minutes, out
 * of day prefixes made once each, costs a fraction of building objects for them first.
 */
import { type PlacedSlot, placedSlotOf, slotOf } from "../../model/slot.ts"
import type { FoundSlots } from "../../operations/slots/find-slots.ts"
import { blocksOf } from "../../rules/availability/find-slots.ts"
import type { PlaceSlots, Slot, TypePlan } from "../../rules/availability/types.ts"
import { isoOfMinute } from "../../time/instants.ts"

export function encodeSlots(found: FoundSlots): string {
  const { type } = found.input
  const providers = found.result.places.map((place) => encodePlace(type, place)).join(",")
  const recommended = JSON.stringify(found.result.recommended.map((slot) => shown(type, slot)))
  const next = JSON.stringify(found.nextAvailable && shown(type, found.nextAvailable))
  return (
    `{"providers":[${providers}],"recommended":${recommended},"reason":${JSON.stringify(found.reason)},` +
    `"warnings":${JSON.stringify(found.warnings)},"next_available":${next}}`
  )
}

function shown(type: TypePlan, slot: Slot): PlacedSlot {
  return placedSlotOf(slot, blocksOf(type, slot.provider, slot.location, slot.start)!)
}

function encodePlace(type: TypePlan, { provider, location, starts }: PlaceSlots): string {
  const head =
    `{"provider_id":${provider.id},"provider_name":${JSON.stringify(provider.name)},"location_id":${location.id},` +
    `"location_name":${JSON.stringify(location.name)},"timezone":${JSON.stringify(location.zone)},"slots":[`
  let slots = ""
  if (type.blockMinutes.length === 1) {
    const minutes = type.blockMinutes[0]!
    for (const start of starts) {
      const times = `"start_time":"${isoOfMinute(start)}","end_time":"${isoOfMinute(start + minutes)}"`
      slots += `${slots === "" ? "" : ","}{${times},"blocks":[{${times}}]}`
    }
  } else {
    slots = Array.from(starts, (start) =>
      JSON.stringify(slotOf(blocksOf(type, provider, location, start)!)),
    ).join(",")
  }
  return `${head}${slots}]}`
}
