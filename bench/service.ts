/**
 * service.start_s: seconds from `npm start`'s command to the line that says the service is ready, when its data is there
 * already: pages built, database made, demo company in it. Median of three starts after a first one; nothing else runs.
 *
 * service.rss_mb: megabytes (1,048,576 bytes) of memory that the one process of API, customer host and worker holds, as
 * `ps` says, 30 seconds after it was ready and without a request; PostgreSQL's processes are not counted.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { atMost, type Figure, median } from "./figure.ts"

const startFigure = "service.start_s"
const memoryFigure = "service.rss_mb"
export const figures = [memoryFigure, startFigure]

const root = join(import.meta.dirname, "..")
/** The command behind `npm start`, and the one process that stays of it. */
const startCommand = [join(root, "bin", "start.js")]
const serviceItself = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=30",
  join(root, "service", "host", "main.ts"),
  "serve",
]
const restarts = 3
const idleMs = 30_000
const memoryGoal = 200
const startGoal = 3

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"))
  const results: Figure[] = []
  try {
    await startAndStop(startCommand, dataDir, timeUntilReady)
    if (only(memoryFigure)) {
      const megabytes = await startAndStop(serviceItself, dataDir, idleMemory)
      results.push(atMost(memoryFigure, megabytes, "MB", memoryGoal, "ps, 30 s after ready"))
    }
    if (only(startFigure)) {
      const seconds: number[] = []
      for (let i = 0; i < restarts; i++) {
        seconds.push(await startAndStop(startCommand, dataDir, timeUntilReady))
      }
      results.push(atMost(startFigure, median(seconds), "s", startGoal, "the clock"))
    }
    return results
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const timeUntilReady = async (_service: ChildProcess, seconds: number) => seconds

async function idleMemory(service: ChildProcess): Promise<number> {
  await sleep(idleMs)
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(service.pid)], { encoding: "utf8" })) / 1024
}

/** Starts the service on free ports, measures it once it is ready, and stops it in order. */
async function startAndStop(
  program: readonly string[],
  dataDir: string,
  measure: (service: ChildProcess, secondsUntilReady: number) => Promise<number>,
): Promise<number> {
  const startedAt = performance.now()
  const service = spawn(process.execPath, program, {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", BOOK_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let told = ""
  service.stderr!.on("data", (text) => {
    told += text
  })
  const ended = once(service, "exit")
  try {
    if (!(await isReady(service))) throw new Error(`The service ended before it was ready: ${told}`)
    return await measure(service, (performance.now() - startedAt) / 1000)
  } finally {
    service.kill("SIGTERM")
    await ended
  }
}

/** True once it is ready; false when it ended first. */
async function isReady(service: ChildProcess): Promise<boolean> {
  for await (const line of createInterface({ input: service.stdout! })) {
    if (!line.includes('"msg":"ready"')) continue
    service.stdout!.resume()
    return true
  }
  return false
}

if (import.meta.main) console.table(await run(() => true))
