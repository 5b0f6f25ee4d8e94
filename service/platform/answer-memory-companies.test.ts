/**
 * Long answers are written into memory that is lent and used again. Many companies' searches at once, through the real
 * servers: compressed, read slowly or left half read, each answer has the bytes that it has alone.
 */
import { once } from "node:events"
import { Agent, type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"

const zones = [
  "America/Chicago",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Tokyo",
  "UTC",
]
const encodings = ["identity", "gzip", "br"]
const rounds = 5
const lendsFromBytes = 16_384

/** One company's search through one interface. */
interface Search {
  name: string
  url: string
  headers: Record<string, string>
  body: string
}

let service: TestService
const searches: Search[] = []
/** Two companies', each more than the system takes off a server's hands while they are not read. */
const longest: Search[] = []
const quiet = new Map<Search, Buffer>()
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  for (const [at, zone] of zones.entries()) searches.push(...(await openInterfaces(`company-${at}`, zone, 4)))
  for (const slug of ["longest-one", "longest-two"])
    longest.push((await openInterfaces(slug, "UTC", 100))[0]!)
  for (const search of [...searches, ...longest])
    quiet.set(search, await readAll(await ask(search, "identity")))
})

afterAll(async () => {
  agent.destroy()
  await service.stop()
})

/** A company with so many providers, and its three ways to search. */
async function openInterfaces(slug: string, timezone: string, providers: number): Promise<Search[]> {
  const { key } = await service.anotherCompany(slug)
  const post = async (path: string, body: object) => {
    const answer = await service.api("POST", path, body, { key })
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const locationId = (await post("/locations", { name: `${slug} place`, timezone })).id
  const type = { name: "Visit", duration_minutes: 30, slot_interval_minutes: 15, public_booking: true }
  const typeId = (await post("/appointment-types", type)).id
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({
    ...{ location_id: locationId, weekday },
    ...{ start: "09:00", end: "17:00" },
  }))
  for (let count = 1; count <= providers; count += 1) {
    await post("/providers", {
      name: `${slug} ${count}`,
      appointment_type_ids: [typeId],
      weekly_hours: hours,
    })
  }
  await service.api("PUT", "/company", { public_slug: slug, public_booking_enabled: true }, { key })
  const customerId = (await post("/customers", { name: "Sam Poe" })).id
  const wanted = { customer_id: customerId, appointment_type_id: typeId, latest_date: "2027-03-31" }
  const token = (await post("/scheduling-requests", wanted)).booking_url.split("/r/")[1]
  const pageRange = { startDate: "2027-03-02", endDate: "2027-04-01" }
  const companyRange = { start_date: "2027-03-02", end_date: "2027-04-01" }
  return [
    {
      name: `${slug} company`,
      url: `${service.apiUrl}/api/v1/slots`,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ appointment_type_id: typeId, ...companyRange }),
    },
    {
      name: `${slug} link`,
      url: `${service.bookUrl}/api/link/slots`,
      headers: { "x-booking-token": token },
      body: JSON.stringify(pageRange),
    },
    {
      name: `${slug} page`,
      url: `${service.bookUrl}/api/pages/${slug}/slots`,
      headers: {},
      body: JSON.stringify({ typeId, ...pageRange }),
    },
  ]
}

let visitors = 0

async function ask({ url, headers, body }: Search, encoding: string): Promise<IncomingMessage> {
  visitors += 1
  const asked = request(url, {
    agent,
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      "accept-encoding": encoding,
      // A visitor of its own for each, so that no limit ends the trial.
      "x-forwarded-for": `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
    },
  })
  asked.end(body)
  const [answer] = await once(asked, "response")
  return answer
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(answer)
  const encoding = answer.headers["content-encoding"]
  if (encoding === "gzip") return gunzipSync(bytes)
  return encoding === "br" ? brotliDecompressSync(bytes) : bytes
}

/** Reports a name, since a failed comparison would print all the bytes. */
async function wrongIn(search: Search, answer: IncomingMessage): Promise<string | null> {
  const isSame = (await readAll(answer)).equals(quiet.get(search)!)
  return isSame ? null : `${search.name} ${answer.headers["content-encoding"] ?? "identity"}`
}

/** Reads a little of the answer and leaves. */
async function leave(search: Search, encoding: string): Promise<null> {
  const answer = await ask(search, encoding)
  await once(answer, "readable")
  answer.read(1)
  answer.destroy()
  return null
}

it("every search is long enough for lent memory, and compressed when asked", async () => {
  for (const search of searches) expect(quiet.get(search)!.length).toBeGreaterThan(lendsFromBytes)
  const [link] = searches.filter(({ name }) => name.endsWith("link"))
  for (const encoding of ["gzip", "br"]) {
    const answer = await ask(link!, encoding)
    expect(answer.headers["content-encoding"]).toBe(encoding)
    expect(await wrongIn(link!, answer)).toBeNull()
  }
})

it("GE-05 no byte of one company's answer reaches another, however many search, dawdle and leave", async () => {
  const trials: Promise<string | null>[] = []
  const slow: { search: Search; answer: IncomingMessage }[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, search] of searches.entries()) {
      const encoding = encodings[(at + round) % encodings.length]!
      if ((at + round) % 7 === 0) trials.push(leave(search, encoding))
      trials.push(ask(search, encoding).then((answer) => wrongIn(search, answer)))
    }
    // Some keep their connections, and read only when all others are through.
    for (const search of [searches[round]!, longest[round % 2]!])
      slow.push({ search, answer: await ask(search, encodings[round % encodings.length]!) })
  }
  const wrong = await Promise.all(trials)
  for (const { search, answer } of slow) wrong.push(await wrongIn(search, answer))
  expect(wrong.filter((name) => name !== null)).toEqual([])
})
