import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough, Readable, Writable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { gunzipSync, gzipSync } from "node:zlib"
import { Client } from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { dump, referencedFirst } from "./dump.ts"
import { migrate } from "./migrate.ts"
import { restore } from "./restore.ts"

const SCHEMA = `
  CREATE SEQUENCE child_seq;
  CREATE TABLE parent (id int PRIMARY KEY, note text, twice int GENERATED ALWAYS AS (id * 2) STORED);
  CREATE TABLE child (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, parent_id int REFERENCES parent, "only" jsonb);
  CREATE TABLE "day" (id bigint PRIMARY KEY, at timestamptz, amount float8, raw bytea) PARTITION BY RANGE (id);
  INSERT INTO parent (id, note) VALUES (0, 'put there by the migration');`

const ROWS = String.raw`
  INSERT INTO parent (id, note) VALUES (1, E'line\nbreak\ttab\\.\r'), (2, E'\\.'), (3, NULL), (4, E'\u2028 é 😀'), (5, '');
  INSERT INTO child (parent_id, "only") SELECT 1 + i % 5, jsonb_build_object('i', i, 't', repeat('long ', 40)) FROM generate_series(1, 3000) i;
  CREATE TABLE day_1 PARTITION OF day FOR VALUES FROM (10) TO (20);
  CREATE TABLE day_2 PARTITION OF day FOR VALUES FROM (20) TO (30);
  INSERT INTO day SELECT i, '2027-03-14T07:30Z'::timestamptz + i * interval '1 hour', i / 3.0, '\x0001' FROM generate_series(10, 29) i;
  SELECT setval('child_seq', 41);`

