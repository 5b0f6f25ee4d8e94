/** A filled database is spread over machines by one step of its own, while callers are asked to come again. */
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { DatabaseWatch } from "../../platform/pg/watch.ts"
import { migrate } from "./migrate.ts"

const patience = { timeout: 60_000 }

describe("while the database is being spread", () => {
  let database: TestDatabase
  let service: TestService
  let client: Client

  beforeAll(async () => {
    database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00Z") })
    service = await startService({ database, watch: new DatabaseWatch({ url: database.url }) })
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await service.stop()
  })

  const company = () => service.api("GET", "/company")
  const readyz = () => service.api("GET", "//readyz", undefined, { key: null })

  it("SC-02 what fails between tables that are spread and others that are not is 503 with Retry-After", async () => {
    expect((await company()).status).toBe(200)
    // As Citus refuses a statement over both kinds.
    await client.query(`
      CREATE FUNCTION refuse() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'direct joins between distributed and local tables are not supported'
          USING ERRCODE = 'feature_not_supported'; END $$;
      ALTER TABLE company RENAME TO company_rows;
      CREATE VIEW company AS SELECT * FROM company_rows WHERE refuse()`)
    const bug = await service.context.db.query("SELECT 1 FROM company").catch(({ code }) => code)
    expect(bug).toBe("0A000")

    await client.query("INSERT INTO spreading (began_at) VALUES (now())")
    const first = await company()
    expect([first.status, first.body.error.code, first.headers.get("retry-after")]).toEqual([
      503,
      "busy",
      "1",
    ])
    // No other process tries any more until it is done.
    await client.query("DROP VIEW company; ALTER TABLE company_rows RENAME TO company")
    expect((await company()).status).toBe(503)
    const { status, body, headers } = await readyz()
    expect([status, body.error.message]).toEqual([503, "The database is being spread over its machines."])
    expect(headers.get("retry-after")).toBe("5")
    await expect(migrate(database.url)).rejects.toThrow(/citus distribute.*goes on where it stood/)
    await expect(migrate(database.url, { mode: "check" })).rejects.toThrow(/citus distribute/)

    await client.query("UPDATE spreading SET ended_at = now()")
    await expect.poll(async () => (await company()).status, patience).toBe(200)
    expect((await readyz()).status).toBe(200)
    expect(await migrate(database.url)).toEqual([])
  })
})
