import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type ClusterProcess, startClusterProcess } from "../../../test/support/cluster-processes.ts"
import { type Cluster, type ClusterEvent, openCluster } from "./cluster.ts"
import { migrate } from "./migrate.ts"
import { memorySettings } from "./postmaster.ts"
import { refuseSuperuser } from "./storage.ts"

/** Only root can start processes as another user, and only for root are there rules about it. */
const itAsRoot: (title: string, test: () => Promise<void>) => void = process.getuid?.() === 0 ? it : () => {}
const UNPRIVILEGED_UID = 65534

it("SO-11 the embedded PostgreSQL keeps an eighth of the memory for data, within 128 MB and 1 GB", () => {
  const gigabytes = (count: number) => memorySettings(count * 1_073_741_824)
  expect(gigabytes(0.5)).toEqual({ shared_buffers: "128MB", effective_cache_size: "512MB" })
  expect(gigabytes(4)).toEqual({ shared_buffers: "512MB", effective_cache_size: "2048MB" })
  expect(gigabytes(64)).toEqual({ shared_buffers: "1024MB", effective_cache_size: "32768MB" })
})

describe("the embedded PostgreSQL", () => {
  /** Initialised once, copied for every test that does not begin with nothing. */
  let model: string
  let home: string
  let dataDir: string
  let clusters: Cluster[]
  let processes: ClusterProcess[]

  beforeAll(async () => {
    model = mkdtempSync(join(tmpdir(), "cluster-model-"))
    await (await openCluster({ dataDir: model, durability: "none" })).stop()
  })
  afterAll(() => rmSync(model, { recursive: true }))
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "cluster-"))
    chmodSync(home, 0o755)
    dataDir = join(home, "data")
    mkdirSync(dataDir)
    execFileSync("cp", ["-a", join(model, "postgres"), dataDir])
    clusters = []
    processes = []
  })
  afterEach(async () => {
    for (const one of processes.reverse()) await one.stop()
    for (const one of clusters.reverse()) await one.stop()
    if (existsSync(join(dataDir, "postgres", "postmaster.pid"))) await (await openCluster({ dataDir })).stop()
    rmSync(home, { recursive: true, force: true })
  })

  function beginWithNothing(): void {
    rmSync(dataDir, { recursive: true })
  }
  async function open(report?: (event: ClusterEvent) => void): Promise<Cluster> {
    const cluster = await openCluster({ dataDir, durability: "none", ...(report ? { report } : {}) })
    clusters.push(cluster)
    return cluster
  }
  async function startProcess(uid?: number): Promise<ClusterProcess> {
    const started = await startClusterProcess(dataDir, uid)
    processes.push(started)
    return started
  }
  async function query(url: string, sql: string): Promise<Record<string, unknown>> {
    const client = new Client({ connectionString: url })
    client.on("error", () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end().catch(() => {})
    }
  }
  const postmasterPid = () =>
    Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  const answers = (url: string) =>
    query(url, "SELECT 1 AS one").then(
      () => true,
      () => false,
    )

  it("starts, keeps its data, listens on no network and speaks UTF-8 and UTC", async () => {
    const first = await open()
    expect(first.startedHere()).toBe(true)
    await query(first.url, "CREATE TABLE kept AS SELECT 'é' AS letter")
    await first.stop()
    expect(await answers(first.url)).toBe(false)
    const second = await open()
    expect(await query(second.url, "SELECT letter FROM kept")).toEqual({ letter: "é" })
    const settings = `SELECT current_setting('listen_addresses') AS addresses, current_setting('timezone') AS zone,
      current_setting('server_encoding') AS encoding, lower('É') AS lower, 'a' < 'B' AS folds`
    expect(await query(second.adminUrl, settings)).toEqual({
      addresses: "",
      zone: "UTC",
      encoding: "UTF8",
      lower: "é",
      folds: false,
    })
    await query(second.adminUrl, "CREATE EXTENSION pg_stat_statements")
  })

  it("TR-36 gives the service a role that is no superuser, owns the database, and can migrate it", async () => {
    const { url, adminUrl } = await open()
    const role =
      "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = current_user"
    expect(await query(url, role)).toEqual({
      rolname: "appointed",
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
    })
    expect((await migrate(url)).length).toBeGreaterThan(0)
    for (const reach of ["COPY migration TO PROGRAM 'cat'", "SELECT pg_read_file('/etc/passwd')"])
      await expect(query(url, reach)).rejects.toThrow(/permission denied|must be superuser/)
    await refuseSuperuser(url)
    await expect(refuseSuperuser(adminUrl)).rejects.toThrow(/is a superuser, which production refuses/)
  })

  it("SE-10 asks for a password, which only its starter can read", async () => {
    const { url, adminUrl } = await open()
    const file = join(dataDir, "postgres.password")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const password = readFileSync(file, "utf8").trim()
    for (const right of [url, adminUrl]) {
      expect(right).toContain(`:${password}@`)
      expect(await answers(right)).toBe(true)
      expect(await answers(right.replace(`:${password}@`, "@"))).toBe(false)
      expect(await answers(right.replace(password, "0".repeat(64)))).toBe(false)
    }
    expect(readFileSync(join(dataDir, "postgres", "pg_hba.conf"), "utf8")).not.toMatch(/^[^#]*\btrust\b/m)
    expect(
      await query(
        adminUrl,
        "SELECT rolpassword ~ '^SCRAM' AS kept FROM pg_authid WHERE rolname = 'appointed'",
      ),
    ).toEqual({ kept: true })
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).not.toContain(password)
  })

  it("SE-10 goes on with data of an earlier release, which asked for none, and asks from then on", async () => {
    const before = await open()
    await query(before.url, "CREATE TABLE kept AS SELECT 1 AS one")
    const client = new Client({ connectionString: before.adminUrl })
    await client.connect()
    await client.query("ALTER ROLE postgres PASSWORD NULL; ALTER ROLE appointed PASSWORD NULL")
    await client.end()
    await before.stop()
    const hba = join(dataDir, "postgres", "pg_hba.conf")
    writeFileSync(hba, readFileSync(hba, "utf8").replaceAll("scram-sha-256", "trust"))
    rmSync(join(dataDir, "postgres.password"))
    const after = await open()
    expect(await query(after.url, "SELECT one FROM kept")).toEqual({ one: 1 })
    expect(await answers(after.url.replace(/:[0-9a-f]{64}@/, "@"))).toBe(false)
  })

  it("SE-10 goes on with data whose password was left behind, as after a copy or a restore", async () => {
    const before = await open()
    await query(before.url, "CREATE TABLE kept AS SELECT 1 AS one")
    await before.stop()
    writeFileSync(join(dataDir, "postgres.password"), `${"a".repeat(64)}\n`)
    const after = await open()
    expect(await query(after.url, "SELECT one FROM kept")).toEqual({ one: 1 })
    expect(await answers(before.url)).toBe(false)
  })

  it("keeps its socket and its data for its own user", async () => {
    await open()
    for (const name of ["postgres", "run"])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o700)
  })

  it("writes no statement and no value into its log", async () => {
    const { url } = await open()
    await query(url, "CREATE TABLE person (phone text PRIMARY KEY)")
    const twice = "INSERT INTO person VALUES ('+15125550123'), ('+15125550123')"
    await expect(query(url, twice)).rejects.toThrow("duplicate key")
    const log = readFileSync(join(dataDir, "postgres.log"), "utf8")
    expect(log).toContain("duplicate key")
    expect(log).not.toContain("5550123")
  })

  it("is joined by a second process, which leaves it running, and stopped by the one that started it", async () => {
    const first = await open()
    const second = await startProcess()
    expect(second).toMatchObject({ startedHere: false, events: ["joined"] })
    await second.stop()
    expect(await answers(first.url)).toBe(true)
    await first.stop()
    expect(await answers(first.url)).toBe(false)
  })

  it("is started once by four processes that come at the same time", async () => {
    beginWithNothing()
    const started = await Promise.all([1, 2, 3, 4].map(() => startProcess()))
    expect(started.filter(({ startedHere }) => startedHere)).toHaveLength(1)
    expect(new Set(started.map(({ url }) => url)).size).toBe(1)
  })

  it("is taken over by the next start when its process was killed", async () => {
    const killed = await startProcess()
    const pid = postmasterPid()
    await killed.kill()
    const events: string[] = []
    const next = await open((event) => events.push(event))
    const log = readFileSync(join(dataDir, "postgres.log"), "utf8")
    expect({ events, pid: postmasterPid(), startedHere: next.startedHere() }, log).toEqual({
      events: ["adopted"],
      pid,
      startedHere: true,
    })
    await next.stop()
    expect(await answers(next.url)).toBe(false)
  })

  it("is started afresh when its process was killed and the settings have changed since", async () => {
    const killed = await startProcess()
    const pid = postmasterPid()
    await killed.kill()
    const next = await openCluster({ dataDir, durability: "full" })
    clusters.push(next)
    expect(postmasterPid()).not.toBe(pid)
    expect(await query(next.url, "SHOW fsync")).toEqual({ fsync: "on" })
  })

  it("starts although a killed one left its pid file, and the number is another program's now", async () => {
    const { stop } = await open()
    await stop()
    const pidFile = join(dataDir, "postgres", "postmaster.pid")
    writeFileSync(pidFile, `${process.pid}\n${join(dataDir, "postgres")}\n`)
    expect(await answers((await open()).url)).toBe(true)
  })

  it("is started again when it ends while it is in use, and again when it is killed", async () => {
    const events: ClusterEvent[] = []
    const { url } = await open((event) => events.push(event))
    const told: ClusterEvent[] = ["started"]
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      process.kill(postmasterPid(), signal)
      told.push("lost", "started")
      // A second blow before the first is reported would be reported as one.
      while (events.length < told.length) await sleep(20)
      while (!(await answers(url))) await sleep(20)
    }
    expect(events).toEqual(told)
  })

  it("is kept running by one that had joined when its starter stops it", async () => {
    const starter = await startProcess()
    const joined = await open()
    await starter.stop()
    while (!joined.startedHere()) await sleep(50)
    expect(await answers(joined.url)).toBe(true)
  })

  it("is refused on data of another major version, with the way out", async () => {
    beginWithNothing()
    mkdirSync(join(dataDir, "postgres"), { recursive: true })
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n")
    await expect(open()).rejects.toThrow(
      /written by PostgreSQL 15; this release runs PostgreSQL 18\..*dump.*restore/,
    )
  })

  it("starts anew after an initialisation that was cut off", async () => {
    beginWithNothing()
    mkdirSync(join(dataDir, "postgres.unfinished", "base"), { recursive: true })
    expect(await answers((await open()).url)).toBe(true)
  })

  it("works in a directory whose path is too long for a socket", async () => {
    dataDir = join(home, "d".repeat(120), "data")
    const cluster = await open()
    expect(await answers(cluster.url)).toBe(true)
    const socketDirectory = new URL(cluster.url.replace("@/", "@localhost/")).searchParams.get("host")!
    expect(socketDirectory).toMatch(/^\/tmp\/appointed-[0-9a-f]{16}$/)
    await cluster.stop()
    rmSync(socketDirectory, { recursive: true })
  })

  itAsRoot("runs as an unprivileged user when root starts it", async () => {
    await open()
    expect(statSync(join(dataDir, "postgres")).uid).not.toBe(0)
    expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(statSync(join(dataDir, "postgres")).uid)
  })

  itAsRoot("runs as the user who starts it when that is not root, and root can join it", async () => {
    beginWithNothing()
    chownSync(home, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    const started = await startProcess(UNPRIVILEGED_UID)
    expect(started.startedHere).toBe(true)
    expect(statSync(dataDir).uid).toBe(UNPRIVILEGED_UID)
    expect((await open()).startedHere()).toBe(false)
  })

  itAsRoot("is refused to root in a closed home, with another place to use", async () => {
    chmodSync(home, 0o700)
    await expect(open()).rejects.toThrow(
      /uid \d+\) cannot enter .*Set DATA_DIR to a place such as \/var\/lib\/appointed/,
    )
  })

  it("opens a closed DATA_DIR of its own to the user it runs as", async () => {
    beginWithNothing()
    mkdirSync(dataDir, { mode: 0o700 })
    expect(await answers((await open()).url)).toBe(true)
  })
})
