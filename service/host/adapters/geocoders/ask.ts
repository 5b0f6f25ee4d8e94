/** One question to a geocoder over HTTP. What goes wrong says nothing of the address: it stands in the question's URL. */
import { GeocoderUnavailable } from "../../../platform/ports.ts"
import { askHost } from "../outbound/operators-hosts.ts"

export interface Asked {
  baseUrl: string
  path: string
  query: Record<string, string>
  headers?: Record<string, string>
  /** The caller's deadline; the adapter's own comes on top. */
  signal: AbortSignal
  timeoutMs: number
}

export const defaultTimeoutMs = 5_000

/** The answer's JSON; null where the address was refused as unreadable (400). Throws `GeocoderUnavailable` otherwise. */
export async function ask({ baseUrl, path, query, headers, signal, timeoutMs }: Asked): Promise<unknown> {
  const url = `${baseUrl}${path}?${new URLSearchParams(query)}`
  const question = {
    method: "GET",
    url,
    headers: { accept: "application/json", ...headers },
    signal,
    timeoutMs,
  }
  const answer = await askHost(question).catch(() => null)
  if (answer?.status === 400) return null
  if (answer?.status === 200 && answer.json !== undefined) return answer.json
  throw new GeocoderUnavailable(
    answer === null || answer.status === 200
      ? "no answer in time, or none that can be read"
      : "the geocoder refused to answer",
  )
}

/** A member of what may be an object. */
export function member(value: unknown, name: string): unknown {
  return value !== null && typeof value === "object" ? (value as Record<string, unknown>)[name] : undefined
}

/** The first element of what may be a list; null without one. Throws `GeocoderUnavailable` for anything else. */
export function firstOf(value: unknown): unknown {
  if (!Array.isArray(value)) throw new GeocoderUnavailable("an answer of an unknown form")
  return value[0] ?? null
}

/** A pair of degrees, as numbers or as their text. Throws `GeocoderUnavailable` for anything else. */
export function pointOf(latitude: unknown, longitude: unknown) {
  const point = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) }
  if (Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180) return point
  throw new GeocoderUnavailable("an answer without a point")
}
