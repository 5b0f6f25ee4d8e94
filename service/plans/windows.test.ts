import { expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { makeCustomer, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>

/** A minute for each kilometre. */
const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
const promise = { kind: "window", minutes: 120 }
const api = (method: string, path: string, body?: Fields) => service.api(method as "POST", path, body)

interface Team {
  typeId: number
  anaId: number
  benId: number
}

/** A type that promises two hours, and an Ana and a Ben of the test's own who work 9 to 17, 15 to 23 UTC. */
async function newTeam(fields: Fields = {}): Promise<Team> {
  const typeId = await makeType(service, { name: "Repair", place: "at_customer", promise, ...fields })
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId), travel }
  const anaId = await makeProvider(service, { name: "Ana Ruiz", ...works })
  const benId = await makeProvider(service, { name: "Ben Okafor", ...works })
  return { typeId, anaId, benId }
}

const customerAt = (km: number) =>
  makeCustomer(service, {
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    },
  })

async function windows({ typeId }: Team, customer_id: number, more: Fields = {}): Promise<string[]> {
  const range = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const { status, body } = await api("POST", "/slots", {
    ...{ appointment_type_id: typeId, customer_id, ...range, ...more },
  })
  expect([status, body.error]).toEqual([200, undefined])
  const found: { slots: { start_time: string; end_time: string; kind: string }[] }[] = body.data.providers
  const slots = found.flatMap((entry) => entry.slots)
  expect(slots.every(({ kind }) => kind === "window")).toBe(true)
  return slots
    .map(({ start_time, end_time }) => `${start_time.slice(11, 16)}-${end_time.slice(11, 16)}`)
    .sort()
}

const book = ({ typeId, anaId }: Team, customer_id: number, hour: string, more: Fields = {}) =>
  api("POST", "/appointments", {
    ...{ customer_id, appointment_type_id: typeId, provider_id: anaId, location_id: story.locationId },
    ...{ start_time: `2027-03-02T${hour}:00.000Z`, ...more },
  })

it("WN-01 a type at the customer's place promises a window, and no other type does", async () => {
  const { typeId } = await newTeam()
  const read = async () => (await api("GET", `/appointment-types/${typeId}`)).body.data
  expect((await read()).promise).toEqual(promise)
  await put(service, `/appointment-types/${typeId}`, { promise: { kind: "start" } })
  expect(await read()).not.toHaveProperty("promise")
  const wrong = await api("PUT", `/appointment-types/${story.typeId}`, { promise })
  expect([wrong.status, wrong.body.error.field]).toEqual([400, "promise"])
  const length = await api("PUT", `/appointment-types/${typeId}`, {
    promise: { kind: "window", minutes: 90 },
  })
  expect([length.status, length.body.error.field]).toEqual([400, "promise.minutes"])
})

it("WN-01 a window is searched, booked, moved and cancelled as such", async () => {
  const team = await newTeam()
  const sam = await customerAt(5)
  expect(await windows(team, sam)).toEqual(["15:00-17:00", "17:00-19:00", "19:00-21:00", "21:00-23:00"])
  const booked = await book(team, sam, "15:00")
  expect(booked.status).toBe(201)
  const { data } = booked.body
  const window = { start_time: "2027-03-02T15:00:00.000Z", end_time: "2027-03-02T17:00:00.000Z" }
  expect(data).toMatchObject({ ...window, window, blocks: [window], work_minutes: 60, pinned: false })
  expect(data.planned_start).toBe("2027-03-02T15:05:00.000Z")
  expect(data.planned_provider).toEqual(data.provider)
  const inside = await book(team, await customerAt(6), "15:30")
  expect([inside.status, inside.body.error.code]).toEqual([409, "time_not_offered"])
  const moved = await api("POST", `/appointments/${data.id}/reschedule`, {
    start_time: "2027-03-02T19:00:00.000Z",
  })
  expect([moved.status, moved.body.data?.window]).toEqual([
    200,
    { start_time: "2027-03-02T19:00:00.000Z", end_time: "2027-03-02T21:00:00.000Z" },
  ])
  expect(moved.body.data.work_minutes).toBe(60)
  const cancelled = await api("POST", `/appointments/${data.id}/cancel`, {})
  expect(cancelled.status).toBe(200)
  const reopened = await api("POST", `/appointments/${data.id}/reopen`, {})
  expect([reopened.status, reopened.body.data?.window]).toEqual([200, moved.body.data.window])
  const { body } = await service.events()
  const told = body.data.filter(
    (event: { data: { appointment?: { id: number } } }) => event.data.appointment?.id === data.id,
  )
  expect(told).not.toEqual([])
  expect(JSON.stringify(told)).not.toContain("planned")
})

