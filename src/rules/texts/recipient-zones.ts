/** On which clock a recipient lives: as set for them, else where their address is, else by their area code. */
import zoneOfPoint from "@photostructure/tz-lookup"
import { codesByZones } from "./area-codes.ts"

export interface Whereabouts {
  timezone: string | null
  latitude: number | null
  longitude: number | null
  phone: string
}

type Zones = readonly [string, ...string[]]

/** Several zones for an area code that lies in several. `locationZone`, the location's, when nothing is known. */
export function zonesOfRecipient(
  { timezone, latitude, longitude, phone }: Whereabouts,
  { locationZone }: { locationZone: string },
): Zones {
  if (timezone !== null) return [timezone]
  if (latitude !== null && longitude !== null) return [zoneOfPoint(latitude, longitude)]
  return zonesOfNumber(phone) ?? [locationZone]
}

let zonesByCode: Map<string, Zones> | null = null

/** Null outside the United States and Canada, and for codes that belong to no place. */
export function zonesOfNumber(phone: string): Zones | null {
  zonesByCode ??= new Map(
    codesByZones.flatMap(([zones, codes]) => codes.split(/\s+/).map((code) => [code, zones] as const)),
  )
  return phone.startsWith("+1") ? (zonesByCode.get(phone.slice(2, 5)) ?? null) : null
}
