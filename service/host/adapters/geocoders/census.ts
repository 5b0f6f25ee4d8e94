/**
 * The geocoder of the US Census: `GET /geocoder/locations/address`. It knows the United States only, and reckons a house's
 * place from the range of numbers along its street.
 */
import type { Geocoder } from "../../../platform/ports.ts"
import { ask, defaultTimeoutMs, firstOf, member, pointOf } from "./ask.ts"

export interface CensusOptions {
  baseUrl: string
  timeoutMs?: number
}

const benchmark = "Public_AR_Current"

export function createCensus({ baseUrl, timeoutMs = defaultTimeoutMs }: CensusOptions): Geocoder {
  return {
    async locate({ line1, city, state, postal_code, country }, signal) {
      if (country !== "US") return null
      const query = { street: line1, city, state, zip: postal_code, benchmark, format: "json" }
      const answer = await ask({ baseUrl, path: "/geocoder/locations/address", query, signal, timeoutMs })
      const found = answer === null ? null : firstOf(member(member(answer, "result"), "addressMatches"))
      if (found === null) return null
      const at = member(found, "coordinates")
      return { ...pointOf(member(at, "y"), member(at, "x")), accuracy: "street" }
    },
  }
}
