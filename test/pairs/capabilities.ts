/**
 * The capabilities that a company can set up and book, each as its addition to a plain appointment; any two of them can be
 * put together.
 */

export interface Capability {
  name: string
  /** The fields of the appointment type. */
  type?: TypeFields
  /** The setting of the type that it is one choice of. */
  choiceOf?: "place"
  /** The fields of the providers who offer the type. */
  provider?: object
  /** The fields of the booking. */
  wish?: object
  ways?: readonly Way[]
}

export interface TypeFields {
  [field: string]: unknown
  needs?: { providers?: number; resources?: readonly { group: string; count: number }[] }
}

/** How it is booked, where not as a single appointment by the company. */
export type Way =
  | "in a series"
  | "with another service"
  | "as a seat"
  | "out of a hold"
  | "by a request"
  | "out of an offer"
  | "beside another appointment"
  | "in a test company"
  | "with a live calendar"
  | "with the long option"
  | "to be confirmed"

export const bufferBefore = 5
export const bufferAfter = 10
export const duration = 60
export const longDuration = 90
export const days = [120, 60] as const
export const steps = [
  { name: "Mix", minutes: 20 },
  { name: "Wait", minutes: 30, staffed: false },
  { name: "Wash", minutes: 10 },
] as const
export const nextService = 30
export const turnover = 15
export const windowMinutes = 240
export const rooms = "Rooms"

export const capabilities = [
  { name: "plain" },
  {
    name: "length option",
    type: { duration_options: [{ label: "Long", minutes: longDuration }] },
    ways: ["with the long option"],
  },
  { name: "over several days", type: { blocks: days } },
  { name: "room", type: { needs: { resources: [{ group: rooms, count: 1 }] } } },
  { name: "crew", type: { needs: { providers: 2 } } },
  { name: "steps", type: { steps } },
  { name: "several services", ways: ["with another service"] },
  { name: "class seat", type: { seats: 9 }, ways: ["as a seat"] },
  {
    name: "pending",
    type: { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" },
    ways: ["to be confirmed"],
  },
  { name: "hold", ways: ["out of a hold"] },
  { name: "window", type: { place: "at_customer", promise: { kind: "window", minutes: windowMinutes } } },
  { name: "series", ways: ["in a series"] },
  { name: "request", type: { kind: "by_request" }, ways: ["by a request"] },
  {
    name: "questions",
    type: { questions: [{ key: "boiler", label: "Which boiler is it?", kind: "text", required: true }] },
    wish: { answers: { boiler: "The old one" } },
  },
  {
    name: "travel",
    type: { place: "at_customer" },
    provider: { travel: { speed_kmh: 40, road_factor: 1.3, setup_minutes: 5 } },
  },
  { name: "packed", type: { starts: "packed" } },
  { name: "assigned provider", type: { provider_choice: false } },
  { name: "at a place", type: { place: "at_location" }, choiceOf: "place" },
  { name: "at the customer", type: { place: "at_customer" }, choiceOf: "place" },
  { name: "remote", type: { place: "remote" }, choiceOf: "place" },
  { name: "live calendar", ways: ["with a live calendar"] },
  { name: "waiting-list offer", ways: ["out of an offer"] },
  { name: "customer overlap", type: { customer_overlap: true }, ways: ["beside another appointment"] },
  { name: "test company", ways: ["in a test company"] },
] as const satisfies readonly Capability[]

export type CapabilityName = (typeof capabilities)[number]["name"]

export const capabilityOf = (name: CapabilityName): Capability =>
  capabilities.find((one) => one.name === name)!

/** Two capabilities as one. */
export interface Together {
  names: readonly CapabilityName[]
  type: TypeFields
  provider: object
  wish: object
  ways: ReadonlySet<Way>
}

/** The place of a capability that is a choice of it goes before one that only needs it. */
export function together(...names: readonly CapabilityName[]): Together {
  const all = names.map(capabilityOf).sort((a, b) => Number(!!a.choiceOf) - Number(!!b.choiceOf))
  const needs = Object.assign({}, ...all.map(({ type }) => type?.needs ?? {}))
  const type: TypeFields = Object.assign({}, ...all.map((one) => one.type ?? {}))
  return {
    names,
    type: { ...type, ...(Object.keys(needs).length > 0 ? { needs } : {}) },
    provider: Object.assign({}, ...all.map((one) => one.provider ?? {})),
    wish: Object.assign({}, ...all.map((one) => one.wish ?? {})),
    ways: new Set(all.flatMap((one) => one.ways ?? [])),
  }
}
