/** A room or a piece of equipment that appointments take, beside their providers. */
import { z } from "zod"
import { minutesPerDay } from "../time/units.ts"
import {
  clock,
  clockOfMinute,
  flag,
  id,
  ifVersion,
  minuteOfClock,
  name,
  recordVersion,
  whole,
} from "./fields.ts"
import { type RecordTimes, recordTimesView, showTimes } from "./record-times.ts"
import type { ResourceHours } from "./resource-plan.ts"
import { mostGroupCharacters } from "./type-needs.ts"

export const resourceKinds = ["room", "equipment"] as const
type DetailedKind = (typeof resourceKinds)[number]
const kind = z.enum(resourceKinds, { error: "expected one of room, equipment" })

const hours = z
  .array(
    z.strictObject({
      weekday: whole(1, 7).meta({ description: "1 is Monday, 7 is Sunday." }),
      start: clock,
      end: clock.meta({ description: "At or before `start` means past midnight." }),
    }),
  )
  .max(200, { error: "expected at most 200 entries" })
  .nullable()
  .meta({ description: "When it can be used, on the location's clock; null or none: always." })

const fields = {
  name: name(),
  kind,
  group: name(mostGroupCharacters).meta({
    description:
      "Types need so many out of a group. Resources of the same group and location stand in for one another.",
  }),
  location_id: id,
  hours,
  turnover_minutes: whole(0, minutesPerDay).meta({ description: "Kept free after each appointment." }),
  active: flag,
}

export const resourceInput = z
  .strictObject({
    ...fields,
    hours: hours.default(null),
    turnover_minutes: fields.turnover_minutes.default(0),
    active: flag.default(true),
  })
  .meta({ examples: [{ name: "Room 1", kind: "room", group: "Treatment rooms", location_id: 1 }] })

/** Fields sent are changed, the others stay. A kind and a location stay as they are. */
export const resourcePatch = z.strictObject({
  if_version: ifVersion,
  ...z
    .strictObject(fields)
    .pick({ name: true, group: true, hours: true, turnover_minutes: true, active: true })
    .partial().shape,
})

export const resourceView = z
  .object({
    id: z.int(),
    version: recordVersion,
    name: z.string(),
    kind: z.enum(resourceKinds),
    group: z.string(),
    location_id: z.int(),
    hours: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })).nullable(),
    turnover_minutes: z.int(),
    active: z.boolean(),
    ...recordTimesView,
  })
  .meta({ id: "Resource" })

export interface Resource {
  id: number
  version: number
  name: string
  kind: DetailedKind
  group: string
  location_id: number
  hours: ResourceHours[] | null
  turnover_minutes: number
  active: boolean
}

export type NewResource = Omit<Resource, "id" | "version">

export function hoursEntries(sent: z.output<typeof hours>): ResourceHours[] | null {
  if (sent === null || sent.length === 0) return null
  return sent.map(({ weekday, start, end }) => ({
    ...{ weekday, startMinute: minuteOfClock(start) },
    endMinute: minuteOfClock(end),
  }))
}

/** As the store keeps it. */
export type StoredResource = Resource & RecordTimes

export function showResource(resource: StoredResource): z.input<typeof resourceView> {
  const weekly = resource.hours
  const times = showTimes(resource)
  if (weekly === null) return { ...resource, ...times, hours: null }
  const shown = weekly.map(({ weekday, startMinute, endMinute }) => ({
    ...{ weekday, start: clockOfMinute(startMinute) },
    end: clockOfMinute(endMinute),
  }))
  return { ...resource, ...times, hours: shown }
}

/** A room or a piece of equipment of an appointment, as it is shown. */
export const takenResourceView = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(resourceKinds),
})
export type TakenResourceView = z.infer<typeof takenResourceView>
