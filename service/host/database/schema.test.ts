import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { afterEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { schemaText } from "./schema-text.ts"

const committed = () => readFileSync(join(import.meta.dirname, "../../../api/schema.sql"), "utf8")

describe("schema.sql", () => {
  let database: TestDatabase
  afterEach(() => database.drop())

  async function using<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  it("is what the migrations make", async () => {
    database = await createTestDatabase()
    const made = await using(schemaText)
    expect(made === committed(), "schema.sql differs from the migrations: run npm run generate").toBe(true)
  })

  it("makes the same schema when it is run, except for comments", async () => {
    const withoutComments = (sql: string) => sql.replaceAll(/^ *--.*\n/gm, "")
    database = await createTestDatabase({ empty: true })
    await using((client) => client.query(committed()))
    expect(withoutComments(await using(schemaText))).toBe(withoutComments(committed()))
  })

  it("says in a sentence what a row of each table is", async () => {
    database = await createTestDatabase()
    const { rows } = await using((client) =>
      client.query(`SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
          AND obj_description(oid, 'pg_class') IS NULL`),
    )
    expect(rows).toEqual([])
  })

  it("leaves partitions out", async () => {
    database = await createTestDatabase({ empty: true })
    await using((client) =>
      client.query(`CREATE TABLE day (id int PRIMARY KEY, at date) PARTITION BY RANGE (id);
        CREATE INDEX day_at ON day (at);
        CREATE TABLE day_1 PARTITION OF day FOR VALUES FROM (1) TO (2);`),
    )
    const text = await using(schemaText)
    expect(text).toContain("PARTITION BY RANGE (id)")
    expect(text).not.toContain("day_1")
  })

  it("writes every kind of object so that it can be made again", async () => {
    const odd = `CREATE TABLE early (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "only" text CHECK ("only" <> 'it''s'),
        later_id int, twice int GENERATED ALWAYS AS (later_id * 2) STORED, UNIQUE (later_id, "only"));
      CREATE TABLE later (id int PRIMARY KEY, early_id int REFERENCES early ON DELETE SET NULL, CHECK (early_id <> id),
        CHECK (id > 0 OR early_id IS NULL), CONSTRAINT named CHECK (early_id IN (1, 2, 3)));
      ALTER TABLE early ADD FOREIGN KEY (later_id) REFERENCES later;
      CREATE SEQUENCE odd_seq INCREMENT 5 START 10;
      COMMENT ON TABLE later IS '${"A long sentence that is wrapped. ".repeat(6)}';`
    database = await createTestDatabase({ empty: true })
    const written = await using(async (client) => {
      await client.query(odd)
      const text = await schemaText(client)
      await client.query("DROP TABLE early, later CASCADE; DROP SEQUENCE odd_seq")
      await client.query(text)
      return { text, again: await schemaText(client) }
    })
    expect(written.again).toBe(written.text.replaceAll(/^-- A long.*\n(-- .*\n)+/gm, ""))
  })
})
