import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { findCompany, findLogo } from "./companies.sql.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const put = (body: object, key?: string) => service.api("PUT", "/company", body, key ? { key } : {})
/** The heads of a PNG of 240 × 80 pixels, and of a JPEG of 60 × 50. */
const png = Uint8Array.from(Buffer.from("89504e470d0a1a0a0000000d49484452000000f000000050", "hex"))
const jpeg = Uint8Array.from(Buffer.from("ffd8ffe000041234ffc0000b080032003c0101", "hex"))

describe("the company", () => {
  it("CO-01 reads and writes its settings, and public_booking_url is read-only", async () => {
    const fresh = await service.api("GET", "/company")
    expect(fresh.body.data).toMatchObject({
      name: "Harbour Heating",
      new_customers: "allowed",
      public_daily_code_cap: 200,
      public_slug: null,
      public_booking_url: null,
      reminders: [24, 2],
      quiet_hours: { start: "09:00", end: "20:00" },
    })
    const settings = {
      name: "Harbour Heating & Air",
      phone: "+15125550111",
      timezone: "America/Denver",
      locale: "fr",
      public_slug: "harbour-heating",
      public_booking_enabled: true,
      public_daily_code_cap: 0,
      embed_origins: ["https://www.example.com"],
      booking_links_enabled: false,
      new_customers: "not_allowed",
      provider_assignment: "per_customer",
      sms_confirmations: false,
      reminders: [48, 24, 1],
      quiet_hours: { start: "08:30", end: "21:00" },
    }
    const changed = await put({ ...settings, brand: { accent_color: "#AA0022" } })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({
      ...settings,
      brand: { accent_color: "#aa0022", logo_url: null },
      public_booking_url: "http://book.example/harbour-heating",
    })
    expect((await service.api("GET", "/company")).body).toEqual(changed.body)
    const refused = await put({ public_booking_url: "http://else.example" })
    expect(refused.body.error).toMatchObject({ code: "invalid_input", field: "public_booking_url" })
  })

  it("TR-24 warns when its page is on and no number can text codes", async () => {
    const fresh = await startService()
    const warningsOf = async (body: object) => (await fresh.api("PUT", "/company", body)).body.data.warnings
    expect(await warningsOf({ public_slug: "without-a-number" })).toEqual([])
    expect(await warningsOf({ public_booking_enabled: true })).toEqual([
      "The public page is on, but no number can text codes, so its visitors are asked to call. Register an sms channel.",
    ])
    await fresh.api("POST", "/channels", { kind: "sms", phone: "+15125550190" })
    expect((await fresh.api("GET", "/company")).body.data.warnings).toEqual([])
    await fresh.stop()
  })

  it("MD-04 its answer carries its channels, which PUT does not take", async () => {
    const fresh = await startService()
    const read = async () => (await fresh.api("GET", "/company")).body.data.channels
    expect(await read()).toEqual([])
    for (const kind of ["voice", "sms"]) await fresh.api("POST", "/channels", { kind, phone: "+15125550190" })
    const listed = (await fresh.api("GET", "/channels")).body.data
    expect(listed).toHaveLength(2)
    expect(await read()).toEqual(listed)
    const refused = await fresh.api("PUT", "/company", { channels: [] })
    expect(refused.body.error).toMatchObject({ code: "invalid_input", field: "channels" })
    await fresh.api("DELETE", `/channels/${listed[0].id}`)
    expect(await read()).toEqual(listed.slice(1))
    await fresh.stop()
  })

  it("MD-14 tells distances in the unit of its zone's country until it is set, and takes them in kilometres", async () => {
    const fresh = await startService()
    const read = async (path: string) => (await fresh.api("GET", path)).body.data
    await fresh.api("PUT", "/company", { timezone: "America/Denver" })
    const area = { kind: "radius", km: 40.23 }
    await fresh.api("POST", "/locations", {
      name: "Downtown",
      timezone: "America/Denver",
      service_area: area,
    })
    await fresh.api("POST", "/appointment-types", {
      name: "Repair",
      place: "at_customer",
      duration_minutes: 60,
    })
    expect((await read("/company")).distance_unit).toBe("mi")
    expect(JSON.stringify(await read("/company/readiness"))).toContain(
      "Downtown serves 25 mi around its address",
    )
    await fresh.api("PUT", "/company", { timezone: "America/Toronto" })
    expect((await read("/company")).distance_unit).toBe("km")
    await fresh.api("PUT", "/company", { distance_unit: "mi" })
    expect((await read("/company")).distance_unit).toBe("mi")
    await fresh.api("PUT", "/company", { distance_unit: "km" })
    expect(JSON.stringify(await read("/company/readiness"))).toContain("Downtown serves 40.23 km around")
    const refused = await fresh.api("PUT", "/company", { distance_unit: "furlong" })
    expect(refused.body.error).toMatchObject({ code: "invalid_input", field: "distance_unit" })
    await fresh.stop()
  })

  it("CO-01 keeps its zone in its proper case", async () => {
    expect((await put({ timezone: "america/new_york" })).body.data.timezone).toBe("America/New_York")
  })

  it("CO-01 has no public_booking_url on a host without booking pages", async () => {
    const bare = await startService({ bookUrl: null })
    const answer = await bare.api("PUT", "/company", { public_slug: "somewhere" })
    expect(answer.body.data).toMatchObject({ public_slug: "somewhere", public_booking_url: null })
    await bare.stop()
  })

  it("GE-06 names the setting that is wrong, and what was expected", async () => {
    const cases: [object, string][] = [
      [{ public_daily_code_cap: 10_001 }, "public_daily_code_cap"],
      [{ public_daily_code_cap: "many" }, "public_daily_code_cap"],
      [{ reminders: [24, 24] }, "reminders"],
      [{ quiet_hours: { start: "9", end: "20:00" } }, "quiet_hours.start"],
      [{ brand: { accent_color: "red" } }, "brand.accent_color"],
      [{ brand: { logo_url: "x", accent_color: "#000000" } }, "brand.logo_url"],
      [{ locale: "de" }, "locale"],
      [{ name: "\u0000" }, "name"],
    ]
    for (const [body, field] of cases) {
      const answer = await put(body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ code: "invalid_input", field })
    }
  })

  it("CO-03 lets a member read the settings and only an admin change them", async () => {
    const made = await service.api("POST", "/api-keys", { name: "Front desk", role: "member" })
    const member = made.body.data.key
    expect((await service.api("GET", "/company", undefined, { key: member })).status).toBe(200)
    const refused = await put({ name: "Taken over" }, member)
    expect(refused.status).toBe(403)
    expect(refused.body.error.code).toBe("forbidden")
    for (const path of ["/api-keys", "/users", "/channels"]) {
      expect((await service.api("GET", path, undefined, { key: member })).status).toBe(403)
    }
  })
})

