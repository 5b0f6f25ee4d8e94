/** The map of service areas: tiles lie where the outline does, and circles say what the search goes by. */
import { describe, expect, it } from "vitest"
import { type GeoPoint, pixelOf, viewOf, worldOf, worldSize } from "../../console/areas/projection.ts"
import { sharp, tilesOf, tileUrl } from "../../console/areas/tiles.ts"
import { type Diaries, reachesOf, travellersAt } from "../../console/areas/travel-limits.ts"

const size = { width: 801, height: 523 }
const capitol = { latitude: 30.27467, longitude: -97.74035 }

const viewAt = (place: GeoPoint, level: number) => {
  const [x, y] = worldOf(place)
  return { x, y, scale: (256 * 2 ** level) / worldSize }
}

describe("the tiles of a view", () => {
  it("are the ones that every tile server has there", () => {
    // As the formula of the tile servers says: x = (lon + 180) / 360 × 2^z, y by the Mercator of the latitude.
    const known = [
      { z: 14, x: 3743, y: 6745, place: capitol },
      { z: 10, x: 511, y: 340, place: { latitude: 51.5007, longitude: -0.1246 } },
      { z: 8, x: 235, y: 153, place: { latitude: -33.8568, longitude: 151.2153 } },
    ]
    for (const { z, x, y, place } of known) {
      const view = viewAt(place, z)
      const [left, top] = pixelOf(place, view, size)
      const under = tilesOf(view, size).filter(
        (tile) =>
          tile.left <= left &&
          left < tile.left + tile.width &&
          tile.top <= top &&
          top < tile.top + tile.height,
      )
      expect(under.map((tile) => [tile.z, tile.x, tile.y])).toEqual([[z, x, y]])
    }
  })

  it("cover it without a gap or an overlap, at any scale", () => {
    for (const level of [3, 5.3, 7.49, 7.51, 11.9]) {
      const tiles = tilesOf(viewAt(capitol, level), size)
      const rows = Map.groupBy(tiles, ({ y }) => y)
      for (const row of rows.values()) {
        expect(row[0]!.left).toBeLessThanOrEqual(0)
        for (const [at, tile] of row.slice(1).entries())
          expect(tile.left).toBe(row[at]!.left + row[at]!.width)
        expect(row.at(-1)!.left + row.at(-1)!.width).toBeGreaterThanOrEqual(size.width)
      }
      const columns = [...rows.values()].map(([first]) => first!)
      expect(columns[0]!.top).toBeLessThanOrEqual(0)
      for (const [at, tile] of columns.slice(1).entries())
        expect(tile.top).toBe(columns[at]!.top + columns[at]!.height)
      expect(columns.at(-1)!.top + columns.at(-1)!.height).toBeGreaterThanOrEqual(size.height)
      for (const { width } of tiles) expect(Math.abs(Math.log2(width / 256))).toBeLessThan(0.52)
    }
  })

  it("begin anew beyond the 180th meridian, and end at the poles", () => {
    const tiles = tilesOf(viewAt({ latitude: -17.7, longitude: 179.9 }, 4), size)
    expect([...new Set(tiles.map(({ x }) => x))]).toEqual([14, 15, 0, 1])
    expect(tiles.map(({ column }) => column)).toContain(17)
    const north = tilesOf(viewAt({ latitude: 85, longitude: 0 }, 4), size)
    expect(Math.min(...north.map(({ y }) => y))).toBe(0)
  })

  it("have their own size in a sharp view, which shows as much as before or more", () => {
    const view = viewOf([capitol, { latitude: 30.6, longitude: -97.2 }], size)
    const settled = sharp(view)
    expect(settled.scale).toBeLessThanOrEqual(view.scale)
    expect(settled.scale * 2).toBeGreaterThan(view.scale)
    for (const { width, height } of tilesOf(settled, size)) expect([width, height]).toEqual([256, 256])
    expect(sharp(settled)).toEqual(settled)
  })

  it("are asked for by the operator's address", () => {
    const tile = { z: 3, x: 1, y: 2 }
    expect(tileUrl("https://a.example/{z}/{x}/{y}{r}.png?at={z}", tile, false)).toBe(
      "https://a.example/3/1/2.png?at=3",
    )
    expect(tileUrl("https://a.example/{z}/{x}/{y}{r}.png", tile, true)).toBe("https://a.example/3/1/2@2x.png")
  })
})

