import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Database, openDatabase } from "../../src/store/database.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 2 })
  await db.query("CREATE TABLE note (text text PRIMARY KEY)")
})
beforeEach(() => db.query("TRUNCATE note"))
afterAll(async () => {
  await db.close()
  await database.drop()
})

const add = "INSERT INTO note VALUES ($1)"
const notes = async () =>
  (await db.query<{ text: string }>("SELECT text FROM note ORDER BY 1")).map(({ text }) => text)

describe("a transaction", () => {
  it("runs statements in the order of asking, also those that nobody waits for", async () => {
    const seen = await db.transaction(async (tx) => {
      tx.beforeCommit(tx.query(add, ["a"]))
      tx.beforeCommit(tx.query("UPDATE note SET text = $1 WHERE text = $2", ["b", "a"]))
      return tx.query("SELECT text FROM note WHERE text = $1", ["b"])
    })
    expect(seen).toEqual([{ text: "b" }])
    expect(await notes()).toEqual(["b"])
  })

  it("commits only after all that goes on beside it, and what that begins", async () => {
    await db.transaction(async (tx) => {
      const first = tx.query(add, ["a"])
      tx.beforeCommit(
        first.then(() => {
          tx.beforeCommit(tx.query(add, ["b"]))
        }),
      )
    })
    expect(await notes()).toEqual(["a", "b"])
  })

  it("keeps nothing when a write fails that nobody waited for, and says why it failed", async () => {
    const failed = db.transaction(async (tx) => {
      await tx.query(add, ["a"])
      tx.beforeCommit(tx.query(add, ["a"]))
      await tx.query(add, ["b"])
    })
    await expect(failed).rejects.toMatchObject({ code: "23505" })
    expect(await notes()).toEqual([])
  })

  it("keeps nothing when its work throws while a write is on its way", async () => {
    const failed = db.transaction(async (tx) => {
      tx.beforeCommit(tx.query(add, ["a"]))
      throw new Error("judged otherwise")
    })
    await expect(failed).rejects.toThrow("judged otherwise")
    expect(await notes()).toEqual([])
    expect(db.poolUse()).toMatchObject({ busy: 0 })
  })
})

describe("a connection that PostgreSQL ends", () => {
  const pidOf = "SELECT pg_backend_pid() AS pid"
  const end = (pid: number) => db.query("SELECT pg_terminate_backend($1)", [pid])

  it("fails what was asked of it, and nothing else: between two statements of a transaction", async () => {
    const failed = db.transaction(async (tx) => {
      await tx.query(add, ["a"])
      const [{ pid }] = (await tx.query<{ pid: number }>(pidOf)) as [{ pid: number }]
      await end(pid)
      await gone(pid)
      await tx.query(add, ["b"])
    })
    await expect(failed).rejects.toThrow()
    expect(await notes()).toEqual([])
  })

  it("fails what was asked of it, and nothing else: in the middle of several statements", async () => {
    const failed = db.transaction(async (tx) => {
      const [{ pid }] = (await tx.query<{ pid: number }>(pidOf)) as [{ pid: number }]
      const asked = Promise.all([tx.query("SELECT pg_sleep(60)"), tx.query(add, ["b"])])
      await Promise.all([asked, end(pid)])
    })
    await expect(failed).rejects.toMatchObject({ code: "57P01" })
    expect(await notes()).toEqual([])
  })

  it("fails what was asked of it, and nothing else: outside of transactions", async () => {
    const asleep = db.query("SELECT pg_sleep(60)")
    const ended = expect(asleep).rejects.toMatchObject({ code: "57P01" })
    const endIt = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query = 'SELECT pg_sleep(60)' AND datname = current_database()`
    await expect.poll(() => db.query(endIt)).toHaveLength(1)
    await ended
    expect(await notes()).toEqual([])
    expect(db.poolUse()).toMatchObject({ busy: 0 })
  })

  it("fails what was asked of it, and nothing else: in the hands of whoever took it", async () => {
    const held = await db.connect()
    const { rows } = await held.query<{ pid: number }>(pidOf)
    await end(rows[0]!.pid)
    await gone(rows[0]!.pid)
    await expect(held.query("SELECT 1")).rejects.toThrow()
    held.release(true)
    expect(await notes()).toEqual([])
  })

  /** Waits until PostgreSQL has no such connection any more. */
  async function gone(pid: number): Promise<void> {
    const look = "SELECT 1 FROM pg_stat_activity WHERE pid = $1"
    while ((await db.query(look, [pid])).length > 0);
  }
})
