import { Client } from "pg"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type EventSource, openEventSource } from "../../test/support/event-source.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeCustomer, type Story, tellStory } from "../../test/support/story.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { book } from "../../test/support/webhooks.ts"

let database: TestDatabase
let service: TestService
/** Another process of the API over the same database. */
let other: TestService
let story: Story
let sources: EventSource[] = []

beforeAll(async () => {
  database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00.000Z") })
  service = await startService({ database })
  other = await startService({ database: { ...database, drop: async () => {} } })
  story = await tellStory(service)
  await service.events() // waits until what tells of its customers is behind
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})
afterEach(() => {
  for (const source of sources) source.close()
  sources = []
})

interface Opening {
  query?: string
  key?: string
  lastEventId?: string
  at?: () => string
  comesBack?: boolean
}

async function open({ query = "", key = service.key, at, ...options }: Opening = {}): Promise<EventSource> {
  const source = openEventSource({
    url: () => `${at ? at() : service.apiUrl}/api/v1/events/stream${query}`,
    headers: { authorization: `Bearer ${key}` },
    ...options,
  })
  sources.push(source)
  await source.opened()
  return source
}

const refusal = (opening: Opening) => open({ ...opening, comesBack: false }).catch(({ message }) => message)

/** Working hours of the story's providers, each once. */
const starts = (function* () {
  for (const day of ["02", "03", "04", "05", "08", "09", "10", "11", "12"]) {
    for (const hour of [15, 16, 17, 18, 19, 20, 21, 22]) yield `2027-03-${day}T${hour}:00:00.000Z`
  }
})()
const bookNext = (fields: object = {}) => book(service, story, starts.next().value!, { ...fields })

const idsOf = (source: EventSource) => source.received.map(({ id }) => id)
const listedIds = async () => (await service.events()).body.data.map(({ id }: { id: string }) => id)

it("DX-04 sends an event as it is committed, as the list of events has it", async () => {
  const source = await open()
  expect(source.retryMs()).toBe(2_000)
  await bookNext()
  const [event] = await source.until(1)
  const listed = (await service.events()).body.data.at(-1)
  expect(event).toEqual({ id: listed.id, type: "appointment.created", data: listed })
})

it("CN-12 the list shows the newest first too, page by page, and each event by its id", async () => {
  for (let n = 0; n < 3; n += 1) await bookNext()
  const oldestFirst = await listedIds()
  const isBooking = ({ type }: { type: string }) =>
    !/^(customer|appointment_type|provider|hours)\./.test(type)
  const first = await service.api("GET", "/events?order=newest&limit=2")
  const rest = await service.api("GET", `/events?order=newest&limit=100&cursor=${first.body.next_cursor}`)
  const newest = [...first.body.data, ...rest.body.data].filter(isBooking)
  const ids = newest.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(oldestFirst.toReversed())
  expect((await service.api("GET", "/events?order=newest&type=appointment.cancelled")).body.data).toEqual([])
  expect((await service.api("GET", `/events/${ids[0]}`)).body.data).toEqual(first.body.data[0])
  expect((await service.api("GET", "/events/evt_1")).status).toBe(404)
  expect((await service.api("GET", "/events?order=latest")).body.error.field).toBe("order")
})

it("DX-04 goes on behind the last event that the reader has, and sends only the types it wants", async () => {
  const first = await bookNext()
  await bookNext()
  await service.api("POST", `/appointments/${first}/cancel`)
  const all = await listedIds()
  const resumed = await open({ lastEventId: all.at(-4)! })
  expect(idsOf({ ...resumed, received: await resumed.until(3) })).toEqual(all.slice(-3))
  const cancels = await open({ query: "?types=appointment.cancelled", lastEventId: all.at(-4)! })
  expect((await cancels.until(1)).map(({ type }) => type)).toEqual(["appointment.cancelled"])
})

it("DX-04 a reader that lost its connection before its first event misses none", async () => {
  const source = await open({ comesBack: false })
  source.close()
  await bookNext()
  const resumed = await open({ lastEventId: source.lastEventId() })
  await resumed.until(1)
  expect(idsOf(resumed)).toEqual((await listedIds()).slice(-1))
})

it("DX-04 refuses ids that are no event of the company's, unknown types and keys of agents", async () => {
  const { key } = await service.anotherCompany()
  const [event] = await listedIds()
  const agent = await service.api("POST", "/api-keys", { name: "Agent", role: "agent" })
  expect(await refusal({ lastEventId: event, key })).toMatch(/^400 .*Last-Event-ID/)
  expect(await refusal({ lastEventId: "evt_x" })).toMatch(/^400 .*Last-Event-ID/)
  expect(await refusal({ query: "?types=appointment.created,lunch" })).toMatch(/^400 .*types/)
  expect(await refusal({ key: agent.body.data.key })).toMatch(/^403 /)
})

