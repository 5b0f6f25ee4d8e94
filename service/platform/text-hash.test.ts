import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { type Database, openDatabase } from "./pg/database.ts"
import { textHash } from "./text-hash.sql.ts"

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

it("SC-06 hashes a text in SQL as the service does, whatever is in it", async () => {
  const texts = ["", "key-7", "\\x41", "a\\b\\\\c", "\\", "é ü 漢", "'; --"]
  const rows = await db.query<{ hash: string }>(
    `SELECT ${textHash("t")} AS hash FROM unnest($1::text[]) WITH ORDINALITY u (t, n) ORDER BY n`,
    [texts],
  )
  expect(rows.map(({ hash }) => hash)).toEqual(
    texts.map((text) => createHash("sha256").update(text).digest("hex")),
  )
})