describe("dump and restore", () => {
  let directory: string
  let source: TestDatabase
  let target: TestDatabase
  let packed: Buffer

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "migrations-"))
    writeFileSync(join(directory, "0001_first.sql"), SCHEMA)
    source = await createTestDatabase({ empty: true })
    await migrate(source.url, { directory })
    await query(source, ROWS)
    packed = await dumpOf(source)
  })
  afterAll(async () => {
    await source.drop()
    rmSync(directory, { recursive: true })
  })
  beforeEach(async () => {
    target = await createTestDatabase({ empty: true })
  })
  afterEach(() => target.drop())

  async function query(database: TestDatabase, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  async function dumpOf(database: TestDatabase): Promise<Buffer> {
    const output = new PassThrough()
    const [bytes] = await Promise.all([buffer(output), dump(database.url, output)])
    return bytes
  }
  const restoreInto = (database: TestDatabase, bytes = packed) =>
    restore(database.url, Readable.from([bytes]), { directory })

  it("give back every row, value, partition and sequence, into an empty database", async () => {
    expect(await restoreInto(target)).toBe(3026)
    for (const table of ["parent", "child", "day", "day_1", "day_2"]) {
      const all = `SELECT t::text FROM ${table} t ORDER BY id`
      expect(await query(target, all), table).toEqual(await query(source, all))
    }
    expect(await query(target, "SELECT nextval('child_seq') AS next")).toEqual([{ next: "42" }])
    expect(await query(target, "INSERT INTO child (parent_id) VALUES (1) RETURNING id")).toEqual([
      { id: 3001 },
    ])
  })

  it("give back the same into a migrated database without data, dumped again alike", async () => {
    await migrate(target.url, { directory })
    await restoreInto(target)
    expect(gunzipSync(await dumpOf(target)).toString()).toBe(
      gunzipSync(packed)
        .toString()
        .replace(/"applied_at":"[^"]+"/g, ""),
    )
  })

  it("show one moment while others write", async () => {
    const writer = new Client({ connectionString: source.url })
    await writer.connect()
    try {
      await writer.query("BEGIN; INSERT INTO parent (id) VALUES (99)")
      const meanwhile = await dumpOf(source)
      expect(gunzipSync(meanwhile).toString()).toBe(gunzipSync(packed).toString())
    } finally {
      await writer.query("ROLLBACK")
      await writer.end()
    }
  })

  it("apply migrations that came after the dump to the old rows", async () => {
    const newer = mkdtempSync(join(tmpdir(), "migrations-"))
    try {
      writeFileSync(join(newer, "0001_first.sql"), SCHEMA)
      writeFileSync(
        join(newer, "0002_second.sql"),
        "ALTER TABLE parent ADD note_length int; UPDATE parent SET note_length = length(note);",
      )
      await migrate(target.url, { directory: newer })
      await restore(target.url, Readable.from([packed]), { directory: newer })
      expect(await query(target, "SELECT note_length FROM parent WHERE id = 2")).toEqual([{ note_length: 2 }])
    } finally {
      rmSync(newer, { recursive: true })
    }
  })

  it("call the hook inside the transaction, and keep nothing when it fails", async () => {
    const failing = restore(target.url, Readable.from([packed]), {
      directory,
      afterRestore: async (client) => {
        const { rows } = await client.query("SELECT count(*)::int AS children FROM child")
        throw new Error(`saw ${rows[0].children}`)
      },
    })
    await expect(failing).rejects.toThrow("saw 3000")
    expect(await query(target, "SELECT id FROM parent")).toEqual([{ id: 0 }])
    expect(await restoreInto(target)).toBe(3026)
  })

  it("refuse a database with data, a dump that is cut off, a changed one, one of a newer release and other files", async () => {
    await expect(restoreInto(source)).rejects.toThrow("holds data already")
    await expect(restoreInto(target, packed.subarray(0, packed.length - 100))).rejects.toThrow(
      /unexpected end|cut off/,
    )
    const text = gunzipSync(packed).toString()
    const cut = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)
    await expect(restoreInto(target, gzipSync(cut))).rejects.toThrow("cut off")
    await expect(restoreInto(target, gzipSync(text.replace(/"rows":\d+/, '"rows":1')))).rejects.toThrow(
      "3026 rows",
    )
    await expect(restoreInto(target, gzipSync(text.replace('"child"', '"child; --"')))).rejects.toThrow(
      "does not know",
    )
    await expect(
      restoreInto(target, gzipSync(text.replace(/"checksum":"./, '"checksum":"x'))),
    ).rejects.toThrow("written after")
    await expect(restoreInto(target, Buffer.from("hello"))).rejects.toThrow("not a dump")
    expect(await query(target, "SELECT id FROM parent")).toEqual([{ id: 0 }])
  })

  describe("under a key", () => {
    const passphrase = "correct horse battery staple"
    let sealed: Buffer
    beforeAll(async () => {
      const output = new PassThrough()
      const [bytes] = await Promise.all([buffer(output), dump(source.url, output, passphrase)])
      sealed = bytes
    })
    const opened = (bytes: Buffer, key: string | null = passphrase) =>
      restore(target.url, Readable.from([bytes]), { directory, passphrase: key })
    const changed = (at: number) => {
      const copy = Buffer.from(sealed)
      copy[at]! ^= 1
      return copy
    }

    it("FX-22 hold nothing in the clear, and come back by the key that sealed them", async () => {
      for (const clear of ["put there", "appointed-dump-1", "child"])
        expect(sealed.includes(clear), clear).toBe(false)
      // Neither is it the compressed dump behind a head.
      expect(sealed.includes(packed.subarray(100, 116))).toBe(false)
      expect(await opened(sealed)).toBe(3026)
      expect(await query(target, "SELECT t::text FROM child t ORDER BY id")).toEqual(
        await query(source, "SELECT t::text FROM child t ORDER BY id"),
      )
    })

    it("FX-22 refuse another key, none, and a key for a dump that is not encrypted", async () => {
      await expect(opened(sealed, "another horse battery staple")).rejects.toThrow("does not open")
      await expect(opened(sealed, null)).rejects.toThrow("is encrypted. Name the file")
      await expect(opened(packed)).rejects.toThrow("is not encrypted")
      expect(await query(target, "SELECT to_regclass('parent') AS made")).toEqual([{ made: null }])
    })

    it("FX-22 refuse what was changed, cut off or put together otherwise, and leave no row", async () => {
      const head = sealed.length - Math.floor(sealed.length / 2)
      for (const bytes of [
        changed(30),
        changed(head),
        changed(sealed.length - 1),
        sealed.subarray(0, sealed.length - 1),
        sealed.subarray(0, 40),
        Buffer.concat([sealed, Buffer.from("more")]),
      ])
        await expect(opened(bytes)).rejects.toThrow(/does not open|cut off/)
    })
  })

  it("fail when the place to write to fails", async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error("disk full")) })
    await expect(dump(source.url, full)).rejects.toThrow("disk full")
  })
})

describe("the order of tables", () => {
  it("puts each after those it refers to, and refuses circles", () => {
    const references = [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
    ]
    expect(referencedFirst(["a", "b", "c"], references)).toEqual(["c", "b", "a"])
    expect(() => referencedFirst(["a", "b"], [...references, { from: "b", to: "a" }])).toThrow(
      "in a circle: a, b",
    )
  })
})
