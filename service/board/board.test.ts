import { beforeAll, describe, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  weekdays,
} from "../../test/support/story.ts"

shareOneStory()

const board = async (query: string) => {
  const { status, body } = await service.api("GET", `/board?${query}`)
  expect(status).toBe(200)
  return body.data
}
const named = <T extends { name: string }>(rows: T[], name: string) => rows.find((row) => row.name === name)!

let cleoId: number
let jobId: number

/** Cleo works in Denver. Sam has a boiler service with Ana, and a refit over three days with Cleo. */
beforeAll(async () => {
  const denverId = await makeLocation(service, { name: "Denver", timezone: "America/Denver" })
  const refitId = await makeType(service, {
    name: "Refit",
    blocks: [480, 480, 240],
    buffer_after_minutes: 30,
  })
  cleoId = await makeProvider(service, {
    name: "Cleo Marsh",
    appointment_type_ids: [refitId],
    weekly_hours: weekdays(denverId, "08:00", "17:00"),
  })
  const customer_id = await makeCustomer(service, { name: "Mia Dunn" })
  await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-02T16:00:00.000Z",
    notes: "Bring the part.",
  })
  const job = await make(service, "/appointments", {
    customer_id,
    appointment_type_id: refitId,
    provider_id: cleoId,
    start_time: "2027-03-02T15:00:00.000Z",
  })
  jobId = job.id
  await put(service, `/providers/${story.benId}/hours`, {
    date_overrides: [
      { location_id: story.locationId, date: "2027-03-02", intervals: [{ start: "12:00", end: "15:00" }] },
    ],
  })
  await make(service, `/providers/${story.benId}/time-off`, {
    start: "2027-03-02T19:00:00.000Z",
    end: "2027-03-04T19:00:00.000Z",
    reason: "training",
  })
})

describe("the board of a day", () => {
  it("CN-04 spans the date in the zones of all locations, and says what their clocks show", async () => {
    const { start_time, end_time, locations } = await board("date=2027-03-02")
    expect([start_time, end_time]).toEqual(["2027-03-02T06:00:00.000Z", "2027-03-03T07:00:00.000Z"])
    expect(named(locations, "Denver")).toMatchObject({
      timezone: "America/Denver",
      days: [
        { date: "2027-03-02", start_time: "2027-03-02T07:00:00.000Z", end_time: "2027-03-03T07:00:00.000Z" },
      ],
      utc_offsets: [{ minutes: -420 }],
    })
    const spring = await board("date=2027-03-14")
    expect(named<{ name: string }>(spring.locations, "Denver")).toMatchObject({
      days: [{ start_time: "2027-03-14T07:00:00.000Z", end_time: "2027-03-15T06:00:00.000Z" }],
      utc_offsets: [{ minutes: -420 }, { from: "2027-03-14T09:00:00.000Z", minutes: -360 }],
    })
  })

  it("CN-04 holds each provider's hours, overrides and time off", async () => {
    const { providers } = await board("date=2027-03-02")
    expect(named(providers, "Ana Ruiz")).toMatchObject({
      usual_location_id: story.locationId,
      hours: [
        {
          location_id: story.locationId,
          start_time: "2027-03-02T15:00:00.000Z",
          end_time: "2027-03-02T23:00:00.000Z",
        },
      ],
      time_off: [],
    })
    expect(named(providers, "Ben Okafor")).toMatchObject({
      hours: [{ start_time: "2027-03-02T18:00:00.000Z", end_time: "2027-03-02T21:00:00.000Z" }],
      time_off: [{ reason: "training", start: "2027-03-02T19:00:00.000Z" }],
    })
  })

  it("CN-04 shows a job over several days on each of them, with its buffers", async () => {
    for (const date of ["2027-03-02", "2027-03-03", "2027-03-04"]) {
      const { appointments } = await board(`date=${date}&provider_id=${cleoId}`)
      expect(appointments).toMatchObject([
        { id: jobId, customer: { name: "Mia Dunn" }, status: "scheduled", has_notes: false, version: 1 },
      ])
      expect(appointments[0].blocks).toHaveLength(3)
      expect(appointments[0].occupied[0]).toEqual({
        start_time: "2027-03-02T15:00:00.000Z",
        end_time: "2027-03-02T23:30:00.000Z",
      })
    }
    expect((await board(`date=2027-03-05&provider_id=${cleoId}`)).appointments).toEqual([])
  })

  it("CN-04 keeps a cancelled appointment in its place, and its provider's day to itself", async () => {
    const { appointments } = await board(`date=2027-03-02&location_id=${story.locationId}`)
    expect(appointments).toMatchObject([{ customer: { name: "Sam Poe" }, has_notes: true }])
    await service.api("POST", `/appointments/${appointments[0].id}/cancel`)
    const after = await board("date=2027-03-02")
    expect(after.appointments.find(({ id }: { id: number }) => id === appointments[0].id)).toMatchObject({
      status: "cancelled",
      occupied: [],
    })
  })

  it("CN-04 is no other company's, and takes a week at most", async () => {
    const other = await service.anotherCompany()
    const theirs = await service.api("GET", "/board?date=2027-03-02", undefined, { key: other.key })
    expect(theirs.body.data).toMatchObject({ locations: [], providers: [], appointments: [] })
    expect((await service.api("GET", "/board?date=2027-03-02&days=8")).status).toBe(400)
    expect((await board("date=2027-03-01&days=7")).appointments.length).toBe(2)
  })
})

