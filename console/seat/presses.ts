/** A press on a visit says what it sends, and how the visit looks until it is sent. */
import type { Operations } from "../../sdk/src/index.ts"

export type Day = Awaited<ReturnType<Operations["readOwnDay"]>>
export type OwnVisit = Day["visits"][number]
export type Deed = "on-the-way" | "arrived" | "complete" | "no-show" | "reopen" | "not-going"
export type Reason = NonNullable<OwnVisit["no_show_reason"]>

export interface Press {
  /** The phone numbers its presses in their order. */
  id: number
  /** The Idempotency-Key: sent twice, it counts once. */
  key: string
  /** The user who pressed it: another person who signs in on this phone does not send it. */
  userId: number
  visitId: number
  /** The customer's name stands in the list of presses that wait. */
  name: string
  deed: Deed
  /** Epoch milliseconds by the service's clock. */
  at: number
  body: Record<string, unknown>
  /** The code of the refusal, where the service took it no more. */
  refused?: string
}

const iso = (at: number) => new Date(at).toISOString()

/** A deed sends the version that was seen, so that a press meets no other appointment than it was made on. */
export function bodyOf(
  deed: Deed,
  visit: Pick<OwnVisit, "version">,
  { at, minutes, reason }: { at: number; minutes?: number; reason?: Reason },
): Press["body"] {
  if (deed === "not-going" || deed === "reopen") return {}
  const seen = { if_version: visit.version, at: iso(at) }
  if (deed === "on-the-way") return minutes === undefined ? seen : { ...seen, minutes }
  return deed === "no-show" ? { ...seen, reason } : seen
}

/** The visit as it is once all that waits is sent. */
export function afterPresses(visit: OwnVisit, presses: readonly Press[]): OwnVisit {
  return presses
    .filter(({ visitId, refused }) => visitId === visit.id && refused === undefined)
    .reduce(afterPress, visit)
}

function afterPress(visit: OwnVisit, { deed, at, body }: Press): OwnVisit {
  switch (deed) {
    case "on-the-way": {
      const minutes = body.minutes as number | undefined
      const planned = Date.parse(visit.planned_start) > at ? visit.planned_start : null
      const expected_at = minutes === undefined ? planned : iso(at + minutes * 60_000)
      return { ...visit, on_the_way_at: visit.on_the_way_at ?? iso(at), expected_at }
    }
    case "arrived":
      return { ...visit, on_the_way_at: visit.on_the_way_at ?? iso(at), arrived_at: iso(at) }
    case "complete":
      return { ...visit, status: "completed", closed_at: iso(at) }
    case "no-show":
      return { ...visit, status: "no_show", closed_at: iso(at), no_show_reason: body.reason as Reason }
    case "reopen":
      return { ...visit, status: "scheduled", closed_at: null, no_show_reason: null }
    default:
      return { ...visit, on_the_way_at: null, expected_at: null, arrived_at: null }
  }
}

/** Method and path of what the press sends. */
export const requestOf = ({ deed, visitId }: Press): [method: "POST" | "DELETE", path: string] =>
  deed === "not-going"
    ? ["DELETE", `/appointments/${visitId}/on-the-way`]
    : ["POST", `/appointments/${visitId}/${deed}`]

/** The answer says nothing about the press itself: it is sent again, with its key. */
export const isForLater = (status: number, code: string | undefined): boolean =>
  status >= 500 || status === 429 || code === "idempotency_key_running"
