import { afterEach, beforeEach, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, makeLocation } from "../../test/support/story.ts"
import { type Geocoder, GeocoderUnavailable, type Located } from "../platform/ports.ts"
import { locateAddresses } from "./locate-addresses.worker.ts"

let service: TestService
let answer: (line1: string) => Promise<Located | null>
const geocoder: Geocoder = { locate: ({ line1 }) => answer(line1) }
const away = () => Promise.reject(new GeocoderUnavailable())
const here: Located = { latitude: 30.26, longitude: -97.74, accuracy: "street" }

beforeEach(async () => {
  answer = away
  service = await startService({ geocoder })
})
afterEach(() => service.stop())

const address = (line1: string) => ({ line1, city: "Austin", state: "TX", postal_code: "78702" })
const waiting = (line1: string) => makeCustomer(service, { address: address(line1) })

async function accuracies() {
  const rows = await service.context.db.query<{ place: string }>(
    `SELECT concat_ws(' ', address->>'line1', address_latitude, address_accuracy) AS place FROM customer ORDER BY id`,
  )
  return rows.map(({ place }) => place)
}

it("addresses saved while the geocoder was away find their place when it is back, once", async () => {
  await waiting("2 Oak Ave")
  await waiting("Nowhere")
  expect(await locateAddresses(service.context)).toBe(0)
  expect(await accuracies()).toEqual(["2 Oak Ave", "Nowhere"])
  answer = async (line1) => (line1 === "Nowhere" ? null : here)
  expect(await locateAddresses(service.context)).toBe(2)
  expect(await accuracies()).toEqual(["2 Oak Ave 30.26 street", "Nowhere unknown"])
  expect(await locateAddresses(service.context)).toBe(0)
})

it("an address that changed meanwhile keeps what it has", async () => {
  const id = await waiting("2 Oak Ave")
  answer = async (line1) => {
    if (line1 !== "2 Oak Ave") throw new GeocoderUnavailable()
    await service.api("PUT", `/customers/${id}`, { address: address("3 Elm St") })
    return here
  }
  await locateAddresses(service.context)
  expect(await accuracies()).toEqual(["3 Elm St"])
})

it("a point that the company sets meanwhile stays, of customers, locations and providers", async () => {
  const point = { latitude: 35.5, longitude: -97.5 }
  const start_address = { ...address("5 Pine St"), country: "US" }
  const customerId = await waiting("2 Oak Ave")
  const locationId = await makeLocation(service, { latitude: undefined, longitude: undefined })
  const { id: providerId } = await make(service, "/providers", { name: "Cleo", start_address })
  answer = async (line1) => {
    if (line1 === "2 Oak Ave")
      await service.api("PUT", `/customers/${customerId}`, { address: { ...address(line1), ...point } })
    else if (line1 === "5 Pine St")
      await service.api("PUT", `/providers/${providerId}`, { start_address: { ...start_address, ...point } })
    else await service.api("PUT", `/locations/${locationId}`, point)
    return here
  }
  await locateAddresses(service.context)
  const read = async (path: string) => (await service.api("GET", path)).body.data
  expect(await accuracies()).toEqual(["2 Oak Ave 35.5"])
  expect((await read(`/providers/${providerId}`)).start_address.latitude).toBe(35.5)
  expect((await read(`/locations/${locationId}`)).latitude).toBe(35.5)
})