describe("public_slug", () => {
  it("CO-02 takes 3 to 60 of a-z, 0-9 and hyphen, and no address of the customer host", async () => {
    for (const slug of ["abc", "a-1", "z".repeat(60)]) {
      expect((await put({ public_slug: slug })).status).toBe(200)
    }
    for (const slug of ["ab", "z".repeat(61), "Abc", "a_b", "a.b", "é-abc", "", "api", "assets"]) {
      const refused = await put({ public_slug: slug })
      expect(refused.status, slug).toBe(400)
      expect(refused.body.error.field).toBe("public_slug")
    }
  })

  it("CO-02 is unique across companies, and changing it frees the old one at once", async () => {
    const other = await service.anotherCompany()
    await put({ public_slug: "first-come" })
    const refused = await put({ public_slug: "first-come", name: "Not saved" }, other.key)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ code: "slug_taken", field: "public_slug" })
    expect((await service.api("GET", "/company", undefined, { key: other.key })).body.data.name).toBe(
      "Other Company",
    )
    expect((await put({ public_slug: "first-come" })).status).toBe(200)
    await put({ public_slug: "moved-on" })
    expect((await put({ public_slug: "first-come" }, other.key)).status).toBe(200)
    await put({ public_slug: null }, other.key)
    expect((await put({ public_slug: "first-come" })).status).toBe(200)
  })

  it("CO-02 goes to exactly one of eight companies that claim it at once", async () => {
    const rivals = await Promise.all(
      Array.from({ length: 8 }, (_, n) => service.anotherCompany(`Rival ${n}`)),
    )
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(rivals.map(({ key }) => put({ public_slug: `prize-${round}` }, key)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    }
  })

  it("CO-02 is not swapped by two companies at once: no slug is lost or held twice", async () => {
    const [a, b] = await Promise.all([service.anotherCompany("A"), service.anotherCompany("B")])
    await put({ public_slug: "side-a" }, a.key)
    await put({ public_slug: "side-b" }, b.key)
    const answers = await Promise.all([
      put({ public_slug: "side-b" }, a.key),
      put({ public_slug: "side-a" }, b.key),
    ])
    expect(answers.map(({ body }) => body.error?.code)).toEqual(["slug_taken", "slug_taken"])
  })
})

