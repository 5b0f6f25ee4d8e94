/** Every sample of the API's document is sent to the demo as it is printed. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { documentedMounts } from "../../../../service/http/api-docs/generate.ts"
import { openApiOf } from "../../../../service/http/api-docs/openapi.ts"
import { cloneDatabase } from "../../../support/databases.ts"
import { createTestDatabase, type TestDatabase } from "../../../support/postgres.ts"
import { startService } from "../../../support/service.ts"
import { makeDirectory } from "../../cli/processes.ts"
import { openScene, type Reader, type Scene } from "./demo-scene.ts"
import { runCurl, runSdk } from "./running-samples.ts"

const document = openApiOf(documentedMounts, "/api/v1")
/** What makes something goes first, and what ends something last, as in a reader's week. */
const turn = (name: string) =>
  /^(create|add|agent_create)/.test(name)
    ? 0
    : /^(delete|archive|remove|revoke|end|cancel|agent_(cancel|leave|opt))/.test(name)
      ? 2
      : 1
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ operation, path: path.replace("/api/v1", "") })),
  )
  // It has no end.
  .filter(({ operation }) => operation.operationId !== "stream_events")
  .sort((one, other) => turn(one.operation.operationId) - turn(other.operation.operationId))

const directory = makeDirectory()
let databases: TestDatabase[] = []
let scenes: Scene[] = []

/** Each language has a demo of its own: what one has done would be refused to the other. */
beforeAll(async () => {
  const made = await createTestDatabase()
  const first = await startService({ demoDir: directory.path, database: { ...made, drop: async () => {} } })
  await first.stop()
  const copied = await cloneDatabase(inject("clusterUrl"), new URL(made.url).pathname.slice(1))
  databases = [made, copied]
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: "#0a7" } })
  writeFileSync(join(directory.path, "file"), await image.png().toBuffer())
  scenes = await Promise.all(databases.map((database) => openScene(database, directory.path)))
})
afterAll(async () => {
  for (const { service } of scenes) await service.stop()
  directory.remove()
})

type Run = (source: string, reader: Reader, folder: string) => Promise<string | null>

async function refusedOf(label: "curl" | "SDK", scene: Scene, run: Run): Promise<string[]> {
  const refused: string[] = []
  for (const { operation, path } of operations) {
    const { source } = operation["x-codeSamples"].find((sample) => sample.label === label)!
    const reader = await scene.readerOf(operation.operationId, path)
    const said = await run(source, reader, directory.path)
    if (said !== null) refused.push(`${operation.operationId}: ${said}`)
  }
  return refused
}

it("IN-11 every sample of the document is answered as it promises: curl", async () => {
  const refused = await refusedOf("curl", scenes[0]!, runCurl)
  expect(refused).toEqual([])
})

it("IN-11 every sample of the document is answered as it promises: the SDK", async () => {
  const refused = await refusedOf("SDK", scenes[1]!, runSdk)
  expect(refused).toEqual([])
})
