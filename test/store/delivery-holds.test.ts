import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type Database, openDatabase } from "../../src/store/pg/database.ts"
import { type DueRow, takeDue } from "../../src/store/queue/deliveries-due.ts"
import {
  endHolds,
  endIfFrozen,
  type HoldKey,
  holdName,
  keepHolds,
  leaveHolds,
  lockHolds,
  shrinkHold,
  takeHolds,
} from "../../src/store/queue/delivery-leases.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const leaseUntil = now + 25_000
const endpointId = 1
const ours: HoldKey = { endpointId, token: "ours" }

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 8 })
})
beforeEach(() => db.query("TRUNCATE delivery_hold, delivery_due"))
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Deliveries with these ids, due so many seconds from now; negative ones have been due for long. */
const queue = (due: Readonly<Record<number, number>>, endpoint = endpointId) =>
  db.query(
    `INSERT INTO delivery_due (delivery_id, company_id, endpoint_id, event_id, due_at)
     SELECT id, 1, $3, id, to_timestamp(at) FROM unnest($1::bigint[], $2::float8[]) AS d (id, at)`,
    [Object.keys(due), Object.values(due).map((seconds) => now / 1_000 + seconds), endpoint],
  )

const hold = (token = "ours", limit = 10) =>
  db.transaction(
    (tx) => new Promise<number[]>((taken) => takeHolds(tx, { token, now, leaseUntil, limit }, taken)),
  )

interface Taking {
  held?: readonly (HoldKey & { free: number })[]
  newToken?: string
  looksBack?: boolean
  limit?: number
}

async function take(taking: Taking): Promise<number[]> {
  const shares = { share: 3, slowEndpointIds: [9], slowShare: 1 }
  const turn = { now, held: [], newToken: "", looksBack: false, limit: 10, ...shares, ...taking }
  const rows = await db.transaction((tx) => new Promise<DueRow[]>((taken) => takeDue(tx, turn, taken)))
  return rows.map((row) => row.delivery_id)
}

const takeOurs = (free: number, taking: Taking = {}) => take({ held: [{ ...ours, free }], ...taking })

describe("a hold", () => {
  it("WH-09 is one worker's, however many ask at once", async () => {
    await queue({ 1: -1 })
    const taken = await Promise.all(Array.from({ length: 32 }, (_, i) => hold(`worker ${i}`)))
    expect(taken.flat()).toEqual([endpointId])
  })

  it("is of an endpoint for which something is due now, and no more than asked for", async () => {
    await queue({ 1: 60 })
    await queue({ 2: -1 }, 2)
    await queue({ 3: 0 }, 3)
    await queue({ 4: -1 }, 4)
    const two = await hold("a", 2)
    expect(two).toHaveLength(2)
    expect([...two, ...(await hold("b"))].sort()).toEqual([2, 3, 4])
    expect(await hold("c")).toEqual([])
  })

  it("is kept, locked and left only under its own token", async () => {
    await queue({ 1: -1 })
    await hold()
    const theirs = { endpointId, token: "theirs" }
    expect(await keepHolds(db, [theirs], leaseUntil + 1)).toEqual([])
    expect(await keepHolds(db, [theirs, ours], leaseUntil + 1)).toEqual([endpointId])
    expect(await db.transaction((tx) => lockHolds(tx, [ours, theirs, ours]))).toEqual(
      new Set([holdName(ours)]),
    )
    await db.transaction(async (tx) => leaveHolds(tx, [theirs]))
    expect(await hold("theirs")).toEqual([])
    await db.transaction(async (tx) => leaveHolds(tx, [ours]))
    expect(await hold("theirs")).toEqual([endpointId])
  })

  it("can't be ended while its worker writes results", async () => {
    await queue({ 1: -1 })
    await hold()
    await db.transaction(async (tx) => {
      await lockHolds(tx, [ours])
      expect(await db.transaction((other) => endHolds(other, leaseUntil))).toEqual([])
      // Its lease may be prolonged meanwhile.
      expect(await keepHolds(db, [ours], leaseUntil)).toEqual([endpointId])
    })
    await db.transaction((tx) => endHolds(tx, leaseUntil))
    expect(await hold("theirs")).toEqual([endpointId])
  })

  it("is free again although its worker froze while it wrote results", async () => {
    await queue({ 1: -1 })
    await hold()
    const locked = Promise.withResolvers<void>()
    const thaw = Promise.withResolvers<void>()
    onTestFinished(() => thaw.resolve())
    const frozen = db.transaction(async (tx) => {
      endIfFrozen(tx)
      await lockHolds(tx, [ours])
      locked.resolve()
      await thaw.promise
    })
    frozen.catch(() => {})
    await locked.promise
    const takeOver = async () => {
      await db.transaction((tx) => endHolds(tx, leaseUntil))
      return hold("theirs")
    }
    expect(await takeOver()).toEqual([])
    // As long as PostgreSQL waits for whoever is silent in the middle of a transaction.
    await expect.poll(takeOver, { timeout: 20_000, interval: 200 }).toEqual([endpointId])
    thaw.resolve()
    await expect(frozen).rejects.toThrow()
  })
})

