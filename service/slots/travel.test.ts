import { afterEach, expect, it } from "vitest"
import { startLocalServer } from "../../test/support/local-server.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { makeCustomer, makeProvider, makeType, weekdays } from "../../test/support/story.ts"
import { createOsrm } from "../host/adapters/travel-times/osrm.ts"

shareOneStory()

type Fields = Record<string, unknown>

/** A minute for each kilometre. */
const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
const post = (path: string, body: Fields) => service.api("POST", path, body)
const set = (fields: Fields) => service.api("PUT", "/company", fields)

let typeId: number
let anaId: number

/** A type and an Ana of the test's own. */
async function newAna(fields: Fields = {}): Promise<void> {
  typeId = await makeType(service, { name: "Repair", place: "at_customer" })
  anaId = await makeProvider(service, {
    ...{ name: "Ana Ruiz", appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) },
    ...fields,
  })
}

/** A customer who lives so many kilometres north of Downtown. */
const customerAt = (km: number) =>
  makeCustomer(service, {
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    },
  })

async function times(customer_id: number, more: Fields = {}): Promise<string[]> {
  const range = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const asked = { appointment_type_id: typeId, customer_id, provider_id: anaId, ...range, ...more }
  const { status, body } = await post("/slots", asked)
  expect([status, body.error]).toEqual([200, undefined])
  const slots: { start_time: string }[] = body.data.providers[0]?.slots ?? []
  return slots.map(({ start_time }) => start_time.slice(11, 16))
}

const book = (customer_id: number, time: string, more: Fields = {}) =>
  post("/appointments", {
    ...{ customer_id, appointment_type_id: typeId, provider_id: anaId, location_id: story.locationId },
    ...{ start_time: `2027-03-02T${time}:00.000Z`, ...more },
  })

afterEach(async () => {
  service.context.travelTimes = null
  await set({ travel: null })
})

it("EX-07 a company and a provider have a speed, and none by default", async () => {
  expect((await service.api("GET", "/company")).body.data.travel).toBeNull()
  const changed = await set({ travel: { speed_kmh: 40 } })
  expect(changed.body.data.travel).toEqual({ speed_kmh: 40, road_factor: 1.3, setup_minutes: 0 })
  await newAna({ travel })
  const provider = async () => (await service.api("GET", `/providers/${anaId}`)).body.data
  expect((await provider()).travel).toEqual(travel)
  await service.api("PUT", `/providers/${anaId}`, { travel: null })
  expect((await provider()).travel).toBeNull()
  const wrong = await set({ travel: { speed_kmh: 0 } })
  expect([wrong.status, wrong.body.error.field]).toEqual([400, "travel.speed_kmh"])
})

it("EX-07 a search, a booking and a move judge the same", async () => {
  await newAna()
  const [near, far] = [await customerAt(5), await customerAt(50)]
  expect((await times(near))[0]).toBe("15:00")
  await set({ travel })
  // From Downtown at 15:00 UTC, and back there by 23:00.
  expect((await times(near))[0]).toBe("15:30")
  expect([(await times(far))[0], (await times(far)).at(-1)]).toEqual(["16:00", "21:00"])
  const visit = await book(far, "18:00")
  expect(visit.status).toBe(201)
  expect(await times(near)).toEqual(["15:30", "16:00", "20:00", "20:30", "21:00", "21:30"])

  const tooSoon = await book(near, "19:30")
  expect([tooSoon.status, tooSoon.body.error.code]).toEqual([409, "slot_taken"])
  const alternatives: { start_time: string }[] = tooSoon.body.error.details.alternatives
  expect(alternatives.map(({ start_time }) => start_time.slice(11, 16))).toContain("20:00")
  const first = await book(near, "15:00")
  expect([first.status, first.body.error.code]).toEqual([409, "time_not_offered"])

  const booked = await book(near, "20:00")
  expect(booked.status).toBe(201)
  const move = (time: string, more: Fields = {}) =>
    post(`/appointments/${booked.body.data.id}/reschedule`, {
      start_time: `2027-03-02T${time}:00.000Z`,
      ...more,
    })
  expect((await move("16:30")).body.error.code).toBe("slot_taken")
  expect((await move("16:30", { override_eligibility: true })).status).toBe(200)
  expect((await move("16:00")).status).toBe(200)
  const moves = await times(near, { appointment_id: booked.body.data.id, appointment_type_id: undefined })
  expect(moves).toEqual(["15:30", "16:00", "20:00", "20:30", "21:00", "21:30"])
})

it("EX-07 of two visits booked at once that are too far apart, one is refused under the lock", async () => {
  await newAna({ travel })
  const [near, far] = [await customerAt(-40), await customerAt(40)]
  const answers = await Promise.all([book(near, "17:00"), book(far, "18:30")])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

it("EX-07 a routing service decides, is asked before a booking's transaction, and its absence stops nothing", async () => {
  const host = await startLocalServer()
  const seconds =
    (value: number) =>
    ({ path }: { path: string }) => {
      const others = new URL(path, "http://host").pathname.split(";").length - 1
      const row = Array.from({ length: others }, () => value)
      const durations = path.includes("sources=0&") ? [row] : row.map((one) => [one])
      return { body: { code: "Ok", durations } }
    }
  host.tell(seconds(80 * 60))
  await newAna({ travel })
  const osrm = () => createOsrm({ baseUrl: host.url, now: () => service.clock.now() })
  try {
    service.context.travelTimes = osrm()
    const customer = await customerAt(5)
    expect((await times(customer))[0]).toBe("16:30")
    const afterSearch = host.asked.length
    expect((await book(customer, "16:00")).body.error.code).toBe("time_not_offered")
    expect((await book(customer, "16:30")).status).toBe(201)
    expect(host.asked.length, "all ways were known").toBe(afterSearch)

    // Nothing was asked about this customer: the booking finds out under the lock, asks, and tries again.
    const other = await customerAt(6)
    const refused = await book(other, "18:00")
    expect([refused.status, refused.body.error.code]).toEqual([409, "slot_taken"])
    expect(host.asked.length).toBeGreaterThan(afterSearch)
    expect((await book(other, "19:00")).status).toBe(201)

    host.tell({ status: 503, body: "" })
    const third = await customerAt(7)
    expect((await book(third, "20:30")).status).toBe(201)
  } finally {
    await host.stop()
  }
})
