/**
 * The company of every conversation: Harbour Heating in Austin, on Monday, March 1, 2027 at six in the morning. Ana and Ben
 * work there on weekdays from nine to five; Cleo works in Denver and tunes burners only. Every test opens a company of its
 * own; all tests of a file share one service.
 */
import { afterAll, beforeAll, expect } from "vitest"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { samsNumber, strangersNumber } from "../support/agent.ts"
import { type Answer, type Api, startService, type TestService } from "../support/service.ts"
import { weekdays } from "../support/story.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"
import { type Conversation, conversationOn } from "./conversation.ts"

const start = "2027-03-01T12:00:00.000Z"
export const tuesday = { start_date: "2027-03-02", end_date: "2027-03-03" }
/** From that Tuesday to Friday. */
export const thatWeek = { start_date: "2027-03-02", end_date: "2027-03-06" }

/** Confirmations go from the number that all companies of the host share. */
const platformNumber = "+15125550199"

let service: TestService
let carrier: PlayedCarrier
let opened: number

/** Called once at the top of a test file, which then may open companies. */
export function shareService(): void {
  beforeAll(async () => {
    carrier = playCarrier()
    service = await startService({ now: start, texts: carrier, platformSmsNumber: platformNumber })
    opened = 0
  })
  afterAll(() => service.stop())
}

export const waitMinutes = (minutes: number): void => service.clock.advanceMs(minutes * 60_000)

const numbers = { sam: samsNumber, stranger: strangersNumber, hidden: "anonymous" }
/** Sam is a customer without an address, the stranger is none, and the last one hides the number. */
type Caller = keyof typeof numbers

type Fields = Readonly<Record<string, unknown>>
type Data = ReturnType<typeof JSON.parse>

/** The company's own system, and what its line is called for. */
export interface Company {
  /** The number that people call and text. */
  line: string
  callFrom(caller: Caller): Promise<Conversation>
  textFrom(caller: Caller): Promise<Conversation>
  get(path: string): Promise<Data>
  /** Returns any answer. With the company's own key unless another is given; a text is sent as it is. */
  post(path: string, body: Fields | string, otherKey?: string): Promise<Answer>
  put(path: string, fields: Fields): Promise<Data>
  /** Asks Sam to book a type, by March 31. */
  asksFor(typeId: number, more?: Fields): Promise<Data>
  /** Books a boiler service for Sam with Ana, on Wednesday at nine. */
  books(more?: Fields): Promise<Data>
  cancels(appointmentId: number): Promise<Data>
  /** The company's own search, with every time. */
  slots(question: Fields): Promise<Data>
  /** All appointments, in the order in which they were made. */
  appointments(): Promise<Data[]>
  /** The company's events of one type, once all that were written are listed. */
  eventsOf(type: string): Promise<Data[]>
  /** The types of all events, in their order. */
  eventTypes(): Promise<string[]>
  /** How many confirmations the carrier got. */
  confirmations(): number
  /** The code of the last text, sent as the worker sends it, from the company's own number. */
  textedCode(): Promise<string>
}

