/** Requests for the booking link's endpoints: with a live token, an ended one, none, and with other texts. */
import fc, { type Arbitrary } from "fast-check"
import { z } from "zod"
import { broken } from "./break.ts"
import { nastyBody, nastyHeaders, nastyQuery } from "./nasty.ts"
import type { Sending } from "./wire.ts"

export interface LinkEndpoint {
  method: "GET" | "POST" | "PUT" | "DELETE"
  path: string
  /** A right body; null takes none. */
  body: Record<string, unknown> | null
  answer: z.ZodType
}

export const time = z.iso.datetime({ precision: 3 })
const times = { startTime: time, endTime: time }
const slot = z.strictObject({ ...times, blocks: z.array(z.strictObject(times)) })
const place = {
  providerId: z.int(),
  providerName: z.string(),
  locationId: z.int(),
  locationName: z.string(),
  timezone: z.string(),
}
const placed = slot.extend(place)
const range = z.strictObject({ startDate: z.iso.date(), endDate: z.iso.date() })

export const clocksView = z.record(
  z.string(),
  z.array(z.strictObject({ from: time, offsetMinutes: z.int() })).min(1),
)

export const slotsView = z.strictObject({
  range,
  providers: z.array(z.strictObject({ ...place, slots: z.array(slot) })),
  recommended: z.array(placed),
  recommendedFor: z.array(
    z.strictObject({
      locationId: z.int().nullable(),
      providerId: z.int().nullable(),
      times: z.array(placed),
    }),
  ),
  full: z.array(z.strictObject({ providerId: z.int(), locationId: z.int(), dates: z.array(z.iso.date()) })),
  nextAvailable: placed.nullable(),
  reason: z.string().nullable(),
  clocks: clocksView,
  moreFrom: z.string().nullable(),
})

const reachView = z.enum(["sms", "mail"])

/** The channels by which a customer hears of their appointment. */
export const messagesView = z.strictObject({
  confirmation: z.array(reachView),
  changes: z.array(reachView),
  reminders: z.array(reachView),
  answer: z.array(reachView),
})

export const appointmentView = slot.extend({
  id: z.int(),
  version: z.int(),
  timezone: z.string(),
  providerName: z.string(),
  locationName: z.string().nullable(),
  locationAddress: z.string().nullable(),
  attendance: z.enum(["unknown", "coming", "not_coming"]),
  canReschedule: z.boolean(),
  canCancel: z.boolean(),
  seats: z.int().optional(),
})

export const companyView = z.strictObject({
  name: z.string(),
  phone: z.string().nullable(),
  locale: z.enum(["en", "fr", "es"]),
  accentColor: z.string(),
  logo: z.strictObject({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  pageUrl: z.string().nullable(),
  thanks: z.union([z.strictObject({ url: z.string() }), z.strictObject({ text: z.string() })]).optional(),
})

/** A type's face beside its name. */
export const face = { priceText: z.string().optional(), imageUrl: z.string().optional() }

export const choicesView = z.strictObject({
  locations: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      timezone: z.string(),
    }),
  ),
  providers: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      locationIds: z.array(z.int()),
      about: z.string().optional(),
      imageUrl: z.string().optional(),
    }),
  ),
})

/** A question of a type at booking. */
export const questionView = z.strictObject({
  key: z.string(),
  label: z.string(),
  kind: z.enum(["text", "long_text", "number", "date", "choice", "choices", "consent"]),
  options: z.array(z.string()).optional(),
  required: z.boolean(),
  shown_if: z.strictObject({ key: z.string(), is: z.union([z.string(), z.boolean()]) }).optional(),
})

/** `LinkView` of domain/contracts/customer-pages.ts, so strict that one field more about the customer would be seen. */
export const linkView = z.strictObject({
  company: companyView,
  customer: z.strictObject({ firstName: z.string() }),
  appointmentType: z.strictObject({
    name: z.string(),
    description: z.string().nullable(),
    durationMinutes: z.int(),
    durationLabel: z.string().nullable(),
    blockMinutes: z.array(z.int()),
    place: z.enum(["at_location", "at_customer", "remote"]),
    isAsked: z.literal(true).optional(),
  }),
  state: z.enum(["open", "scheduled", "call", "closed"]),
  closedReason: z.enum(["cancelled", "withdrawn", "declined", "dates_over"]).nullable(),
  closedNote: z.string().optional(),
  declinedWish: z
    .strictObject({
      ...times,
      kind: z.literal("window").optional(),
      timezone: z.string(),
      note: z.string().optional(),
    })
    .optional(),
  cancelledTime: z
    .strictObject({ ...times, kind: z.literal("window").optional(), timezone: z.string() })
    .optional(),
  reopens: z.literal(true).optional(),
  nearLocationId: z.int().optional(),
  bookable: z.strictObject({ firstDate: z.iso.date(), lastDate: z.iso.date() }).nullable(),
  version: z.string(),
  messages: messagesView.optional(),
  appointment: appointmentView.nullable(),
  series: z
    .strictObject({
      appointments: z.array(
        z.strictObject({ id: z.int(), ...times, kind: z.literal("window").optional(), timezone: z.string() }),
      ),
    })
    .optional(),
  choices: choicesView,
  slots: slotsView.nullable(),
  questions: z.array(questionView),
  clocks: clocksView,
})

