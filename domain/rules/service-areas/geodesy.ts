/**
 * Distances and shapes on the globe.
 */
import type { GeoPoint, Position } from "../../model/geo.ts"

const EARTH_RADIUS_KM = 6371.0088
const RADIANS_PER_DEGREE = Math.PI / 180

/** About a tenth of a millimetre. */
const EDGE_TOLERANCE_DEGREES = 1e-9

/** Great-circle distance: the same both ways, to the last bit. */
export const distanceKm = (a: GeoPoint, b: GeoPoint): number =>
  distanceOnParallelsKm(a, parallelOf(a), b, parallelOf(b))

/** How much shorter the point's parallel is than the equator: of many points, worked out once for each. */
export const parallelOf = ({ latitude }: GeoPoint): number => Math.cos(latitude * RADIANS_PER_DEGREE)

/** The same as `distanceKm`, with what `parallelOf` says of both. */
export function distanceOnParallelsKm(a: GeoPoint, ofA: number, b: GeoPoint, ofB: number): number {
  const latitudeStep = Math.sin(((b.latitude - a.latitude) * RADIANS_PER_DEGREE) / 2)
  const longitudeStep = Math.sin(((b.longitude - a.longitude) * RADIANS_PER_DEGREE) / 2)
  const parallels = ofA * ofB
  const chord = latitudeStep * latitudeStep + parallels * longitudeStep * longitudeStep
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** True where a point lies in a GeoJSON polygon: in the first ring and in none of its holes; every edge counts as inside. */
export function isInPolygon(point: GeoPoint, rings: readonly (readonly Position[])[]): boolean {
  const [outer, ...holes] = rings
  if (outer === undefined) return false
  if (rings.some((ring) => isOnRing(point, ring))) return true
  return isInsideRing(point, outer) && !holes.some((hole) => isInsideRing(point, hole))
}

/** Distance to the nearest edge of a GeoJSON polygon, on a flat map around the point: exact enough up to tens of km. */
export function distanceToEdgeKm(point: GeoPoint, rings: readonly (readonly Position[])[]): number {
  const flat = flatMapAround(point)
  let nearest = Number.POSITIVE_INFINITY
  for (const ring of rings) {
    forEachEdge(ring.map(flat), (from, to) => {
      nearest = Math.min(nearest, distanceToOrigin(from, to))
    })
  }
  return nearest
}

/** The area of a GeoJSON polygon without its holes, on a flat map around its first position. */
export function areaKm2(rings: readonly (readonly Position[])[]): number {
  const [longitude, latitude] = rings[0]?.[0] ?? [0, 0]
  const flat = flatMapAround({ longitude, latitude })
  const [outer = 0, ...holes] = rings.map((ring) => {
    let twice = 0
    forEachEdge(ring.map(flat), ([fromX, fromY], [toX, toY]) => {
      twice += fromX * toY - toX * fromY
    })
    return Math.abs(twice) / 2
  })
  return Math.max(0, outer - holes.reduce((sum, hole) => sum + hole, 0))
}

/** Positions as kilometres to the east and north of a point. */
function flatMapAround(point: GeoPoint): (position: Position) => Position {
  const kmPerDegree = EARTH_RADIUS_KM * RADIANS_PER_DEGREE
  const kmPerLongitude = kmPerDegree * Math.cos(point.latitude * RADIANS_PER_DEGREE)
  return ([longitude, latitude]) => [
    (longitude - point.longitude) * kmPerLongitude,
    (latitude - point.latitude) * kmPerDegree,
  ]
}

function distanceToOrigin([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [stepX, stepY] = [toX - fromX, toY - fromY]
  const squared = stepX * stepX + stepY * stepY
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, -(fromX * stepX + fromY * stepY) / squared))
  return Math.hypot(fromX + along * stepX, fromY + along * stepY)
}

/** Counts the edges that a ray to the east crosses. */
function isInsideRing({ longitude, latitude }: GeoPoint, ring: readonly Position[]): boolean {
  let isInside = false
  forEachEdge(ring, ([fromX, fromY], [toX, toY]) => {
    if (fromY > latitude === toY > latitude) return
    const crossing = fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX)
    if (longitude < crossing) isInside = !isInside
  })
  return isInside
}

function isOnRing(point: GeoPoint, ring: readonly Position[]): boolean {
  let isOn = false
  forEachEdge(ring, (from, to) => {
    isOn ||= isOnEdge(point, from, to)
  })
  return isOn
}

function isOnEdge(
  { longitude: x, latitude: y }: GeoPoint,
  [fromX, fromY]: Position,
  [toX, toY]: Position,
): boolean {
  const length = Math.hypot(toX - fromX, toY - fromY)
  if (length === 0) return Math.hypot(x - fromX, y - fromY) <= EDGE_TOLERANCE_DEGREES
  const beside = Math.abs((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)) / length
  const along = ((toX - fromX) * (x - fromX) + (toY - fromY) * (y - fromY)) / length
  const isBetween = along >= -EDGE_TOLERANCE_DEGREES && along <= length + EDGE_TOLERANCE_DEGREES
  return beside <= EDGE_TOLERANCE_DEGREES && isBetween
}

/** The last position is joined to the first, whether or not the ring repeats it. */
function forEachEdge(ring: readonly Position[], each: (from: Position, to: Position) => void): void {
  for (let i = 0; i < ring.length; i++) each(ring[i]!, ring[(i + 1) % ring.length]!)
}
