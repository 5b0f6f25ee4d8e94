import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { migrate } from "./migrate.ts"
import { compareWithFrozen, freezeNewMigrations, readMigrations, readSquashed } from "./migration-files.ts"

describe("migrations", () => {
  let database: TestDatabase
  let directory: string
  const directories: string[] = []

  beforeEach(async () => {
    database = await createTestDatabase({ empty: true })
    directory = mkdtempSync(join(tmpdir(), "migrations-"))
    directories.push(directory)
    write("0001_first.sql", "CREATE TABLE first (id int);")
  })
  afterEach(() => database.drop())
  afterAll(() => {
    for (const made of directories) rmSync(made, { recursive: true })
  })

  function write(name: string, sql: string): void {
    writeFileSync(join(directory, name), sql)
  }
  async function query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  it("are applied once, in order", async () => {
    write("0002_second.sql", "ALTER TABLE first ADD COLUMN name text;")
    expect(await migrate(database.url, { directory })).toEqual(["0001_first", "0002_second"])
    expect(await migrate(database.url, { directory })).toEqual([])
  })

  it("leave nothing half when one fails", async () => {
    write("0002_second.sql", "CREATE TABLE second (id int); SELECT 1/0;")
    await expect(migrate(database.url, { directory })).rejects.toThrow("0002_second failed: division by zero")
    expect(await query("SELECT to_regclass('first') AS a, to_regclass('second') AS b")).toEqual([
      { a: "first", b: null },
    ])
  })

  it("run outside a transaction when their first line says so", async () => {
    write(
      "0002_second.sql",
      "-- no-transaction\nCREATE INDEX CONCURRENTLY first_id ON first (id);\nCREATE INDEX CONCURRENTLY again ON first (id);",
    )
    await migrate(database.url, { directory })
    expect(await query("SELECT indexname FROM pg_indexes WHERE tablename = 'first' ORDER BY 1")).toEqual([
      { indexname: "again" },
      { indexname: "first_id" },
    ])
  })

  it("SO-01 pass over the place where a database of several machines distributes new tables", async () => {
    write(
      "0002_second.sql",
      "CREATE TABLE second (id int PRIMARY KEY);\n-- distribute\nALTER TABLE second ADD name text;",
    )
    expect(await migrate(database.url, { directory })).toEqual(["0001_first", "0002_second"])
    expect(await query("SELECT name FROM second")).toEqual([])
  })

  it("refuse an applied file that has changed", async () => {
    await migrate(database.url, { directory })
    write("0001_first.sql", "CREATE TABLE other (id int);")
    await expect(migrate(database.url, { directory })).rejects.toThrow(
      "0001_first has changed since it was applied",
    )
  })

  it("refuse a database that is newer than the program", async () => {
    write("0002_second.sql", "SELECT 1;")
    await migrate(database.url, { directory })
    rmSync(join(directory, "0002_second.sql"))
    for (const mode of ["auto", "check"] as const) {
      await expect(migrate(database.url, { directory, mode })).rejects.toThrow(
        "0002_second, which this release does not know",
      )
    }
  })

  it("refuse a file that comes before an applied one, two with one number, and other names", async () => {
    write("0003_third.sql", "SELECT 1;")
    await migrate(database.url, { directory })
    write("0002_second.sql", "SELECT 1;")
    await expect(migrate(database.url, { directory })).rejects.toThrow("renumber it")
    write("0003_again.sql", "SELECT 1;")
    await expect(migrate(database.url, { directory })).rejects.toThrow("Two migrations have the number")
    write("4_fourth.sql", "SELECT 1;")
    await expect(migrate(database.url, { directory })).rejects.toThrow("is not named like")
  })

  it("in check mode change nothing and name what is pending", async () => {
    await expect(migrate(database.url, { directory, mode: "check" })).rejects.toThrow(
      "lacks 1 of this release's migrations (0001_first)",
    )
    expect(await query("SELECT to_regclass('migration') AS history")).toEqual([{ history: null }])
    await migrate(database.url, { directory })
    expect(await migrate(database.url, { directory, mode: "check" })).toEqual([])
  })

  it("are applied by one of several migrators that come at once", async () => {
    write("0002_second.sql", "CREATE TABLE second (id int); SELECT pg_sleep(0.1);")
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, { directory })))
    expect(outcomes.flat()).toEqual(["0001_first", "0002_second"])
  })

  it("SO-07 let others pass while they wait for a lock, and try again until they get it", async () => {
    await migrate(database.url, { directory })
    write("0002_second.sql", "ALTER TABLE first ADD COLUMN name text;")
    const reader = new Client({ connectionString: database.url })
    await reader.connect()
    await reader.query("BEGIN; LOCK TABLE first IN ACCESS SHARE MODE")
    const waits = { lockTimeoutMs: 100 }
    const hopeless = migrate(database.url, { directory, waits: { ...waits, lockPatienceMs: 0 } })
    await expect(hopeless).rejects.toThrow("0002_second got no lock on its table")

    const migrating = migrate(database.url, { directory, waits })
    // Behind a migration that waits without end, the reader's lock would keep these for as long as the reader stays.
    for (let insert = 0; insert < 20; insert += 1) await query("INSERT INTO first (id) VALUES (1)")
    await reader.query("COMMIT")
    await reader.end()
    expect(await migrating).toEqual(["0002_second"])
  })

  it("TR-28 are broken off between two of them, even while one waits for a lock", async () => {
    await migrate(database.url, { directory })
    write("0002_second.sql", "CREATE TABLE second (id int);")
    write("0003_third.sql", "ALTER TABLE first ADD COLUMN name text;")
    const reader = new Client({ connectionString: database.url })
    await reader.connect()
    await reader.query("BEGIN; SELECT FROM first")
    const stop = new AbortController()
    const migrating = migrate(database.url, { directory, waits: { lockTimeoutMs: 20 }, signal: stop.signal })
    migrating.catch(() => undefined)
    await expect.poll(() => query("SELECT to_regclass('second') AS it")).toEqual([{ it: "second" }])
    stop.abort()
    await expect(migrating).rejects.toBe(stop.signal.reason)
    await reader.end()
    expect(await query("SELECT name FROM migration ORDER BY number")).toEqual([
      { name: "0001_first" },
      { name: "0002_second" },
    ])
  })

  it("are frozen: a new file is added to the list, a changed or missing one is an error", () => {
    freezeNewMigrations(directory)
    write("0002_second.sql", "SELECT 1;")
    expect(compareWithFrozen(directory)).toEqual({ changed: [], unfrozen: ["0002_second.sql"] })
    freezeNewMigrations(directory)
    expect(compareWithFrozen(directory)).toEqual({ changed: [], unfrozen: [] })
    write("0001_first.sql", "CREATE TABLE other (id int);")
    expect(() => freezeNewMigrations(directory)).toThrow("Frozen migrations have changed: 0001_first.sql")
    rmSync(join(directory, "0002_second.sql"))
    expect(compareWithFrozen(directory).changed).toEqual(["0001_first.sql", "0002_second.sql"])
  })
})

