/** Degrees, WGS 84. */
export interface GeoPoint {
  latitude: number
  longitude: number
}

/** What a geocoder's point stands for: the house, somewhere along its street, or the middle of a city or a postal code. */
export type Accuracy = "rooftop" | "street" | "city" | "postal"

/** `unknown`: a geocoder was asked, and did not know the address. */
export type AddressAccuracy = Accuracy | "unknown"

/** `[longitude, latitude]`, the order of GeoJSON. */
export type Position = readonly [number, number]

export type ServiceArea =
  | { kind: "anywhere" }
  | { kind: "postal_codes"; codes: readonly string[] }
  | { kind: "radius"; km: number }
  | { kind: "polygon"; polygon: { type: "Polygon"; coordinates: readonly (readonly Position[])[] } }
