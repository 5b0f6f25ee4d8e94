/** A bookable time, as answers show it. */
import { z } from "zod"
import { isoOfMinute } from "../time/instants.ts"
import { timestamp } from "./fields.ts"

export interface MinuteBlock {
  start: number
  end: number
}

export const slotTimesView = z.object({
  start_time: timestamp,
  end_time: timestamp.meta({ description: "The end of the last block." }),
  blocks: z.array(z.object({ start_time: timestamp, end_time: timestamp })),
})

const providerAndLocation = {
  provider_id: z.int(),
  provider_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  timezone: z.string(),
}

export const slotView = slotTimesView.extend(providerAndLocation).meta({ id: "Slot" })
export type ShownSlot = z.input<typeof slotView>

/** The slots of one provider at one location, each in the shape that the door shows. */
export const slotsPerProvider = <Slot extends z.ZodType>(slot: Slot) =>
  z.object({ ...providerAndLocation, slots: z.array(slot) })

interface NamedProviderLocation {
  provider: { id: number; name: string }
  location: { id: number; name: string; zone: string }
}

/** `blocks` are those of the job that begins at this slot, in order. */
export function showSlotTimes(blocks: readonly MinuteBlock[]): z.input<typeof slotTimesView> {
  const shown = blocks.map(({ start, end }) => ({
    start_time: isoOfMinute(start),
    end_time: isoOfMinute(end),
  }))
  return { start_time: shown[0]!.start_time, end_time: shown.at(-1)!.end_time, blocks: shown }
}

export function showSlot(
  { provider, location }: NamedProviderLocation,
  blocks: readonly MinuteBlock[],
): ShownSlot {
  return {
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    location_name: location.name,
    timezone: location.zone,
    ...showSlotTimes(blocks),
  }
}