describe("embed_origins", () => {
  it("EM-10 takes exact origins, names an entry that is none, and then saves nothing", async () => {
    const good = ["https://www.example.com", "https://shop.example.com:8443", "http://localhost:5173"]
    expect((await put({ embed_origins: good })).body.data.embed_origins).toEqual(good)
    const bad = [
      "https://www.example.com/",
      "https://*.example.com",
      "http://www.example.com",
      "https://WWW.example.com",
      "https://www.example.com:443",
      "https://www.example.com/path",
      "www.example.com",
      "https://user@example.com",
      "",
    ]
    for (const entry of bad) {
      const refused = await put({ name: "Not saved", embed_origins: ["https://fine.example", entry] })
      expect(refused.status, entry).toBe(400)
      expect(refused.body.error).toMatchObject({ code: "embed_origin_invalid", field: "embed_origins" })
      expect(refused.body.error.message).toContain(JSON.stringify(entry))
    }
    const kept = (await service.api("GET", "/company")).body.data
    expect(kept).toMatchObject({ embed_origins: good, name: "Harbour Heating & Air" })
    expect((await put({ embed_origins: [] })).body.data.embed_origins).toEqual([])
  })
})

describe("the logo", () => {
  const upload = (bytes: Uint8Array, type: string) =>
    service.api("PUT", "/company/logo", undefined, { raw: bytes, headers: { "content-type": type } })

  it("is taken as it is, found by its hash, replaced and removed", async () => {
    const answer = await upload(png, "image/png")
    expect(answer.status).toBe(200)
    const url: string = answer.body.data.brand.logo_url
    expect(url).toMatch(/^http:\/\/book\.example\/assets\/logo\//)
    const hash = url.split("/").at(-1)!
    const kept = await findLogo(service.context.db, hash)
    expect(kept).toMatchObject({ contentType: "image/png", bytes: Buffer.from(png) })
    expect(await findCompany(service.context.db, service.companyId)).toMatchObject({
      logo_width: 240,
      logo_height: 80,
    })

    const next = await upload(jpeg, "image/jpeg")
    expect(next.body.data.brand.logo_url).not.toBe(url)
    expect(await findLogo(service.context.db, hash)).toBeNull()
    const removed = await service.api("DELETE", "/company/logo")
    expect(removed.body.data.brand.logo_url).toBeNull()
  })

  it("is refused when it is no image, of another type or too large", async () => {
    const text = await upload(new TextEncoder().encode("<svg onload=alert(1)>"), "image/png")
    expect(text.body.error).toMatchObject({ code: "invalid_input", field: "image" })
    expect((await upload(png, "image/svg+xml")).status).toBe(415)
    expect((await service.api("PUT", "/company/logo", { image: "x" })).status).toBe(415)
    const large = new Uint8Array(512 * 1024 + 1)
    large.set(png)
    expect((await upload(large, "image/png")).status).toBe(413)
    expect((await service.api("PUT", "/company/logo")).status).toBe(400)
  })
})