describe("the committed migrations", () => {
  it("HS-08 stand behind one file, which a database of the release before takes for its own", async () => {
    const database = await createTestDatabase({ empty: true })
    const client = new Client({ connectionString: database.url })
    const { last, checksums } = readSquashed()!
    try {
      await migrate(database.url, { upTo: last.number })
      await client.connect()
      const history = async () => (await client.query("SELECT number FROM migration ORDER BY number")).rows
      // As the release before has left it; what came since is not applied yet.
      await client.query("DELETE FROM migration")
      for (const [number, checksum] of checksums)
        await client.query("INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)", [
          ...[number, number === last.number ? last.name : `old_${number}`, checksum],
        ])
      await expect(migrate(database.url, { mode: "check" })).rejects.toThrow("0126_allocations_alone")
      const later = readMigrations().slice(1)
      expect(await migrate(database.url)).toEqual(later.map(({ name }) => name))
      expect(await migrate(database.url, { mode: "check" })).toEqual([])
      expect(await history()).toEqual(
        [...checksums.keys(), ...later.map(({ number }) => number)].map((number) => ({ number })),
      )
      // At the commit before the squash files of higher numbers were applied, and 0126 was not.
      await client.query("DELETE FROM migration WHERE number = 126")
      expect(await migrate(database.url)).toEqual(["0126_allocations_alone"])
      // One that stopped before the end, and one that applied another text.
      await client.query("DELETE FROM migration WHERE number >= $1", [last.number])
      await expect(migrate(database.url)).rejects.toThrow(
        `this release begins behind ${last.name}. Run the last release before this one once`,
      )
      await client.query("UPDATE migration SET checksum = 'another' WHERE number = 1")
      await expect(migrate(database.url)).rejects.toThrow("old_1 has changed since it was applied")
    } finally {
      await client.end()
      await database.drop()
    }
  })

  it("are all frozen, and as they were frozen", () => {
    expect(
      compareWithFrozen(),
      "run npm run generate for a new migration; never change one that is in service/host/migrations/frozen.sha256",
    ).toEqual({ changed: [], unfrozen: [] })
  })
})
