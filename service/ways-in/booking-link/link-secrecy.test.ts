import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Writable } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { anasAt, type Link, linkOf, makeLink, type Reply } from "../../../test/support/link.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../../../test/support/story.ts"
import { createLog } from "../../host/adapters/log.ts"
import { createCustomerHost } from "../customer-host/server.ts"

const webRoot = join(import.meta.dirname, "../../../dist")
const serviceName = /appointed/i
/** Secrets that the page must never show: the customer's last name, contacts, address, references, other appointments. */
const secrets = [
  "Zwickel",
  "5550187",
  "555-0187",
  "nina.z@mail.example",
  "Wren Way",
  "78799",
  "30.111",
  "crm-777",
  "deal-888",
  "Tooth surgery",
  "2027-04-06T15:00",
]

let service: TestService
let story: Story
let link: Link
let logged = ""
const replies: [name: string, Reply][] = []

beforeAll(async () => {
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  })
  const log = createLog({ level: "debug", destination })
  service = await startService({ book: true, trustProxyHops: 1, log })
  story = await tellStory(service)
  await visitEveryState()
})
afterAll(() => service.stop())

async function makeSecretive(): Promise<Story> {
  const customerId = await makeCustomer(service, {
    name: "Nina Zwickel",
    phone: "+15125550187",
    email: "nina.z@mail.example",
    external_ref: "crm-777",
    address: { line1: "77 Wren Way", city: "Austin", state: "TX", postal_code: "78799", country: "US" },
  })
  const surgeryId = await makeType(service, { name: "Tooth surgery" })
  const visitId = await makeType(service, { name: "Home visit", place: "at_customer" })
  for (const id of [story.anaId, story.benId])
    await service.api("PUT", `/providers/${id}`, { appointment_type_ids: [visitId, surgeryId, story.typeId] })
  await make(service, "/appointments", {
    customer_id: customerId,
    appointment_type_id: surgeryId,
    provider_id: story.benId,
    location_id: story.locationId,
    start_time: "2027-04-06T15:00:00.000Z",
  })
  return { ...story, customerId, typeId: visitId }
}

async function keep(name: string, reply: Promise<Reply>): Promise<Reply> {
  const kept = await reply
  replies.push([name, kept])
  return kept
}

async function visitEveryState(): Promise<void> {
  const own = await makeSecretive()
  link = await makeLink(service, own, { external_ref: "deal-888", provider_id: story.anaId })
  await keep("open page", link.page())
  await keep("open", link.read())
  await keep("slots", link.slots("2027-03-01", "2027-03-20"))
  await keep("bad range", link.slots("2027-03-09", "2027-03-01"))
  await keep("time off the grid", link.book(anasAt(story, "2027-03-02T15:10:00.000Z")))
  await keep("booked", link.book(anasAt(story, "2027-03-02T15:00:00.000Z"), "a-key"))
  await keep("booked page", link.page())
  await keep("scheduled", link.read())
  await keep("calendar file", link.file())
  await keep("moved", link.move("2027-03-03T15:00:00.000Z"))
  await keep("stale", link.move("2027-03-04T15:00:00.000Z", 9))
  await keep("cancelled", link.cancel())
  await keep("no body", link.send("/api/link/appointment", { method: "POST" }))
  const rotated = await service.api("POST", `/scheduling-requests/${link.requestId}/booking-link/rotate`)
  await keep("ended page", link.page())
  await keep("ended", link.read())
  await keep("rotated", linkOf(service, rotated.body.data.booking_url).read())
  await service.api("POST", `/scheduling-requests/${link.requestId}/cancel`)
  await keep("unknown", link.send("/api/link", { headers: { "x-booking-token": "A".repeat(24) } }))
  await keep("nowhere page", link.send("/nowhere"))
  await keep("nowhere", link.send("/api/nowhere"))
  await keep("not an address", link.send("/%zz"))
}

