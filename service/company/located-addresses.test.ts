import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  weekdays,
} from "../../test/support/story.ts"
import { type Geocoder, GeocoderUnavailable, type Located } from "../platform/ports.ts"
import { locateAddresses } from "./locate-addresses.worker.ts"

let service: TestService
let asked: string[]
let answer: () => Promise<Located | null>

const geocoder: Geocoder = {
  locate(address) {
    asked.push(address.line1)
    return answer()
  },
}

const away = () => Promise.reject(new GeocoderUnavailable())
const at = (latitude: number, accuracy: Located["accuracy"] = "rooftop") => ({
  latitude,
  longitude: -97.74,
  accuracy,
})

const address = (line1 = "2 Oak Ave", more = {}) => ({
  ...{ line1, city: "Austin", state: "TX", postal_code: "78702", country: "US" },
  ...more,
})

beforeEach(async () => {
  asked = []
  answer = () => Promise.resolve(at(30.26))
  service = await startService({ geocoder })
})
afterEach(() => service.stop())

async function placeOnRecord(id: number) {
  const [row] = await service.context.db.query(
    `SELECT address_latitude AS latitude, address_longitude AS longitude, address_accuracy AS accuracy
     FROM customer WHERE company_id = $1 AND id = $2`,
    [service.companyId, id],
  )
  return row
}

type Search = Awaited<ReturnType<typeof visits>>["search"]

/** A type that takes place at the customer, around a location at 30.27, -97.74. */
async function visits(km = 40) {
  const locationId = await makeLocation(service, { service_area: { kind: "radius", km } })
  const typeId = await makeType(service, { place: "at_customer" })
  await makeProvider(service, {
    name: "Ana Ruiz",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(locationId),
  })
  return {
    search: async (more: object) => {
      const range = { start_date: "2027-03-02", end_date: "2027-03-03" }
      const body = { appointment_type_id: typeId, ...range, ...more }
      return (await service.api("POST", "/slots", body)).body.data
    },
  }
}

describe("a customer's address", () => {
  it("is placed when it is saved, with how exactly", async () => {
    const id = await makeCustomer(service, { address: address() })
    expect(await placeOnRecord(id)).toEqual({ latitude: 30.26, longitude: -97.74, accuracy: "rooftop" })
    answer = () => Promise.resolve(at(31, "street"))
    await service.api("PUT", `/customers/${id}`, { address: address("3 Elm St") })
    expect(await placeOnRecord(id)).toMatchObject({ latitude: 31, accuracy: "street" })
    expect(asked).toEqual(["2 Oak Ave", "3 Elm St"])
  })

  it("keeps the point that it brought, and nobody is asked", async () => {
    const id = await makeCustomer(service, {
      address: address("2 Oak Ave", { latitude: 30, longitude: -97 }),
    })
    expect(await placeOnRecord(id)).toEqual({ latitude: 30, longitude: -97, accuracy: null })
    await service.api("PUT", `/customers/${id}`, { first_name: "Ann" })
    expect(asked).toEqual([])
  })

  it("is saved without a point while the geocoder is away, and known not to be found when it is not", async () => {
    answer = away
    const later = await makeCustomer(service, { address: address() })
    expect(await placeOnRecord(later)).toEqual({ latitude: null, longitude: null, accuracy: null })
    answer = () => Promise.resolve(null)
    const never = await makeCustomer(service, { address: address() })
    expect(await placeOnRecord(never)).toEqual({ latitude: null, longitude: null, accuracy: "unknown" })
  })
})

describe("SL-06 a search with an address", () => {
  it("SL-06 is judged by where the address is", async () => {
    const { search } = await visits()
    expect((await search({ address: address() })).providers).toHaveLength(1)
    answer = () => Promise.resolve(at(31))
    expect(await search({ address: address() })).toMatchObject({
      providers: [],
      reason: "out_of_service_area",
    })
  })

  it("TR-09 a radius smaller than a centroid's doubt counts as large as the doubt, a larger one as it is", async () => {
    const reasonAt = async (km: number, accuracy: Located["accuracy"], search: Search) => {
      answer = () => Promise.resolve(at(30.27 + km / 111.19, accuracy))
      return (await search({ address: address() })).reason
    }
    const small = (await visits(5)).search
    expect(await reasonAt(9, "postal", small)).toBeNull()
    expect(await reasonAt(9, "city", small)).toBeNull()
    expect(await reasonAt(9, "street", small)).toBe("out_of_service_area")
    expect(await reasonAt(11, "postal", small)).toBe("out_of_service_area")
    const large = (await visits(40)).search
    expect(await reasonAt(39, "postal", large)).toBeNull()
    expect(await reasonAt(41, "postal", large)).toBe("out_of_service_area")
  })

  it("TR-09 staff are told that an address is known only by its centroid", async () => {
    const { search } = await visits(40)
    answer = () => Promise.resolve(at(30.28, "postal"))
    const customer_id = await makeCustomer(service, { address: address() })
    const middle =
      "The address is known only by the middle of its postal code, so distances are measured from there."
    expect((await search({ customer_id })).warnings).toEqual([middle])
    expect((await search({ address: address() })).warnings).toEqual([middle])
    const { body } = await service.api("GET", `/customers/${customer_id}`)
    expect(body.data.address_accuracy).toBe("postal")
    answer = () => Promise.resolve(at(30.28, "street"))
    expect((await search({ address: address() })).warnings).toEqual([])
  })

  it("SL-06 MD-02 says address_not_found where nobody knows the place, or the geocoder is away", async () => {
    const { search } = await visits()
    answer = () => Promise.resolve(null)
    expect((await search({ address: address() })).reason).toBe("address_not_found")
    answer = away
    expect((await search({ address: address() })).reason).toBe("address_not_found")
  })

  it("SL-06 does not ask where coordinates came along", async () => {
    const { search } = await visits()
    await search({ latitude: 30.26, longitude: -97.74 })
    await search({ address: address("2 Oak Ave", { latitude: 30.26, longitude: -97.74 }) })
    expect(asked).toEqual([])
  })

  it("SL-06 a customer near the border by a centroid is offered times and can book them", async () => {
    const { search } = await visits(5)
    answer = () => Promise.resolve(at(30.27 + 9 / 111.19, "postal"))
    const customer_id = await makeCustomer(service, { address: address() })
    const { recommended } = await search({ customer_id })
    const { provider_id, location_id, start_time } = recommended[0]
    const { body: types } = await service.api("GET", "/appointment-types")
    const appointment_type_id = types.data[0].id
    const booking = { customer_id, appointment_type_id, provider_id, location_id, start_time }
    const { id } = await make(service, "/appointments", booking)
    const moved = await search({ appointment_type_id: undefined, appointment_id: id })
    expect(moved.recommended.length).toBeGreaterThan(0)
  })
})

