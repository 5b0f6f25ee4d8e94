import { expect, inject, it } from "vitest"
import { cloneDatabase } from "../../../test/support/databases.ts"
import { startService } from "../../../test/support/service.ts"
import { make } from "../../../test/support/story.ts"
import { connectTo } from "../../platform/pg/servers.ts"

/** No other test starts a service on this day, so that no other test borrows the database. */
const now = "2041-05-06T12:00:00.000Z"

const lend = () => cloneDatabase(inject("clusterUrl"), inject("templateName"), Date.parse(now))

it("a database that a test gives back is lent again, without a row and with its first ids", async () => {
  const database = await lend()
  const service = await startService({ now, database })
  await make(service, "/customers", { name: "Sam Poe" })
  await make(service, "/test-company", {})
  await service.stop()

  const again = await lend()
  const client = await connectTo(again.url)
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`)
    if (rows.length > 0) filled.push(name)
  }
  const { rows: drawn } = await client.query(
    "SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL",
  )
  await client.end()
  await again.drop()

  expect(again.url).toBe(database.url)
  expect(filled).toEqual(["database_era", "migration"])
  expect(drawn).toEqual([])
})
