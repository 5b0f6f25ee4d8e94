/** Nominatim's structured search: `GET /search?format=jsonv2`. Its public host wants a contact, and one question a second. */
import type { Accuracy } from "../../../../domain/model/geo.ts"
import type { Geocoder } from "../../../platform/ports.ts"
import { ask, defaultTimeoutMs, firstOf, member, pointOf } from "./ask.ts"

export interface NominatimOptions {
  baseUrl: string
  /** The address to which its host may write. */
  email: string
  timeoutMs?: number
}

export function createNominatim({
  baseUrl,
  email,
  timeoutMs = defaultTimeoutMs,
}: NominatimOptions): Geocoder {
  return {
    async locate({ line1, city, state, postal_code, country }, signal) {
      const words = {
        street: line1,
        city,
        state,
        postalcode: postal_code,
        countrycodes: country.toLowerCase(),
      }
      const query = { ...words, format: "jsonv2", limit: "1", email }
      const headers = { "user-agent": `Appointed (${email})` }
      const answer = await ask({ baseUrl, path: "/search", query, headers, signal, timeoutMs })
      const found = answer === null ? null : firstOf(answer)
      if (found === null) return null
      return { ...pointOf(member(found, "lat"), member(found, "lon")), accuracy: accuracyOf(found) }
    },
  }
}

/** Ranks from 28 on are buildings and what is smaller, 26 and 27 streets. A postal code's rank differs by country. */
function accuracyOf(found: unknown): Accuracy {
  if (member(found, "addresstype") === "postcode") return "postal"
  const rank = Number(member(found, "place_rank"))
  if (rank >= 28) return "rooftop"
  return rank >= 26 ? "street" : "city"
}