describe("a provider's start address", () => {
  const startsIn = async (search: Search, fields: object) => {
    const { body } = await service.api("GET", "/providers")
    await put(service, `/providers/${body.data[0].id}`, fields)
    const found = await search({ latitude: 30.27, longitude: -97.74 })
    const { body: shown } = await service.api("GET", `/providers/${body.data[0].id}`)
    return { reason: found.reason, ...shown.data }
  }

  it("TR-08 is located when it is saved, and travel counts from it", async () => {
    const { search } = await visits(100)
    answer = () => Promise.resolve(at(30.27 + 30 / 111.19))
    expect(await startsIn(search, { max_travel_km: 20, start_address: address("5 Depot Rd") })).toMatchObject(
      {
        reason: "out_of_service_area",
        start_address: { line1: "5 Depot Rd", longitude: -97.74 },
        start_address_accuracy: "rooftop",
      },
    )
    expect(await startsIn(search, { max_travel_km: 40 })).toMatchObject({ reason: null })
    const own = address("6 Depot Rd", { latitude: 30.27, longitude: -97.74 })
    expect(await startsIn(search, { max_travel_km: 1, start_address: own })).toMatchObject({
      reason: null,
      start_address_accuracy: null,
    })
    expect(asked).toEqual(["5 Depot Rd"])
  })

  it("TR-08 is located with a new provider, and later by the worker while the geocoder was away", async () => {
    const created = await make(service, "/providers", { name: "Ben", start_address: address("5 Depot Rd") })
    expect(created).toMatchObject({ start_address: { latitude: 30.26 }, start_address_accuracy: "rooftop" })
    answer = away
    const { id } = await make(service, "/providers", { name: "Cleo", start_address: address("7 Depot Rd") })
    const shown = async () => (await service.api("GET", `/providers/${id}`)).body.data
    expect(await shown()).toMatchObject({ start_address: { latitude: null }, start_address_accuracy: null })
    answer = () => Promise.resolve(at(30.5, "street"))
    expect(await locateAddresses(service.context)).toBe(1)
    expect(await shown()).toMatchObject({
      start_address: { latitude: 30.5 },
      start_address_accuracy: "street",
    })
    expect(await locateAddresses(service.context)).toBe(0)
  })
})

describe("a location's address", () => {
  const changed = async (id: number, fields: object) =>
    (await service.api("PUT", `/locations/${id}`, fields)).body.data
  const bare = { latitude: undefined, longitude: undefined }

  it("places the location that came without coordinates", async () => {
    const id = await makeLocation(service, bare)
    const { body } = await service.api("GET", `/locations/${id}`)
    expect(body.data).toMatchObject({ latitude: 30.26, longitude: -97.74 })
    await makeLocation(service)
    expect(asked).toEqual(["1 Main St"])
  })

  it("TR-08 TR-09 is looked up later when the geocoder was away, and staff see how exact the point is", async () => {
    const shown = async (id: number) => (await service.api("GET", `/locations/${id}`)).body.data
    answer = away
    const id = await makeLocation(service, bare)
    expect(await shown(id)).toMatchObject({ latitude: null, address_accuracy: null })
    answer = () => Promise.resolve(at(30.5, "postal"))
    expect(await locateAddresses(service.context)).toBe(1)
    expect(await shown(id)).toMatchObject({ latitude: 30.5, address_accuracy: "postal" })
    expect(await changed(id, { latitude: 30.27, longitude: -97.74 })).toMatchObject({
      address_accuracy: null,
    })
    expect(await shown(await makeLocation(service))).toMatchObject({ address_accuracy: null })
    expect(await shown(await makeLocation(service, bare))).toMatchObject({ address_accuracy: "postal" })
    answer = () => Promise.resolve(null)
    expect(await shown(await makeLocation(service, bare))).toMatchObject({ address_accuracy: "unknown" })
    expect(await locateAddresses(service.context)).toBe(0)
  })

  it("is looked up again only while there is no point", async () => {
    answer = away
    const id = await makeLocation(service, bare)
    answer = () => Promise.resolve(at(30.26))
    expect(await changed(id, { address: address() })).toMatchObject({ latitude: 30.26 })
    answer = () => Promise.resolve(at(31))
    expect(await changed(id, { address: address("3 Elm St") })).toMatchObject({ latitude: 30.26 })
  })
})
