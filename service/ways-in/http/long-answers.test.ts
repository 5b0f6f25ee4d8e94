/** Answers of searches that are too long to be sent at once. */
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type BenchCompany, makeBenchCompany, searchedDates } from "../../../bench/bench-company.ts"
import type { PublicSlotsView } from "../../../domain/contracts/public-page.ts"
import { createClient } from "../../../sdk/src/index.ts"
import { visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"

const mostBytes = 4 * 1_048_576
/** Answers that are not taken, together longer than what a system keeps for a connection. */
const asked = 6
let service: TestService
let clinic: BenchCompany

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  clinic = await makeBenchCompany(service.context, { providers: 120, busyEach: 40, slotIntervalMinutes: 15 })
  const { apiKey: key } = clinic
  await service.api("PUT", "/company", { public_slug: "clinic", public_booking_enabled: true }, { key })
  await service.api("POST", "/channels", { kind: "sms", phone: "+15125550177" }, { key })
  await service.api("PUT", `/appointment-types/${clinic.typeId}`, { public_booking: true }, { key })
})
afterAll(() => service.stop())

interface Entry {
  provider_id: number
  location_id: number
  slots: { start_time: string }[]
}

const question = () => ({ appointment_type_id: clinic.typeId, ...searchedDates })

async function part(moreFrom?: string, encoding = "identity") {
  const answer = await fetch(`${service.apiUrl}/api/v1/slots`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${clinic.apiKey}`,
      "content-type": "application/json",
      "accept-encoding": encoding,
    },
    body: JSON.stringify({ ...question(), ...(moreFrom === undefined ? {} : { more_from: moreFrom }) }),
  })
  const text = await answer.text()
  return { status: answer.status, bytes: Buffer.byteLength(text), ...JSON.parse(text) }
}

const startsOf = (providers: readonly Entry[]) =>
  providers.flatMap(({ provider_id, slots }) => slots.map(({ start_time }) => `${provider_id} ${start_time}`))

/** Each day's own answer, which is short. */
async function dayByDay(): Promise<string[]> {
  const starts: string[] = []
  for (let day = 1; day <= 31; day += 1) {
    const dates = {
      start_date: `2027-03-${String(day).padStart(2, "0")}`,
      end_date: day === 31 ? "2027-04-01" : `2027-03-${String(day + 1).padStart(2, "0")}`,
    }
    const { body } = await service.api("POST", "/slots", { ...question(), ...dates }, { key: clinic.apiKey })
    expect(body.data.more_from).toBeNull()
    starts.push(...startsOf(body.data.providers))
  }
  return starts.sort()
}

describe("the answer of a search that would exceed 4 MB", () => {
  it("SE-04 comes in parts of whole dates, which together hold what each day alone does", async () => {
    const starts: string[] = []
    let parts = 0
    let lastDate = ""
    for (let moreFrom: string | undefined; parts === 0 || moreFrom !== undefined; parts += 1) {
      const { bytes, data } = await part(moreFrom)
      expect(bytes).toBeLessThanOrEqual(mostBytes)
      const own = startsOf(data.providers)
      const dates = own.map((each) => each.slice(-24, -14)).sort()
      expect(dates[0]! > lastDate).toBe(true)
      lastDate = dates.at(-1)!
      starts.push(...own)
      if (parts === 0) expect(bytes).toBeGreaterThan(mostBytes / 2)
      moreFrom = data.more_from ?? undefined
    }
    expect(parts).toBeGreaterThan(1)
    expect(starts.sort()).toEqual(await dayByDay())
  })

  it("SE-04 recommends over the whole range in the first part, and marks what comes later", async () => {
    const { data } = await part()
    const shown = new Set(startsOf(data.providers))
    const isShown = (slot: { provider_id: number; start_time: string }) =>
      shown.has(`${slot.provider_id} ${slot.start_time}`)
    expect(data.recommended).toHaveLength(5)
    for (const slot of data.recommended) expect(slot.later === true).toBe(!isShown(slot))
    const further = await part(data.more_from)
    expect(further.data.recommended).toEqual([])
  })

  it("SE-04 refuses a more_from of another question", async () => {
    const refused = await part("bm90IG9uZQ")
    expect([refused.status, refused.error.field]).toEqual([400, "more_from"])
    const { data } = await part()
    const { body } = await service.api(
      "POST",
      "/slots",
      { ...question(), start_date: "2027-03-01", end_date: "2027-03-02", more_from: data.more_from },
      { key: clinic.apiKey },
    )
    expect(body.error.message).toBe("more_from: expected more_from of an answer to the same question")
  })

  it("SE-04 is joined by the SDK", async () => {
    const client = createClient({ baseUrl: service.apiUrl, apiKey: clinic.apiKey })
    const found = await client.findSlots(question())
    expect(found.more_from).toBeNull()
    expect(found.providers).toHaveLength(120)
    expect(startsOf(found.providers).length).toBeGreaterThan(40_000)
    expect(new Set(startsOf(found.providers)).size).toBe(startsOf(found.providers).length)
  })

  it("SE-04 comes to visitors in parts too", async () => {
    const visitor = visitorOf(service, "clinic")
    const range = { startDate: searchedDates.start_date, endDate: searchedDates.end_date }
    let moreFrom: string | null = null
    const starts: string[] = []
    do {
      const { data }: { data: PublicSlotsView } = await visitor.slots({
        typeId: clinic.typeId,
        ...range,
        ...(moreFrom === null ? {} : { moreFrom }),
      })
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(mostBytes)
      starts.push(
        ...data.providers.flatMap(({ providerId, slots }) =>
          slots.map(({ startTime }) => `${providerId} ${startTime}`),
        ),
      )
      moreFrom = data.moreFrom
    } while (moreFrom !== null)
    expect(new Set(starts).size).toBe(starts.length)
    expect(starts.length).toBeGreaterThan(40_000)
  })

  it("SE-04 leaves a booking link's page small: the page asks for the rest by itself", async () => {
    const { apiKey: key } = clinic
    const { body: made } = await service.api(
      "POST",
      "/scheduling-requests",
      { customer_id: clinic.customerId, appointment_type_id: clinic.typeId, latest_date: "2027-03-31" },
      { key },
    )
    const page = await (await fetch(made.data.booking_url)).text()
    expect(Buffer.byteLength(page)).toBeLessThan(600_000)
    const token = made.data.booking_url.split("/").at(-1)
    const view = await fetch(`${service.bookUrl}/api/link`, { headers: { "x-booking-token": token } })
    const { data } = (await view.json()) as { data: { slots: { range: object; recommended: object[] } } }
    expect(data.slots.range).not.toEqual({ startDate: "2027-03-01", endDate: "2027-04-01" })
    expect(data.slots.recommended).toHaveLength(5)
  })

  it("SE-02 is made as it is taken, and keeps its caller's place until the last byte is sent", async () => {
    const use = service.context.budget.use().company
    const { inside } = use
    const body = JSON.stringify(question())
    const request =
      `POST /api/v1/slots HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clinic.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const socket = connect(Number(new URL(service.apiUrl).port), "127.0.0.1")
    // The system takes some megabytes off the service's hands, so that a single answer would be gone.
    socket.pause().write(request.repeat(asked))
    await expect.poll(() => use.inside).toBeGreaterThan(inside)
    // Once the system takes no more, they work no more: another of the family is answered, and each keeps its place meanwhile.
    const isKept = async () => {
      const held = use.inside
      expect((await part()).status).toBe(200)
      return use.inside === held && held > inside
    }
    await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
    let length = 0
    socket.on("data", (bytes: Buffer) => {
      length += bytes.length
    })
    socket.resume()
    await expect.poll(() => use.inside).toBe(inside)
    await expect.poll(() => length).toBeGreaterThan((asked * mostBytes) / 2)
    socket.destroy()
  })

  it("MD-05 comes by gzip and by brotli as it is", async () => {
    const plain = await part()
    for (const encoding of ["gzip", "br"]) expect((await part(undefined, encoding)).data).toEqual(plain.data)
    const raw = await fetch(`${service.apiUrl}/api/v1/slots`, {
      method: "POST",
      headers: { authorization: `Bearer ${clinic.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(question()),
    })
    expect(raw.headers.get("content-encoding")).toMatch(/^(br|gzip)$/)
  })
})

describe("boards and lists that would exceed 4 MB", () => {
  /** Long names, and eight visits of an hour a day for each. */
  async function crowd(providers: number, days: number): Promise<string> {
    const company = await makeBenchCompany(service.context, { providers, busyEach: 0 })
    const { db } = service.context
    const { companyId, customerId, typeId, locationId, providerIds } = company
    await db.query(
      "UPDATE provider SET name = name || repeat(' of the large clinic', 9) WHERE company_id = $1",
      [companyId],
    )
    await db.query(
      `INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, provider_id, location_id, status,
         start_at, end_at, blocks, timezone, clock_offsets, booked_by, last_event_at, created_at, updated_at)
       SELECT $1, nextval('appointment_id_seq'), $2, $3, p, $4, 'cancelled', at, at + interval '1 hour',
         jsonb_build_array(jsonb_build_object('start_time', at, 'end_time', at)), 'America/New_York', '{}', 'api',
         now(), now(), now()
       FROM unnest($5::bigint[]) p, generate_series(0, $6::int - 1) AS day, generate_series(14, 21) AS hour,
         LATERAL (SELECT timestamptz '2027-03-01 00:00Z' + day * interval '1 day' + hour * interval '1 hour' AS at) t`,
      [companyId, customerId, typeId, locationId, providerIds, days],
    )
    return company.apiKey
  }

  it("SE-04 a board comes in parts, each provider with all that they have, and the SDK joins it", async () => {
    const key = await crowd(180, 7)
    const seen = { providers: new Set<number>(), appointments: new Set<number>() }
    let parts = 0
    for (let more = ""; parts === 0 || more !== ""; parts += 1) {
      const path = `/api/v1/board?date=2027-03-01&days=7${more && `&more_from=${more}`}`
      const answer = await fetch(service.apiUrl + path, { headers: { authorization: `Bearer ${key}` } })
      const text = await answer.text()
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes)
      const { data } = JSON.parse(text)
      const own = new Set(data.providers.map(({ id }: { id: number }) => id))
      for (const { id, provider_id } of data.appointments) {
        expect(own.has(provider_id)).toBe(true)
        seen.appointments.add(id)
      }
      for (const id of own) seen.providers.add(id as number)
      more = data.more_from ?? ""
    }
    expect(parts).toBeGreaterThan(1)
    expect([seen.providers.size, seen.appointments.size]).toEqual([180, 180 * 7 * 8])
    const client = createClient({ baseUrl: service.apiUrl, apiKey: key })
    const whole = await client.readBoard({ date: "2027-03-01", days: 7 })
    expect([whole.providers.length, whole.appointments.length, whole.more_from]).toEqual([
      180,
      180 * 7 * 8,
      null,
    ])
  })

  it("SE-04 a list of locations stays short, since all service areas together are", async () => {
    const { key } = await service.anotherCompany()
    const ring = Array.from({ length: 2_000 }, (_, i) => [-97 + Math.sin(i / 318), 30 + Math.cos(i / 318)])
    const service_area = {
      kind: "polygon",
      polygon: { type: "Polygon", coordinates: [[...ring.slice(1), ring[1]]] },
    }
    const ids: number[] = []
    for (let made = 0; made < 30; made += 1) {
      const { status, body } = await service.api(
        "POST",
        "/locations",
        { name: `Place ${made}`, timezone: "America/Chicago", service_area },
        { key },
      )
      if (status !== 201) {
        expect([status, body.error.code]).toEqual([409, "areas_too_large"])
        break
      }
      ids.push(body.data.id)
    }
    expect(ids.length).toBeGreaterThan(5)
    expect(ids.length).toBeLessThan(30)
    const listed: number[] = []
    for (let cursor = ""; ; ) {
      const { body } = await service.api(
        "GET",
        `/locations?limit=100${cursor && `&cursor=${cursor}`}`,
        undefined,
        { key },
      )
      expect(JSON.stringify(body).length).toBeLessThanOrEqual(mostBytes)
      listed.push(...body.data.map(({ id }: { id: number }) => id))
      if (body.next_cursor === null) break
      cursor = body.next_cursor
    }
    expect(listed).toEqual(ids)
  })

  it("SE-02 a company has at most so many records of the kinds that each search reads", async () => {
    const { companyId, key } = await service.anotherCompany()
    await service.context.db.query(
      `WITH r AS (INSERT INTO resource (company_id, kind) SELECT $1, 'provider' FROM generate_series(1, 2000) RETURNING id)
       INSERT INTO provider (company_id, id, name, created_at, updated_at)
       SELECT $1, id, 'Provider ' || id, now(), now() FROM r`,
      [companyId],
    )
    const refused = await service.api("POST", "/providers", { name: "One more" }, { key })
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      409,
      "too_many_records",
      { most: 2_000 },
    ])
  })
})
