/** A class, booked by page, link, agent and staff: each reads the seats that are left, and takes some of them. */
import { expect, it } from "vitest"
import { openChannels, strangersNumber, talk } from "../../../test/support/agent.ts"
import { makeLink } from "../../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService } from "../../../test/support/service.ts"
import { make, makeCustomer, put, tellStory } from "../../../test/support/story.ts"

type Data = ReturnType<typeof JSON.parse>

const start = "2027-03-03T16:00:00.000Z"
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
  await make(service, "/class-sessions", { ...session, start_time: start })
  const slot = { providerId: anaId, locationId, startTime: start }

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
  expect(found.body.data.recommended).toMatchObject([{ start_time: start, seats_left: 3 }])
  const wish = { appointment_type_id: typeId, provider_id: anaId, location_id: locationId, start_time: start }
  expect((await call.tool("POST", "/holds", wish)).status).toBe(400)
  const booked = await call.tool("POST", "/appointments", { ...wish, seats: 2 })
  expect([booked.status, booked.body.error]).toEqual([201, undefined])

  const last = { ...wish, customer_id: await makeCustomer(service) }
  expect((await service.api("POST", "/appointments", last)).status).toBe(201)
  const full = { ...wish, customer_id: await makeCustomer(service) }
  expect((await service.api("POST", "/appointments", full)).body.error.code).toBe("slot_taken")
  expect(await seatsOnPage()).toEqual([])
})
