/** Readers of events while transactions become visible late, or later on one server than on another. */
import { Client } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openEventSource } from "../../test/support/event-source.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { machineOf } from "../../test/support/several-machines.ts"
import { type Story, tellStory } from "../../test/support/story.ts"
import { book } from "../../test/support/webhooks.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { dbBy, dbOf } from "../platform/pg/transaction.ts"
import { streamEvents } from "../webhooks/read-events.ts"
import { createEventFeed } from "./event-feed.ts"
import { listEvents, presentPosition } from "./event-order.sql.ts"

let database: TestDatabase
let service: TestService
let story: Story
/** The replica that answers lists, when a test has set one. */
let replica: Db | null = null

beforeAll(async () => {
  database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00.000Z") })
  service = await startService({
    database,
    replica: dbBy((text, values) => (replica ?? service.context.db).query(text, values)),
  })
  story = await tellStory(service)
  await book(service, story, "2027-03-02T15:00:00.000Z")
})
afterAll(() => service.stop())

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  return client
}

let copies = 0

/** A transaction that is open with an event in it. */
async function openWithEvent(): Promise<{ id: string; commit(): Promise<void> }> {
  const client = await connected()
  copies += 1
  await client.query("BEGIN")
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO event AS made (company_id, id, type, occurred_at, source, data, xid)
     SELECT e.company_id, e.id + $2, e.type, e.occurred_at, e.source, e.data, pg_current_xact_id() FROM event e
     WHERE e.company_id = $1 AND e.id = (SELECT min(f.id) FROM event f WHERE f.company_id = $1) RETURNING made.id`,
    [service.companyId, 10_000 * copies],
  )
  return {
    id: `evt_${rows[0]!.id}`,
    async commit() {
      await client.query("COMMIT")
      await client.end()
    },
  }
}

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

async function lastCursor(): Promise<string> {
  return (await service.events()).body.next_cursor
}

it("MD-34 a stream sends an event that was committed late before those that were committed in the meantime", async () => {
  const source = openEventSource({
    url: () => `${service.apiUrl}/api/v1/events/stream`,
    headers: { authorization: `Bearer ${service.key}` },
  })
  await source.opened()
  const late = await openWithEvent()
  const early = await openWithEvent()
  await early.commit()
  await late.commit()
  // A transaction of another test may hold back where the stream begins: an older event then comes first.
  const own = async () => {
    for (let count = 2; ; count++) {
      const ids = (await source.until(count))
        .map(({ id }) => id)
        .filter((id) => id === late.id || id === early.id)
      if (ids.length === 2) return ids
    }
  }
  expect(await own()).toEqual([late.id, early.id])
  source.close()
})

it("MD-34 a list passes no event that its server cannot see yet, though the oldest transaction was asked of one further on", async () => {
  const cursor = await lastCursor()
  const late = await openWithEvent()
  const early = await openWithEvent()
  await early.commit()
  // The rows of a replica that has followed so far.
  const lagging = await connected()
  await lagging.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
  await late.commit()
  const primary = service.context.db
  replica = dbBy((text, values) =>
    (text.includes("database_era") ? primary : dbOf(lagging)).query(text, values),
  )
  const seen = await service.api("GET", `/events?cursor=${cursor}`)
  expect(idsOf(seen)).toEqual([])
  replica = null
  await lagging.end()
  // Another file's transaction may hold them back for a moment.
  const listed = async () => idsOf(await service.api("GET", `/events?cursor=${cursor}`))
  await expect.poll(listed).toEqual([late.id, early.id])
})

const call = (): Call => ({
  companyId: service.companyId,
  actor: { kind: "api_key", apiKeyId: 1, role: "admin" },
  requestId: "req_late",
  now: service.clock.now(),
})

it("MD-34 on several machines a stream begins behind what is being committed only once that can be seen", async () => {
  const machine = machineOf(service.context.db, service.companyId)
  const context = { ...service.context, db: machine.db }
  machine.isCommitting = true
  await expect(streamEvents.run(context, call(), {})).rejects.toMatchObject({ code: "busy" })

  let asked = 0
  const db = { ...machine.db, query: counting(machine.db) }
  const opening = streamEvents.run({ ...context, db }, call(), {})
  await expect.poll(() => asked).toBeGreaterThan(0)
  machine.isCommitting = false
  expect((await opening).beginsAfter).toMatch(/^pos_/)

  function counting({ query }: Db): Db["query"] {
    return (text, values) => {
      if (text.includes("pg_prepared_xact")) asked += 1
      return query(text, values)
    }
  }
})

it("MD-34 on several machines a stream that catches up does not go on past a commit that is stuck", async () => {
  const machine = machineOf(service.context.db, service.companyId)
  const { db } = service.context
  const after = await presentPosition(db, service.companyId)
  const event = await openWithEvent()
  await event.commit()
  await service.events()
  const now = await presentPosition(db, service.companyId)
  machine.isCommitting = true
  let asked = 0
  const counted = dbBy((text, values) => {
    if (text.includes("pg_prepared_xact")) asked += 1
    return machine.db.query(text, values)
  })
  const feed = createEventFeed({ ...machine.db, ...counted }, service.context.log)
  const ending = new AbortController()
  const events = feed.follow(service.companyId, { after, now }, ending.signal)
  const reading = events.next()
  await expect.poll(() => asked).toBeGreaterThan(1)
  machine.isCommitting = false
  const { value } = await reading
  await events.return()
  expect(value?.map(({ id }) => `evt_${id}`)).toEqual([event.id])
})

it("MD-34 on several machines a list waits for what is being committed, and refuses rather than pass it", async () => {
  const machine = machineOf(service.context.db, service.companyId)
  const filter = { after: null, types: null, since: new Date(0), limit: 10 }
  machine.isCommitting = true
  await expect(listEvents(machine.db, service.companyId, filter)).rejects.toMatchObject({ code: "busy" })
  machine.isCommitting = false
  expect((await listEvents(machine.db, service.companyId, filter)).length).toBeGreaterThan(0)
})
