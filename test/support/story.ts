/**
 * Harbour Heating: Ana and Ben work weekdays 09:00–17:00 in Austin, a boiler service takes an hour there, and Sam Poe is
 * a customer. Made through the API, as a company would.
 */
import type { TestService } from "./service.ts"

export interface Story {
  locationId: number
  typeId: number
  anaId: number
  benId: number
  customerId: number
}

type Fields = Record<string, unknown>

/** POSTs and returns the record; throws with the answer when it is refused. */
export async function make(
  service: TestService,
  path: string,
  body: Fields,
): Promise<{ id: number } & Fields> {
  const answer = await service.api("POST", path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** PUTs; throws with the answer when it is refused. */
export async function put(service: TestService, path: string, fields: object): Promise<void> {
  const answer = await service.api("PUT", path, fields)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

export const weekdays = (locationId: number, start = "09:00", end = "17:00") =>
  [1, 2, 3, 4, 5].map((weekday) => ({ location_id: locationId, weekday, start, end }))

export async function makeLocation(service: TestService, fields: Fields = {}): Promise<number> {
  const { id } = await make(service, "/locations", {
    name: "Downtown",
    address: { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
    latitude: 30.27,
    longitude: -97.74,
    timezone: "America/Chicago",
    ...fields,
  })
  return id
}

export async function makeType(service: TestService, fields: Fields = {}): Promise<number> {
  const length = "blocks" in fields ? {} : { duration_minutes: 60 }
  const { id } = await make(service, "/appointment-types", {
    name: "Boiler service",
    ...length,
    slot_interval_minutes: 30,
    min_notice_minutes: 120,
    booking_window_days: 60,
    ...fields,
  })
  return id
}

export async function makeProvider(service: TestService, fields: Fields): Promise<number> {
  const { id } = await make(service, "/providers", fields)
  return id
}

export async function makeCustomer(service: TestService, fields: Fields = {}): Promise<number> {
  const { id } = await make(service, "/customers", { name: "Sam Poe", ...fields })
  return id
}

export async function tellStory(service: TestService): Promise<Story> {
  const locationId = await makeLocation(service)
  const typeId = await makeType(service)
  const hours = { appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) }
  const anaId = await makeProvider(service, { name: "Ana Ruiz", ...hours })
  const benId = await makeProvider(service, { name: "Ben Okafor", ...hours })
  const customerId = await makeCustomer(service, {
    phone: "+15125550123",
    email: "sam@example.com",
    external_ref: "crm-9",
  })
  return { locationId, typeId, anaId, benId, customerId }
}

/** The same company with a customer of this number and an Ana of a test's own, so that tests can share one service. */
export async function tellAnew(service: TestService, story: Story, phone: string): Promise<Story> {
  const { locationId, typeId } = story
  const hours = { appointment_type_ids: [typeId], weekly_hours: weekdays(locationId) }
  const anaId = await makeProvider(service, { name: "Ana Ruiz", ...hours })
  return { ...story, anaId, customerId: await makeCustomer(service, { phone }) }
}

let numbers = 0

/** A number that no other test of the file has. */
export function nextNumber(): string {
  numbers += 1
  return `+1512555${3000 + numbers}`
}