it("CN-04 draws the way to each visit from the one before, as fast as the company or the provider travels", async () => {
  const visitId = await makeType(service, { name: "Visit", place: "at_customer" })
  const eveId = await makeProvider(service, {
    name: "Eve Stone",
    appointment_type_ids: [visitId],
    weekly_hours: weekdays(story.locationId),
    travel: { speed_kmh: 30, road_factor: 1.5, setup_minutes: 5 },
  })
  const visitAt = async (name: string, latitude: number, start_time: string) => {
    const address = { line1: "1 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const customer_id = await makeCustomer(service, {
      name,
      address: { ...address, latitude, longitude: -97.7 },
    })
    const wish = { customer_id, appointment_type_id: visitId, provider_id: eveId, start_time }
    return (await make(service, "/appointments", wish)).id
  }
  await visitAt("Near", 30.3, "2027-03-03T16:00:00.000Z")
  // 0.09 degrees are ten kilometres: 15 by road take half an hour, and five minutes to set up.
  const farId = await visitAt("Far", 30.39, "2027-03-03T19:00:00.000Z")
  await visitAt("On another day", 30.3, "2027-03-04T16:00:00.000Z")
  const { providers } = await board("date=2027-03-03&days=2")
  expect(named<{ name: string; trips: object[] }>(providers, "Eve Stone").trips).toEqual([
    { appointment_id: farId, start_time: "2027-03-03T18:24:00.000Z", end_time: "2027-03-03T19:00:00.000Z" },
  ])
  expect(named<{ name: string; trips: object[] }>(providers, "Ana Ruiz").trips).toEqual([])
})

it("CN-04 the clocks of all places are answered by the service's own rules", async () => {
  const { status, body } = await service.api("GET", "/time-zones")
  expect(status).toBe(200)
  const zones = new Map<string, { from: string; minutes: number }[]>(
    body.data.zones.map((zone: { timezone: string; utc_offsets: [] }) => [zone.timezone, zone.utc_offsets]),
  )
  expect([...zones.keys()].sort()).toEqual(["America/Chicago", "America/Denver"])
  expect(zones.get("America/Denver")).toContainEqual({ from: "2027-03-14T09:00:00.000Z", minutes: -360 })
})

it("MD-25 shows appointments at a place that was switched off since, past days included, and no hours there", async () => {
  const boiseId = await makeLocation(service, { name: "Boise", timezone: "America/Boise" })
  const typeId = await makeType(service, { name: "Look", location_ids: [boiseId] })
  const dawnId = await makeProvider(service, {
    name: "Dawn Ode",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(boiseId, "08:00", "17:00"),
  })
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: typeId,
    provider_id: dawnId,
    start_time: "2027-03-11T16:00:00.000Z",
  })
  await put(service, `/locations/${boiseId}`, { active: false })
  for (const query of ["date=2027-03-11", "date=2027-03-08&days=7"]) {
    const { locations, appointments, providers } = await board(query)
    expect(named(locations, "Boise")).toMatchObject({ id: boiseId, active: false })
    expect(appointments.map((each: { id: number }) => each.id)).toContain(id)
    expect(named<{ name: string; hours: unknown[] }>(providers, "Dawn Ode").hours).toEqual([])
  }
  const other = await board("date=2027-03-15")
  expect(other.locations.map(({ name }: { name: string }) => name)).not.toContain("Boise")
})

it("CL-07 holds the sessions of the day for each who gives them, and none of those who come as an appointment of its own", async () => {
  const yogaId = await makeType(service, {
    name: "Yoga",
    duration_minutes: 50,
    seats: 12,
    min_notice_minutes: 0,
  })
  const usual = { appointment_type_ids: [yogaId], weekly_hours: weekdays(story.locationId) }
  const yuiId = await makeProvider(service, { name: "Yui Abe", ...usual })
  const lenaId = await makeProvider(service, { name: "Lena Roy", ...usual })
  const start_time = "2027-03-18T16:00:00.000Z"
  const given = { appointment_type_id: yogaId, location_id: story.locationId }
  const made = await make(service, "/class-sessions", {
    ...{ ...given, provider_ids: [yuiId, lenaId], start_time, seats: 8 },
  })
  const [{ id }] = made.sessions as [{ id: number }]
  const customer_id = await makeCustomer(service, { name: "Kim Lee" })
  await make(service, "/appointments", { ...given, customer_id, provider_id: yuiId, start_time, seats: 3 })
  const shown = {
    ...{ id, status: "scheduled", appointment_type: { id: yogaId, name: "Yoga" } },
    ...{ provider_id: yuiId, location_id: story.locationId, seats: 8, seats_taken: 3 },
    providers: [
      { id: yuiId, name: "Yui Abe", lead: true },
      { id: lenaId, name: "Lena Roy", lead: false },
    ],
    ...{ start_time, end_time: "2027-03-18T16:50:00.000Z" },
  }
  const at = `location_id=${story.locationId}`
  for (const query of ["", `&provider_id=${yuiId}`, `&provider_id=${lenaId}`, "&days=7", `&${at}`]) {
    const day = await board(`date=2027-03-18${query}`)
    expect([query, day.sessions, day.appointments]).toEqual([query, [shown], []])
  }
  for (const query of ["date=2027-03-17", "date=2027-03-19", `date=2027-03-18&provider_id=${story.anaId}`])
    expect(await board(query)).not.toHaveProperty("sessions")
  await service.api("DELETE", `/class-sessions/${id}`)
  const after = await board("date=2027-03-18")
  expect(after.sessions).toEqual([{ ...shown, status: "cancelled", seats_taken: 0 }])
  expect(after.appointments).toEqual([])
})
