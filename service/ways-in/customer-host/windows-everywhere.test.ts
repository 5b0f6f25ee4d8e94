/** A type that promises windows, by page, link, agent and staff: who chose a person keeps them, and who is too late reads so. */
import { expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../../test/support/agent.ts"
import { anasAt, linkOf, makeLink } from "../../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService } from "../../../test/support/service.ts"
import { makeCustomer, put, tellStory } from "../../../test/support/story.ts"

const address = {
  ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
  ...{ latitude: 30.28, longitude: -97.74 },
}
const early = "2027-03-03T15:00:00.000Z"
const late = "2027-03-03T19:00:00.000Z"

it("WN-02 WN-03 WN-01 page, link, agent and staff are told of a window that was just taken, and a chosen person is kept", async () => {
  const service = await startService({ book: true, trustProxyHops: 1 })
  await using _ = { [Symbol.asyncDispose]: () => service.stop() }
  const story = await tellStory(service)
  const { typeId, anaId, locationId, customerId } = story
  await openPublicPage(service, story)
  await openChannels(service)
  await put(service, `/appointment-types/${typeId}`, {
    ...{ place: "at_customer", promise: { kind: "window", minutes: 120 } },
  })
  await put(service, `/customers/${customerId}`, { address })
  const keeps = async () => {
    const rows = await service.context.db.query<{ keeps: boolean }>(
      "SELECT keeps_provider AS keeps FROM appointment WHERE company_id = $1 ORDER BY id",
      [service.companyId],
    )
    return rows.map((row) => row.keeps)
  }
  const linkOfAnother = async () =>
    makeLink(service, story, { customer_id: await makeCustomer(service, { address }) })

  const visitor = visitorOf(service)
  await visitor.proves("(512) 555-0123")
  const slot = { typeId, providerId: anaId, locationId }
  const onPage = await visitor.book({ ...slot, startTime: late, keepProvider: true })
  expect([onPage.status, onPage.error]).toEqual([201, undefined])
  const chosen = await (await linkOfAnother()).book({ ...anasAt(story, late), keepProvider: true })
  const anyone = await (await linkOfAnother()).book(anasAt(story, late))
  expect([chosen.status, anyone.status]).toEqual([201, 201])
  expect(await keeps()).toEqual([true, true, false])
  // In a window that was left open the plan may still send another provider, so no name is shown until its hour is known.
  expect([chosen, anyone].map(({ data }) => data.appointment!.providerName)).toEqual(["Ana Ruiz", ""])
  const staffRead = (id: number) => service.api("GET", `/appointments/${id}`)
  const { planned_provider, keeps_provider } = (await staffRead(anyone.data.appointment!.id)).body.data
  expect([planned_provider.name, keeps_provider]).toEqual(["Ben Okafor", false])

  const staffs = async () =>
    service.api("POST", "/appointments", {
      ...{ customer_id: await makeCustomer(service, { address }), appointment_type_id: typeId },
      ...{ provider_id: anaId, location_id: locationId, start_time: early },
    })
  const answers = []
  for (let tries = 0; tries < 12 && answers.at(-1)?.status !== 409; tries += 1) answers.push(await staffs())
  expect(answers.at(-1)!.body.error?.code).toBe("slot_taken")
  expect((await visitor.book({ ...slot, startTime: early })).error.code).toBe("slot_taken")
  expect((await (await linkOfAnother()).book(anasAt(story, early))).error.code).toBe("slot_taken")
  const call = await talk(service, samsNumber)
  const said = await call.tool("POST", "/appointments", {
    ...{ appointment_type_id: typeId, provider_id: anaId, location_id: locationId, start_time: early },
  })
  expect(said.body.error.code).toBe("slot_taken")
  const called = await call.tool("POST", "/appointments", {
    ...{ appointment_type_id: typeId, provider_id: anaId, location_id: locationId },
    ...{ start_time: "2027-03-04T15:00:00.000Z", keep_provider: true },
  })
  expect([called.status, (await keeps()).at(-1)]).toEqual([201, true])
  expect(called.body.data.provider.name).toBe("Ana Ruiz")
  await service.api("POST", `/appointments/${called.body.data.id}/cancel`)
  const left = await call.tool("POST", "/appointments", {
    ...{ appointment_type_id: typeId, provider_id: anaId, location_id: locationId },
    ...{ start_time: "2027-03-05T15:00:00.000Z" },
  })
  expect([left.status, left.body.data.provider]).toEqual([201, undefined])
  const again = await talk(service, samsNumber)
  expect(again.variables.upcoming_appointments).toBe(
    "Boiler service with Ana Ruiz on Wednesday, March 3 between 1:00 PM and 3:00 PM. " +
      "Boiler service on Friday, March 5 between 9:00 AM and 11:00 AM",
  )
})

it("WN-01 PG-01 a link lists the windows of its series as windows, and never their starts", async () => {
  const service = await startService({ book: true })
  await using _ = { [Symbol.asyncDispose]: () => service.stop() }
  const story = await tellStory(service)
  const { typeId, anaId, locationId } = story
  await put(service, `/appointment-types/${typeId}`, {
    ...{ place: "at_customer", promise: { kind: "window", minutes: 120 } },
  })
  const { body } = await service.api("POST", "/series", {
    ...{ customer_id: await makeCustomer(service, { address }), appointment_type_id: typeId },
    ...{ provider_id: anaId, location_id: locationId, start_time: early, every: { weeks: 1 }, count: 2 },
  })
  const { data } = await linkOf(service, body.data.appointments[0].manage_url).read()
  expect(data.series?.appointments.map(({ id: _id, ...shown }) => shown)).toEqual([
    { startTime: early, endTime: "2027-03-03T17:00:00.000Z", kind: "window", timezone: "America/Chicago" },
    {
      startTime: "2027-03-10T15:00:00.000Z",
      ...{ endTime: "2027-03-10T17:00:00.000Z", kind: "window", timezone: "America/Chicago" },
    },
  ])
})
