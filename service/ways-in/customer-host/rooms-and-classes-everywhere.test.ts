/** A type that needs a room, and a class, booked by page, link, agent and staff: each is offered what can be had, and takes it. */
import { expect, it } from "vitest"
import { openChannels, samsNumber, strangersNumber, talk } from "../../../test/support/agent.ts"
import { anasAt, makeLink } from "../../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService } from "../../../test/support/service.ts"
import { make, makeCustomer, put, tellStory } from "../../../test/support/story.ts"

const starts = [15, 16, 17, 18].map((hour) => `2027-03-03T${hour}:00:00.000Z`)
const after = "2027-03-03T17:30:00.000Z"

it("CL-01 CL-02 page, link, agent and staff each take the room, and are refused the time without it", async () => {
  const service = await startService({ book: true, trustProxyHops: 1 })
  await using _ = { [Symbol.asyncDispose]: () => service.stop() }
  const story = await tellStory(service)
  const { typeId, anaId, benId, locationId, customerId } = story
  await openPublicPage(service, story)
  await openChannels(service)
  await make(service, "/resources", { name: "Room 1", kind: "room", group: "Rooms", location_id: locationId })
  await put(service, `/appointment-types/${typeId}`, { needs: { resources: [{ group: "Rooms" }] } })
  const [byPage, byLink, byAgent, byStaff] = starts as [string, string, string, string]

  const visitor = visitorOf(service)
  await visitor.proves("(512) 555-0123")
  const slot = { typeId, providerId: anaId, locationId }
  const onPage = await visitor.book({ ...slot, startTime: byPage })
  expect([onPage.status, onPage.error]).toEqual([201, undefined])
  expect(onPage.text).not.toContain("Room 1")

  const customer_id = await makeCustomer(service)
  const link = await makeLink(service, story, { customer_id })
  expect((await link.book(anasAt(story, byPage))).error.code).toBe("slot_taken")
  expect((await link.book({ ...anasAt(story, byLink), providerId: benId })).status).toBe(201)

  const call = await talk(service, samsNumber)
  const said = (start_time: string, provider_id: number) =>
    call.tool("POST", "/appointments", {
      ...{ appointment_type_id: typeId, provider_id, location_id: locationId, start_time },
    })
  expect((await said(byLink, anaId)).body.error.code).toBe("slot_taken")
  expect((await said(byAgent, benId)).status).toBe(201)

  const staffs = { customer_id: await makeCustomer(service), appointment_type_id: typeId, provider_id: anaId }
  const booking = { ...staffs, location_id: locationId }
  const taken = await service.api("POST", "/appointments", { ...booking, start_time: byAgent })
  expect([taken.status, taken.body.error.code]).toEqual([409, "slot_taken"])
  expect((await service.api("POST", "/appointments", { ...booking, start_time: byStaff })).status).toBe(201)

  const { data } = (await service.api("GET", "/appointments")).body
  const shown = data.map(
    ({ start_time, resources }: { start_time: string; resources: { name: string }[] }) => [
      start_time,
      resources.map(({ name }) => name),
    ],
  )
  expect(shown).toEqual(starts.map((start) => [start, ["Room 1"]]))
  const explained = await service.api("POST", "/slots/explain", {
    ...{ appointment_type_id: typeId, provider_id: benId, start_time: after, customer_id: customerId },
  })
  expect(explained.body.data.starts[0].reasons.map(({ code }: { code: string }) => code)).toContain(
    "resource_taken",
  )
})

type Data = ReturnType<typeof JSON.parse>

const classStart = "2027-03-03T16:00:00.000Z"
const dates = { startDate: "2027-03-03", endDate: "2027-03-04" }

it("CL-07 page, link, agent and staff read the seats that are left, take some, and are refused too many", async () => {
  const service = await startService({ book: true, trustProxyHops: 1 })
  await using _ = { [Symbol.asyncDispose]: () => service.stop() }
  const story = await tellStory(service)
  const { typeId, anaId, locationId } = story
  await openPublicPage(service, story)
  await openChannels(service)
  await put(service, `/appointment-types/${typeId}`, { seats: 7 })
  const session = { appointment_type_id: typeId, provider_ids: [anaId], location_id: locationId }
  await make(service, "/class-sessions", { ...session, start_time: classStart })
  const slot = { providerId: anaId, locationId, startTime: classStart }

  const visitor = visitorOf(service)
  const seatsOnPage = async (more: object = {}) =>
    (await visitor.send<Data>("POST", "/slots", { typeId, ...dates, ...more })).data.providers.flatMap(
      (entry: Data) => entry.slots.map(({ seatsLeft }: Data) => seatsLeft),
    )
  expect(await seatsOnPage()).toEqual([7])
  await visitor.proves("(512) 555-0123")
  const onPage = await visitor.book({ typeId, ...slot, seats: 2 })
  expect([onPage.status, onPage.error]).toEqual([201, undefined])
  expect(await seatsOnPage({ seats: 6 })).toEqual([])

  const link = await makeLink(service, story, { customer_id: await makeCustomer(service) })
  const bookByLink = (seats: number) =>
    link.send("/api/link/appointment", { method: "POST", body: { ...slot, seats } })
  const tooMany = await bookByLink(6)
  expect([tooMany.status, tooMany.error.code]).toEqual([409, "slot_taken"])
  const byLink = await bookByLink(2)
  expect([byLink.status, byLink.data.appointment.seats]).toEqual([201, 2])

  const call = await talk(service, strangersNumber)
  await call.tool("POST", "/customers", { first_name: "Mia", last_name: "Torres" })
  const found = await call.tool("POST", "/slots", { appointment_type_id: typeId, seats: 3 })
  expect(found.body.data.recommended).toMatchObject([{ start_time: classStart, seats_left: 3 }])
  const wish = {
    appointment_type_id: typeId,
    provider_id: anaId,
    location_id: locationId,
    start_time: classStart,
  }
  expect((await call.tool("POST", "/holds", wish)).status).toBe(400)
  const booked = await call.tool("POST", "/appointments", { ...wish, seats: 2 })
  expect([booked.status, booked.body.error]).toEqual([201, undefined])

  const last = { ...wish, customer_id: await makeCustomer(service) }
  expect((await service.api("POST", "/appointments", last)).status).toBe(201)
  const full = { ...wish, customer_id: await makeCustomer(service) }
  expect((await service.api("POST", "/appointments", full)).body.error.code).toBe("slot_taken")
  expect(await seatsOnPage()).toEqual([])
})
