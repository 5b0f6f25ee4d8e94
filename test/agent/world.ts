/**
 * What every scripted conversation finds: Harbour Heating in Austin, on Monday, March 1, 2027 at six in the morning. Ana
 * and Ben work there on weekdays from nine to five; Cleo works in Denver and tunes burners only.
 */
import { samsNumber } from "../support/agent.ts"
import type { Api, TestService } from "../support/service.ts"
import { weekdays } from "../support/story.ts"
import type { Fields } from "./conversation.ts"

export const start = "2027-03-01T12:00:00.000Z"

/** Confirmations go from the number that all companies of the host share. */
export const platformNumber = "+15125550199"

export interface World {
  companyId: number
  /** With the company's own key. */
  api: Api
  key: string
  line: string
  /** Ids by name, for scripts to refer to. */
  names: Record<string, unknown>
}

let worlds = 0

/** A company of its own, so that no conversation meets what another one has left. */
export async function openWorld(service: TestService): Promise<World> {
  worlds += 1
  const line = `+1512555${1000 + worlds}`
  const { companyId, key } = await service.anotherCompany("Harbour Heating")
  const api: Api = (method, path, body, options) => service.api(method, path, body, { key, ...options })
  const make: Make = async (path, body) => {
    const answer = await api("POST", path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  await api("PUT", "/company", { timezone: "America/Chicago" })
  for (const kind of ["voice", "sms"]) await make("/channels", { kind, phone: line })
  const places = await idsOf(make, "/locations", locations)
  const types = await idsOf(make, "/appointment-types", offered)
  const fitting = await make("/appointment-types", fittings)
  const people = await idsOf(make, "/providers", providers(places, { ...types, fitting: fitting.id }))
  const known = await idsOf(make, "/customers", customers)
  const lengths = { fitting: fitting.id, twoRadiators: fitting.duration_options[1].id }
  return { companyId, api, key, line, names: { ...places, ...types, ...lengths, ...people, ...known } }
}

type Make = (path: string, body: Fields) => Promise<ReturnType<typeof JSON.parse>>
type Ids = Readonly<Record<string, number>>

async function idsOf(make: Make, path: string, all: Readonly<Record<string, Fields>>): Promise<Ids> {
  const ids: [string, number][] = []
  for (const [name, body] of Object.entries(all)) ids.push([name, (await make(path, body)).id])
  return Object.fromEntries(ids)
}

const locations: Record<string, Fields> = {
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

const customers: Record<string, Fields> = {
  sam: { name: "Sam Poe", phone: samsNumber, email: "sam@example.com" },
  ruth: { name: "Ruth Hale", phone: "+15125550166" },
}

const providers = ({ austin, denver }: Ids, types: Ids): Record<string, Fields> => {
  const inAustin = { appointment_type_ids: Object.values(types), weekly_hours: weekdays(austin!) }
  return {
    ana: { name: "Ana Ruiz", ...inAustin },
    ben: { name: "Ben Okafor", ...inAustin },
    cleo: { name: "Cleo Park", appointment_type_ids: [types.tuning], weekly_hours: weekdays(denver!) },
  }
}

const hour = { duration_minutes: 60, min_notice_minutes: 120 }

/** What can be booked, by the names that scripts use. */
const offered: Record<string, Fields> = {
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
