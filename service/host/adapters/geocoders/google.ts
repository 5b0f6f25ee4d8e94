/** Google's Geocoding API: `GET /maps/api/geocode/json`. Its refusals are 200 with a `status` that is not OK. */
import type { Accuracy } from "../../../../domain/model/geo.ts"
import type { Address } from "../../../../domain/model/views.ts"
import { type Geocoder, GeocoderUnavailable } from "../../../platform/ports.ts"
import { ask, defaultTimeoutMs, firstOf, member, pointOf } from "./ask.ts"

export interface GoogleOptions {
  baseUrl: string
  key: string
  timeoutMs?: number
}

/** The address itself is at fault, so that asking again changes nothing. */
const notKnown = ["ZERO_RESULTS", "INVALID_REQUEST"]

export function createGoogle({ baseUrl, key, timeoutMs = defaultTimeoutMs }: GoogleOptions): Geocoder {
  return {
    async locate(address, signal) {
      const query = { address: lineOf(address), components: `country:${address.country}`, key }
      const answer = await ask({ baseUrl, path: "/maps/api/geocode/json", query, signal, timeoutMs })
      const status = answer === null ? "INVALID_REQUEST" : member(answer, "status")
      if (notKnown.includes(String(status))) return null
      if (status !== "OK") throw new GeocoderUnavailable("the geocoder refused to answer")
      const found = firstOf(member(answer, "results"))
      const geometry = member(found, "geometry")
      const at = member(geometry, "location")
      return {
        ...pointOf(member(at, "lat"), member(at, "lng")),
        accuracy: accuracyOf(member(geometry, "location_type"), member(found, "types")),
      }
    },
  }
}

const lineOf = ({ line1, city, state, postal_code }: Address) =>
  `${line1}, ${city}, ${state} ${postal_code}`.trim()

function accuracyOf(kind: unknown, types: unknown): Accuracy {
  if (kind === "ROOFTOP") return "rooftop"
  const of = Array.isArray(types) ? types : []
  if (of.some((type) => type === "postal_code" || type === "postal_code_prefix")) return "postal"
  if (kind === "RANGE_INTERPOLATED") return "street"
  return of.some((type) => type === "route" || type === "street_address" || type === "premise")
    ? "street"
    : "city"
}
