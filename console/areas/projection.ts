/**
 * Places on a flat map by Web Mercator, as tiles of other maps have it: the world is a square of `worldSize`, north up. A view
 * is the place in its middle and how many pixels a unit of the world takes.
 */

export interface GeoPoint {
  latitude: number
  longitude: number
}

/** Null where it is not known. */
export const pointOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null
  longitude: number | null
}): GeoPoint | null => (latitude === null || longitude === null ? null : { latitude, longitude })

export interface MapView {
  x: number
  y: number
  scale: number
}

export type FlatPoint = readonly [x: number, y: number]

/** Large enough that a path in whole hundredths shows a street. */
export const worldSize = 10_000
const furthestLatitude = 85

export function worldOf({ latitude, longitude }: GeoPoint): FlatPoint {
  const bounded = Math.max(-furthestLatitude, Math.min(furthestLatitude, latitude))
  const north = Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360))
  return [((longitude + 180) / 360) * worldSize, (0.5 - north / (2 * Math.PI)) * worldSize]
}

export function geoPointOf([x, y]: FlatPoint): GeoPoint {
  const north = (0.5 - y / worldSize) * 2 * Math.PI
  return {
    latitude: (Math.atan(Math.sinh(north)) * 180) / Math.PI,
    longitude: (x / worldSize) * 360 - 180,
  }
}

/** The pixel of a place in a view of this size. */
export function pixelOf(place: GeoPoint, view: MapView, { width, height }: Size): FlatPoint {
  const [x, y] = worldOf(place)
  return [width / 2 + (x - view.x) * view.scale, height / 2 + (y - view.y) * view.scale]
}

export function geoPointAt([x, y]: FlatPoint, view: MapView, { width, height }: Size): GeoPoint {
  return geoPointOf([view.x + (x - width / 2) / view.scale, view.y + (y - height / 2) / view.scale])
}

export interface Size {
  width: number
  height: number
}

const leastScale = 0.05
const mostScale = 3_000

export const zoomed = (view: MapView, factor: number): MapView => ({
  ...view,
  scale: Math.max(leastScale, Math.min(mostScale, view.scale * factor)),
})

/** About 50 km in the middle of the United States. */
const leastSpan = 16

/** The view that shows all points with some room around; a single one with the town around it. */
export function viewOf(geoPoints: readonly GeoPoint[], { width, height }: Size): MapView {
  const points = geoPoints.map(worldOf)
  if (points.length === 0) {
    const [x, y] = worldOf({ latitude: 39, longitude: -98 })
    return { x, y, scale: 0.45 }
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const span = Math.max((right - left) / width, (bottom - top) / height, leastSpan / width)
  return zoomed({ x: (left + right) / 2, y: (top + bottom) / 2, scale: 0.8 / span }, 1)
}

const earthRadiusKm = 6371.0088

/** Places on a circle around a centre, along the globe. */
export function circleAround(centre: GeoPoint, km: number, corners = 72): GeoPoint[] {
  const radians = Math.PI / 180
  const angle = km / earthRadiusKm
  const latitude = centre.latitude * radians
  return Array.from({ length: corners }, (_, index) => {
    const bearing = (index * 2 * Math.PI) / corners
    const north = Math.asin(
      Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing),
    )
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
      Math.cos(angle) - Math.sin(latitude) * Math.sin(north),
    )
    return { latitude: north / radians, longitude: centre.longitude + east / radians }
  })
}
