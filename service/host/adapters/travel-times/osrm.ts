/**
 * Driving times by OSRM's table service: `GET /table/v1/driving/{longitude,latitude;…}?sources=…&destinations=…`, answered
 * with `durations` in seconds. `osrm-routed` takes 100 points a question unless it was started with more, so that longer
 * lists are asked for in parts.
 *
 * What was answered is kept in memory: a day as it is, and a week for when the service does not answer. Pairs that were asked
 * for in vain are not asked for again for half a minute, so that a service that is down costs a search its time limit once.
 */
import type { DrivingTimes } from "../../../../domain/model/availability.ts"
import { type GeoPoint, pointKey } from "../../../../domain/model/geo.ts"
import { msPerDay } from "../../../../domain/time/units.ts"
import type { TravelTimes } from "../../../platform/ports.ts"
import { askHost } from "../outbound/operators-hosts.ts"

export interface OsrmOptions {
  /** An origin. */
  baseUrl: string
  /** Epoch milliseconds. */
  now(): number
  timeoutMs?: number
}

const defaultTimeoutMs = 2_000
const mostPointsAsked = 100
const freshMs = msPerDay
const keptMs = 7 * msPerDay
const notAgainMs = 30_000
const mostKept = 200_000

interface KeptLeg {
  /** Null after a question in vain. */
  seconds: number | null
  at: number
  /** When the last question was in vain; null after an answer. */
  failedAt: number | null
}

export function createOsrm({ baseUrl, now, timeoutMs = defaultTimeoutMs }: OsrmOptions): TravelTimes {
  /** By the two ends; a leg that was asked for lately comes last. */
  const kept = new Map<string, KeptLeg>()

  function keep(key: string, leg: KeptLeg): void {
    kept.delete(key)
    kept.set(key, leg)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  }

  function keepAnswered(key: string, seconds: number | null): void {
    keep(key, { seconds, at: now(), failedAt: null })
  }

  function keepFailed(key: string): void {
    const before = kept.get(key)
    keep(key, { seconds: before?.seconds ?? null, at: before?.at ?? now(), failedAt: now() })
  }

  function isWorthAsking(key: string): boolean {
    const leg = kept.get(key)
    if (leg === undefined) return true
    if (leg.failedAt !== null) return now() - leg.failedAt >= notAgainMs
    return now() - leg.at >= freshMs
  }

  function known(customer: GeoPoint, others: readonly GeoPoint[]): DrivingTimes {
    const secondsOf = (keyOf: (other: GeoPoint) => string) =>
      new Map(
        others.flatMap((other) => {
          const leg = kept.get(keyOf(other))
          if (leg === undefined || now() - leg.at >= keptMs) return []
          // A question in vain is forgotten, so that the pair is asked for again.
          if (leg.seconds === null && leg.failedAt !== null && now() - leg.failedAt >= notAgainMs) return []
          return [[pointKey(other), leg.seconds] as const]
        }),
      )
    return {
      toCustomer: secondsOf((other) => legKey(other, customer)),
      fromCustomer: secondsOf((other) => legKey(customer, other)),
    }
  }

  /** Asks for the ways from the customer to the others, or from the others to the customer. */
  async function askOneWay(
    customer: GeoPoint,
    others: readonly GeoPoint[],
    keyOf: (other: GeoPoint) => string,
    side: "sources" | "destinations",
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = others.filter((other) => isWorthAsking(keyOf(other)))
    if (wanted.length === 0) return
    const answer = await table(customer, wanted, side, signal)
    for (const [i, other] of wanted.entries()) {
      if (answer === null) keepFailed(keyOf(other))
      else keepAnswered(keyOf(other), answer[i] ?? null)
    }
  }

  /** Seconds for each of the others, null where no road leads; null when the service does not answer. */
  async function table(
    customer: GeoPoint,
    others: readonly GeoPoint[],
    side: "sources" | "destinations",
    signal: AbortSignal,
  ): Promise<readonly (number | null)[] | null> {
    const points = [customer, ...others].map(
      ({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`,
    )
    const rest = others.map((_, i) => i + 1).join(";")
    const ends = side === "sources" ? `sources=0&destinations=${rest}` : `sources=${rest}&destinations=0`
    const url = `${baseUrl}/table/v1/driving/${points.join(";")}?annotations=duration&${ends}`
    const headers = { accept: "application/json" }
    const answer = await askHost({ method: "GET", url, headers, signal, timeoutMs }).catch(() => null)
    if (answer === null || answer.status !== 200) return null
    const seconds = durationsIn(answer.json, side === "sources" ? 1 : others.length)?.flat()
    return seconds?.length === others.length ? seconds : null
  }

  return {
    known,
    async ask(customer, others, signal) {
      for (let i = 0; i < others.length; i += mostPointsAsked - 1) {
        const part = others.slice(i, i + mostPointsAsked - 1)
        await Promise.all([
          askOneWay(customer, part, (other) => legKey(other, customer), "destinations", signal),
          askOneWay(customer, part, (other) => legKey(customer, other), "sources", signal),
        ])
      }
    },
  }
}

function legKey(from: GeoPoint, to: GeoPoint): string {
  return `${pointKey(from)} ${pointKey(to)}`
}

/** The matrix of an answer with the code Ok and so many rows of one length; null for anything else. */
function durationsIn(json: unknown, rows: number): (number | null)[][] | null {
  const { code, durations } = (json ?? {}) as { code?: unknown; durations?: unknown }
  if (code !== "Ok" || !Array.isArray(durations) || durations.length !== rows) return null
  const isSeconds = (value: unknown) => value === null || (typeof value === "number" && value >= 0)
  const isMatrix = durations.every(
    (row) => Array.isArray(row) && row.length === durations[0].length && row.every(isSeconds),
  )
  return isMatrix ? (durations as (number | null)[][]) : null
}
