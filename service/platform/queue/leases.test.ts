import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { leasePushes, leaseReads, pushesDue, readsDue } from "../../outbox/calendars-due.sql.ts"
import { deliveriesDue, leaseDeliveries, settleQueueTransaction } from "../../outbox/deliveries-due.sql.ts"
import { leaseTexts, textsDue } from "../../outbox/texts-due.sql.ts"
import { type Database, openDatabase } from "../pg/database.ts"
import type { Lease, Leased, Queue } from "./leases.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const leaseMs = 25_000
const companyId = 7
const shares = { share: 3, own: [{ endpointId: 9, share: 1 }], fullCompanyIds: [] }

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 8 })
})
beforeEach(() => db.query("TRUNCATE delivery_due, text_due, calendar_push_due, calendar_read_due"))
afterAll(async () => {
  await db.close()
  await database.drop()
})

const leaseOf = (token: string, at = now): Lease => ({ token, now: at, until: at + leaseMs })
const at = (seconds: number) => new Date(now + seconds * 1_000)

/** A kind of work as these tests see it: rows are named by one number. */
interface Kind {
  table: string
  add(id: number, dueSeconds: number): Promise<unknown>
  lease(lease: Lease, most: number): Promise<Leased<object>[]>
  queue: Queue<object, unknown>
  idOf(work: object): number
}

const numbers = (work: object) => work as Record<string, number>
const kinds: Record<string, Kind> = {
  deliveries: {
    table: "delivery_due",
    add: (id, dueSeconds) =>
      db.query(
        "INSERT INTO delivery_due (company_id, delivery_id, endpoint_id, event_id, due_at) VALUES ($1, $2, $2, 1, $3)",
        [companyId, id, at(dueSeconds)],
      ),
    lease: (lease, most) => db.transaction((tx) => leaseDeliveries(tx, lease, shares, 0, most)),
    queue: deliveriesDue as unknown as Kind["queue"],
    idOf: (work) => numbers(work).deliveryId!,
  },
  texts: {
    table: "text_due",
    add: (id, dueSeconds) =>
      db.query("INSERT INTO text_due (company_id, text_id, due_at) VALUES ($1, $2, $3)", [
        companyId,
        id,
        at(dueSeconds),
      ]),
    lease: (lease, most) => leaseTexts(db, lease, "waited_for", most),
    queue: textsDue as unknown as Kind["queue"],
    idOf: (work) => numbers(work).textId!,
  },
  pushes: {
    table: "calendar_push_due",
    add: (id, dueSeconds) =>
      db.query(
        "INSERT INTO calendar_push_due (company_id, calendar_id, appointment_id, due_at) VALUES ($1, 1, $2, $3)",
        [companyId, id, at(dueSeconds)],
      ),
    lease: (lease, most) => leasePushes(db, lease, most),
    queue: pushesDue as unknown as Kind["queue"],
    idOf: (work) => numbers(work).appointmentId!,
  },
  reads: {
    table: "calendar_read_due",
    add: (id, dueSeconds) =>
      db.query("INSERT INTO calendar_read_due (company_id, calendar_id, due_at) VALUES ($1, $2, $3)", [
        companyId,
        id,
        at(dueSeconds),
      ]),
    lease: (lease, most) => leaseReads(db, lease, most),
    queue: readsDue as unknown as Kind["queue"],
    idOf: (work) => numbers(work).calendarId!,
  },
}

describe.each(Object.entries(kinds))("leases of %s", (_name, { table, add, lease, queue, idOf }) => {
  const idsOf = (works: readonly object[]) => works.map(idOf).sort()
  const rows = () => db.query(`SELECT due_at, failures, lease_token, lease_until FROM ${table}`)

  it("WH-09 are one worker's, however many ask at once", async () => {
    for (let id = 1; id <= 20; id += 1) await add(id, -1)
    const leased = await Promise.all(Array.from({ length: 32 }, (_, i) => lease(leaseOf(`worker ${i}`), 5)))
    const missed = await lease(leaseOf("last"), 20)
    expect([...leased.flat(), ...missed]).toHaveLength(20)
    expect(new Set(idsOf([...leased.flat(), ...missed])).size).toBe(20)
  })

  it("are of what is due now, and no more than asked for", async () => {
    await add(1, 60)
    await add(2, -1)
    await add(3, 0)
    const [first, ...others] = await lease(leaseOf("a"), 1)
    expect(others).toEqual([])
    expect(idsOf([first!, ...(await lease(leaseOf("b"), 5))])).toEqual([2, 3])
    expect(await lease(leaseOf("c"), 5)).toEqual([])
  })

  it("WH-09 end by themselves: another worker gets the row, the loss counts, and the first one writes nothing", async () => {
    await add(1, -1)
    const [lost] = await lease(leaseOf("first"), 1)
    expect(lost).toMatchObject({ companyId, token: "first", failures: 0, lostAt: null })
    expect(await lease(leaseOf("second", now + leaseMs - 1), 1)).toEqual([])
    const [taken] = await lease(leaseOf("second", now + leaseMs), 1)
    expect(taken).toMatchObject({ token: "second", failures: 1, lostAt: new Date(now + leaseMs) })
    expect(await db.transaction((tx) => queue.lock(tx, lost!))).toBe(false)
    expect(await queue.finish(db, [lost!])).toEqual([])
    expect(await queue.putBack(db, [{ work: lost!, dueAt: now, failures: 9 }])).toEqual([])
    await queue.release(db, [lost!])
    expect(await rows()).toMatchObject([{ failures: 1, lease_token: "second" }])
    expect(await db.transaction((tx) => queue.lock(tx, taken!))).toBe(true)
    expect(await queue.finish(db, [lost!, taken!])).toEqual([taken])
    expect(await rows()).toEqual([])
  })

  it("end with a new time and a count when the work is put back", async () => {
    await add(1, -1)
    const [work] = await lease(leaseOf("a"), 1)
    const again = { work: work!, dueAt: now + 60_000, failures: 3 }
    expect(await queue.putBack(db, [again])).toEqual([again])
    expect(await rows()).toEqual([{ due_at: at(60), failures: 3, lease_token: null, lease_until: null }])
    expect(await lease(leaseOf("b", now + 59_999), 1)).toEqual([])
    expect(await lease(leaseOf("b", now + 60_000), 1)).toMatchObject([{ failures: 3, lostAt: null }])
  })

  it("WH-09 leave no trace when they are released: what a worker gave back just before it died is no attempt of its", async () => {
    await add(1, -1)
    await add(2, -1)
    const works = await lease(leaseOf("dying"), 2)
    const released = works.find((work) => idOf(work) === 1)!
    await queue.release(db, [released])
    expect(await lease(leaseOf("b"), 2)).toMatchObject([{ failures: 0, lostAt: null }])
    const late = await lease(leaseOf("c", now + leaseMs - 1), 2)
    expect(late).toEqual([])
    const [taken] = (await lease(leaseOf("d", now + leaseMs), 2)).filter((work) => idOf(work) === 2)
    expect(taken).toMatchObject({ failures: 1 })
  })

  it("are looked past when the work is dropped", async () => {
    await add(1, -1)
    await add(2, -1)
    const works = await lease(leaseOf("a"), 2)
    await db.transaction(async (tx) => queue.drop(tx, [works[0]!]))
    expect(await queue.finish(db, works)).toEqual([works[1]])
  })

  it("can't be lost while they are locked", async () => {
    await add(1, -1)
    const [work] = await lease(leaseOf("a"), 1)
    await db.transaction(async (tx) => {
      await queue.lock(tx, work!)
      expect(await lease(leaseOf("b", now + leaseMs), 1)).toEqual([])
    })
    expect(await lease(leaseOf("b", now + leaseMs), 1)).toHaveLength(1)
  })
})

