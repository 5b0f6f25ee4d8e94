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
import { formOf, type Recording, readRecording, shown, writeRecording } from "./recording.ts"
import { misshaped, type Ran, runCurl, runSdk } from "./running-samples.ts"

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

interface Sent {
  /** The calls that went otherwise. */
  refused: string[]
  /** As the document shows them, by operation. */
  answers: Record<string, unknown>
}

/** In a copy of the demo: what one language has done would be refused to the other. */
async function sendAll(
  run: (documented: Documented, reader: Reader, folder: string) => Promise<Ran>,
): Promise<Sent> {
  const copy = await cloneDatabase(inject("clusterUrl"), databaseOf(demo.url))
  const scene = await openScene(copy, directory.path)
  const sent: Sent = { refused: [], answers: {} }
  let turn = 0
  try {
    for (const each of inTurn) {
      if (each.turn !== turn) await scene.settle()
      turn = each.turn
      const reader = await scene.readerOf(each.operationId, each.path)
      const { problem, answer } = await run(each, reader, directory.path)
      if (problem !== null) sent.refused.push(`${each.operationId}: ${problem}`)
      else if (answer !== undefined && !each.mount.file)
        sent.answers[each.operationId] = shown(answer, scene.service)
    }
  } finally {
    await scene.service.stop()
  }
  return sent
}

it("IN-11 every sample in curl is answered by the demo as the document promises, and as its recorded example", {
  timeout: patienceMs,
}, async () => {
  const { refused, answers } = await sendAll(runCurl)
  expect(refused).toEqual([])
  if (process.env.RECORD_ANSWERS) writeRecording(answers)
  const recorded = readRecording()
  const forms = (all: Recording) =>
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, formOf(each)]))
  expect(forms(recorded), "record them anew: RECORD_ANSWERS=1 npm test -- test/samples").toEqual(
    forms(answers),
  )
  const untrue = inTurn.filter(
    ({ operationId, mount }) =>
      operationId in recorded && misshaped(mount, JSON.stringify(recorded[operationId])) !== null,
  )
  expect(untrue.map(({ operationId }) => operationId)).toEqual([])
})

it("IN-11 every sample of the SDK is answered by the demo", { timeout: patienceMs }, async () => {
  const { refused } = await sendAll(runSdk)
  expect(refused).toEqual([])
})

it("IN-11 every operation but the stream of events is sent", () => {
  const sent = new Set(inTurn.map(({ operationId }) => operationId))
  const left = documentedMounts
    .filter(({ byPublishableKey }) => !byPublishableKey)
    .map(({ operation }) => operation.name)
    .filter((name) => !sent.has(name))
  expect(left).toEqual(["stream_events"])
})
