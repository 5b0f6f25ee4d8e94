/** A location: providers work there or set out from there. Its zone is the zone of its hours and slots. */

import { z } from "zod"
import { isZone, zoneName } from "../time/zone-table.ts"
import { type ExternalData, externalDataFields, externalDataViews } from "./external-data.ts"
import { bounded, flag, ifVersion, latitude, longitude, name, recordVersion, text } from "./fields.ts"
import type { AddressAccuracy, ServiceArea } from "./geo.ts"
import { type RecordTimes, recordTimesView } from "./record-times.ts"
import { type Address, addressAccuracyView, addressInput, addressView } from "./views.ts"

export const timezone = bounded(64, "expected an IANA time zone, as America/Chicago")
  .overwrite((text) => zoneName(text) ?? text)
  .refine(isZone, { error: "expected an IANA time zone, as America/Chicago" })
  .meta({ examples: ["America/Chicago"] })

const postalCode = bounded(20, "expected a ZIP code, or the first three characters of a Canadian code")
  .trim()
  .toUpperCase()
  .regex(/^(\d{5}|[A-Z]\d[A-Z])$/, {
    error: "expected a five-digit ZIP code, or the first three characters of a Canadian code",
  })

const isWithin = (value: unknown, most: number) => typeof value === "number" && Math.abs(value) <= most
const isPosition = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && isWithin(value[0], 180) && isWithin(value[1], 90)

/** One check for both numbers: an area may have 40,000 positions, and a schema of three parts for each takes 100 ms. */
const position = z
  .custom<[longitude: number, latitude: number]>(isPosition, {
    error: "expected [longitude from -180 to 180, latitude from -90 to 90]",
  })
  .meta({
    type: "array",
    prefixItems: [
      { type: "number", minimum: -180, maximum: 180 },
      { type: "number", minimum: -90, maximum: 90 },
    ],
    // `false` says the same beside `maxItems`, and stops generators of clients.
    items: { type: "number" },
    minItems: 2,
    maxItems: 2,
  })
const ring = z
  .array(position)
  .min(4, { error: "expected a ring of at least four positions" })
  .max(2_000, { error: "expected a ring of at most 2000 positions" })
  .refine((points) => points[0]![0] === points.at(-1)![0] && points[0]![1] === points.at(-1)![1], {
    error: "expected a closed ring, whose first and last positions are the same",
  })

export const serviceArea = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("anywhere") }),
    z.strictObject({
      kind: z.literal("postal_codes"),
      codes: z.array(postalCode).min(1, { error: "expected at least one code" }).max(5_000),
    }),
    z.strictObject({
      kind: z.literal("radius"),
      km: z
        .number({ error: "expected kilometres from 0 to 2000" })
        .positive({ error: "expected more than 0 km" })
        .max(2_000, { error: "expected at most 2000 km" }),
    }),
    z.strictObject({
      kind: z.literal("polygon"),
      polygon: z.strictObject({
        type: z.literal("Polygon"),
        coordinates: z.array(ring).min(1, { error: "expected at least one ring" }).max(20),
      }),
    }),
  ],
  { error: "expected an object whose kind is anywhere, postal_codes, radius or polygon" },
)

const directions = text(1_000)
  .nullable()
  .meta({ description: "How customers find the way; agents read it to them." })
const openingHours = text(500).nullable().meta({
  description:
    "When it is open, as people read it, for agents to tell. Slots come from the hours of providers.",
})

export const locationInput = z.strictObject({
  name: name(),
  address: addressInput.nullable().optional(),
  latitude: latitude.nullable().optional(),
  longitude: longitude.nullable().optional(),
  directions: directions.default(null),
  opening_hours: openingHours.default(null),
  timezone,
  service_area: serviceArea.default({ kind: "anywhere" }).meta({ description: "Left out: `anywhere`." }),
  active: flag.default(true),
  ...externalDataFields,
})
export type LocationInput = z.output<typeof locationInput>

/** Fields sent are changed, the others stay. */
export const locationPatch = z.strictObject({
  if_version: ifVersion,
  name: name().optional(),
  address: addressInput.nullable().optional(),
  latitude: latitude.nullable().optional(),
  longitude: longitude.nullable().optional(),
  directions: directions.optional(),
  opening_hours: openingHours.optional(),
  timezone: timezone.optional(),
  service_area: serviceArea.optional(),
  active: flag.optional(),
  ...externalDataFields,
})

export const locationView = z.object({
  id: z.int(),
  version: recordVersion,
  name: z.string(),
  address: addressView.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  address_accuracy: addressAccuracyView,
  directions: z.string().nullable(),
  opening_hours: z.string().nullable(),
  timezone: z.string(),
  service_area: z.unknown().meta({ description: "As it was sent." }),
  active: z.boolean(),
  ...externalDataViews,
  ...recordTimesView,
})

export interface Location extends ExternalData {
  id: number
  version: number
  name: string
  address: Address | null
  latitude: number | null
  longitude: number | null
  /** Null when the coordinates were sent, and until a geocoder was asked. */
  address_accuracy: AddressAccuracy | null
  directions: string | null
  opening_hours: string | null
  timezone: string
  service_area: ServiceArea
  active: boolean
}

/** As the store keeps it. */
export type StoredLocation = Location & RecordTimes
