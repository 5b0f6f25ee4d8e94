import { afterAll, beforeAll, expect, it } from "vitest"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { connectTo } from "../../service/platform/pg/servers.ts"
import { mountHealth } from "../../service/ways-in/health/health-routes.ts"
import { createServer } from "../../service/ways-in/http/server.ts"
import { openTally } from "../races/tally.ts"
import { type FailoverSite, failOver, openFailoverSite } from "./failover.ts"

let site: FailoverSite
beforeAll(async () => {
  site = await openFailoverSite()
})
afterAll(() => site.stop())

it("SO-04 a process that is connected to a standby is not ready", async () => {
  const { context } = site.service
  const db = openDatabase({ connection: { connectionString: site.standby.urlOf("appointed") }, poolSize: 1 })
  const app = createServer({
    log: context.log,
    trustProxyHops: 0,
    bodyLimitBytes: 100,
  })
  mountHealth(app, db, {})
  const answer = await app.inject("/readyz")
  expect(answer.statusCode).toBe(503)
  expect(answer.json().error.message).toMatch(/takes no writes: it is a standby/)
  await db.close()
})

it("SO-04 sslmode means what it means in libpq", async () => {
  const { port } = site.primary
  const isEncrypted = async (host: string, parameters: string) => {
    const client = await connectTo(`postgresql://postgres@${host}:${port}/appointed?${parameters}`)
    const { rows } = await client.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    await client.end()
    return rows[0].ssl
  }
  const ca = `sslrootcert=${site.caFile}`
  expect(await isEncrypted("localhost", "sslmode=disable")).toBe(false)
  expect(await isEncrypted("localhost", "sslmode=require")).toBe(true)
  expect(await isEncrypted("localhost", `sslmode=verify-full&${ca}`)).toBe(true)
  await expect(isEncrypted("localhost", "sslmode=verify-full")).rejects.toThrow(/certificate/)
  expect(await isEncrypted("127.0.0.1", `sslmode=verify-ca&${ca}`)).toBe(true)
  await expect(isEncrypted("127.0.0.1", `sslmode=verify-full&${ca}`)).rejects.toThrow(/altnames/)
})

it("SO-04 the primary is killed under load and the standby promoted: nothing answered is lost or doubled, bookings are back within 10 s without a restart", async () => {
  const tally = openTally("failover")
  const { acknowledged } = await failOver(site, 600, tally)
  expect(acknowledged).toBeGreaterThan(10)
  expect(tally.outcome()).toMatchObject({ lost: 0 })
  expect((await fetch(`${site.service.apiUrl}/readyz`)).status).toBe(200)
})
