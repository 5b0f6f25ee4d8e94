/** A provider: a person or a resource that appointments are booked with. */
import { z } from "zod"
import {
  changedMetadata,
  type ExternalData,
  externalDataFields,
  externalDataViews,
  noExternalData,
  showMetadata,
} from "./external-data.ts"
import { email, flag, id, ifVersion, name, recordVersion, text, withPatch } from "./fields.ts"
import type { AddressAccuracy } from "./geo.ts"
import { weeklyHoursInput, weeklyHoursView } from "./hours.ts"
import { imageUrlView, pictureUrl } from "./picture.ts"
import { type RecordTimes, recordTimesView, showTimes } from "./record-times.ts"
import { type Travel, travelInput, travelView } from "./travel.ts"
import {
  type Address,
  addressAccuracyView,
  addressInput,
  addressView,
  type LocatedAddress,
  postalPart,
} from "./views.ts"

const startAddress = addressInput
  .refine((address) => (address.latitude === undefined) === (address.longitude === undefined), {
    error: "expected latitude and longitude together, or neither",
    path: ["latitude"],
  })
  .nullable()
  .meta({
    description: "Where the provider's day begins and ends, on the road; null means at the location.",
  })

const travelKm = z
  .number({ error: "expected kilometres from 0 to 2000" })
  .positive({ error: "expected more than 0 km" })
  .max(2_000, { error: "expected at most 2000 km" })
  .nullable()

const ownTravel = travelInput.meta({
  description: "How fast the provider gets from one visit to the next; null takes the company's `travel`.",
})

const digestEmail = email.nullable().meta({
  description:
    "Where the appointments of the provider's day go at 06:00, on a host that sends mail; null: nowhere.",
})

const about = text(500).nullable().meta({
  description: "What customers read of the person where they choose one, as `Cuts curly hair, since 2009`.",
})

const typeIds = z.array(id).max(500, { error: "expected at most 500 appointment types" })

export const providerInput = z.strictObject({
  name: name(),
  active: flag.default(true),
  start_address: startAddress.default(null),
  max_travel_km: travelKm.default(null),
  travel: ownTravel.default(null),
  appointment_type_ids: typeIds.default([]).meta({ description: "What the provider offers." }),
  weekly_hours: weeklyHoursInput.default([]),
  digest_email: digestEmail.default(null),
  about: about.optional(),
  ...externalDataFields,
})

/** Fields sent are changed, the others stay. Hours are changed at their own address. */
export const providerPatch = z.strictObject({
  if_version: ifVersion,
  name: name().optional(),
  active: flag.optional(),
  start_address: startAddress.optional(),
  max_travel_km: travelKm.optional(),
  travel: ownTravel.optional(),
  appointment_type_ids: typeIds.optional(),
  digest_email: digestEmail.optional(),
  about: about.optional(),
  ...externalDataFields,
})
type ProviderPatch = Omit<z.output<typeof providerPatch>, "if_version">
/** The start address after a geocoder was asked. */
type LocatedPatch = Omit<ProviderPatch, "start_address"> & {
  start_address?: LocatedAddress | null | undefined
}

export const providerView = z.object({
  id: z.int(),
  version: recordVersion,
  name: z.string(),
  active: z.boolean(),
  start_address: addressView
    .extend({ latitude: z.number().nullable(), longitude: z.number().nullable() })
    .nullable(),
  start_address_accuracy: addressAccuracyView,
  max_travel_km: z.number().nullable(),
  travel: travelView,
  appointment_type_ids: z.array(z.int()),
  digest_email: z.string().nullable(),
  about: z.string().nullable(),
  image_url: imageUrlView,
  ...externalDataViews,
  ...recordTimesView,
})

export const providerWithHoursView = providerView.extend({ weekly_hours: z.array(weeklyHoursView) })

export interface Provider extends ExternalData {
  id: number
  version: number
  name: string
  active: boolean
  start_address: Address | null
  start_latitude: number | null
  start_longitude: number | null
  /** Null when the point came with the address, and until a geocoder was asked. */
  start_accuracy: AddressAccuracy | null
  max_travel_km: number | null
  /** Null takes the company's. */
  travel: Travel | null
  appointment_type_ids: number[]
  digest_email: string | null
  about: string | null
  image_hash: string | null
}

/** As the store keeps them. */
export type StoredProvider = Provider & RecordTimes

export type NewProvider = Omit<Provider, "id" | "version">

export function showProvider(provider: StoredProvider, bookUrl: string | null): z.input<typeof providerView> {
  const { start_address, start_latitude: latitude, start_longitude: longitude, ...others } = provider
  const { start_accuracy: start_address_accuracy, image_hash, ...plain } = others
  return {
    ...plain,
    image_url: pictureUrl(image_hash, bookUrl),
    ...showMetadata(provider),
    ...showTimes(provider),
    start_address: start_address && { ...start_address, latitude, longitude },
    start_address_accuracy,
  }
}

export const plainProvider: NewProvider = {
  name: "",
  active: true,
  start_address: null,
  start_latitude: null,
  start_longitude: null,
  start_accuracy: null,
  max_travel_km: null,
  travel: null,
  appointment_type_ids: [],
  digest_email: null,
  about: null,
  image_hash: null,
  ...noExternalData,
}

/** The provider with the fields that were sent. A new address brings its own point, or none. */
export function changedProvider<Known extends NewProvider>(
  present: Known,
  { start_address: address, appointment_type_ids: typeIds, metadata, ...plain }: LocatedPatch,
): Known {
  return {
    ...present,
    ...withPatch<NewProvider>(present, plain),
    metadata: changedMetadata(present.metadata, metadata),
    ...(typeIds ? { appointment_type_ids: [...new Set(typeIds)].sort((a, b) => a - b) } : {}),
    ...(address === undefined
      ? {}
      : {
          start_address: address === null ? null : postalPart(address),
          start_latitude: address?.latitude ?? null,
          start_longitude: address?.longitude ?? null,
          start_accuracy: address?.accuracy ?? null,
        }),
  }
}