/** The company with its ids by name. */
export async function openCompany() {
  opened += 1
  service.clock.set(start)
  carrier.sent.length = 0
  const line = `+1512555${1000 + opened}`
  const { companyId, key } = await service.anotherCompany("Harbour Heating")
  const api: Api = (method, path, body, options) => service.api(method, path, body, { key, ...options })
  const send = async (method: string, path: string, body?: Fields) => {
    const answer = await api(method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body.data
  }
  const make: Make = (path, body) => send("POST", path, body)
  await send("PUT", "/company", { timezone: "America/Chicago" })
  for (const kind of ["voice", "sms"]) await make("/channels", { kind, phone: line })
  const ids = await makeAll(make)

  const begin = async (caller: Caller, callSid: string) => {
    const sent = { caller_id: numbers[caller], called_number: line, call_sid: callSid }
    const { status, body } = await api("POST", "/agent/conversation-init", sent)
    expect(status).toBe(200)
    const secrets = { SECRET_ID: `Bearer ${key}` }
    return conversationOn({ variables: body.dynamic_variables, secrets, baseUrl: service.apiUrl })
  }
  const company: Company = {
    line,
    callFrom: (caller) => begin(caller, "CA1"),
    textFrom: (caller) => begin(caller, ""),
    get: (path) => send("GET", path),
    post: (path, body, otherKey = key) =>
      typeof body === "string"
        ? api("POST", path, undefined, {
            key: otherKey,
            raw: body,
            headers: { "content-type": "application/json" },
          })
        : api("POST", path, body, { key: otherKey }),
    put: (path, fields) => send("PUT", path, fields),
    asksFor: (typeId, more) => {
      const request = { customer_id: ids.sam, appointment_type_id: typeId, latest_date: "2027-03-31" }
      return make("/scheduling-requests", { ...request, ...more })
    },
    books: (more) =>
      make("/appointments", {
        customer_id: ids.sam,
        appointment_type_id: ids.boiler,
        provider_id: ids.ana,
        location_id: ids.austin,
        start_time: "2027-03-03T15:00:00.000Z",
        ...more,
      }),
    cancels: (id) => send("POST", `/appointments/${id}/cancel`, {}),
    slots: (question) => make("/slots", question),
    async appointments() {
      const all: { id: number }[] = await send("GET", "/appointments?limit=100")
      return all.sort((one, other) => one.id - other.id)
    },
    async eventsOf(type) {
      await service.events()
      return send("GET", `/events?type=${type}`)
    },
    async eventTypes() {
      const text =
        "SELECT type FROM event WHERE company_id = $1 AND type !~ '^(customer|appointment_type|provider|hours)[.]' ORDER BY id"
      const events = await service.context.db.query<{ type: string }>(text, [companyId])
      return events.map(({ type }) => type)
    },
    confirmations: () => carrier.sent.filter(({ from }) => from === platformNumber).length,
    async textedCode() {
      await sendTexts(service.context)
      const codes = carrier.sent.filter(({ from }) => from === line)
      return /\b\d{6}\b/.exec(codes.at(-1)!.body)![0]
    },
  }
  return { company, ...ids }
}

type Make = (path: string, body: Fields) => Promise<Data>

async function makeAll(make: Make) {
  const places = await idsOf(make, "/locations", locations)
  const types = await idsOf(make, "/appointment-types", offered)
  const fitting = await make("/appointment-types", fittings)
  const people = await idsOf(make, "/providers", providers(places, { ...types, fitting: fitting.id }))
  const known = await idsOf(make, "/customers", customers)
  const twoRadiators: number = fitting.duration_options[1].id
  return { ...places, ...types, ...people, ...known, fitting: fitting.id as number, twoRadiators }
}

async function idsOf<Name extends string>(make: Make, path: string, all: Record<Name, Fields>) {
  const ids: [string, number][] = []
  for (const [name, body] of Object.entries<Fields>(all)) ids.push([name, (await make(path, body)).id])
  return Object.fromEntries(ids) as Record<Name, number>
}

const locations = {
  austin: {
    name: "Downtown",
    address: { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
    latitude: 30.27,
    longitude: -97.74,
    timezone: "America/Chicago",
    service_area: { kind: "radius", km: 40 },
  },
  denver: {
    name: "Denver",
    address: { line1: "1600 Wynkoop St", city: "Denver", state: "CO", postal_code: "80202", country: "US" },
    latitude: 39.753,
    longitude: -105,
    timezone: "America/Denver",
    service_area: { kind: "anywhere" },
  },
}

const customers = {
  sam: { name: "Sam Poe", phone: samsNumber, email: "sam@example.com" },
  ruth: { name: "Ruth Hale", phone: "+15125550166" },
}

const providers = (
  { austin, denver }: Record<keyof typeof locations, number>,
  types: Record<keyof typeof offered | "fitting", number>,
) => {
  const inAustin = { appointment_type_ids: Object.values(types), weekly_hours: weekdays(austin) }
  return {
    ana: { name: "Ana Ruiz", ...inAustin },
    ben: { name: "Ben Okafor", ...inAustin },
    cleo: { name: "Cleo Park", appointment_type_ids: [types.tuning], weekly_hours: weekdays(denver) },
  }
}

const hour = { duration_minutes: 60, min_notice_minutes: 120 }

/** The types that can be booked. */
const offered = {
  boiler: { name: "Boiler service", ...hour, cancel_notice_minutes: 240 },
  refit: { name: "Bathroom refit", blocks: [480, 480] },
  inspection: { name: "Yearly inspection", kind: "by_request", ...hour },
  visit: { name: "Home visit", place: "at_customer", ...hour },
  advice: { name: "Video advice", place: "remote", provider_choice: false, ...hour },
  tuning: { name: "Burner tuning", ...hour },
}

const fittings = {
  name: "Fitting",
  ...hour,
  duration_options: [
    { label: "One radiator", minutes: 60 },
    { label: "Two radiators", minutes: 120 },
  ],
}
