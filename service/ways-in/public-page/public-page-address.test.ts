import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { type Story, tellStory } from "../../../test/support/story.ts"
import { type Geocoder, GeocoderUnavailable } from "../../platform/ports.ts"

let service: TestService
let story: Story
let asked: number
let isAway: boolean

const geocoder: Geocoder = {
  async locate() {
    asked += 1
    if (isAway) throw new GeocoderUnavailable()
    return { latitude: 30.26, longitude: -97.74, accuracy: "postal" }
  },
}

beforeEach(async () => {
  asked = 0
  isAway = false
  service = await startService({ book: true, trustProxyHops: 1, geocoder })
  story = await tellStory(service)
  await openPublicPage(service, story)
  const area = { service_area: { kind: "radius", km: 40 } }
  await service.api("PUT", `/locations/${story.locationId}`, area)
  await service.api("PUT", `/appointment-types/${story.typeId}`, { place: "at_customer" })
})
afterEach(() => service.stop())

const oak = { line1: "2 Canary Oak Ave", city: "Austin", state: "TX", postalCode: "78702" }
const search = (address: object | null = oak) => ({
  typeId: story.typeId,
  startDate: "2027-03-02",
  endDate: "2027-03-03",
  ...(address ? { address } : {}),
})

async function tablesHolding(text: string): Promise<string[]> {
  const { db } = service.context
  const tables = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    [],
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const rows = await db.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [
      text,
    ])
    if (rows.length > 0) holding.push(name)
  }
  return holding
}

describe("an address on the public page", () => {
  it("PB-03 typed before verifying is looked up for that search and stored nowhere", async () => {
    const without = await visitorOf(service).slots(search(null))
    expect(without.data.reason).toBe("no_address")
    const { data } = await visitorOf(service).slots(search())
    expect([data.in_area, data.providers.length, asked]).toEqual([true, 2, 1])
    expect(await tablesHolding("Canary")).toEqual([])
  })

  it("PB-03 is not looked up for a type that does not need it", async () => {
    await service.api("PUT", `/appointment-types/${story.typeId}`, { place: "at_location" })
    expect((await visitorOf(service).slots(search())).data.providers).toHaveLength(2)
    expect(asked).toBe(0)
  })

  it("PB-08 is saved when registering, placed and marked as given on the public page", async () => {
    const visitor = visitorOf(service)
    await visitor.proves("+15125550177")
    const registered = await visitor.register({ firstName: "Ada", lastName: "Byron", address: oak })
    expect(registered.status).toBe(201)
    const [row] = await service.context.db.query(
      `SELECT address_latitude, address_accuracy, address_source FROM customer WHERE first_name = 'Ada'`,
      [],
    )
    expect(row).toEqual({
      address_latitude: 30.26,
      address_accuracy: "postal",
      address_source: "public_page",
    })
  })

  it("PB-08 registers also while the geocoder is away", async () => {
    isAway = true
    const visitor = visitorOf(service)
    await visitor.proves("+15125550177")
    expect((await visitor.register({ firstName: "Ada", lastName: "Byron", address: oak })).status).toBe(201)
  })
})

describe("RL-02 address searches", () => {
  it("RL-02 are ten a minute for a network address, and wait as long as is said", async () => {
    const visitor = visitorOf(service)
    for (let i = 0; i < 10; i++) expect((await visitor.slots(search())).status).toBe(200)
    const refused = await visitor.slots(search())
    expect([refused.status, refused.error.code, asked]).toEqual([429, "rate_limited", 10])
    const seconds = Number(refused.headers.get("retry-after"))
    expect(seconds).toBeGreaterThan(0)
    expect((await visitorOf(service).slots(search())).status).toBe(200)
    service.clock.advanceMs(seconds * 1_000)
    expect((await visitor.slots(search())).status).toBe(200)
  })

  it("RL-02 count against the company only while the address is under its own limit", async () => {
    const visitor = visitorOf(service)
    for (let i = 0; i < 15; i++) await visitor.slots(search())
    const key = `address_search:company:${service.companyId}`
    const counted = () => service.context.db.query("SELECT count FROM rate_counter WHERE key = $1", [key])
    expect(await counted()).toEqual([{ count: 10 }])
    await service.context.db.query("UPDATE rate_counter SET count = 499 WHERE key = $1", [key])
    expect((await visitorOf(service).slots(search())).status).toBe(200)
    const refused = await visitorOf(service).slots(search())
    expect([refused.status, refused.error.code]).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60)
    expect(refused.error.details).toHaveProperty("companyPhone")
    expect(await counted()).toEqual([{ count: 500 }])
  })

  it("RL-02 leaves searches without an address alone", async () => {
    await service.api("PUT", `/appointment-types/${story.typeId}`, { place: "at_location" })
    const visitor = visitorOf(service)
    for (let i = 0; i < 12; i++) expect((await visitor.slots(search(null))).status).toBe(200)
  })
})
