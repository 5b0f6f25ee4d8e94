/** Times are looked for while the limits are still being asked: nothing of that may show. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { openPublicPage, slug, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import {
  makeLocation,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../../test/support/story.ts"

let service: TestService
let story: Story

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterEach(() => service.stop())

const march2 = { startDate: "2027-03-02", endDate: "2027-03-03" }
const search = (typeId = story.typeId) => visitorOf(service).slots({ typeId, ...march2 })

it("PB-01 a search goes to whom the slug belongs to now, whoever's it was at the last search", async () => {
  expect((await search()).status).toBe(200)
  const { key } = await service.anotherCompany("Second Harbour")
  const asOther = {
    ...service,
    api: (...[method, path, body]: Parameters<TestService["api"]>) =>
      service.api(method, path, body, { key }),
  }
  const locationId = await makeLocation(asOther, { name: "Uptown" })
  const typeId = await makeType(asOther, { name: "Sweep", public_booking: true })
  await makeProvider(asOther, {
    name: "Cleo",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(locationId),
  })
  await put(service, "/company", { public_slug: null })
  expect((await search()).status).toBe(404)
  await put(asOther, "/company", { public_slug: slug, public_booking_enabled: true })
  expect((await search()).error.field).toBe("typeId")
  const found = await search(typeId)
  expect(found.data.providers.map(({ providerName }) => providerName)).toEqual(["Cleo"])
})

it("PB-02 a search for a type that the page does not show answers like one for no type at all", async () => {
  const hidden = [
    await makeType(service, { name: "Hidden" }),
    await makeType(service, { name: "Off", public_booking: true, active: false }),
    await makeType(service, { name: "Asked for", kind: "by_request" }),
  ]
  const { error, status } = await search(987_654)
  expect([status, error.code, error.field]).toEqual([404, "not_found", "typeId"])
  // Twice each: the first search of a page knows less than those that follow.
  for (const typeId of [...hidden, ...hidden]) {
    const answer = await search(typeId)
    expect([answer.status, { ...answer.error, request_id: "" }]).toEqual([404, { ...error, request_id: "" }])
  }
})

it("TR-10 without provider_choice a visitor's filter is refused as an agent's is; staff may still ask for one", async () => {
  await put(service, `/appointment-types/${story.typeId}`, { provider_choice: false })
  const visitor = visitorOf(service)
  const asked = { typeId: story.typeId, ...march2 }
  const refused = await visitor.slots({ ...asked, providerId: story.anaId })
  expect([refused.status, refused.error]).toEqual([
    400,
    expect.objectContaining({
      code: "filter_not_usable",
      field: "providerId",
      message: "For this appointment we choose who is free for you.",
    }),
  ])
  expect((await visitor.slots(asked)).data.providers).toHaveLength(2)
  expect((await visitor.page()).data.types[0]!.providers).toEqual([])
  const asStaff = await service.api("POST", "/slots", {
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_date: march2.startDate,
    end_date: march2.endDate,
  })
  expect(asStaff.status).toBe(200)
})

it("RL-04 RL-01 what is over a limit costs the database the counting, and no search", async () => {
  for (let asked = 0; asked < 120; asked += 1) await search()
  expect((await search()).status).toBe(429)
  const statements = statementsOf(service)
  expect((await search()).status).toBe(429)
  // The network's count, the slug, and the page with the visit; that the company's searches are used up is remembered.
  expect(statements.map((text) => text.includes("allocation"))).toEqual([false, false, false])
  service.clock.advanceMs(120_000)
  expect((await search()).status).toBe(200)
})

it("RL-01 a request that is refused over its network's limit takes none of the company's searches", async () => {
  const one = visitorOf(service)
  for (let asked = 0; asked < 60; asked += 1) await one.page()
  for (let asked = 0; asked < 130; asked += 1) {
    expect((await one.slots({ typeId: story.typeId, ...march2 })).status).toBe(429)
  }
  expect((await search()).status).toBe(200)
})

it("SE-09 malformed requests use up nothing of the company's visitors", async () => {
  service.clock.advanceMs(120_000)
  const { begun } = service.context.budget.use().visitors
  for (let network = 0; network < 5; network += 1) {
    const visitor = visitorOf(service)
    for (let asked = 0; asked < 30; asked += 1) {
      const wrong = [{ typeId: "one" }, { typeId: story.typeId, startDate: "2027-02-30" }, [], "times"][
        asked % 4
      ]
      expect((await visitor.slots(wrong as object)).status).toBe(400)
      expect((await visitor.send("POST", "/codes", { phone: 5 })).status).toBe(400)
    }
    // They count for their network all the same.
    expect((await visitor.page()).status).toBe(429)
  }
  expect(service.context.budget.use().visitors.begun).toBe(begun)
  for (let asked = 0; asked < 120; asked += 1) expect((await search()).status).toBe(200)
  expect((await search()).status).toBe(429)
  service.clock.advanceMs(120_000)
})

it("SE-09 a body that is no JSON counts for its network and not for the company", async () => {
  const url = `${service.bookUrl}/api/pages/${slug}/slots`
  const send = (from: string) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from },
      body: "{",
    })
  for (let asked = 0; asked < 60; asked += 1) expect((await send("198.51.100.77")).status).toBe(400)
  const [page] = [
    await fetch(`${service.bookUrl}/${slug}`, { headers: { "x-forwarded-for": "198.51.100.77" } }),
  ]
  expect(page!.status).toBe(429)
  for (let asked = 0; asked < 120; asked += 1) expect((await search()).status).toBe(200)
  service.clock.advanceMs(120_000)
})

it("RL-04 a refusal says more than what is wrong with the request, and less than what comes before it", async () => {
  const wrong = await visitorOf(service).slots({
    typeId: story.typeId,
    startDate: "2027-02-30",
    endDate: "2027-03-03",
  })
  expect([wrong.status, wrong.error.field]).toEqual([400, "startDate"])
  const unverified = visitorOf(service)
  unverified.token = "A".repeat(22)
  const expired = await unverified.slots({ typeId: story.typeId, ...march2 })
  expect([expired.status, expired.error.code]).toEqual([401, "visit_expired"])
  expect((await visitorOf(service, "nobody-here").slots({})).status).toBe(404)
})

/** Every statement that the service sends from now on. */
function statementsOf({ context }: TestService): string[] {
  const sent: string[] = []
  const { query, first } = context.db
  context.db.query = (text, values) => {
    sent.push(text)
    return query.call(context.db, text, values) as never
  }
  context.db.first = (text, values) => {
    sent.push(text)
    return first.call(context.db, text, values) as never
  }
  return sent
}
