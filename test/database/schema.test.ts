import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { afterEach, describe, expect, it } from "vitest"
import { schemaText } from "../../src/database/schema-text.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"

const committed = () => readFileSync(join(import.meta.dirname, "../../schema.sql"), "utf8")

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

  it("makes the same schema when it is run", async () => {
    database = await createTestDatabase({ empty: true })
    await using((client) => client.query(committed()))
    expect(await using(schemaText)).toBe(committed())
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
})
