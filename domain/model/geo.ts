/** Degrees, WGS 84. */
export interface GeoPoint {
  latitude: number
  longitude: number
}

/** The same for points that are the same to a metre: 1e-5 degrees. Below 2^53. */
export function pointKey({ latitude, longitude }: GeoPoint): number {
  return Math.round((latitude + 90) * 1e5) * 1e8 + Math.round((longitude + 180) * 1e5)
}

/** The precision of a geocoder's point: the building, its street, or the middle of a city or postal code. */
export type Accuracy = "rooftop" | "street" | "city" | "postal"

/** A postal code with the middle of its area. */
export type CodeOfCity = readonly [code: string, latitude: number, longitude: number]

/** `unknown`: a geocoder was asked and does not know the address. */
export type AddressAccuracy = Accuracy | "unknown"

/** `[longitude, latitude]`, the order of GeoJSON. */
export type Position = readonly [number, number]

export type ServiceArea =
  | { kind: "anywhere" }
  | { kind: "postal_codes"; codes: readonly string[] }
  | { kind: "radius"; km: number }
  | { kind: "polygon"; polygon: { type: "Polygon"; coordinates: readonly (readonly Position[])[] } }
