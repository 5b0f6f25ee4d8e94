/** The service as its operator runs it, with a clinic that is large and hostile, and a neighbour with an everyday of its own. */
import { type ChildProcess, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { makeBenchCompany, searchedDates } from "../../bench/bench-company.ts"
import { openBenchContext } from "../../bench/bench-context.ts"
import { plainEnv } from "../kills/service-process.ts"
import { addServices, addVans } from "./large-clinic.ts"
import type { Everyday } from "./victim-process.ts"

export const range = searchedDates
export const clinicSlug = "large-clinic"
/** Attackers come from others. */
export const neighboursAddress = "192.0.2.10"

export interface Clinic {
  companyId: number
  key: string
  typeId: number
  providerIds: number[]
  locationId: number
  customerId: number
  /** Five, each of half an hour on a grid of five minutes, that visitors book together. */
  serviceIds: number[]
  /** The location with 400 visits of 30 vans on `vansDate`. */
  depotId: number
  /** Admin keys of test companies with the clinic's set-up. */
  twinKeys: string[]
  adminEmail: string
}

export interface Scene {
  apiPort: number
  bookPort: number
  /** The port of a server that answers 204 to anything. */
  sinkPort: number
  /** The port of a server with files that are made to cost their reader time. */
  hostilePort: number
  /** The process id of the service. */
  pid: number
  clinic: Clinic
  neighbour: Omit<Everyday, "count" | "everyMs">
  close(): Promise<void>
}

const benchNow = Date.UTC(2027, 1, 25, 12)

export async function openScene(clinicProviders: number): Promise<Scene> {
  const bench = await openBenchContext(4)
  const logs = mkdtempSync(join(tmpdir(), "attacks-"))
  const large = await makeBenchCompany(bench.context, {
    providers: clinicProviders,
    busyEach: 40,
    slotIntervalMinutes: 15,
  })
  const small = await makeBenchCompany(bench.context, { providers: 10, busyEach: 40 })
  await bench.context.db.query("VACUUM ANALYZE")
  const service = await startService(bench.url, join(logs, "data"))
  const sink = fork(join(import.meta.dirname, "sink-process.ts"), { execArgv: [] })
  const hostile = fork(join(import.meta.dirname, "hostile-process.ts"), { execArgv: [] })
  const [[sinkPort], [hostilePort]] = await Promise.all([once(sink, "message"), once(hostile, "message")])
  const api = apiOf(service.baseUrl, large.apiKey)
  await api("PUT", "/company", { public_slug: clinicSlug, public_booking_enabled: true })
  await api("PUT", `/appointment-types/${large.typeId}`, { public_booking: true })
  const serviceIds = await addServices(bench.context.db, api, large)
  const { depotId } = await addVans(bench.context.db, api, large)
  const twinKeys: string[] = []
  for (let made = 0; made < 3; made += 1) twinKeys.push((await api("POST", "/test-company")).api_key)
  // The threads that a service has once it has read a calendar and a password are no attack's doing.
  await apiOf(service.baseUrl, small.apiKey)("POST", `/providers/${small.providerIds[0]}/calendars`, {
    kind: "ics",
    url: `http://127.0.0.1:${hostilePort}/ordinary`,
  })
  await fetch(`${service.baseUrl}/api/v1/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.com", password: "wrong horse" }),
  })
  const search = { appointment_type_id: small.typeId, ...searchedDates, provider_id: small.providerIds[0]! }
  return {
    apiPort: portOf(service.baseUrl),
    bookPort: portOf(service.bookUrl),
    sinkPort,
    hostilePort,
    pid: service.pid,
    clinic: {
      companyId: large.companyId,
      key: large.apiKey,
      typeId: large.typeId,
      providerIds: large.providerIds,
      locationId: large.locationId,
      customerId: large.customerId,
      serviceIds,
      depotId,
      twinKeys,
      adminEmail: "owner@example.com",
    },
    neighbour: {
      url: service.baseUrl,
      key: small.apiKey,
      address: neighboursAddress,
      requests: [
        { method: "POST", path: "/api/v1/slots", body: search },
        { method: "GET", path: `/api/v1/board?date=2027-03-02&location_id=${small.locationId}` },
        { method: "GET", path: `/api/v1/customers/${small.customerId}` },
        { method: "GET", path: "/api/v1/appointments?limit=25" },
      ],
    },
    async close() {
      sink.disconnect()
      hostile.disconnect()
      await service.stop()
      await bench.close()
      rmSync(logs, { recursive: true, force: true })
    },
  }
}

const portOf = (url: string) => Number(new URL(url).port)

interface Running {
  baseUrl: string
  bookUrl: string
  pid: number
  stop(): Promise<void>
}

async function startService(databaseUrl: string, dataDir: string): Promise<Running> {
  const program = join(import.meta.dirname, "../../service/host/main.ts")
  // As `npm start` and the packages run it (bin/setup.js).
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=8", "--heap-growing-percent=30", program, "serve", "--no-demo"],
    {
      env: {
        ...plainEnv,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: "0",
        BOOK_PORT: "0",
        LOG_LEVEL: "error",
        TRUST_PROXY: "1",
        ALLOW_PRIVATE_ADDRESSES: "true",
        TEST_CLOCK_OFFSET_MS: String(benchNow - Date.now()),
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  const ready = await readyLine(child)
  return {
    baseUrl: ready.base_url,
    bookUrl: ready.book_url,
    pid: child.pid!,
    async stop() {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    },
  }
}

async function readyLine(child: ChildProcess): Promise<{ base_url: string; book_url: string }> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const read = JSON.parse(line) as { msg?: string; base_url: string; book_url: string }
    if (read.msg === "ready") return read
  }
  throw new Error("The service ended before it was ready")
}

const apiOf = (baseUrl: string, key: string) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const read = (await answer.json()) as { data: { api_key: string; id: number } }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read)}`)
  return read.data
}