describe("leases of deliveries", () => {
  /** Deliveries of an endpoint with these ids, due so many seconds from now. */
  const queueFor = async (endpointId: number, due: Readonly<Record<number, number>>) => {
    for (const [id, seconds] of Object.entries(due)) {
      await db.query(
        "INSERT INTO delivery_due (company_id, delivery_id, endpoint_id, event_id, due_at) VALUES ($1, $2, $3, 1, $4)",
        [companyId, Number(id), endpointId, at(seconds)],
      )
    }
  }
  const lease = async (token: string, { after = 0, most = 10, now: leasedAt = now } = {}) => {
    const leased = await db.transaction((tx) =>
      leaseDeliveries(tx, leaseOf(token, leasedAt), shares, after, most),
    )
    return leased.map(({ deliveryId }) => deliveryId)
  }
  const finish = (token: string, deliveryId: number) =>
    deliveriesDue.finish(db, [{ companyId, deliveryId, token, failures: 0 }])

  it("WH-11 are the first few of each endpoint, on all workers together; fewer of one that lets us wait", async () => {
    await queueFor(1, { 1: -1, 2: -3, 3: -2, 4: 0, 5: 60 })
    await queueFor(9, { 91: -1, 92: -1 })
    expect(await lease("a")).toEqual([1, 2, 3, 91])
    expect(await lease("b")).toEqual([])
    await finish("a", 2)
    expect(await lease("b")).toEqual([4])
    await finish("a", 91)
    expect(await lease("b")).toEqual([92])
  })

  it("TR-56 are none of a company that has its share in hand", async () => {
    await queueFor(1, { 1: -1 })
    const full = { ...shares, fullCompanyIds: [companyId] }
    const leased = await db.transaction((tx) => leaseDeliveries(tx, leaseOf("a"), full, 0, 10))
    expect(leased).toEqual([])
    expect(await lease("a")).toEqual([1])
  })

  it("begin after an endpoint, so that those with many do not keep the others out", async () => {
    await queueFor(1, { 1: -1, 2: -1 })
    await queueFor(2, { 21: -1, 22: -1 })
    await queueFor(3, { 31: -1 })
    expect(await lease("a", { most: 3 })).toEqual([1, 2, 21])
    expect(await lease("a", { most: 3, after: 2 })).toEqual([31])
    expect(await lease("a", { most: 3 })).toEqual([22])
  })

  it("are free again although their worker froze while it wrote results", async () => {
    await queueFor(1, { 1: -1 })
    await lease("frozen")
    const locked = Promise.withResolvers<void>()
    const thaw = Promise.withResolvers<void>()
    onTestFinished(() => thaw.resolve())
    let patience: unknown
    const frozen = db.transaction(async (tx) => {
      settleQueueTransaction(tx)
      await deliveriesDue.finish(tx, [{ companyId, deliveryId: 1, token: "frozen", failures: 0 }])
      patience = await tx.query("SELECT current_setting('idle_in_transaction_session_timeout') AS set")
      await tx.query("SET LOCAL idle_in_transaction_session_timeout = '500ms'")
      locked.resolve()
      await thaw.promise
    })
    frozen.catch(() => {})
    await locked.promise
    const takeOver = () => lease("theirs", { now: now + leaseMs })
    expect(await takeOver()).toEqual([])
    // As long as PostgreSQL waits for a client that is silent in the middle of a transaction: here half a second.
    expect(patience).toEqual([{ set: "10s" }])
    await expect.poll(takeOver).toEqual([1])
    thaw.resolve()
    await expect(frozen).rejects.toThrow()
  })
})
