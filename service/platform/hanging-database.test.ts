/**
 * A database server that hangs stops those whose rows it holds. Nothing here is about how long: others are served while those
 * who wait for it still do.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openLine } from "../../test/support/database-line.ts"
import { freePort } from "../../test/support/free-port.ts"
import { type HangingCompanies, letCompaniesHang } from "../../test/support/hanging-companies.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { createServerSite } from "../../test/support/postgres-server.ts"
import { type Api, startService, type TestService } from "../../test/support/service.ts"
import { migrate } from "../host/database/migrate.ts"
import { openDatabase } from "./pg/database.ts"
import { DatabaseWatch } from "./pg/watch.ts"

const patience = { timeout: 60_000 }
const poolSize = 8
const machineShare = 6

/** Three companies whose machine can hang, and one that is elsewhere. */
interface Site {
  service: TestService
  hanging: HangingCompanies
  keys: string[]
  ids: number[]
}

async function openSite(mostLooks?: number): Promise<Site> {
  const database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00Z") })
  const ids: number[] = []
  const machines = {
    list: [] as { name: string; probe: number }[],
    of: (companyId: number) => (ids.includes(companyId) ? "two:5432" : null),
    refresh: async () => {},
    isToRead: false,
    close: async () => {},
  }
  const watch = new DatabaseWatch({
    url: database.url,
    machines,
    ...(mostLooks === undefined ? {} : { mostLooks }),
  })
  const service = await startService({ database, watch, poolSize })
  const others = [
    await service.anotherCompany(),
    await service.anotherCompany(),
    await service.anotherCompany(),
  ]
  ids.push(...others.map(({ companyId }) => companyId))
  machines.list.push({ name: "two:5432", probe: ids[0]! })
  const keys = others.map(({ key }) => key)
  // Each key has been used before, which notes it.
  for (const key of keys) await service.api("GET", "/company", undefined, { key })
  return { service, hanging: await letCompaniesHang(database.url), keys, ids }
}

async function closeSite({ service, hanging }: Site): Promise<void> {
  await hanging.goOn()
  while ((await hanging.waiting()) > 0) await sleep(10)
  await hanging.close()
  await service.stop()
}

const read = (api: Api, key: string) => api("GET", "/company", undefined, { key })
const eightOf = (keys: readonly string[]) => keys.flatMap((key) => Array.from({ length: 8 }, () => key))
const readyz = (api: Api) => api("GET", "//readyz", undefined, { key: null })

describe("before anybody knows that a machine hangs", () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(Number.POSITIVE_INFINITY)
  })
  afterAll(() => closeSite(site))

  it("SC-01 24 callers of its companies hold the machine's share of the connections, and the rest serves the others", async () => {
    const { service, hanging, keys, ids } = site
    await hanging.hang(ids)
    const statuses: number[] = []
    const callers = eightOf(keys).map(async (key) => statuses.push((await read(service.api, key)).status))
    await expect.poll(() => hanging.waiting(), patience).toBe(machineShare)
    for (let call = 0; call < 20; call += 1) expect((await read(service.api, service.key)).status).toBe(200)
    // The question whether the machine answers waits too.
    expect(await hanging.waiting()).toBeLessThanOrEqual(machineShare + 1)
    expect(statuses).not.toContain(200)
    await hanging.goOn()
    await Promise.all(callers)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(machineShare)
    expect(new Set(statuses).difference(new Set([200, 503]))).toEqual(new Set())
  })
})

describe("a machine that is found to hang", () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => closeSite(site))

  it("SC-01 its companies are refused, /readyz names it and stays ready, and it is taken back when it answers", async () => {
    const { service, hanging, keys, ids } = site
    await hanging.hang(ids)
    const callers = eightOf(keys).map((key) => read(service.api, key))
    // Callers who have asked, and those who stood in line, hear that it is busy.
    for (const { status, body } of await Promise.all(callers)) {
      expect([status, body.error.code]).toEqual([503, "busy"])
    }
    const { status, body } = await readyz(service.api)
    expect([status, body.data.hanging]).toEqual([200, ["two:5432"]])

    const waiting = await hanging.waiting()
    expect((await read(service.api, keys[0]!)).status).toBe(503)
    expect(await hanging.waiting()).toBeLessThanOrEqual(waiting + 1)
    expect((await read(service.api, service.key)).status).toBe(200)
    expect(await service.context.db.query("SELECT 1")).toHaveLength(1)

    await hanging.goOn()
    await expect.poll(async () => (await read(service.api, keys[0]!)).status, patience).toBe(200)
    await expect
      .poll(async () => (await readyz(service.api)).body.data, patience)
      .toEqual({ status: "ready" })
  })
})

