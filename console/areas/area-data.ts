/** Locations with their service areas, and how one is edited. */
import { type Answer, api, type Row } from "../api/client.ts"
import { allTypes, hoursOf, rowsOf } from "../api/lists.ts"
import { queries } from "../api/queries.ts"
import { distanceUnit, editedDistance, typedKm } from "../distances.ts"
import { circleAround, type GeoPoint } from "./projection.ts"
import { type Diaries, visitsOf } from "./travel-limits.ts"

export type Location = Row<"listLocations">
export type Provider = Row<"listProviders">
export type Found = Answer<"findSlots">
export type Reason = Answer<"explainSlots">["starts"][number]["reasons"][number]

type Input = NonNullable<NonNullable<Parameters<typeof api.updateLocation>[0]>["service_area"]>
export type AreaKind = Input["kind"]
export const areaKinds: readonly AreaKind[] = ["anywhere", "radius", "postal_codes", "polygon"]

/** An area while it is edited: what was typed for each kind stays when another is looked at. */
export interface Draft {
  kind: AreaKind
  /** In the company's unit. */
  radius: string
  codes: string
  corners: readonly GeoPoint[]
  /** Rings inside the area that are not served; they are kept, and not edited here. */
  holes: readonly (readonly [number, number][])[]
}

export const readAreasAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["locations"] })

export const activeProviders = {
  queryKey: ["providers", "active"] as const,
  queryFn: () => rowsOf(api.listProviders({ limit: 100, active: true })),
}

/** Providers who visit customers, with their hours: who sets out from which location is found in them. */
export const diaries = {
  queryKey: ["providers", "diaries"] as const,
  queryFn: async (): Promise<Diaries> => {
    const [types, providers] = await Promise.all([
      queries.fetchQuery(allTypes),
      queries.fetchQuery(activeProviders),
    ])
    const going = providers.filter((provider) => visitsOf(provider, types).length > 0)
    const hours = await Promise.all(going.map(({ id }) => queries.fetchQuery(hoursOf(id))))
    return { types, providers: going.map((provider, index) => ({ provider, hours: hours[index]! })) }
  },
}

/** The radius of a new circle: 40 kilometres, or 25 miles. */
const usualKm = { km: 40, mi: 40.23 }

export function draftOf(location: Location): Draft {
  const area = location.service_area as Input
  const plain: Draft = {
    kind: area.kind,
    radius: editedDistance(usualKm[distanceUnit()]),
    codes: "",
    corners: [],
    holes: [],
  }
  switch (area.kind) {
    case "anywhere":
      return plain
    case "radius":
      return { ...plain, radius: editedDistance(area.km) }
    case "postal_codes":
      return { ...plain, codes: area.codes.join(" ") }
    case "polygon": {
      const [outer = [], ...holes] = area.polygon.coordinates as [number, number][][]
      return {
        ...plain,
        corners: outer.slice(0, -1).map(([longitude, latitude]) => ({ latitude, longitude })),
        holes,
      }
    }
  }
}

/** Null while it is not yet an area. */
export function areaOf({ kind, radius, codes, corners, holes }: Draft): Input | null {
  switch (kind) {
    case "anywhere":
      return { kind }
    case "radius":
      return typedKm(radius) > 0 ? { kind, km: typedKm(radius) } : null
    case "postal_codes": {
      const list = codes.split(/[\s,;]+/).filter(Boolean)
      return list.length > 0 ? { kind, codes: list } : null
    }
    case "polygon": {
      if (corners.length < 3 || corners.some((corner) => !isGeoPoint(corner))) return null
      const ring = [...corners, corners[0]!].map(({ latitude, longitude }): [number, number] => [
        longitude,
        latitude,
      ])
      return { kind, polygon: { type: "Polygon", coordinates: [ring, ...holes] } as never }
    }
  }
}

export const isGeoPoint = ({ latitude, longitude }: GeoPoint) =>
  Number.isFinite(latitude) &&
  Number.isFinite(longitude) &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180

/** The rings that a map shows of an area; none of one without a shape. */
export function ringsOf(draft: Draft, centre: GeoPoint | null): GeoPoint[][] {
  if (draft.kind === "radius" && centre && typedKm(draft.radius) > 0)
    return [circleAround(centre, typedKm(draft.radius))]
  if (draft.kind !== "polygon") return []
  const holes = draft.holes.map((ring) => ring.map(([longitude, latitude]) => ({ latitude, longitude })))
  return [draft.corners.filter(isGeoPoint), ...holes]
}
