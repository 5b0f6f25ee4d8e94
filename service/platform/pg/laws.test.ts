import { DatabaseError } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { type Database, openDatabase } from "./database.ts"
import { refusalOf } from "./laws.ts"

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

const errorOf = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, 0, "error"), { code })

it("knows a law by its bare name, also where a distributed database appends the number of the shard", () => {
  for (const name of ["idempotency_pkey", "idempotency_pkey_102008"]) {
    expect(refusalOf(violationOf(name))?.code).toBe("idempotency_key_running")
  }
  expect(refusalOf(violationOf("no_overlap_102301"))?.code).toBe("slot_taken")
  expect(refusalOf(violationOf("idempotency_pkey_old"))).toBeNull()
})

it("SO-02 knows a law by the message where another machine of a distributed database refused", () => {
  const refused = [
    errorOf("23505", 'duplicate key value violates unique constraint "idempotency_pkey_102228"'),
    errorOf("23P01", 'conflicting key value violates exclusion constraint "no_overlap_102301"'),
    errorOf("23505", "doppelter Schlüsselwert verletzt Unique-Constraint »customer_external_ref_102017«"),
    errorOf("23505", 'duplicate key value violates unique constraint "customer_pkey_102009"'),
    errorOf("42P01", 'relation "no_overlap" does not exist'),
  ]
  expect(refused.map((error) => refusalOf(error)?.code ?? null)).toEqual([
    "idempotency_key_running",
    "slot_taken",
    "external_ref_taken",
    null,
    null,
  ])
})

it("SO-01 answers busy where another machine of a distributed database is away", () => {
  const away =
    'connection to the remote node postgres@10.0.0.2:5432 failed with the following error: "Connection refused"'
  expect(refusalOf(errorOf("08006", away))).toMatchObject({ code: "busy", retryAfterSeconds: 1 })
  const inCommit = "could not commit transaction for shard 102032 on at least one active node"
  expect(refusalOf(errorOf("XX000", inCommit))).toMatchObject({ code: "busy", retryAfterSeconds: 1 })
})

it("no constraint or index of the schema ends as a shard's does", async () => {
  const rows = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('i', 'I') AND relname ~ '_\\d+$'
       AND relnamespace = 'public'::regnamespace
     UNION ALL SELECT conname FROM pg_constraint WHERE conname ~ '_\\d+$' AND connamespace = 'public'::regnamespace`,
  )
  expect(rows.filter(({ name }) => !/_d\d+/.test(name))).toEqual([])
})
