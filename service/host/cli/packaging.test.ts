/** The promises of `packaging/` about processes, tried on the processes. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freePort } from "../../../test/support/free-port.ts"
import { createTestDatabase, type TestDatabase } from "../../../test/support/postgres.ts"
import { makeDirectory, type Service, serve } from "../../../test/support/processes.ts"
import { root } from "../../../test/support/source-files.ts"
import { allParts } from "../app.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const containerfile = read("packaging/Containerfile")
/** The settings that the image gives every process. */
const ofImage = Object.fromEntries(
  [...containerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) =>
    pairs!.split(/\s+/).map((pair) => pair.split("=") as [string, string]),
  ),
)
const [, ...check] = JSON.parse(/HEALTHCHECK .*\\\n\s+CMD (\[.+\])/.exec(containerfile)![1]!) as string[]

/** True where the image's health check, beside a process with these settings, finds it healthy. */
const isHealthy = (settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, check, { env: settings }).then(
    () => true,
    ({ code }: { code: number }) => {
      expect(code).toBe(1)
      return false
    },
  )

const directory = makeDirectory()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  directory.remove()
})

it.each(allParts)("SC-04 the image's check asks the very process, of --only %s too", async (part) => {
  const settings = {
    ...{ METRICS_PORT: String(await freePort()), METRICS_HOST: ofImage.METRICS_HOST! },
    ...{ DATABASE_URL: database.url, DATA_DIR: directory.path, POOL_SIZE: "4" },
  }
  expect(ofImage.METRICS_PORT).toMatch(/^\d+$/)
  expect(await isHealthy(settings)).toBe(false)
  const only = ["serve", "--only", part, "--no-demo"]
  const service: Service = await serve(settings, { script: "bin/cli.js", args: only })
  expect(await isHealthy(settings)).toBe(true)
  await service.stop()
  expect(await isHealthy(settings)).toBe(false)
})

it("SC-04 a build in a container leaves out what is the machine's own", () => {
  // Podman reads it too, where there is no `.containerignore`.
  expect(read(".dockerignore").split("\n")).toEqual(
    expect.arrayContaining([".git", "node_modules", "data", ".env"]),
  )
})

it("SC-04 systemd tells the service alone to stop", () => {
  expect(read("packaging/appointed.service").split("\n")).toContain("KillMode=mixed")
})
