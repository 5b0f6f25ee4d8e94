import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"

const logged: unknown[] = []
let database: TestDatabase
let service: TestService
let operator: Client
beforeAll(async () => {
  database = await createTestDatabase()
  const log = {
    info() {},
    warn() {},
    error: (fields: object, message: string) => logged.push(fields, message),
  }
  service = await startService({ database, book: true, log })
  await openPublicPage(service, await tellStory(service))
  operator = new Client({ connectionString: database.url })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await service.stop()
})

/** The setting for the service's next sessions; its present ones are ended. */
async function setReadOnly(value: "on" | "off"): Promise<void> {
  const { rows } = await operator.query("SELECT current_database() AS name")
  await operator.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = ${value}`)
  await operator.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  )
}

/** As PostgreSQL answers where a file cannot grow: to rows of these tables, and to any new table. */
async function fillDisk(): Promise<void> {
  await operator.query(`
    CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE FUNCTION refuse_table() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON customer EXECUTE FUNCTION refuse_row();
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON rate_counter EXECUTE FUNCTION refuse_row();
    CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION refuse_table();`)
}

async function makeRoom(): Promise<void> {
  await operator.query("DROP EVENT TRIGGER full_disk; DROP FUNCTION refuse_table(), refuse_row() CASCADE")
}

const ready = async () => {
  const { status, headers, body } = await service.api("GET", "//readyz", undefined, { key: null })
  return { status, retryAfter: headers.get("retry-after"), message: body.error?.message ?? null }
}
const create = () => service.api("POST", "/customers", { name: "Ada Lane" })

/** Waits until the service has connections again. */
const answers = () => expect.poll(async () => (await service.api("GET", "/customers")).status).toBe(200)

describe("a database that takes no writes", () => {
  it("TR-37 since it is read only: 503 with Retry-After, not ready, and well again by itself", async () => {
    await setReadOnly("on")
    await answers()
    const refused = await create()
    expect([refused.status, refused.body.error.code]).toEqual([503, "not_saved"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await ready()).toEqual({
      status: 503,
      retryAfter: "5",
      message: expect.stringMatching(/read only/),
    })
    expect((await fetch(`${service.bookUrl}/${slug}`)).status).toBe(503)

    await setReadOnly("off")
    await answers()
    expect((await create()).status).toBe(201)
    expect((await ready()).status).toBe(200)
  })

  it("TR-37 since its disk is full: 503 with Retry-After on both hosts, not ready, and well again by itself", async () => {
    await fillDisk()
    const refused = await create()
    expect([refused.status, refused.body.error.code]).toEqual([503, "not_saved"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    for (const path of [`/${slug}`, `/api/pages/${slug}`]) {
      const answer = await fetch(service.bookUrl + path)
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "30"])
    }
    expect(await ready()).toEqual({ status: 503, retryAfter: "5", message: expect.stringMatching(/disk/) })

    await makeRoom()
    expect((await ready()).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await fetch(`${service.bookUrl}/${slug}`)).status).toBe(200)
  })

  it("TR-37 is no unexpected failure in the log", () => {
    expect(logged).toEqual([])
  })
})
