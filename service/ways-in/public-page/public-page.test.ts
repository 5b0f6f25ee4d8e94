import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openPublicPage, slug, visitorOf } from "../../../test/support/public-page.ts"
import { textsOf } from "../../../test/support/read-texts.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { makeProvider, makeType, put, type Story, tellStory, weekdays } from "../../../test/support/story.ts"

let service: TestService
let story: Story

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterEach(() => service.stop())

const march2 = { startDate: "2027-03-02", endDate: "2027-03-03" }
const unknown = "+15125550177"

const anasNoon = () => ({
  typeId: story.typeId,
  providerId: story.anaId,
  locationId: story.locationId,
  startTime: "2027-03-02T18:00:00.000Z",
})

describe("the public page", () => {
  it("PB-01 is there for the present slug of a company that has switched it on, and for nobody else", async () => {
    const visitor = visitorOf(service)
    expect((await visitor.page()).status).toBe(200)
    await put(service, "/company", { public_booking_enabled: false })
    const off = await visitor.page()
    expect([off.status, off.error.code]).toEqual([404, "not_found"])
    expect(off.error.message).toContain("not found")
    await put(service, "/company", { public_booking_enabled: true, public_slug: "harbour-two" })
    expect((await visitor.page()).status).toBe(404)
    expect((await visitorOf(service, "harbour-two").page()).status).toBe(200)
    expect((await visitorOf(service, "nobody-here").page()).status).toBe(404)
  })

  it("PB-01 a freed slug belongs to whoever claims it, at once", async () => {
    const other = await service.anotherCompany("Second Harbour")
    await put(service, "/company", { public_slug: null })
    const claimed = await service.api(
      "PUT",
      "/company",
      { public_slug: slug, public_booking_enabled: true },
      { key: other.key },
    )
    expect(claimed.status).toBe(200)
    expect((await visitorOf(service).page()).data.company.name).toBe("Second Harbour")
  })

  it("PB-01 is a page under the company's slug: to be found, with a policy of its own, without a token", async () => {
    const answer = await fetch(`${service.bookUrl}/${slug}`, { headers: { "accept-language": "fr" } })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(text).toContain('lang="fr"')
    expect(text).toContain("Boiler service")
    expect(answer.headers.get("x-robots-tag")).toBeNull()
    expect(answer.headers.get("set-cookie")).toBeNull()
    const policy = answer.headers.get("content-security-policy")!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain("http")
    const gone = await fetch(`${service.bookUrl}/harbour-gone`)
    expect([gone.status, (await gone.text()).toLowerCase()]).toEqual([
      404,
      expect.stringContaining("not found"),
    ])
  })

  it("PB-01 has one address, to which capitals and a slash behind lead with the query", async () => {
    const lookAt = async (path: string, method = "GET") => {
      const answer = await fetch(service.bookUrl + path, { method, redirect: "manual" })
      return [answer.status, answer.headers.get("location")]
    }
    for (const path of ["/harbour/", "/HARBOUR", "/Harbour/", "/%48arbour"]) {
      expect(await lookAt(path)).toEqual([308, `/${slug}`])
      expect(await lookAt(`${path}?utm_source=a%20b&x=/?`)).toEqual([308, `/${slug}?utm_source=a%20b&x=/?`])
    }
    expect(await lookAt("/HARBOUR", "HEAD")).toEqual([308, `/${slug}`])
    expect((await fetch(`${service.bookUrl}/Harbour/?lang=fr`)).status).toBe(200)
    expect(await lookAt(`/${slug}?utm_source=a`)).toEqual([200, null])
    // Paths of the customer host itself, and texts that can't be a slug, lead nowhere.
    for (const path of [
      "/Assets",
      "/embed/",
      "/API/",
      "/api/",
      "/Ha",
      "/a_b/",
      "//example.com/",
      "/Harbour//",
    ]) {
      expect(await lookAt(path)).toEqual([404, null])
    }
  })

  it("PB-02 shows active open types that are public, and nobody has to sign in", async () => {
    await makeType(service, { name: "Hidden" })
    await makeType(service, { name: "Off", public_booking: true, active: false })
    await makeType(service, { name: "Asked for", kind: "by_request" })
    const { data } = await visitorOf(service).page()
    expect(data.types.map(({ name }) => name)).toEqual(["Boiler service"])
    const locationIds = [story.locationId]
    expect(data.types[0]).toMatchObject({
      durationMinutes: 60,
      needsAddress: false,
      locationIds,
      providers: [
        { name: "Ana Ruiz", locationIds },
        { name: "Ben Okafor", locationIds },
      ],
    })
    expect(data.locations).toEqual([
      {
        id: story.locationId,
        name: "Downtown",
        address: "1 Main St, Austin, TX 78701",
        city: "Austin",
        timezone: "America/Chicago",
      },
    ])
  })

  it("TR-24 says before anything is typed whether codes can be texted", async () => {
    const canSend = async () => (await visitorOf(service).page()).data.canSendCodes
    expect(await canSend()).toBe(true)
    await put(service, "/company", { public_daily_code_cap: 0 })
    expect(await canSend()).toBe(false)
    await put(service, "/company", { public_daily_code_cap: 200 })
    const { body } = await service.api("GET", "/channels")
    await service.api("DELETE", `/channels/${body.data[0].id}`)
    expect(await canSend()).toBe(false)
  })

  it("PB-02 names a hundred people and places of a type at the most, and offers everybody's times all the same", async () => {
    const weekly_hours = weekdays(story.locationId)
    const people = Array.from({ length: 110 }, (_, i) => `Aide ${String(i).padStart(3, "0")}`)
    for (const name of people)
      await makeProvider(service, { name, appointment_type_ids: [story.typeId], weekly_hours })
    const { data } = await visitorOf(service).page()
    expect(data.types[0]!.providers.map(({ name }) => name)).toEqual(people.slice(0, 100))
    const found = await visitorOf(service).slots({ typeId: story.typeId, ...march2 })
    expect(found.data.providers).toHaveLength(112)
  })

  it("FX-05 PB-04 answers a search with what the specification lists, and nothing more", async () => {
    const { status, data } = await visitorOf(service).slots({ typeId: story.typeId, ...march2 })
    expect(status).toBe(200)
    expect(data.in_area).toBe(true)
    for (const entry of data.providers) {
      expect(Object.keys(entry).sort()).toEqual(
        ["locationId", "locationName", "providerId", "providerName", "slots", "timezone"].sort(),
      )
      expect(Object.keys(entry.slots[0]!).sort()).toEqual(["blocks", "endTime", "startTime"])
    }
  })

  it("PB-07 PB-12 a known customer verifies and books directly, as `public`", async () => {
    const visitor = visitorOf(service)
    const visit = await visitor.proves("(512) 555-0123")
    expect(visit.customer).toEqual({ firstName: "Sam" })
    const booked = await visitor.book(anasNoon())
    expect([booked.status, booked.text]).toEqual([201, expect.stringContaining("Boiler service")])
    const { body } = await service.api("GET", `/appointments/${booked.data.appointment.id}`)
    expect(body.data).toMatchObject({ booked_by: "public", customer_id: story.customerId })
    const events = await service.events("type=appointment.created")
    expect(events.body.data.at(-1).source).toEqual({ kind: "public" })
  })

  it("PB-07 a new number registers first, where new customers are allowed", async () => {
    const visitor = visitorOf(service)
    const visit = await visitor.proves(unknown)
    expect(visit).toMatchObject({ customer: null, canRegister: true, requests: [] })
    const early = await visitor.book(anasNoon())
    expect([early.status, early.error.code]).toEqual([409, "registration_needed"])
    const registered = await visitor.register({ firstName: "Ada", lastName: "Byron" })
    expect([registered.status, registered.data.customer]).toEqual([201, { firstName: "Ada" }])
    expect((await visitor.book(anasNoon())).status).toBe(201)
    const found = await service.api("GET", `/customers?phone=${encodeURIComponent(unknown)}`)
    expect(found.body.data[0]).toMatchObject({ name: "Ada Byron", phone: unknown, external_ref: null })
    expect(found.body.data[0].contacts[0]).toMatchObject({ primary: true, consents: [] })
    expect(found.body.data[0].contacts[0].verified_at).toBe("2027-03-01T12:00:00.000Z")
    expect((await textsOf(service)).length).toBe(1)
  })
})
