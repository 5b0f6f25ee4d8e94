import { expect, it } from "vitest"
import type { GeoPoint, Position } from "../../../domain/model/geo.ts"
import { distanceKm } from "../../../domain/rules/service-areas/geodesy.ts"
import {
  bestVerdict,
  isServiceAddressKnown,
  judgeServiceArea,
} from "../../../domain/rules/service-areas/service-area.ts"

const austin: GeoPoint = { latitude: 30.27, longitude: -97.74 }

function byCode(codes: string[], postalCode: string | null, country: string | null = null) {
  return judgeServiceArea({ kind: "postal_codes", codes }, austin, { point: null, postalCode, country })
}

function byPolygon(coordinates: Position[][], longitude: number, latitude: number) {
  const place = { point: { latitude, longitude }, postalCode: null, country: null }
  return judgeServiceArea({ kind: "polygon", polygon: { type: "Polygon", coordinates } }, null, place)
}

const square: Position[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
]
const hole: Position[] = [
  [4, 4],
  [4, 6],
  [6, 6],
  [6, 4],
  [4, 4],
]

it("SL-06 an area that is anywhere serves every place", () => {
  const nowhere = { point: null, postalCode: null, country: null }
  expect(judgeServiceArea({ kind: "anywhere" }, null, nowhere)).toBe("serves")
})

it("SL-06 ZIP codes are compared by their first five digits", () => {
  expect(byCode(["78701"], "78701-1234", "US")).toBe("serves")
  expect(byCode(["78701-0000"], "78701")).toBe("serves")
  expect(byCode(["78701"], "78702", "US")).toBe("does_not_serve")
})

it("SL-06 Canadian codes are compared by their first three, case and spaces apart", () => {
  expect(byCode(["m5v"], "M5V 2T6", "CA")).toBe("serves")
  expect(byCode(["M5V 1A1"], "m5v2t6")).toBe("serves")
  expect(byCode(["M5V"], "M5W 2T6", "CA")).toBe("does_not_serve")
})

it("SL-06 without a postal code an area of postal codes cannot tell", () => {
  expect(byCode(["78701"], null)).toBe("cannot_tell")
  expect(byCode(["78701"], " - ")).toBe("cannot_tell")
})

it("SL-06 a radius is a great-circle distance from the location", () => {
  const dallas = { point: { latitude: 32.78, longitude: -96.8 }, postalCode: null, country: null }
  const km = distanceKm(austin, dallas.point)
  expect(km).toBeGreaterThan(290)
  expect(km).toBeLessThan(296)
  expect(judgeServiceArea({ kind: "radius", km: km + 0.001 }, austin, dallas)).toBe("serves")
  expect(judgeServiceArea({ kind: "radius", km: km - 0.001 }, austin, dallas)).toBe("does_not_serve")
  expect(judgeServiceArea({ kind: "radius", km: 500 }, null, dallas)).toBe("cannot_tell")
  expect(judgeServiceArea({ kind: "radius", km: 500 }, austin, { ...dallas, point: null })).toBe(
    "cannot_tell",
  )
})

it("SL-06 the shortest way goes over the date line", () => {
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
    111.19,
    1,
  )
})

it("SL-06 a polygon serves its inside and its edge, not its holes", () => {
  const serves = (longitude: number, latitude: number) =>
    byPolygon([square, hole], longitude, latitude) === "serves"
  expect([serves(1, 1), serves(9, 5), serves(5, 3.9)]).toEqual([true, true, true])
  expect([
    serves(0, 0),
    serves(10, 10),
    serves(5, 0),
    serves(0, 7),
    serves(4, 5),
    serves(6, 6),
  ]).not.toContain(false)
  expect([serves(5, 5), serves(4.01, 4.01), serves(-0.01, 5), serves(10.01, 5), serves(11, 0)]).not.toContain(
    true,
  )
})

it("SL-06 a polygon reads longitude before latitude, is closed by itself, and may be no convex one", () => {
  const arrow: Position[] = [
    [0, 0],
    [20, 5],
    [0, 10],
    [5, 5],
  ]
  expect(byPolygon([arrow], 15, 5)).toBe("serves")
  expect(byPolygon([arrow], 5, 15)).toBe("does_not_serve")
  expect(byPolygon([arrow], 2, 5)).toBe("does_not_serve")
  expect(byPolygon([], 2, 5)).toBe("does_not_serve")
})

it("SL-06 a place is known by a point or a postal code", () => {
  expect(isServiceAddressKnown(null)).toBe(false)
  expect(isServiceAddressKnown({ point: null, postalCode: "", country: "US" })).toBe(false)
  expect(isServiceAddressKnown({ point: austin, postalCode: null, country: null })).toBe(true)
  expect(isServiceAddressKnown({ point: null, postalCode: "78701", country: null })).toBe(true)
})

it("SL-06 one area that serves is enough, and only what none can tell is unknown", () => {
  expect(bestVerdict(["cannot_tell", "does_not_serve", "serves"])).toBe("serves")
  expect(bestVerdict(["cannot_tell", "does_not_serve"])).toBe("cannot_tell")
  expect(bestVerdict(["does_not_serve", "does_not_serve"])).toBe("does_not_serve")
  expect(bestVerdict(["cannot_tell", "cannot_tell"])).toBe("cannot_tell")
  expect(bestVerdict([])).toBe("does_not_serve")
})

it("TR-09 a small polygon is widened for centroids as a radius of its size is, a large one is not", () => {
  const squareOf = (km: number): Position[] => {
    const half = km / 2 / 111.19
    return [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ]
  }
  const judge = (km: number, northKm: number, accuracy: "postal" | "street") =>
    judgeServiceArea({ kind: "polygon", polygon: { type: "Polygon", coordinates: [squareOf(km)] } }, null, {
      ...{ point: { latitude: northKm / 111.19, longitude: 0 }, postalCode: null, country: null },
      accuracy,
    })
  expect([judge(4, 9, "postal"), judge(4, 9, "street")]).toEqual(["serves", "does_not_serve"])
  expect(judge(4, 11, "postal")).toBe("does_not_serve")
  expect([judge(40, 19.9, "postal"), judge(40, 20.1, "postal")]).toEqual(["serves", "does_not_serve"])
})
