/** A type that needs a room, booked by page, link, agent and staff: each is offered what can be had, and takes it. */
import { expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../../test/support/agent.ts"
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
