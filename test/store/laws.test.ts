import { DatabaseError } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Database, openDatabase } from "../../src/store/pg/database.ts"
import { refusalOf } from "../../src/store/pg/laws.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connection: { connectionString: database.url }, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const violationOf = (constraint: string) =>
  Object.assign(new DatabaseError("violated", 0, "error"), { code: "23505", constraint })

it("knows a law by its bare name, also where a distributed database appends the number of the shard", () => {
  for (const name of ["idempotency_pkey", "idempotency_pkey_102008"]) {
    expect(refusalOf(violationOf(name))?.code).toBe("idempotency_key_running")
  }
  expect(refusalOf(violationOf("no_overlap_102301"))?.code).toBe("slot_taken")
  expect(refusalOf(violationOf("idempotency_pkey_old"))).toBeNull()
})

it("no constraint or index of the schema ends as a shard's does", async () => {
  const rows = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('i', 'I') AND relname ~ '_\\d+$'
       AND relnamespace = 'public'::regnamespace
     UNION ALL SELECT conname FROM pg_constraint WHERE conname ~ '_\\d+$' AND connamespace = 'public'::regnamespace`,
  )
  expect(rows.filter(({ name }) => !/_d\d+/.test(name))).toEqual([])
})
