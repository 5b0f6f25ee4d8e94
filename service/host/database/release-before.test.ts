/**
 * SO-07: a filled database takes the migrations of allocations, and the release before works on with them: it reads and
 * writes `appointment_block`, and makes providers that know nothing of resources.
 */
import { Client } from "pg"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { migrate } from "./migrate.ts"

const filled = `
INSERT INTO company (company_id, name, timezone, created_at, updated_at) VALUES (1, 'Salon', 'UTC', now(), now());
INSERT INTO location (company_id, id, name, timezone, service_area, created_at, updated_at)
  VALUES (1, 1, 'Shop', 'UTC', '{}', now(), now());
INSERT INTO appointment_type (company_id, id, name, block_minutes, created_at, updated_at)
  VALUES (1, 1, 'Cut', '{60}', now(), now()), (1, 2, 'Roof', '{480,480}', now(), now());
INSERT INTO customer (company_id, id, first_name, last_name, source, created_at, updated_at)
  VALUES (1, 1, 'Ada', '', 'company', now(), now());
INSERT INTO provider (company_id, id, name, created_at, updated_at)
  VALUES (1, 7, 'Ana', now(), now()), (1, 8, 'Ben', now(), now());
INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, provider_id, location_id, status, start_at, end_at,
    blocks, timezone, clock_offsets, booked_by, last_event_at, created_at, updated_at)
  SELECT 1, n, 1, t, 7, 1, s, now(), now() + interval '1 hour', '[]', 'UTC', '{0}', 'api', now(), now(), now()
  FROM (VALUES (1, 1, 'scheduled'), (2, 2, 'scheduled'), (3, 1, 'cancelled')) AS a (n, t, s);
INSERT INTO appointment_block (company_id, appointment_id, provider_id, appointment_type_id, start_minute, end_minute,
    job_start_minute, job_end_minute, active)
  VALUES (1, 1, 7, 1, 600, 670, 600, 660, true), (1, 2, 7, 2, 2000, 2480, 2000, 2480, true),
    (1, 2, 7, 2, 3440, 3920, 3440, 3920, true), (1, 3, 7, 1, 600, 660, 600, 660, false);`

const block = `INSERT INTO appointment_block (company_id, appointment_id, provider_id, appointment_type_id, latitude, longitude,
  written_at, start_minute, end_minute, job_start_minute, job_end_minute)
  VALUES ($1, 1, $2, 1, NULL, NULL, now(), $3::int, $3 + 60, $3, $3 + 60)`

describe("the release before", () => {
  let database: TestDatabase
  let client: Client

  beforeEach(async () => {
    database = await createTestDatabase({ empty: true })
    await migrate(database.url, { upTo: 34 })
    client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(filled)
    await migrate(database.url)
  })
  afterEach(async () => {
    await client.end()
    await database.drop()
  })

  const rows = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows

  it("SO-07 leaves every block as an allocation of its own provider, and every provider a resource", async () => {
    expect(
      await rows(`SELECT appointment_id::int AS of, resource_id::int AS by, start_minute AS at, active, lead
        FROM allocation ORDER BY id`),
    ).toEqual([
      { of: 1, by: 7, at: 600, active: true, lead: true },
      { of: 2, by: 7, at: 2000, active: true, lead: true },
      { of: 2, by: 7, at: 3440, active: true, lead: true },
      { of: 3, by: 7, at: 600, active: false, lead: true },
    ])
    expect(await rows("SELECT id::int, kind FROM resource ORDER BY id")).toEqual([
      { id: 7, kind: "provider" },
      { id: 8, kind: "provider" },
    ])
    expect(
      await rows(`SELECT conname FROM pg_constraint WHERE NOT convalidated
        AND conname IN ('provider_is_a_resource', 'allocation_company_id_resource_id_fkey', 'one_owner')`),
    ).toEqual([])
  })

  it("SO-07 books, moves, cancels and reads through the view, under the same law", async () => {
    await expect(rows(block, [1, 7, 640])).rejects.toMatchObject({ code: "23P01", constraint: "no_overlap" })
    await rows("UPDATE appointment_block SET active = false WHERE company_id = 1 AND appointment_id = 1")
    await rows(block, [1, 7, 640])
    expect(
      await rows(
        "SELECT provider_id::int AS by, start_minute AS at FROM appointment_block WHERE appointment_id = 1 AND active",
      ),
    ).toEqual([{ by: 7, at: 640 }])
    expect(await rows("SELECT lead FROM allocation WHERE start_minute = 640")).toEqual([{ lead: true }])
  })

  it("SO-07 makes providers that can be booked, and empties test companies", async () => {
    await rows(
      "INSERT INTO provider (company_id, id, name, created_at, updated_at) VALUES (1, 9, 'Cy', now(), now())",
    )
    await rows(block, [1, 9, 640])
    for (const table of [
      "appointment_block",
      "appointment",
      "customer",
      "provider",
      "appointment_type",
      "location",
      "company",
    ])
      await rows(`DELETE FROM ${table} WHERE company_id = 1`)
    expect(await rows("SELECT FROM resource")).toEqual([])
  })

  it("CL-02 an allocation has one owner", async () => {
    const of = (owners: string, values: string) =>
      rows(`INSERT INTO allocation (company_id, resource_id, appointment_type_id, start_minute, end_minute, job_start_minute,
        job_end_minute${owners}) VALUES (1, 8, 1, 10, 20, 10, 20${values})`)
    await expect(of("", "")).rejects.toMatchObject({ constraint: "one_owner" })
    await expect(of(", appointment_id, hold_id, held_until", ", 1, 1, now()")).rejects.toMatchObject({
      constraint: "one_owner",
    })
  })
})