const headerLines = ({ headers }: Reply) =>
  [...headers].map(([name, value]) => `${name}: ${value}`).join("\n")

describe("the booking link keeps to itself", () => {
  it("GE-04 no answer of any state tells anything of the customer but the first name", () => {
    expect(replies).toHaveLength(20)
    for (const [name, reply] of replies) {
      for (const secret of secrets) expect(`${name}\n${reply.text}`).not.toContain(secret)
      expect(headerLines(reply)).not.toMatch(/Nina|Zwickel|Wren|deal-888/)
    }
    expect(replies[0]![1].text).toContain("Nina")
  })

  it("GE-03 no page, answer, header or cookie of the customer host names the service", () => {
    for (const [name, reply] of replies) {
      expect(`${name} ${reply.text}`).not.toMatch(serviceName)
      expect(headerLines(reply)).not.toMatch(serviceName)
      for (const header of ["server", "x-powered-by", "set-cookie"])
        expect(reply.headers.get(header)).toBeNull()
    }
  })

  it("GE-03 no built script or style names the service", () => {
    const files = readdirSync(join(webRoot, "assets")).filter((name) => !/\.(br|gz)$/.test(name))
    expect(files.length).toBeGreaterThanOrEqual(5)
    for (const file of files) {
      expect(file).not.toMatch(serviceName)
      expect(readFileSync(join(webRoot, "assets", file), "utf8")).not.toMatch(serviceName)
    }
  })

  it("LK-09 the token reaches no log line, and no log line has a word about the customer", () => {
    expect(logged.split("\n").length).toBeGreaterThan(20)
    expect(logged).toContain("/r/:token")
    expect(logged).not.toContain(link.token)
    for (const secret of [...secrets, "Nina", "A".repeat(24)]) expect(logged).not.toContain(secret)
  })

  it("LK-09 no answer repeats the token", () => {
    for (const [name, reply] of replies)
      expect(`${name} ${reply.text} ${headerLines(reply)}`).not.toContain(link.token)
  })

  it("LK-09 every answer is kept out of caches, indexes and referrers", () => {
    for (const [name, { headers }] of replies) {
      expect([name, headers.get("cache-control")]).toEqual([name, "no-store"])
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("strict-transport-security")).toBeNull()
    }
  })

  it("LK-09 every page has a policy with a nonce of its own that lets nothing in from elsewhere", async () => {
    const pages = replies.filter(([, { headers }]) => headers.get("content-type")?.startsWith("text/html"))
    expect(pages.map(([name]) => name)).toContain("not an address")
    const nonces = pages.map(([, { headers }]) => {
      const policy = headers.get("content-security-policy")!
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|http/)
      return /'nonce-([\w-]{22})'/.exec(policy)![1]
    })
    expect(new Set(nonces).size).toBe(nonces.length)
    for (const [index, [, { text }]] of pages.entries())
      for (const tag of text.match(/<(script|style|link rel="(style|module))[^>]*>/g) ?? [])
        if (!tag.includes("application/json")) expect(tag).toContain(`nonce="${nonces[index]}"`)
  })

  it("LK-09 the company's own origins, and no others, may frame its links", async () => {
    await service.api("PUT", "/company", {
      embed_origins: ["https://www.example.com", "https://shop.example"],
    })
    const framed = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
    expect((await framed.page()).headers.get("content-security-policy")).toMatch(
      /frame-ancestors https:\/\/www\.example\.com https:\/\/shop\.example$/,
    )
    await service.api("PUT", "/company", { embed_origins: [] })
  })

  it("LK-09 on https every answer insists on https", async () => {
    const { context } = service
    const app = await createCustomerHost(context, {
      log: context.log,
      trustProxyHops: 0,
      bookUrl: "https://book.example",
      webRoot,
    })
    for (const url of ["/nowhere", "/api/link", `/r/${link.token}`]) {
      const { headers } = await app.inject({ url })
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains")
    }
    await app.close()
  })
})
