/** The tiles under the console's map lie where its outline and its areas do. */
import { describe, expect, it } from "vitest"
import { type GeoPoint, pixelOf, viewOf, worldOf, worldSize } from "../../web/console/areas/projection.ts"
import { sharp, tilesOf, tileUrl } from "../../web/console/areas/tiles.ts"

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
