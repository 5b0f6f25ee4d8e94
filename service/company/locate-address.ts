/** Geocoding, outside every transaction and within a time limit. Addresses are never logged. */

import type { ServiceAddress } from "../../domain/model/availability.ts"
import type { AddressAccuracy } from "../../domain/model/geo.ts"
import type { Address, AddressInput, LocatedAddress } from "../../domain/model/views.ts"
import { postalPart } from "../../domain/model/views.ts"
import type { AppContext } from "../platform/context.ts"
import { GeocoderUnavailable, type Located } from "../platform/ports.ts"

/** Null when the geocoder does not know the address, `"away"` when it did not answer. */
export async function locate(context: AppContext, address: Address): Promise<Located | null | "away"> {
  const signal = AbortSignal.timeout(context.outsideLimitMs)
  return context.geocoder.locate(address, signal).catch((error: unknown) => {
    if (error instanceof GeocoderUnavailable || signal.aborted) return "away" as const
    throw error
  })
}

/** The address as searches judge it; without a point when the geocoder does not know it, or is away. */
export async function locateServiceAddress(context: AppContext, address: Address): Promise<ServiceAddress> {
  const { postal_code: postalCode, country } = address
  const found = await locate(context, address)
  if (found === null || found === "away") {
    return { point: null, postalCode, country, accuracy: accuracyOf(found) }
  }
  const { latitude, longitude, accuracy, cityCodes = null } = found
  return { point: { latitude, longitude }, postalCode, country, accuracy, cityCodes }
}

/** An address to save, with the geocoder's point unless it came with one. When the geocoder is away, the worker asks later. */
export async function withPoint<Sent extends AddressInput | null | undefined>(
  context: AppContext,
  sent: Sent,
): Promise<LocatedAddress | Exclude<Sent, AddressInput>> {
  if (!sent) return sent as Exclude<Sent, AddressInput>
  if (sent.latitude !== undefined || sent.longitude !== undefined) return sent
  const found = await locate(context, postalPart(sent))
  if (found === null || found === "away") return { ...sent, accuracy: accuracyOf(found) }
  const { latitude, longitude, accuracy } = found
  return { ...sent, latitude, longitude, accuracy }
}

const accuracyOf = (found: null | "away"): AddressAccuracy | null => (found === null ? "unknown" : null)