const waitingTime = {
  ...times,
  timezone: z.string(),
  providerName: z.string(),
  parts: z
    .array(z.strictObject({ ...times, typeName: z.string(), providerId: z.int(), providerName: z.string() }))
    .optional(),
  locationName: z.string().nullable(),
  locationAddress: z.string().nullable(),
}

/** `WaitingView` of domain/contracts/waiting.ts, as strict. */
export const waitingView = z.strictObject({
  version: z.string(),
  reach: reachView.nullable(),
  company: companyView,
  customer: z.strictObject({ firstName: z.string() }),
  entry: z.strictObject({
    id: z.int(),
    version: z.int(),
    state: z.enum(["waiting", "offered", "held", "booked", "declined", "expired", "withdrawn"]),
    typeName: z.string(),
    thenTypeNames: z.array(z.string()),
    durationMinutes: z.int(),
    earliestDate: z.iso.date(),
    latestDate: z.iso.date(),
    weekdays: z.array(z.int()).nullable(),
    partsOfDay: z.array(z.enum(["morning", "afternoon", "evening"])).nullable(),
    locationIds: z.array(z.int()).nullable(),
    providerIds: z.array(z.int()).nullable(),
    channels: z.array(z.enum(["sms", "mail"])),
    keeps: z.strictObject(waitingTime).nullable(),
  }),
  offer: z
    .strictObject({
      ...waitingTime,
      id: z.int(),
      state: z.enum(["free", "held", "other", "next", "seat", "gone"]),
      until: time.nullable(),
      seconds: z.int().nullable(),
      goodUntil: time,
    })
    .nullable(),
  questions: z.array(questionView),
  booked: z
    .strictObject({
      ...waitingTime,
      manageUrl: z.string().nullable(),
      messages: messagesView.optional(),
    })
    .nullable(),
  clocks: clocksView,
})

export function linkEndpoints(providerId: number, locationId: number): LinkEndpoint[] {
  const appointment = "/api/link/appointment"
  const booking = { providerId, locationId, startTime: "2027-03-04T17:00:00.000Z" }
  return [
    { method: "GET", path: "/api/link", body: null, answer: linkView },
    {
      method: "POST",
      path: "/api/link/slots",
      body: { startDate: "2027-03-02", endDate: "2027-03-09" },
      answer: slotsView,
    },
    { method: "POST", path: appointment, body: booking, answer: linkView },
    { method: "PUT", path: appointment, body: { startTime: "2027-03-05T18:00:00.000Z" }, answer: linkView },
    {
      method: "POST",
      path: "/api/link/waiting-entry",
      body: { latestDate: "2027-03-20", weekdays: [1], partsOfDay: ["morning"], textOffers: true },
      answer: z.strictObject({ entryId: z.int(), waitUrl: z.string().nullable() }),
    },
    { method: "DELETE", path: appointment, body: {}, answer: linkView },
    { method: "GET", path: "/api/waiting", body: null, answer: waitingView },
    {
      method: "PUT",
      path: "/api/waiting",
      body: { latestDate: "2027-04-20", weekdays: null, locationIds: [locationId] },
      answer: waitingView,
    },
    { method: "DELETE", path: "/api/waiting", body: {}, answer: waitingView },
    {
      method: "GET",
      path: "/api/clocks?zone=Europe/Berlin",
      body: null,
      answer: z.strictObject({ clocks: clocksView }),
    },
  ]
}

/** `tokens` are read when a request is made, since a cancel or a rotation changes what they are worth. */
export function linkRequests(endpoint: LinkEndpoint, tokens: readonly string[]): Arbitrary<Sending> {
  const token = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...tokens) },
    { weight: 1, arbitrary: fc.constantFrom("", "x", "A".repeat(24), "%00", "\u00e9", "x".repeat(4_000)) },
  )
  const right = endpoint.body === null ? fc.constant(undefined) : fc.constant(JSON.stringify(endpoint.body))
  const wrong =
    endpoint.body === null
      ? fc.constant(undefined)
      : fc.oneof(
          broken(fc.constant(endpoint.body)).map((value) => JSON.stringify(value)),
          nastyBody,
        )
  return fc
    .record({
      token,
      body: fc.oneof(right, wrong, wrong),
      headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: nastyHeaders }),
      query: fc.oneof({ weight: 6, arbitrary: fc.constant("") }, { weight: 1, arbitrary: nastyQuery }),
      network: fc.tuple(fc.nat(255), fc.nat(255)),
    })
    .map(({ token, body, headers, query, network }) => ({
      method: endpoint.method,
      path: endpoint.path + (query === "" ? "" : `?${query}`),
      headers: {
        [endpoint.path.startsWith("/api/waiting") ? "x-waiting-token" : "x-booking-token"]: token,
        // An address of its own for every request, so that no limit answers in the endpoint's place.
        "x-forwarded-for": `10.${network.join(".")}.1`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }))
}
