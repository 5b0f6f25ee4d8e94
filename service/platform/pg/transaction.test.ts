import pg from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { type Database, openDatabase, type Tx } from "./database.ts"

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
  it("runs statements in the order of asking, also writes whose answer is not waited for", async () => {
    const seen = await db.transaction(async (tx) => {
      tx.write(add, ["a"])
      tx.write("UPDATE note SET text = $1 WHERE text = $2", ["b", "a"])
      return tx.query("SELECT text FROM note WHERE text = $1", ["b"])
    })
    expect(seen).toEqual([{ text: "b" }])
    expect(await notes()).toEqual(["b"])
  })

  const failing: [string, (tx: Tx) => Promise<unknown>][] = [
    ["before another statement", (tx) => tx.query(add, ["b"])],
    ["with the commit", async () => {}],
    ["a while before the commit", () => db.query("SELECT 1")],
  ]
  it.each(failing)("keeps nothing when a write fails whose answer is not waited for: %s", async (_, goOn) => {
    const failed = db.transaction(async (tx) => {
      await tx.query(add, ["a"])
      tx.write(add, ["a"])
      await goOn(tx)
    })
    await expect(failed).rejects.toMatchObject({ code: "23505" })
    expect(await notes()).toEqual([])
    expect(db.poolUse()).toMatchObject({ busy: 0 })
  })

  it("fails with what failed first, though all that were sent behind it fail too", async () => {
    const seen: unknown[] = []
    const failed = db.transaction(async (tx) => {
      tx.write("INSERT INTO nowhere VALUES ($1)", [1])
      const others = [tx.query(add, ["b"]), tx.query("SELECT 1 / $1::int AS one", [0])]
      for (const outcome of await Promise.allSettled(others)) seen.push(Object(outcome).reason?.code)
      await tx.query(add, ["c"])
    })
    await expect(failed).rejects.toMatchObject({ code: "42P01" })
    const inFailedTransaction = "25P02"
    expect(seen).toEqual([inFailedTransaction, inFailedTransaction])
    // The server has kept none of the statements that it passed over, and is asked to again.
    await db.transaction(async (tx) => tx.write(add, ["b"]))
    const one = await db.transaction((tx) => tx.query("SELECT 1 / $1::int AS one", [1]))
    expect([await notes(), one]).toEqual([["b"], [{ one: 1 }]])
  })

  it("tells the rows of a write before it commits", async () => {
    const told: unknown[] = []
    await db
      .transaction(async (tx) => {
        tx.write("INSERT INTO note VALUES ($1), ($2) RETURNING text", ["a", null], (rows) => told.push(rows))
      })
      .catch((error) => told.push(error.code))
    await db.transaction(async (tx) => {
      tx.write("INSERT INTO note VALUES ($1), ($2) RETURNING text", ["a", "b"], (rows) => told.push(rows))
    })
    expect(told).toEqual(["23502", [{ text: "a" }, { text: "b" }]])
  })

  it("reads the rows of a statement right when it comes back, also after tables have changed", async () => {
    const read = (tx: Tx) =>
      tx.query("SELECT length(text) AS long, note.* FROM note WHERE text = $1", ["abc"])
    const twice = () => db.transaction(async (tx) => [...(await read(tx)), ...(await read(tx))])
    await db.query(add, ["abc"])
    const row = { long: 3, text: "abc" }
    expect(await twice()).toEqual([row, row])
    expect(await twice()).toEqual([row, row])
    await db.query("ALTER TABLE note ADD COLUMN more int DEFAULT 7")
    const outcomes = await Promise.allSettled([twice(), twice()])
    await db.query("ALTER TABLE note DROP COLUMN more")
    const whole = { ...row, more: 7 }
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") expect(outcome.value).toEqual([whole, whole])
      else expect(outcome.reason.message).toBe("cached plan must not change result type")
    }
  })

  it("refuses a value that can't be sent, and what is asked for when it is over", async () => {
    const circular: Record<string, unknown> = {}
    circular.itself = circular
    await expect(db.transaction((tx) => tx.query(add, [circular]))).rejects.toThrow("circular")
    await db.transaction((tx) => tx.query(add, ["sendable"]))
    await db.query("TRUNCATE note")
    const ended = await db.transaction(async (tx) => tx)
    expect(() => ended.write(add, ["a"])).toThrow("after its transaction")
    await expect(ended.query(add, ["a"])).rejects.toThrow("after its transaction")
    expect(await notes()).toEqual([])
  })

  it("keeps nothing when its work throws while a write is on its way", async () => {
    const failed = db.transaction(async (tx) => {
      tx.write(add, ["a"])
      throw new Error("judged otherwise")
    })
    await expect(failed).rejects.toThrow("judged otherwise")
    expect(await notes()).toEqual([])
    expect(db.poolUse()).toMatchObject({ busy: 0 })
  })

  it("keeps nothing of a branch of its work that goes on after another has failed", async () => {
    const branch = async (tx: Tx) => {
      for (let i = 0; ; i += 1) await tx.query(add, [String(i)])
    }
    let gone: Promise<void> | undefined
    const failed = db.transaction(async (tx) => {
      gone = branch(tx)
      gone.catch(() => {})
      await tx.query("SELECT $1::int", [1])
      throw new Error("judged otherwise")
    })
    await expect(failed).rejects.toThrow("judged otherwise")
    await expect(gone).rejects.toThrow("after its transaction")
    expect(await notes()).toEqual([])
  })
})

it("sends nothing behind a BEGIN that fails: it would commit by itself", async () => {
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    const [config] = asked as [{ text?: string }]
    return Reflect.apply(send, this, config.text === "BEGIN" ? [{ text: "BEGIN nothing" }] : asked)
  })
  try {
    const failed = db.transaction(async (tx) => tx.write(add, ["a"]))
    await expect(failed).rejects.toMatchObject({ code: "42601" })
  } finally {
    spy.mockRestore()
  }
  expect(await notes()).toEqual([])
})

it("TR-60 sets what the embedded server would plan and limit by in each session", async () => {
  const name = new URL(database.url.replace("@/", "@host/")).pathname.slice(1)
  await db.query(`ALTER DATABASE "${name}" SET jit = on`)
  const joint = database.url.includes("?") ? "&" : "?"
  const connectionString = `${database.url}${joint}options=-c%20search_path%3Dpublic`
  const own = openDatabase({ connection: { connectionString }, poolSize: 1 })
  const setting = "SELECT current_setting('jit') AS jit, current_setting('lock_timeout') AS lock"
  expect(await own.query(setting)).toEqual([{ jit: "off", lock: "2s" }])
  await own.close()
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

  it("fails what was asked of it, and nothing else: lent to a caller", async () => {
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
