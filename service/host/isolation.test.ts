/** One company whose work fails keeps no other's from being done. */
import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, tellStory } from "../../test/support/story.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { openKey } from "../people/operator.ts"
import { sweepRequests } from "../requests/sweep-requests.worker.ts"
import { checkJobs } from "./cli/checkups/jobs.ts"
import { upkeep } from "./upkeep.worker.ts"

const dayMs = 86_400_000

let database: TestDatabase
let service: TestService
let other: { companyId: number; key: string }
const logged: object[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const log = { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) }
  service = await startService({ database, now: "2027-03-01T12:00:00Z", log })
  other = await service.anotherCompany()
})
afterAll(() => service.stop())

const query = (text: string, values: unknown[] = []) => service.context.db.query(text, values)

/** Lets no row of the first company be changed so in this table, as a law that it breaks would. */
async function breakWritesOf(table: string, verb: "DELETE" | "UPDATE"): Promise<() => Promise<unknown>> {
  await query(
    `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF OLD.company_id = ${service.companyId} THEN RAISE EXCEPTION 'refused' USING ERRCODE = '23503', CONSTRAINT = 'a_law'; END IF;
       RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END $$`,
  )
  await query(
    `CREATE TRIGGER refuse_row BEFORE ${verb} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_row()`,
  )
  return () => query("DROP FUNCTION refuse_row CASCADE")
}

const companiesIn = async (table: string) =>
  (await service.context.db.query<{ id: number }>(`SELECT DISTINCT company_id AS id FROM ${table}`)).map(
    ({ id }) => id,
  )

describe("upkeep", () => {
  it("FX-20 a company that fails stops no other's retention, nor the rest of its own; log and doctor name it", async () => {
    for (const key of [service.key, other.key]) {
      const { id, email } = await makeUser(service, {}, key)
      await signedIn(service, email)
      const companyId = key === service.key ? service.companyId : other.companyId
      await query(
        "INSERT INTO password_reset (company_id, user_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $4)",
        [companyId, id, `unused ${id}`, new Date(service.clock.now())],
      )
    }
    const mend = await breakWritesOf("user_session", "DELETE")
    service.clock.advanceMs(3 * dayMs)
    await upkeep(service.context)
    expect(await companiesIn("user_session")).toEqual([service.companyId])
    expect(await companiesIn("password_reset")).toEqual([])
    expect(logged).toMatchObject([{ job: "upkeep", part: "sign-ins", company_id: service.companyId }])
    const [finding, ...more] = await checkJobs(database.url)
    expect(more).toEqual([])
    expect(finding).toMatchObject({ name: "jobs", state: "wrong" })
    expect(finding!.says).toBe(
      `upkeep (sign-ins) of company ${service.companyId} has failed since 2027-03-04T12:00:00.000Z: error 23503 a_law; all other work goes on`,
    )

    await mend()
    await upkeep(service.context)
    expect(await companiesIn("user_session")).toEqual([])
    expect(await checkJobs(database.url)).toMatchObject([{ name: "jobs", state: "ok" }])
    logged.length = 0
  })

  it("FX-20 a company of open sign-up counts as proved once it has a key", async () => {
    const { companyId } = await service.anotherCompany("Signed Up")
    await query("DELETE FROM api_key WHERE company_id = $1", [companyId])
    const isUnproven = "UPDATE company SET unproven_since = $2 WHERE company_id = $1"
    const signedUpAt = new Date(service.clock.now())
    await query(isUnproven, [companyId, signedUpAt])
    await openKey(service.context, companyId, { name: "made by the operator", role: "admin" })
    const unproven = "SELECT 1 FROM company WHERE unproven_since IS NOT NULL"
    expect(await query(unproven)).toEqual([])
    // As releases before left it.
    await query(isUnproven, [companyId, signedUpAt])
    service.clock.advanceMs(9 * dayMs)
    await upkeep(service.context)
    expect(await companiesIn("company")).toContain(companyId)
    expect(await query(unproven)).toEqual([])
    expect(logged).toEqual([])
  })
})

describe("jobs that go from company to company", () => {
  it("FX-20 a request that cannot expire stops no other company's", async () => {
    const api: TestService["api"] = (method, path, body) =>
      service.api(method, path, body, { key: other.key })
    for (const company of [service, { ...service, api }]) {
      const { typeId, customerId } = await tellStory(company)
      const request = {
        customer_id: customerId,
        appointment_type_id: typeId,
        latest_date: "2027-04-01",
      }
      await make(company, "/scheduling-requests", request)
    }
    const mend = await breakWritesOf("scheduling_request", "UPDATE")
    service.clock.set("2027-05-01T12:00:00Z")
    expect(await sweepRequests(service.context)).toBe(1)
    expect(logged).toMatchObject([{ job: "sweep-requests", company_id: service.companyId }])
    expect((await checkJobs(database.url))[0]!.says).toContain(
      `sweep-requests of company ${service.companyId}`,
    )
    await mend()
    expect(await sweepRequests(service.context)).toBe(1)
    expect(await checkJobs(database.url)).toMatchObject([{ state: "ok" }])
  })

  it("FX-20 each job that lists companies, or rows of several, runs them part by part", () => {
    const lists =
      /await (listCompanyIds|listUnproven|listReminding|listFreezing|listToCheckAgain|listRunning|listWantedDigests|listFailing)\(/
    const parts = /\b(forEachPart|partByPart)\(/
    const directory = new URL("../../service/", import.meta.url)
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".worker.ts") || name === "reports/sum-up-reports.ts")
      .map((name) => ({ name, text: readFileSync(new URL(name, directory), "utf8") }))
    const listing = files.filter(({ text }) => lists.test(text))
    expect(listing.length).toBeGreaterThan(8)
    expect(listing.filter(({ text }) => !parts.test(text)).map(({ name }) => name)).toEqual([])
  })
})
