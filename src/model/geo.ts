/** Degrees, WGS 84. */
export interface Point {
  latitude: number
  longitude: number
}

/** `[longitude, latitude]`, the order of GeoJSON. */
export type Position = readonly [number, number]

export type ServiceArea =
  | { kind: "anywhere" }
  | { kind: "postal_codes"; codes: readonly string[] }
  | { kind: "radius"; km: number }
  | { kind: "polygon"; polygon: { type: "Polygon"; coordinates: readonly (readonly Position[])[] } }
