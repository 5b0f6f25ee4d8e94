/**
 * The middle of a city: the mean of its postal codes' centroids. Read at the first address that has a city and no postal
 * code, from the same files as the postal codes.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { GeoPoint } from "../../../../domain/model/geo.ts"

export interface CityTable {
  find(country: "US" | "CA", city: string, state: string): GeoPoint | null
}

interface Sum {
  latitude: number
  longitude: number
  codes: number
}

type Cities = Map<string, Sum>

const require = createRequire(import.meta.url)
/** Two letters, of a state's or province's name or abbreviation; undefined for what is neither. */
const { normalize } = require("zipcodes/lib/states.js") as { normalize(state: string): string | undefined }

const record = /"latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"city":"([^"]*)","state":"([^"]*)"/g

export async function readCityTable(): Promise<CityTable> {
  const us = await readCities("zipcodes/lib/codes.js")
  const ca = await readCities("zipcodes/lib/codesCanada.js")
  return {
    find(country, city, state) {
      const key = keyOf(city, state)
      if (key === null) return null
      return country === "US" ? middleOf(us.get(key)) : middleOf(sumOfParts(ca, key))
    },
  }
}

async function readCities(file: string): Promise<Cities> {
  const text = await readFile(require.resolve(file), "latin1")
  const cities: Cities = new Map()
  for (const [, latitude, longitude, city, state] of text.matchAll(record)) {
    const key = keyOf(city!, state!)
    if (key === null || Number(latitude) === 0) continue
    const sum = cities.get(key) ?? { latitude: 0, longitude: 0, codes: 0 }
    sum.latitude += Number(latitude)
    sum.longitude += Number(longitude)
    sum.codes += 1
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
  const sum = { latitude: 0, longitude: 0, codes: 0 }
  for (const [, { latitude, longitude, codes }] of parts) {
    sum.latitude += latitude
    sum.longitude += longitude
    sum.codes += codes
  }
  return sum
}

function middleOf(sum: Sum | undefined): GeoPoint | null {
  return sum ? { latitude: sum.latitude / sum.codes, longitude: sum.longitude / sum.codes } : null
}
