/**
 * The one hand-made serializer. A search may hold tens of thousands of times. Writing their bytes straight from minutes
 * takes a tenth of the time of building objects and their text (docs/decisions/0018).
 */
import type { ProviderLocationStarts, Slot, TypePlan } from "../model/availability.ts"
import { type MinuteBlock, type ShownSlot, showSlot, showSlotTimes } from "../model/slot-search.ts"
import type { FoundSlots } from "../operations/slots/find-slots.ts"
import { offeredBlocks } from "../rules/availability/blocks.ts"
import type { TakeMemory } from "./answer-memory.ts"
import { copySlots, type SlotWords, sharedSlots, slotsLength } from "./slot-bytes.ts"

/** How one audience reads slots. */
export interface SlotAudience {
  words: SlotWords
  /** The fields of a provider and location before their slots. */
  providerLocationOf(starts: ProviderLocationStarts): object
  slotOf(blocks: readonly MinuteBlock[]): object
  /** The fields after the entries; at least one. */
  restOf(found: FoundSlots): object
}

const company: SlotAudience = {
  words: { start: "start_time", end: "end_time" },
  providerLocationOf: ({ provider, location }) => ({
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    location_name: location.name,
    timezone: location.zone,
  }),
  slotOf: showSlotTimes,
  restOf({ input, result, reason, warnings, nextAvailable }) {
    const shown = (slot: Slot): ShownSlot =>
      showSlot(slot, offeredBlocks(input.type, slot.provider, slot.location, slot.start))
    return {
      recommended: result.recommended.map(shown),
      reason,
      warnings,
      next_available: nextAvailable && shown(nextAvailable),
    }
  },
}

/** The whole body of the company API's answer, with its envelope. */
export const encodeSlots = (found: FoundSlots, take?: TakeMemory): Buffer =>
  encodeSlotsFor(company, found, take)

/** The whole body of the answer for this audience, with its envelope. `take` lends the memory; by default it is new. */
export function encodeSlotsFor(
  audience: SlotAudience,
  found: FoundSlots,
  take: TakeMemory = Buffer.allocUnsafe,
): Buffer {
  const { type } = found.input
  const tail = Buffer.from(`],${JSON.stringify(audience.restOf(found)).slice(1)}}`)
  return type.blockMinutes.length === 1
    ? encodeOneDay(audience, type.blockMinutes[0]!, found.result.offered, tail, take)
    : encodeManyDays(audience, type, found.result.offered, tail)
}

const opening = '{"success":true,"data":{"providers":['

function encodeOneDay(
  audience: SlotAudience,
  minutes: number,
  offered: readonly ProviderLocationStarts[],
  tail: Buffer,
  take: TakeMemory,
): Buffer {
  const shared = sharedSlots(minutes, offered, audience.words)
  const heads = offered.map((entry, i) => Buffer.from((i === 0 ? "" : "]},") + headOf(audience, entry)))
  const end = Buffer.from(offered.length === 0 ? "" : "]}")
  const lengths = offered.map(({ starts }, i) => heads[i]!.length + slotsLength(shared, starts))
  const length = lengths.reduce((sum, each) => sum + each, opening.length + end.length + tail.length)

  const answer = take(length)
  let at = answer.write(opening, 0, "latin1")
  for (const [i, { starts }] of offered.entries()) {
    at += heads[i]!.copy(answer, at)
    at = copySlots(shared, starts, answer, at)
  }
  at += end.copy(answer, at)
  tail.copy(answer, at)
  return answer
}

/** Where each job's days fall depends on its provider's hours, so nothing is shared between entries. */
function encodeManyDays(
  audience: SlotAudience,
  type: TypePlan,
  offered: readonly ProviderLocationStarts[],
  tail: Buffer,
): Buffer {
  const texts = offered.map((entry) => {
    const slots = Array.from(entry.starts, (start) =>
      JSON.stringify(audience.slotOf(offeredBlocks(type, entry.provider, entry.location, start))),
    )
    return `${headOf(audience, entry)}${slots.join(",")}]}`
  })
  return Buffer.concat([Buffer.from(opening + texts.join(",")), tail])
}

const headOf = (audience: SlotAudience, entry: ProviderLocationStarts) =>
  `${JSON.stringify(audience.providerLocationOf(entry)).slice(0, -1)},"slots":[`
