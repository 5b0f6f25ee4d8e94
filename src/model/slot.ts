/** A bookable time, as answers show it. */
import { z } from "zod"
import { isoOfMinute } from "../time/instants.ts"
import { timestamp } from "./fields.ts"

export interface MinuteBlock {
  start: number
  end: number
}

export const slotView = z.object({
  start_time: timestamp,
  end_time: timestamp.meta({ description: "The end of the last block." }),
  blocks: z.array(z.object({ start_time: timestamp, end_time: timestamp })),
})

const place = {
  provider_id: z.int(),
  provider_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  timezone: z.string(),
}

export const placedSlotView = slotView.extend(place).meta({ id: "Slot" })
export type PlacedSlot = z.input<typeof placedSlotView>

/** The slots of one provider at one location, each in the shape that the door shows. */
export const slotsAtPlace = <Slot extends z.ZodType>(slot: Slot) =>
  z.object({ ...place, slots: z.array(slot) })

interface Placed {
  provider: { id: number; name: string }
  location: { id: number; name: string; zone: string }
}

/** `blocks` are those of the job that begins at this slot, in order. */
export function slotOf(blocks: readonly MinuteBlock[]): z.input<typeof slotView> {
  const shown = blocks.map(({ start, end }) => ({
    start_time: isoOfMinute(start),
    end_time: isoOfMinute(end),
  }))
  return { start_time: shown[0]!.start_time, end_time: shown.at(-1)!.end_time, blocks: shown }
}

export function placedSlotOf({ provider, location }: Placed, blocks: readonly MinuteBlock[]): PlacedSlot {
  return {
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    location_name: location.name,
    timezone: location.zone,
    ...slotOf(blocks),
  }
}
