import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../../test/support/free-port.ts"
import { holdWrites } from "../../../test/support/held-writes.ts"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { cli, makeDirectory, type Settings, serve } from "../../../test/support/processes.ts"

const script = "bin/cli.js"
const dayMs = 86_400_000
const directory = makeDirectory()
let database: TestDatabase
let here: Settings

beforeAll(async () => {
  database = await createTestDatabase()
  here = { DATA_DIR: directory.path, DATABASE_URL: database.url, POOL_SIZE: "4" }
})
afterAll(async () => {
  await database.drop()
  directory.remove()
})

async function makeCompany(): Promise<{ company_id: number; api_key: string }> {
  const args = ["company", "create", "--name", "Harbour Heating", "--timezone", "America/Chicago", "--json"]
  return JSON.parse((await cli(args, here)).stdout)
}

function caller(baseUrl: string, key: string) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
}

it("OP-03 api, book and worker run as processes of their own on one database", async () => {
  const shared = { ...here, BOOK_PORT: String(await freePort()) }
  const { api_key: key } = await makeCompany()
  const api = await serve(shared, { script, args: ["serve", "--only", "api", "--no-demo"] })
  const book = await serve(shared, { script, args: ["serve", "--only", "book"] })
  expect([api.ready.book_url, book.ready.base_url]).toEqual([null, null])

  const call = caller(api.ready.base_url!, key)
  const type = await call("POST", "/appointment-types", { name: "Boiler service", duration_minutes: 60 })
  const customer = await call("POST", "/customers", { name: "Sam Poe" })
  const request = await call("POST", "/scheduling-requests", {
    customer_id: customer.body.data.id,
    appointment_type_id: type.body.data.id,
    latest_date: new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10),
  })
  expect(request.status).toBe(201)
  expect((await fetch(request.body.data.booking_url)).status).toBe(200)
  expect((await fetch(`${book.ready.book_url}/api/v1/customers`)).status).toBe(404)

  const later = { ...shared, TEST_CLOCK_OFFSET_MS: String(10 * dayMs) }
  const worker = await serve(later, { script, args: ["serve", "--only", "worker"] })
  const readStatus = async () =>
    (await call("GET", `/scheduling-requests/${request.body.data.id}`)).body.data.status
  await expect.poll(readStatus).toBe("expired")
  for (const { stop } of [api, book, worker]) {
    const { code, stdout, stderr } = await stop()
    expect(code, `${stderr}\n${stdout}`).toBe(0)
  }
})

/** Waits until no new connection is let in. */
async function portCloses(baseUrl: string): Promise<void> {
  const isOpen = () =>
    fetch(`${baseUrl}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
}

it("OP-04 SIGTERM lets the request in hand finish, then the service ends", async () => {
  const { api_key: key } = await makeCompany()
  const service = await serve(here, { script, args: ["serve", "--no-demo"] })
  const holder = new Client({ connectionString: database.url })
  await holder.connect()
  const writes = await holdWrites(holder, "company")
  const answer = caller(service.ready.base_url!, key)("PUT", "/company", { name: "Harbour & Sons" })
  await writes.oneHeld()
  const ending = service.stop()
  await portCloses(service.ready.base_url!)
  await writes.letGo()
  await holder.end()
  expect(await answer).toMatchObject({ status: 200, body: { data: { name: "Harbour & Sons" } } })
  expect((await ending).code).toBe(0)
})

it("OP-04 npm's shell gives way to what it starts: one that stays keeps SIGTERM for itself", () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"))
  for (const name of ["start", "cli", "test", "bench", "chaos"]) {
    expect(scripts[name]).toBe(`exec "\${npm_node_execpath:-node}" bin/${name}.js`)
  }
})

it("a taken port is named, with the setting that chooses another", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => other.once("listening", resolve))
  const { port } = other.address() as { port: number }
  const settings = { ...here, PORT: String(port), BOOK_PORT: "0" }
  const { code, stdout, stderr } = await cli(["serve", "--no-demo"], settings)
  other.close()
  expect(code).toBe(1)
  expect(stdout).toBe("")
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken by another program. Choose another with PORT=`)
})