it("WN-01 who moves is not recommended the window that they have, whoever would come then", async () => {
  const team = await newTeam()
  const sam = await customerAt(5)
  const { id } = (await book(team, sam, "15:00")).body.data
  // The planned provider has less room then, so that another one's window would be the nearest.
  await api("POST", `/providers/${team.anaId}/time-off`, {
    ...{ start: "2027-03-02T15:00:00.000Z", end: "2027-03-02T17:00:00.000Z" },
  })
  const range = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const { body } = await api("POST", "/slots", { appointment_id: id, ...range })
  const starts = body.data.recommended.map(({ start_time }: { start_time: string }) => start_time)
  expect(starts.length).toBeGreaterThan(0)
  expect(starts).not.toContain("2027-03-02T15:00:00.000Z")
})

it("WN-02 a visit that may still move makes room, and nobody hears of it", async () => {
  const team = await newTeam()
  await put(service, `/providers/${team.benId}`, { active: false })
  const first = (await book(team, await customerAt(5), "15:00")).body.data
  const second = (await book(team, await customerAt(-5), "15:00")).body.data
  expect([first.status, second.status]).toEqual(["scheduled", "scheduled"])
  const third = await book(team, await customerAt(1), "15:00")
  const all = await Promise.all([first, second].map(({ id }) => api("GET", `/appointments/${id}`)))
  expect(third.status).toBe(409)
  for (const { body } of all) expect(body.data).toMatchObject({ version: 1, window: first.window })
  const starts = all.map(({ body }) => Date.parse(body.data.planned_start)).sort((a, b) => a - b)
  expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(70 * 60_000)
})

it("WN-02 thirty at once for one window: as many as a plan holds, each within what was promised", async () => {
  const team = await newTeam()
  const customers = await Promise.all(Array.from({ length: 30 }, (_, i) => customerAt(1 + (i % 5))))
  const answers = await Promise.all(customers.map((id) => book(team, id, "15:00")))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const lost = answers.filter(({ status }) => status === 409).map(({ body }) => body.error.code)
  expect(new Set(lost)).toEqual(new Set(["slot_taken"]))
  const booked = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id as number)
  expect(booked).toHaveLength(4)
  const read = await Promise.all(booked.map((id) => api("GET", `/appointments/${id}`)))
  const plans = read.map(({ body }) => body.data)
  for (const { planned_start, window } of plans) {
    expect(planned_start >= window.start_time && planned_start <= window.end_time).toBe(true)
  }
  for (const id of [team.anaId, team.benId]) {
    const own = plans.filter(({ planned_provider }) => planned_provider.id === id)
    expect(own).toHaveLength(2)
    const [one, other] = own.map(({ planned_start }) => Date.parse(planned_start)).sort((a, b) => a - b)
    expect(other! - one!).toBeGreaterThanOrEqual(60 * 60_000)
  }
})

it("WN-02 a window that somebody was faster to says so for half an hour, in bookings, holds and moves", async () => {
  const team = await newTeam()
  await put(service, `/providers/${team.benId}`, { active: false })
  await book(team, await customerAt(5), "15:00")
  const other = (await book(team, await customerAt(3), "19:00")).body.data
  service.clock.advanceMs(31 * 60_000)
  await book(team, await customerAt(-5), "15:00")
  const late = await customerAt(1)
  const held = async () =>
    api("POST", "/holds", {
      ...{ customer_id: late, appointment_type_id: team.typeId, provider_id: team.anaId, minutes: 5 },
      ...{ location_id: story.locationId, start_time: "2027-03-02T15:00:00.000Z" },
    })
  const moved = () =>
    api("POST", `/appointments/${other.id}/reschedule`, { start_time: "2027-03-02T15:00:00.000Z" })
  const tries = async () => {
    const answers = [await book(team, late, "15:00"), await held(), await moved()]
    return answers.map(({ status, body }) => `${status} ${body.error?.code}`)
  }
  expect(await tries()).toEqual(Array.from({ length: 3 }, () => "409 slot_taken"))
  service.clock.advanceMs(31 * 60_000)
  expect(await tries()).toEqual(Array.from({ length: 3 }, () => "409 time_not_offered"))
  // The plan of the day is written anew for a visit elsewhere in it: the window is as full as before.
  expect((await book(team, await customerAt(2), "17:00")).status).toBe(201)
  expect(await tries()).toEqual(Array.from({ length: 3 }, () => "409 time_not_offered"))
})

it("WN-03 a provider who was chosen is never planned away", async () => {
  const team = await newTeam()
  const kept = (await book(team, await customerAt(5), "15:00", { keep_provider: true })).body.data
  for (const km of [6, 7, 8]) await book(team, await customerAt(km), "15:00")
  const { body } = await api("GET", `/appointments/${kept.id}`)
  expect(body.data.planned_provider.id).toBe(team.anaId)
})

