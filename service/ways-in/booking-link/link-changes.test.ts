/** PG-01 what a page asks again and again: whether the version that it shows still stands. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { type Link, makeLink, type Reply } from "../../../test/support/link.ts"
import { type ManageLink, makeManageLink } from "../../../test/support/manage-link.ts"
import { countOn } from "../../../test/support/rate-counters.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../../../test/support/story.ts"

const start = "2027-03-04T15:00:00.000Z"
const later = "2027-03-05T16:00:00.000Z"
let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.set("2027-03-01T12:00:00.000Z")
  for (const status of ["scheduled", "pending"])
    for (const { id } of (await service.api("GET", `/appointments?status=${status}`)).body.data)
      await service.api("POST", `/appointments/${id}/${status === "pending" ? "decline" : "cancel"}`, {})
  await put(service, `/appointment-types/${story.typeId}`, {
    confirmation: "none",
    cancel_notice_minutes: 60,
  })
})

const changes = (link: Link, version: string): Promise<Reply> =>
  link.send(`/api/link/changes?version=${encodeURIComponent(version)}`)
const staff = (link: ManageLink, deed: string, body: object = {}) =>
  service.api("POST", `/appointments/${link.appointmentId}/${deed}`, body)

async function anHour(): Promise<{ link: ManageLink; version: string }> {
  const link = await makeManageLink(service, { ...story, customerId: await makeCustomer(service) }, start)
  const { version } = (await link.read()).data
  const still = await changes(link, version)
  expect([still.status, still.text]).toEqual([204, ""])
  return { link, version }
}

it("PG-01 a move and an answer change the version, and the answer is the view as it stands", async () => {
  const { link, version } = await anHour()
  await staff(link, "reschedule", { start_time: later })
  const moved = await changes(link, version)
  expect([moved.status, moved.data.appointment.startTime]).toEqual([200, later])
  expect((await changes(link, moved.data.version)).status).toBe(204)
  await service.api("PUT", `/appointments/${link.appointmentId}/attendance`, { attendance: "coming" })
  const answered = await changes(link, moved.data.version)
  expect([answered.status, answered.data.appointment.attendance]).toEqual([200, "coming"])
})

it("PG-01 time alone changes it: with the notice the buttons go, with the start the link ends, and says why", async () => {
  const { link, version } = await anHour()
  service.clock.set("2027-03-04T14:00:00.000Z")
  expect((await changes(link, version)).status).toBe(204)
  service.clock.set("2027-03-04T14:00:00.001Z")
  const late = await changes(link, version)
  expect([late.status, late.data.appointment.canCancel]).toEqual([200, false])
  service.clock.set(start)
  const over = await changes(link, late.data.version)
  expect([over.status, over.error.code, over.error.details.because]).toEqual([404, "link_ended", "started"])
})

it("PG-01 LK-06 a cancelled one has ended, a replaced link says no more than that it has", async () => {
  const first = await anHour()
  await staff(first.link, "cancel")
  const cancelled = await changes(first.link, first.version)
  expect([cancelled.status, cancelled.error.details.because]).toEqual([404, "cancelled"])
  const { link, version } = await anHour()
  await staff(link, "manage-link/rotate")
  await staff(link, "cancel")
  const replaced = await changes(link, version)
  expect([replaced.status, replaced.error.code]).toEqual([404, "link_ended"])
  expect(Object.keys(replaced.error.details)).toEqual(["companyName", "companyPhone"])
})

it("PG-01 what staff say of a pending one is a change: other times, yes, no", async () => {
  await put(service, `/appointment-types/${story.typeId}`, { confirmation: "staff" })
  const link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
  const wish = { providerId: story.anaId, locationId: story.locationId, startTime: start }
  const { id } = (await link.book(wish)).data.appointment!
  const asked = (await link.read()).data
  expect((await changes(link, asked.version)).status).toBe(204)
  await service.api("POST", `/appointments/${id}/propose`, { times: [{ start_time: later }] })
  const proposed = (await changes(link, asked.version)).data
  expect(proposed.appointment.pending.proposals.length).toBe(1)
  await service.api("POST", `/appointments/${id}/decline`, { reason: "Away." })
  const declined = (await changes(link, proposed.version)).data
  expect([declined.state, declined.declinedWish.note]).toEqual(["open", "Away."])
})

it("CL-09 the customer books one of the times that staff propose, by the link of the request", async () => {
  await put(service, `/appointment-types/${story.typeId}`, { confirmation: "staff" })
  const link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
  const wish = { providerId: story.anaId, locationId: story.locationId, startTime: start }
  const { id } = (await link.book(wish)).data.appointment!
  await service.api("POST", `/appointments/${id}/propose`, { times: [{ start_time: later }] })
  const { proposals } = (await link.read()).data.appointment!.pending!
  const booked = await link.send("/api/link/proposal", {
    method: "POST",
    body: { proposalId: proposals[0]!.id },
  })
  expect(booked.status).toBe(200)
  const { body } = await service.api("GET", `/appointments/${id}`)
  expect(body.data).toMatchObject({ status: "scheduled", start_time: new Date(later).toISOString() })
})

it("PG-01 TR-21 it counts by its link, 60 a minute, and takes nothing from the views of its address", async () => {
  const { link, version } = await anHour()
  await countOn(service, "link_view", 298)
  for (let asked = 0; asked < 3; asked++) expect((await changes(link, version)).status).toBe(204)
  await countOn(service, "link_use", 60)
  const refused = await changes(link, version)
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
  expect((await link.page()).status).toBe(200)
})

it("PG-01 an unknown token has ended, and counts as a view of its address", async () => {
  const { link } = await anHour()
  const headers = { "x-booking-token": "A".repeat(24) }
  const unknown = await link.send("/api/link/changes?version=1", { headers })
  expect([unknown.status, unknown.error.code, unknown.error.details]).toEqual([404, "link_ended", undefined])
})

it("PG-01 a waiting entry's page asks the same: wishes, an offer, and what others hold of it", async () => {
  const customer_id = await makeCustomer(service)
  const wish = { customer_id, appointment_type_id: story.typeId, latest_date: "2027-03-20" }
  const entry = await make(service, "/waiting-entries", wish)
  const token = String(entry.wait_url).split("/").at(-1)!
  const link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
  const headers = { "x-waiting-token": token }
  const ask = (version: string) => link.send(`/api/waiting/changes?version=${version}`, { headers })
  const first = (await link.send("/api/waiting", { headers })).data
  expect((await ask(first.version)).status).toBe(204)
  await service.api("PUT", `/waiting-entries/${entry.id}`, { latest_date: "2027-03-25" })
  const changed = await ask(first.version)
  expect([changed.status, changed.data.entry.latestDate]).toEqual([200, "2027-03-25"])
  const offered = await service.api("POST", `/waiting-entries/${entry.id}/offers`, {
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: start,
  })
  expect(offered.status).toBeLessThan(300)
  const free = await ask(changed.data.version)
  expect([free.status, free.data.offer.state]).toEqual([200, "free"])
  expect((await ask(free.data.version)).status).toBe(204)
  const hold = { appointment_type_id: story.typeId, provider_id: story.anaId, location_id: story.locationId }
  expect((await service.api("POST", "/holds", { ...hold, start_time: start, minutes: 5 })).status).toBe(201)
  const held = await ask(free.data.version)
  expect([held.status, held.data.offer.state]).toEqual([200, "other"])
  await service.api("DELETE", `/waiting-entries/${entry.id}`)
})
