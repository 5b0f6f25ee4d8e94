import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { migrate } from "./migrate.ts"
import { compareWithFrozen, freezeNewMigrations, MIGRATIONS_DIRECTORY } from "./migration-files.ts"

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
    write("0002_second.sql", "-- no-transaction\nCREATE INDEX CONCURRENTLY first_id ON first (id);")
    await migrate(database.url, { directory })
    expect(await query("SELECT indexname FROM pg_indexes WHERE tablename = 'first'")).toEqual([
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
  it("SE-10 take for accepted who has acted as a user, and not who was given a password", async () => {
    const database = await createTestDatabase({ empty: true })
    const directory = mkdtempSync(join(tmpdir(), "migrations-"))
    const client = new Client({ connectionString: database.url })
    try {
      for (const name of readdirSync(MIGRATIONS_DIRECTORY).filter((file) => file < "0010"))
        copyFileSync(join(MIGRATIONS_DIRECTORY, name), join(directory, name))
      await migrate(database.url, { directory })
      await client.connect()
      await client.query(`
        INSERT INTO company (company_id, name, timezone, created_at, updated_at) VALUES (1, 'A', 'UTC', now(), now());
        INSERT INTO app_user (company_id, id, email, name, role, password_hash, created_at, updated_at) VALUES
          (1, 1, 'listed@example.com', 'Listed', 'member', 'set by an admin', '2026-01-01Z', '2026-01-01Z'),
          (1, 2, 'member@example.com', 'Member', 'member', 'their own', '2026-01-01Z', '2026-01-01Z'),
          (1, 3, 'provider@example.com', 'By provider', 'member', NULL, '2026-01-01Z', '2026-01-01Z');
        CREATE TABLE audit_all PARTITION OF audit FOR VALUES FROM (0) TO (100);
        INSERT INTO audit (company_id, id, at, actor, request_id, operation, target_id, fields) VALUES
          (1, 1, '2026-02-01Z', '{"kind":"anonymous"}', 'r', 'refuse_sign_in', 1, '{password}'),
          (1, 2, '2026-03-01Z', '{"kind":"admin_user","user_id":2}', 'r', 'create_session', 9, '{}'),
          (1, 3, '2026-03-02Z', '{"kind":"admin_user","user_id":3}', 'r', 'create_session', 9, '{}'),
          (1, 4, '2026-04-01Z', '{"kind":"admin_user","user_id":2}', 'r', 'update_company', 1, '{name}')`)
      await migrate(database.url)
      const { rows } = await client.query("SELECT id::int, accepted_at FROM app_user ORDER BY id")
      expect(rows).toEqual([
        { id: 1, accepted_at: null },
        { id: 2, accepted_at: new Date("2026-03-01Z") },
        { id: 3, accepted_at: new Date("2026-03-02Z") },
      ])
    } finally {
      await client.end()
      await database.drop()
      rmSync(directory, { recursive: true })
    }
  })

  it("DS-11 build the index of histories one day after the other, and go on where they were broken off", async () => {
    const database = await createTestDatabase({ empty: true })
    const client = new Client({ connectionString: database.url })
    try {
      await migrate(database.url, { upTo: 33 })
      await client.connect()
      for (const day of [20_000, 20_001])
        await client.query(`CREATE TABLE audit_d${day} PARTITION OF audit
          FOR VALUES FROM (${day * 2 ** 36}) TO (${(day + 1) * 2 ** 36})`)
      // As a run leaves it that ends after the first day.
      const columns = "(company_id, customer_id, at) WHERE customer_id IS NOT NULL"
      await client.query(`CREATE INDEX audit_by_customer ON ONLY audit ${columns};
        CREATE INDEX audit_d20000_by_customer ON audit_d20000 ${columns};
        ALTER INDEX audit_by_customer ATTACH PARTITION audit_d20000_by_customer`)
      await migrate(database.url)
      const { rows } = await client.query(`SELECT indrelid::regclass::text AS "table", indisvalid AS valid
        FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname LIKE 'audit%by_customer' ORDER BY 1`)
      const tables = ["audit", "audit_d20000", "audit_d20001", "audit_d65536"]
      expect(rows).toEqual(tables.map((table) => ({ table, valid: true })))
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
