/** Every sample of the API's document is sent to the demo as it is printed. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { documentedMounts } from "../../service/ways-in/api-docs/generate.ts"
import { cloneDatabase, databaseOf } from "../support/databases.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { makeDirectory } from "../support/processes.ts"
import { startService } from "../support/service.ts"
import { openScene, type Reader, sceneTime } from "./demo-scene.ts"
import { type Documented, inTurn } from "./in-turn.ts"
import { type Ran, runCurl, runSdk } from "./running-samples.ts"

/** Making the demo and calling each operation take some half a minute each, and many times that on a busy machine. */
const patienceMs = 900_000

const directory = makeDirectory()
let demo: TestDatabase

beforeAll(async () => {
  demo = await createTestDatabase()
  const undropped = { ...demo, drop: async () => {} }
  const first = await startService({ demoDir: directory.path, now: sceneTime, database: undropped })
  await first.stop()
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: "#0a7" } })
  writeFileSync(join(directory.path, "logo.png"), await image.png().toBuffer())
}, patienceMs)
afterAll(async () => {
  await demo.drop()
  directory.remove()
})

/** In a copy of the demo: what one language has done would be refused to the other. Returns what went otherwise. */
async function refusedIn(
  run: (documented: Documented, reader: Reader, folder: string) => Promise<Ran>,
): Promise<string[]> {
  const copy = await cloneDatabase(inject("clusterUrl"), databaseOf(demo.url))
  const scene = await openScene(copy, directory.path)
  const refused: string[] = []
  let turn = 0
  try {
    for (const each of inTurn) {
      if (each.turn !== turn) await scene.settle()
      turn = each.turn
      const reader = await scene.readerOf(each.operationId, each.path)
      const { problem } = await run(each, reader, directory.path)
      if (problem !== null) refused.push(`${each.operationId}: ${problem}`)
    }
  } finally {
    await scene.service.stop()
  }
  return refused
}

it("IN-11 every sample in curl is answered by the demo as the document promises", {
  timeout: patienceMs,
}, async () => {
  expect(await refusedIn(runCurl)).toEqual([])
})

it("IN-11 every sample of the SDK is answered by the demo", { timeout: patienceMs }, async () => {
  expect(await refusedIn(runSdk)).toEqual([])
})

it("IN-11 every operation but the stream of events is sent", () => {
  const sent = new Set(inTurn.map(({ operationId }) => operationId))
  const left = documentedMounts.map(({ operation }) => operation.name).filter((name) => !sent.has(name))
  expect(left).toEqual(["stream_events"])
})