it("WN-06 explain names the visits that fill a window", async () => {
  const team = await newTeam()
  await put(service, `/providers/${team.benId}`, { active: false })
  const first = (await book(team, await customerAt(5), "15:00")).body.data
  const second = (await book(team, await customerAt(-5), "15:00")).body.data
  const { status, body } = await api("POST", "/slots/explain", {
    ...{ appointment_type_id: team.typeId, provider_id: team.anaId, date: "2027-03-02" },
    customer_id: await customerAt(1),
  })
  expect([status, body.error]).toEqual([200, undefined])
  const [window, next] = body.data.starts
  expect([window.offered, next.offered]).toEqual([false, true])
  expect(window.reasons.map(({ code }: { code: string }) => code)).toEqual(["window_full"])
  for (const { id } of window.reasons[0].causes) expect([first.id, second.id]).toContain(id)
})

it("FX-10 the last window of a day ends at closing time wherever it is shown, booked, held, moved to or explained", async () => {
  const team = await newTeam()
  const weekly_hours = weekdays(story.locationId, "09:00", "16:30")
  for (const id of [team.anaId, team.benId]) await put(service, `/providers/${id}/hours`, { weekly_hours })
  const sam = await customerAt(5)
  expect(await windows(team, sam)).toEqual(["15:00-17:00", "17:00-19:00", "19:00-21:00", "21:00-22:30"])
  const last = { start_time: "2027-03-02T21:00:00.000Z", end_time: "2027-03-02T22:30:00.000Z" }
  const held = await api("POST", "/holds", {
    ...{ customer_id: sam, appointment_type_id: team.typeId, provider_id: team.anaId, minutes: 5 },
    ...{ location_id: story.locationId, start_time: last.start_time },
  })
  expect([held.status, held.body.data]).toMatchObject([201, last])
  await api("DELETE", `/holds/${held.body.data.id}`)
  const longer = await book(team, sam, "21:00", { end_time: "2027-03-02T23:00:00.000Z" })
  expect([longer.status, longer.body.error?.field]).toEqual([400, "end_time"])
  const booked = await book(team, sam, "21:00", { end_time: last.end_time })
  expect([booked.status, booked.body.data?.window, booked.body.data?.blocks]).toEqual([201, last, [last]])
  const planned = Date.parse(booked.body.data.planned_start)
  expect(planned).toBeGreaterThanOrEqual(Date.parse(last.start_time))
  expect(planned + 60 * 60_000).toBeLessThanOrEqual(Date.parse(last.end_time))
  const other = (await book(team, await customerAt(3), "15:00")).body.data
  const moved = await api("POST", `/appointments/${other.id}/reschedule`, { start_time: last.start_time })
  expect([moved.status, moved.body.data?.window]).toEqual([200, last])
  const { body } = await api("POST", "/slots/explain", {
    ...{ appointment_type_id: team.typeId, provider_id: team.anaId, date: "2027-03-02" },
    customer_id: await customerAt(1),
  })
  const explained = body.data.starts.map((one: { start_time: string; offered: boolean }) => [
    one.start_time.slice(11, 16),
    one.offered,
  ])
  expect(explained).toEqual([
    ...["15:00", "17:00", "19:00"].map((hour) => [hour, true]),
    // Each of the two has one visit in it, and no time for another before they close.
    ["21:00", false],
  ])
})

it("FX-10 a window that was promised stays as it was told when the team's hours grow", async () => {
  const team = await newTeam()
  const weekly_hours = weekdays(story.locationId, "09:00", "16:30")
  for (const id of [team.anaId, team.benId]) await put(service, `/providers/${id}/hours`, { weekly_hours })
  const booked = (await book(team, await customerAt(5), "21:00")).body.data
  const grown = weekdays(story.locationId)
  for (const id of [team.anaId, team.benId])
    await put(service, `/providers/${id}/hours`, { weekly_hours: grown })
  const { body } = await api("POST", "/disruptions", {
    ...{ provider_id: booked.provider.id, reason: "the flu" },
    ...{ from: "2027-03-02T06:00:00.000Z", to: "2027-03-03T06:00:00.000Z" },
  })
  const [{ outcome, proposed }] = body.data.proposals
  expect([outcome, proposed.start_time, proposed.end_time]).toEqual([
    ...["kept", booked.window.start_time, booked.window.end_time],
  ])
  expect((await api("POST", `/disruptions/${body.data.id}/apply`, {})).status).toBe(200)
  const after = (await api("GET", `/appointments/${booked.id}`)).body.data
  expect(after).toMatchObject({ window: booked.window, version: 1 })
  expect(after.provider.id).not.toBe(booked.provider.id)
})