type Going = Diaries["providers"][number]

describe("how far providers go", () => {
  const point = (latitude: number, longitude: number) => ({ latitude, longitude })
  const location = { id: 1, ...capitol }
  const address = {
    line1: "1 Main St",
    line2: null,
    city: "Austin",
    state: "TX",
    postal_code: "78701",
    country: "US",
  }
  const visit: Diaries["types"][number] = { id: 7, place: "at_customer", active: true, location_ids: null }
  const types: Diaries["types"] = [visit, { ...visit, id: 8, place: "at_location" }]
  const week = (locationId: number) => [{ location_id: locationId, weekday: 1, start: "09:00", end: "17:00" }]
  const dates = (intervals: { start: string; end: string }[]) => [
    { location_id: 1, date: "2027-03-01", intervals },
  ]
  /** By default works at the location and visits customers from there. */
  const goes = (
    id: number,
    fields: Partial<Going["provider"]> = {},
    hours: Partial<Going["hours"]> = {},
  ): Going => ({
    provider: {
      ...{ id, name: `Provider ${id}`, appointment_type_ids: [7] },
      ...{ start_address: null, max_travel_km: null, travel: null, ...fields },
    },
    hours: { version: 1, weekly_hours: week(1), date_overrides: [], ...hours },
  })
  const travellers = (...providers: Diaries["providers"]) => travellersAt(location, { types, providers })

  it("is asked of those who visit customers and work at the location, be it on some dates only", () => {
    const known = travellers(
      goes(1),
      goes(2, { appointment_type_ids: [8] }),
      goes(3, {}, { weekly_hours: week(2) }),
      goes(4, {}, { weekly_hours: [], date_overrides: dates([{ start: "09:00", end: "12:00" }]) }),
      goes(5, {}, { weekly_hours: [], date_overrides: dates([]) }),
    )
    expect(known.map(({ id }) => id)).toEqual([1, 4])
    const elsewhere = [{ ...visit, location_ids: [2] }]
    expect(travellersAt(location, { types: elsewhere, providers: [goes(1)] })).toEqual([])
  })

  it("is measured as the search does: from their own start, or from the location where that has no point", () => {
    const known = travellers(
      goes(1, { max_travel_km: 40 }),
      goes(2, { start_address: { ...address, ...point(30.5, -97.7) }, max_travel_km: 12.5 }),
      goes(3, { start_address: { ...address, latitude: null, longitude: null } }),
    )
    expect(known.map(({ from, start, km }) => [from, start, km])).toEqual([
      ["location", capitol, 40],
      ["own_start", point(30.5, -97.7), 12.5],
      ["unknown_start", capitol, null],
    ])
  })

  it("is one shape for those who go alike, until a tried address parts them", () => {
    const known = travellers(
      goes(1, { max_travel_km: 40 }),
      goes(2, { max_travel_km: 40 }),
      goes(3),
      goes(4, { start_address: { ...address, ...point(30.5, -97.7) } }),
    )
    const shapes = (comes: ReadonlyMap<number, boolean>) =>
      reachesOf(known, comes).map((reach) => [reach.names.length, reach.ring.length > 0, reach.comes])
    expect(shapes(new Map())).toEqual([
      [2, true, null],
      [1, false, null],
    ])
    const tried = new Map([
      [1, true],
      [2, false],
    ])
    expect(shapes(tried)).toEqual([
      [1, true, true],
      [1, true, false],
      [1, false, null],
    ])
  })
})
