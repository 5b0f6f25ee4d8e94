/** Several types in one visit: a customer's appointments that follow one another, made, moved and cancelled together. */
import { z } from "zod"
import { flag, id, minuteInstant, timestamp } from "./fields.ts"

/** Its group, and its place in it from 0. Both null for an appointment in none. */
export interface InGroup {
  group_id: number | null
  group_index: number | null
}

export const noGroup: InGroup = { group_id: null, group_index: null }

export const [fewestLinked, mostLinked] = [2, 5]

export const groupFields = {
  group_id: z.int().optional().meta({
    description:
      "The appointments that were booked together, to follow one another. Absent where it stands alone.",
  }),
  group_index: z
    .int()
    .optional()
    .meta({ description: "Its place among them, from 0. Absent with group_id." }),
}

export const shownGroup = ({ group_id, group_index }: InGroup) =>
  group_id === null || group_index === null ? {} : { group_id, group_index }

export const linkedTypeIds = z
  .array(id)
  .min(fewestLinked, { error: `expected at least ${fewestLinked} entries` })
  .max(mostLinked, { error: `expected at most ${mostLinked} entries` })
  .optional()

export const sameProvider = flag.optional()

/** One of the appointments that follow one another, as a search offers it. */
export const linkedPartView = z.object({
  appointment_type_id: z.int(),
  provider_id: z.int(),
  provider_name: z.string(),
  location_id: z.int(),
  start_time: timestamp,
  end_time: timestamp,
})
export type ShownLinkedPart = z.input<typeof linkedPartView>

/** As `parts` of a slot has it. */
export const linkedPartInput = z.strictObject({ provider_id: id, start_time: minuteInstant })

export const wholeGroup = flag.optional().meta({
  description:
    "Of an appointment that was booked together with others: all of them, the default. With false this one alone changes, " +
    "wherever the others are.",
})
