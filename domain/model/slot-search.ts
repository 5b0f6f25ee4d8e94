/** The slot search as the company API asks and answers it, and a slot as every answer shows it. */
import { z } from "zod"
import { isoOfMinute } from "../time/dates.ts"
import { linkedPartView, linkedTypeIds, sameProvider } from "./appointment-group.ts"
import { emptyReasons, type PartBegin } from "./availability.ts"
import { type SlotSeats, seatsOfSlotViews, wantedSeats } from "./class-seats.ts"
import { date, flag, id, latitude, longitude, text, timestamp } from "./fields.ts"
import { decodeCursor, encodeCursor } from "./paging.ts"
import { addressInput } from "./views.ts"

export interface MinuteBlock {
  start: number
  end: number
  /** The work begins within it; else it is the work. */
  isWindow?: true
}

export const slotTimesView = z.object({
  start_time: timestamp,
  end_time: timestamp.meta({ description: "The end of the last block." }),
  blocks: z.array(z.object({ start_time: timestamp, end_time: timestamp })),
  kind: z.literal("window").optional().meta({
    description:
      "The work begins between `start_time` and `end_time`. Absent where it begins at `start_time`.",
  }),
  ...seatsOfSlotViews,
})

const providerAndLocation = {
  provider_id: z.int(),
  provider_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  timezone: z.string(),
}

const parts = {
  parts: z.array(linkedPartView).optional().meta({
    description:
      "Of a search for several types: each with its provider and its time, in their order. Absent of one type.",
  }),
}

/** A slot of one type, or of several that follow one another from the provider's start on. */
export const slotView = slotTimesView.extend({ ...providerAndLocation, ...parts }).meta({ id: "Slot" })
export type ShownSlot = z.input<typeof slotView>

/** The slots of one provider at one location, each in the shape of one interface. */
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
  const kind = blocks[0]!.isWindow ? { kind: "window" as const } : {}
  return { start_time: shown[0]!.start_time, end_time: shown.at(-1)!.end_time, blocks: shown, ...kind }
}

export function showSlot(
  { provider, location }: NamedProviderLocation,
  blocks: readonly MinuteBlock[],
  seats: SlotSeats = {},
): ShownSlot {
  return {
    provider_id: provider.id,
    provider_name: provider.name,
    location_id: location.id,
    location_name: location.name,
    timezone: location.zone,
    ...showSlotTimes(blocks),
    ...seats,
  }
}

/** Opaque to callers: the date and, within it, the ids that the next part begins after. */
export const moreFromText = ({ day, after }: PartBegin): string =>
  encodeCursor([day, after?.providerId ?? 0, after?.locationId ?? 0])

/** Throws `invalid_input` for a text that no answer gave. */
export function partBeginOf(moreFrom: string): PartBegin {
  const key = decodeCursor(moreFrom, ["number", "number", "number"], "more_from")
  const [day, providerId, locationId] = key as [number, number, number]
  return { day, after: providerId === 0 ? null : { providerId, locationId } }
}

const moreFrom = text(200)
  .optional()
  .meta({ description: "`more_from` of the answer before, with the same question: the answer's next part." })

export const slotQuestion = z.strictObject({
  appointment_type_id: id
    .optional()
    .meta({ description: "Needed unless appointment_id or appointment_type_ids is given." }),
  appointment_type_ids: linkedTypeIds.meta({
    description:
      "Types that follow one another in one visit, in this order, each no later than `linked_gap_minutes` after the one before, at " +
      "one location. A `provider_id` leads all of them. Requests, lengths and moves do not go with it.",
  }),
  same_provider: sameProvider.meta({
    description: "With appointment_type_ids: one provider leads all of them.",
  }),
  appointment_id: id
    .optional()
    .meta({ description: "The appointment to move: its type, length, provider and place." }),
  whole_group: flag.optional().meta({
    description:
      "With appointment_id, of one that was booked together with others: the starts to which all can move, the default; with false, " +
      "those of this one alone.",
  }),
  start_date: date,
  end_date: date.meta({ description: "Exclusive; at most 31 days after start_date." }),
  customer_id: id.nullable().optional(),
  scheduling_request_id: id.nullable().optional(),
  location_id: id.nullable().optional(),
  provider_id: id.nullable().optional(),
  duration_option_id: id.nullable().optional(),
  address: addressInput
    .nullable()
    .optional()
    .meta({ description: "For this search only; else the customer's on file. Nothing of it is stored." }),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  override_eligibility: flag.optional().meta({
    description:
      "The times that a booking with staff judgement could take: notice, window, dates, area and the customer's " +
      "other appointments do not bind.",
  }),
  all_starts: flag.optional().meta({
    description:
      "Of a type with packed starts, also the times that searches leave out, because a packed one is minutes away or because the " +
      "type shows packed ones alone. They can be booked, too.",
  }),
  more_from: moreFrom,
  seats: wantedSeats.meta({
    description: "Of a class: only sessions with so many seats left. 1 when left out.",
  }),
})
/** The questions about several types in one visit: those about one type or one appointment leave them out. */
export const ofGroups = { appointment_type_ids: true, same_provider: true, whole_group: true } as const

export type SlotQuestion = z.output<typeof slotQuestion>

const later = z
  .literal(true)
  .optional()
  .meta({ description: "The time is in a later part of the answer: see more_from." })

export const slotAnswer = z
  .object({
    providers: z
      .array(slotsPerProvider(slotTimesView.extend(parts)))
      .meta({ description: "Per provider and location; empty when nothing can be offered." }),
    recommended: z.array(slotView.extend({ later })).meta({
      description:
        "Up to five of the whole range, best first; each also in providers. Empty in further parts.",
    }),
    reason: z
      .enum(emptyReasons)
      .nullable()
      .meta({ description: "Why providers is empty, when one of these is why." }),
    warnings: z.array(z.string()),
    next_available: slotView
      .nullable()
      .meta({ description: "The first bookable time after an empty range, within the booking window." }),
    more_from: z.string().nullable().meta({
      description:
        "Not null when the answer would be longer than 4 MB: it then holds the first dates only. Send it with the same question for the next part.",
    }),
  })
  .meta({ id: "SlotAnswer" })
