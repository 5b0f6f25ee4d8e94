/** Reasons tell of other customers' appointments and of a provider's days off: staff read them, and no other caller. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { companyNumber, openChannels, samsNumber, talk } from "../support/agent.ts"
import { makeLink } from "../support/link.ts"
import { openPublicPage, visitorOf } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, type Story, tellStory } from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"

let service: TestService
let story: Story
/** Ana has time off then, of which customers must not learn. */
const hidden = "2027-03-02T16:00:00.000Z"
beforeAll(async () => {
  service = await startService({
    ...{ book: true, trustProxyHops: 1, texts: playCarrier(), platformSmsNumber: "+15005550006" },
  })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await openChannels(service, companyNumber)
  await make(service, `/providers/${story.anaId}/time-off`, {
    ...{ start: hidden, end: "2027-03-02T18:00:00.000Z", reason: "surgery" },
  })
  // A record that was written just now would count as taken.
  service.clock.advanceMs(31 * 60_000)
})
afterAll(() => service.stop())

const expectNoReasons = (answer: unknown) => {
  const text = JSON.stringify(answer)
  expect(text).toContain("time_not_offered")
  expect(text).not.toMatch(/"reasons"|"causes"|"lift"|time_off|time off|surgery/)
}

it("EX-01 staff read why: the same refusal with its reasons", async () => {
  const { status, body } = await service.api("POST", "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId },
    ...{ provider_id: story.anaId, start_time: hidden },
  })
  expect([status, body.error.code]).toEqual([409, "time_not_offered"])
  expect(body.error.details.reasons).toMatchObject([{ code: "time_off", causes: [{ kind: "time_off" }] }])
})

it("EX-01 an agent's caller does not, and its key may not ask", async () => {
  const { body } = await service.api("POST", "/api-keys", { name: "Voice", role: "agent" })
  const asAgent = { key: body.data.key }
  const asked = await service.api(
    "POST",
    "/slots/explain",
    { appointment_type_id: story.typeId, provider_id: story.anaId, date: "2027-03-02" },
    asAgent,
  )
  expect([asked.status, asked.body.error.code]).toEqual([403, "forbidden"])
  const sam = await talk(service, samsNumber, {}, asAgent)
  const refused = await sam.tool("POST", "/appointments", {
    ...{ appointment_type_id: story.typeId, provider_id: story.anaId, start_time: hidden },
  })
  expectNoReasons(refused.body)
})

it("EX-01 the holder of a booking link does not, booking or moving, and has no address to ask at", async () => {
  const link = await makeLink(service, story)
  const choice = { providerId: story.anaId, locationId: story.locationId }
  const refused = await link.book({ ...choice, startTime: hidden })
  expectNoReasons(refused.error)
  expect((await link.book({ ...choice, startTime: "2027-03-02T20:00:00.000Z" })).status).toBe(201)
  expectNoReasons((await link.move(hidden)).error)
  for (const path of ["/api/link/slots/explain", "/api/v1/slots/explain"]) {
    const { status } = await link.send(path, { method: "POST", body: { provider_id: story.anaId } })
    expect([404, 405]).toContain(status)
  }
})

it("EX-01 a visitor of the public page does not", async () => {
  const visitor = visitorOf(service)
  await visitor.proves(samsNumber)
  const refused = await visitor.book({
    ...{ typeId: story.typeId, providerId: story.anaId, locationId: story.locationId, startTime: hidden },
  })
  expectNoReasons(refused.error)
})