const dawdle = `
CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_sleep(random() * 0.06);
  RETURN NULL;
END $$;
CREATE TRIGGER dawdle AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION dawdle();`
const hurry = "DROP TRIGGER dawdle ON event; DROP FUNCTION dawdle;"
const breakConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

it("DX-04 misses none and repeats none, over two processes, lost connections and a database that breaks off", async () => {
  const { db } = service.context
  const before = (await listedIds()).length
  // Bookings of one customer wait for each other.
  const customerIds = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(service)))
  await service.events() // waits until what tells of them is behind
  await db.query(dawdle)
  const urls = [service.apiUrl, other.apiUrl]
  let turn = 0
  const readers = await Promise.all([
    open(),
    open({ at: () => other.apiUrl }),
    open({ at: () => urls[turn++ % 2]! }),
  ])
  const breaking = (async () => {
    for (const [round, reader] of [readers[2]!, readers[1]!, readers[2]!].entries()) {
      await reader.until(6 * (round + 1))
      reader.interrupt()
      if (round === 1) await db.query(breakConnections).catch(() => undefined)
    }
  })()
  for (let round = 0; round < 6; round += 1) {
    const bookings = Array.from({ length: 4 }, async (_, i) => {
      const wish = {
        customer_id: customerIds[i]!,
        appointment_type_id: story.typeId,
        provider_id: i % 2 === 0 ? story.anaId : story.benId,
        location_id: story.locationId,
        start_time: starts.next().value!,
      }
      const from = i < 2 ? service : other
      const headers = { "idempotency-key": `${round}-${i}` }
      // A database that breaks off refuses; the same key books once.
      for (;;) {
        const { status } = await from.api("POST", "/appointments", wish, { key: service.key, headers })
        if (status === 201) return
      }
    })
    await Promise.all(bookings)
  }
  await breaking
  await Promise.all(readers.map((reader) => reader.until(24)))
  await db.query(hurry)
  const events = (await listedIds()).slice(before)
  expect(events).toHaveLength(24)
  for (const reader of readers) expect(idsOf(reader)).toEqual(events)
  await expect.poll(() => readers.map((reader) => reader.connections() > 1)).toEqual([false, true, true])
})

it("DX-04 ends with the key or the session that opened it, and sends nothing more", async () => {
  const { body } = await service.api("POST", "/api-keys", { name: "Reader", role: "member" })
  const byKey = await open({ key: body.data.key, comesBack: false })
  const quiet = await open({
    key: body.data.key,
    comesBack: false,
    query: "?types=webhook_endpoint.disabled",
  })
  await makeUser(service, { email: "dana@example.com", role: "member" })
  const token = await signedIn(service, "dana@example.com")
  const bySession = await open({ key: token, comesBack: false })
  await service.api("DELETE", `/api-keys/${body.data.id}`)
  await service.api("DELETE", "/sessions", undefined, { key: token })
  await bookNext()
  await Promise.all([byKey.ended(), bySession.ended(), quiet.ended()])
  expect([byKey.received, bySession.received, quiet.received]).toEqual([[], [], []])
})

it("DX-04 a server that stops ends its streams at once, and the reader goes on at another", async () => {
  const stopping = await startService({ database: { ...database, drop: async () => {} } })
  let url = stopping.apiUrl
  const source = await open({ at: () => url })
  await bookNext()
  await source.until(1)
  url = other.apiUrl
  await stopping.stop()
  await bookNext()
  await source.until(2)
  expect(idsOf(source)).toEqual((await listedIds()).slice(-2))
})

it("DX-04 a stream asked for before a stop and begun after it ends at once too", async () => {
  const stopping = await startService({ database: { ...database, drop: async () => {} } })
  const holder = new Client({ connectionString: database.url })
  await holder.connect()
  await holder.query("BEGIN; LOCK TABLE api_key")
  const source = openEventSource({
    url: () => `${stopping.apiUrl}/api/v1/events/stream`,
    headers: { authorization: `Bearer ${service.key}` },
    comesBack: false,
  })
  await expect
    .poll(() => holder.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'api_key'::regclass"))
    .toMatchObject({ rowCount: 1 })
  const stopped = stopping.stop()
  await expect.poll(() => fetch(stopping.apiUrl).then(String, () => "refused")).toBe("refused")
  await holder.query("COMMIT")
  await holder.end()
  await stopped
  await source.ended()
})
