/** Small shapes that several nouns share in answers. */
import { z } from "zod"
import { bounded, latitude, line, longitude, name } from "./fields.ts"
import type { AddressAccuracy } from "./geo.ts"

export const idAndName = z.object({ id: z.int(), name: z.string() })

const country = bounded(
  2,
  "expected a two-letter country code, as US",
  "expected a two-letter country code",
).regex(/^[A-Z]{2}$/, { error: "expected a two-letter country code, as US" })

/** A postal address as callers send it. Its coordinates are exact; without them a geocoder is asked. */
export const addressInput = z.strictObject({
  line1: name(200),
  line2: line(200).nullable().optional(),
  city: name(120),
  state: name(120),
  postal_code: name(20),
  country: country.default("US"),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
})
export type AddressInput = z.infer<typeof addressInput>

/** An address after a geocoder was asked; `accuracy` is left out where the point came with the address. */
export type LocatedAddress = AddressInput & { accuracy?: AddressAccuracy | null }

/** A record whose address a geocoder has yet to be asked about. */
export interface Unlocated {
  id: number
  address: Address
}

export const addressView = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
})
export type Address = z.infer<typeof addressView>

/** How exact a located address's point is, as staff see it. */
export const addressAccuracyView = z
  .enum(["rooftop", "street", "city", "postal", "unknown"])
  .nullable()
  .meta({
    description:
      "How exact the address's point is. `postal` and `city` are only the middle of a postal code or city; `unknown` is an " +
      "address that the geocoder does not know. Null when the point was sent, and until a geocoder was asked.",
  })

/** The postal part, without coordinates. */
export function postalPart(input: AddressInput): Address {
  return {
    line1: input.line1,
    line2: input.line2 ?? null,
    city: input.city,
    state: input.state,
    postal_code: input.postal_code,
    country: input.country,
  }
}

export function addressLine({ line1, line2, city, state, postal_code }: Address): string {
  return [line1, line2, city, `${state} ${postal_code}`.trim()].filter(Boolean).join(", ")
}

/** Milliseconds, UTC, `Z`. */
export const iso = (at: Date) => at.toISOString()
export const isoOrNull = (at: Date | null) => (at === null ? null : at.toISOString())
