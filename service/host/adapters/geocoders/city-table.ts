/**
 * The middle of a city, which is the mean of its postal codes' centroids, and its codes. Read at the first address that has a city and no postal
 * code, from the same files as the postal codes.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { GeoPoint } from "../../../../domain/model/geo.ts"

export interface CityTable {
  find(country: "US" | "CA", city: string, state: string): City | null
}

export interface City {
  middle: GeoPoint
  codes: readonly string[]
}

interface Sum {
  latitude: number
  longitude: number
  codes: string[]
}

type Cities = Map<string, Sum>

const require = createRequire(import.meta.url)
/** Two letters, of a state's or province's name or abbreviation; undefined for what is neither. */
const { normalize } = require("zipcodes/lib/states.js") as { normalize(state: string): string | undefined }

const record =
  /"zip":"(\w+)","latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"city":"([^"]*)","state":"([^"]*)"/g

export async function readCityTable(): Promise<CityTable> {
  const us = await readCities("zipcodes/lib/codes.js")
  const ca = await readCities("zipcodes/lib/codesCanada.js")
  return {
    find(country, city, state) {
      const key = keyOf(city, state)
      if (key === null) return null
      return country === "US" ? cityOf(us.get(key)) : cityOf(sumOfParts(ca, key))
    },
  }
}

async function readCities(file: string): Promise<Cities> {
  const text = await readFile(require.resolve(file), "latin1")
  const cities: Cities = new Map()
  for (const [, code, latitude, longitude, city, state] of text.matchAll(record)) {
    const key = keyOf(city!, state!)
    if (key === null || Number(latitude) === 0) continue
    const sum = cities.get(key) ?? { latitude: 0, longitude: 0, codes: [] }
    sum.latitude += Number(latitude)
    sum.longitude += Number(longitude)
    sum.codes.push(code!)
    cities.set(key, sum)
  }
  return cities
}

/** `TX austin`. Canadian names carry the quarters in parentheses, which are left out. */
function keyOf(city: string, state: string): string | null {
  const code = normalize(plainWords(state))
  const name = plainWords(city.split("(")[0]!)
  return code === undefined || name === "" ? null : `${code} ${name}`
}

const longForms: Record<string, string> = { st: "saint", ste: "sainte", mt: "mount", ft: "fort" }

/** Lower case without accents, dots and short forms: `St. Jérôme` is `saint jerome`. */
function plainWords(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  const words = letters.split(/[^a-z0-9]+/).filter((word) => word !== "")
  return words.map((word) => longForms[word] ?? word).join(" ")
}

/** The Canadian list names a city's parts: `Downtown Toronto`, `Halifax Upper Harbour`. */
function sumOfParts(cities: Cities, key: string): Sum | undefined {
  const province = key.slice(0, 3)
  const whole = ` ${key.slice(3)} `
  const parts = [...cities].filter(
    ([each]) => each.startsWith(province) && ` ${each.slice(3)} `.includes(whole),
  )
  if (parts.length === 0) return undefined
  const sum: Sum = { latitude: 0, longitude: 0, codes: [] }
  for (const [, { latitude, longitude, codes }] of parts) {
    sum.latitude += latitude
    sum.longitude += longitude
    sum.codes.push(...codes)
  }
  return sum
}

function cityOf(sum: Sum | undefined): City | null {
  if (sum === undefined) return null
  const { latitude, longitude, codes } = sum
  return { middle: { latitude: latitude / codes.length, longitude: longitude / codes.length }, codes }
}
