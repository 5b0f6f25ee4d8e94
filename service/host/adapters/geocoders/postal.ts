/**
 * The embedded geocoder: the middle of a ZIP code or of a Canadian forward sortation area, and of the city with all its
 * codes where an address has no postal code; without a network.
 */

import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { CodeOfCity, GeoPoint } from "../../../../domain/model/geo.ts"
import type { Geocoder, Located } from "../../../platform/ports.ts"
import { type City, readCityTable } from "./city-table.ts"

/** Reads each table at the first address that asks for it, once. Knows the United States and Canada, and says null of all else. */
export function createPostalGeocoder(): Geocoder {
  let codes: ReturnType<typeof readPostalTable> | null = null
  let cities: ReturnType<typeof readCityTable> | null = null
  return {
    async locate({ country, postal_code, city, state }): Promise<Located | null> {
      if (country !== "US" && country !== "CA") return null
      codes ??= readPostalTable()
      const table = await codes
      if (postal_code.trim() === "") {
        cities ??= readCityTable()
        const found = (await cities).find(country, city, state)
        return found && { ...found.middle, accuracy: "city", cityCodes: codesOf(table, country, found) }
      }
      const point = table.find(country, postal_code)
      return point && { ...point, accuracy: "postal" }
    },
  }
}

const codesOf = (table: PostalTable, country: "US" | "CA", { codes }: City): CodeOfCity[] =>
  codes.flatMap((code) => {
    const point = table.find(country, code)
    return point === null ? [] : [[code, point.latitude, point.longitude] as const]
  })

/** Centroids by code. */
export interface PostalTable {
  /** How many codes have a centroid. */
  readonly count: { US: number; CA: number }
  find(country: "US" | "CA", postalCode: string): GeoPoint | null
}

/** The package gives four decimals, some ten metres. */
const perDegree = 10_000
const zipCodes = 100_000
const sortationAreas = 26 * 10 * 26
const letterA = 65
const record = /"zip":"(\w+)","latitude":(-?[\d.]+),"longitude":(-?[\d.]+)/g

/**
 * Reads the table in 0.9 MB: every possible code has a place of its own in an array, so that nothing is searched and no
 * objects are kept. The package's own modules would keep an object a code, some 90 MB of memory; its files are read as
 * text instead.
 */
export async function readPostalTable(): Promise<PostalTable> {
  const us = await readCentroids("zipcodes/lib/codes.js", zipCodes, zipIndex)
  const ca = await readCentroids("zipcodes/lib/codesCanada.js", sortationAreas, sortationIndex)
  return {
    count: { US: us.count, CA: ca.count },
    find: (country, code) =>
      country === "US" ? pointAt(us.pairs, zipIndex(code)) : pointAt(ca.pairs, sortationIndex(code)),
  }
}

/** Latitude and longitude of each index; both 0 where nothing is known, a point in the sea. */
async function readCentroids(file: string, size: number, indexOf: (code: string) => number | null) {
  const text = await readFile(createRequire(import.meta.url).resolve(file), "latin1")
  const pairs = new Int32Array(size * 2)
  let count = 0
  for (const [, code, latitude, longitude] of text.matchAll(record)) {
    const index = indexOf(code!)
    if (index === null || Number(latitude) === 0) continue
    pairs[index * 2] = Math.round(Number(latitude) * perDegree)
    pairs[index * 2 + 1] = Math.round(Number(longitude) * perDegree)
    count += 1
  }
  return { pairs, count }
}

function pointAt(pairs: Int32Array, index: number | null): GeoPoint | null {
  if (index === null || pairs[index * 2] === 0) return null
  return { latitude: pairs[index * 2]! / perDegree, longitude: pairs[index * 2 + 1]! / perDegree }
}

function zipIndex(code: string): number | null {
  const zip = /^\s*(\d{5})(?:[\s-]*\d{4})?\s*$/.exec(code)
  return zip && Number(zip[1])
}

/** The first three characters: letter, digit, letter. */
function sortationIndex(code: string): number | null {
  const area = /^\s*([A-Z])(\d)([A-Z])(?:[\s-]*\d[A-Z]\d)?\s*$/i.exec(code)?.[0].trim().toUpperCase()
  if (area === undefined) return null
  return ((area.charCodeAt(0) - letterA) * 10 + Number(area[1])) * 26 + area.charCodeAt(2) - letterA
}