describe("a replica that hangs", () => {
  let database: TestDatabase
  let service: TestService
  let line: Awaited<ReturnType<typeof openLine>>
  let replicaWatch: DatabaseWatch
  let replica: ReturnType<typeof openDatabase>

  beforeAll(async () => {
    database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00Z") })
    line = await openLine(database)
    replicaWatch = new DatabaseWatch({ url: line.database.url })
    replica = openDatabase({
      connection: { connectionString: line.database.url },
      poolSize,
      watch: replicaWatch,
    })
    const watch = new DatabaseWatch({ url: database.url, beside: [replicaWatch] })
    service = await startService({ database, replica, watch })
  })
  afterAll(async () => {
    line.release()
    await Promise.all([replica.close(), replicaWatch.close()])
    await line.cut()
    await service.stop()
  })

  it("SC-01 lists are answered by the primary, and /readyz names the replica", async () => {
    const list = () => service.api("GET", "/customers")
    expect((await list()).status).toBe(200)
    line.hold()
    const lists = await Promise.all(Array.from({ length: 24 }, list))
    expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200))
    // A busy machine may find the primary late as well; it answers again by itself.
    await expect
      .poll(async () => {
        const { status, body } = await readyz(service.api)
        return [status, body.data?.hanging]
      })
      .toEqual([200, [`127.0.0.1:${new URL(line.database.url).port}`]])
    // A new caller does not wait for it at all.
    expect((await list()).status).toBe(200)
    line.release()
    await expect
      .poll(async () => (await readyz(service.api)).body.data, patience)
      .toEqual({ status: "ready" })
  })
})

describe("the server that the service connects to hangs", () => {
  it("SC-01 /readyz says which it is, and callers are refused instead of waiting for it", async () => {
    const database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00Z") })
    const line = await openLine(database)
    const watch = new DatabaseWatch({ url: line.database.url })
    const service = await startService({ database: line.database, watch })
    const { key } = await service.anotherCompany()
    expect((await read(service.api, service.key)).status).toBe(200)
    line.hold()
    const answers = await Promise.all(Array.from({ length: 24 }, () => read(service.api, service.key)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    const { status, body } = await readyz(service.api)
    const name = `127.0.0.1:${new URL(line.database.url).port}`
    expect([status, body.error.message]).toEqual([503, `The database does not answer: ${name}.`])
    line.release()
    await expect.poll(async () => (await readyz(service.api)).status, patience).toBe(200)
    await expect.poll(async () => (await read(service.api, key)).status, patience).toBe(200)
    await service.stop()
  })
})

describe("a standby that commits wait for hangs", () => {
  it("SC-01 searches and lists are answered while 24 writers wait, and writers are then refused until it is back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hanging-standby-"))
    const servers = createServerSite(folder)
    const primary = await servers.makePrimary("primary", await freePort())
    await primary.query("CREATE DATABASE appointed")
    const url = primary.urlOf("appointed")
    await migrate(url)
    const watch = new DatabaseWatch({ url })
    const database = { url, cutOff: async () => {}, drop: async () => {} }
    const service = await startService({ database, watch, poolSize })
    const setStandby = async (change: string) => {
      await primary.query(`ALTER SYSTEM ${change}`)
      await primary.query("SELECT pg_reload_conf()")
    }
    try {
      await setStandby("SET synchronous_standby_names = 'away'")
      await expect
        .poll(() => primary.query("SHOW synchronous_standby_names"), patience)
        .toEqual([{ synchronous_standby_names: "away" }])
      const write = (n: number) =>
        service.api("POST", "/customers", { first_name: "Ana", last_name: `Ruiz ${n}` })
      const statuses: number[] = []
      const writers = Array.from({ length: 24 }, async (_, n) => statuses.push((await write(n)).status))
      const reads = async () => (await read(service.api, service.key)).status
      // The key's first use would be noted, and waits no longer than the others.
      for (let call = 0; call < 20; call += 1) expect(await reads()).toBe(200)
      await Promise.all(writers)
      expect(statuses).toEqual(statuses.map(() => 503))
      const { status, body } = await readyz(service.api)
      expect([status, body.data.hanging]).toEqual([200, ["standby away"]])
      expect((await write(24)).body.error.code).toBe("busy")
      expect(await reads()).toBe(200)
      await setStandby("RESET synchronous_standby_names")
      await expect.poll(async () => (await write(25)).status, patience).toBe(201)
      await expect
        .poll(async () => (await readyz(service.api)).body.data, patience)
        .toEqual({ status: "ready" })
    } finally {
      await setStandby("RESET synchronous_standby_names")
      await service.stop()
      await primary.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
