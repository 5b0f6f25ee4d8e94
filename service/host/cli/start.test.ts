import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { cli, makeDirectory, type Service, serve } from "../../../test/support/processes.ts"

const directory = makeDirectory()
afterAll(directory.remove)

const dataDir = join(directory.path, "data")
const here = { DATA_DIR: dataDir }

interface DemoFile {
  company_id: number
  api_key: string
  booking_url: string
}

const readDemo = () => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as DemoFile
const statusOf = async (url: string) => (await fetch(url)).status

async function countAppointments({ ready }: Service, demo: DemoFile): Promise<number> {
  const answer = await fetch(`${ready.base_url}/api/v1/appointments?limit=100`, {
    headers: { authorization: `Bearer ${demo.api_key}` },
  })
  return ((await answer.json()) as { data: unknown[] }).data.length
}

it("OP-01 one command starts everything, with a demo whose booking link opens", async () => {
  const service = await serve(here)
  expect(service.ready).toMatchObject({
    msg: "ready",
    base_url: expect.stringMatching(/^http:/),
    book_url: expect.stringMatching(/^http:/),
  })
  const demo = readDemo()
  expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600)
  expect(await statusOf(`${service.ready.base_url}/healthz`)).toBe(200)
  expect(await statusOf(`${service.ready.base_url}/docs`)).toBe(200)
  expect(await statusOf(demo.booking_url)).toBe(200)
  expect(await countAppointments(service, demo)).toBe(100)

  const { code, stdout, stderr } = await service.stop()
  expect(code).toBe(0)
  expect(stdout.trim().split("\n")).toHaveLength(1)
  expect(stderr).toContain(demo.booking_url)
  expect(stderr).toContain("/docs")
  expect(stderr, "warnings and errors").not.toMatch(/"level":[456]0/)
})

it("a second start shows the same demo, with a link of its own port", async () => {
  const before = readDemo()
  const service = await serve(here)
  const demo = readDemo()
  expect(demo).toMatchObject({ company_id: before.company_id, api_key: before.api_key })
  expect(demo.booking_url.startsWith(`${service.ready.book_url}/r/`)).toBe(true)
  expect(await statusOf(demo.booking_url)).toBe(200)
  expect((await service.stop()).code).toBe(0)
})

it("what was dumped is restored elsewhere, and its booking links still open", async () => {
  const file = join(directory.path, "backup.dump")
  const elsewhere = join(directory.path, "elsewhere")
  const dumped = await cli(["dump", file, "--json"], here)
  expect(dumped.stderr).not.toContain("Error")
  expect(statSync(file).mode & 0o777).toBe(0o600)

  mkdirSync(elsewhere, { mode: 0o711 })
  copyFileSync(join(dataDir, "secrets.json"), join(elsewhere, "secrets.json"))
  const restored = await cli(["restore", file, "--json"], { DATA_DIR: elsewhere })
  expect(JSON.parse(restored.stdout).rows).toBe(JSON.parse(dumped.stdout).rows)

  const service = await serve({ DATA_DIR: elsewhere }, { args: ["--only", "book"] })
  const token = readDemo().booking_url.split("/r/")[1]
  expect(await statusOf(`${service.ready.book_url}/r/${token}`)).toBe(200)
  expect((await service.stop()).code).toBe(0)
})