describe("what is taken", () => {
  it("comes in the order of its queue, each time from the position on", async () => {
    await queue({ 1: -1, 2: -3, 3: -2, 4: 0, 5: 60 })
    await hold()
    expect(await takeOurs(2)).toEqual([2, 3])
    expect(await takeOurs(2)).toEqual([1, 4])
    expect(await takeOurs(2)).toEqual([])
  })

  it("of many that are due at the same moment is each taken once", async () => {
    await queue({ 7: -1, 3: -1, 5: -1, 4: -1, 6: -1 })
    await hold()
    expect(await takeOurs(2)).toEqual([3, 4])
    expect(await takeOurs(2)).toEqual([5, 6])
    expect(await takeOurs(2)).toEqual([7])
  })

  it("is found behind the position by looking back, which does not move it back", async () => {
    await queue({ 1: -1, 2: 0 })
    await hold()
    expect(await takeOurs(2)).toEqual([1, 2])
    await queue({ 3: -2 })
    expect(await takeOurs(1)).toEqual([])
    expect(await takeOurs(2, { looksBack: true })).toEqual([3, 1])
    expect(await takeOurs(1)).toEqual([])
  })

  it("is what is free for each: of new holds their share, a smaller one of those that let us wait", async () => {
    await queue({ 1: -1, 2: -1, 3: -1, 4: -1 })
    await queue({ 91: -1, 92: -1 }, 9)
    await hold("new")
    expect(await take({ newToken: "new" })).toEqual([1, 2, 3, 91])
  })

  it("is no more than the limit, from the first endpoints on", async () => {
    await queue({ 1: -1, 2: -1 })
    await queue({ 21: -1, 22: -1 }, 2)
    await hold()
    const second = { endpointId: 2, token: "ours" }
    const held = [
      { ...second, free: 2 },
      { ...ours, free: 2 },
    ]
    expect(await take({ held, limit: 3 })).toEqual([21, 22, 1])
    expect(await take({ held, limit: 3 })).toEqual([2])
  })

  it("is nothing under a token that is not the holder's", async () => {
    await queue({ 1: -1 })
    await hold("theirs")
    expect(await takeOurs(1)).toEqual([])
  })

  it("and given back is taken again, but not what is still in hand", async () => {
    await queue({ 1: -3, 2: -2, 3: -1, 4: 0 })
    await hold()
    expect(await takeOurs(4)).toEqual([1, 2, 3, 4])
    await shrinkHold(db, ours, [2, 1])
    expect(await takeOurs(4)).toEqual([3, 4])
    await shrinkHold(db, ours, [])
    expect(await takeOurs(4)).toEqual([1, 2, 3, 4])
  })
})

describe("what a worker that died had in hand", () => {
  it("WH-09 counts as an attempt, once the lease is over; what waits or comes later does not", async () => {
    await queue({ 1: -2, 2: -1, 3: 0 })
    await hold()
    expect(await takeOurs(2)).toEqual([1, 2])
    await db.query("UPDATE delivery_due SET due_at = to_timestamp($1) WHERE delivery_id = 2", [
      now / 1_000 + 60,
    ])
    const end = (at: number) => db.transaction((tx) => endHolds(tx, at))
    expect(await end(leaseUntil - 1)).toEqual([])
    expect(await end(leaseUntil)).toMatchObject([
      { delivery_id: 1, number: 1, lease_until: new Date(leaseUntil) },
    ])
    expect(await end(leaseUntil)).toEqual([])
    expect(await db.query("SELECT delivery_id, attempt FROM delivery_due ORDER BY 1")).toEqual([
      { delivery_id: 1, attempt: 2 },
      { delivery_id: 2, attempt: 1 },
      { delivery_id: 3, attempt: 1 },
    ])
    expect(await hold("theirs")).toEqual([endpointId])
  })
})
