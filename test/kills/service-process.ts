/** The service as its operator runs it: a process of its own with an embedded PostgreSQL, to be killed at any moment. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"

export interface ServiceProcess {
  baseUrl: string
  pid: number
  /** Ends it at once; its PostgreSQL stays behind. */
  kill(): Promise<void>
  /** Ends it in good order. Throws unless it says that it did. */
  stop(): Promise<void>
}

const program = join(import.meta.dirname, "../../service/host/main.ts")

type Settings = Readonly<Record<string, string>>

/** A process of the service has this part of our environment: no settings. */
export const plainEnv = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
}

const settingsFor = (dataDir: string, clockOffsetMs: number): Settings => ({
  ...plainEnv,
  DATA_DIR: dataDir,
  PORT: "0",
  BOOK_PORT: "0",
  LOG_LEVEL: "fatal",
  TEST_CLOCK_OFFSET_MS: String(clockOffsetMs),
})

/**
 * Starts it and waits until it is ready; `more` are settings beside those of every test. Throws what it said on standard
 * error when it ends before.
 */
export async function startServiceProcess(
  dataDir: string,
  clockOffsetMs: number,
  more: Settings = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, "serve", "--no-demo"], {
    env: { ...settingsFor(dataDir, clockOffsetMs), ...more },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const complaints: string[] = []
  child.stderr.on("data", (chunk: Buffer) => complaints.push(String(chunk)))
  const ready = await Promise.race([
    readyLine(child),
    once(child, "exit").then(() => Promise.reject(new Error(`The service ended: ${complaints.join("")}`))),
  ])
  return {
    baseUrl: ready.base_url,
    pid: child.pid!,
    kill: async () => {
      await end(child, "SIGKILL")
    },
    async stop() {
      const code = await end(child, "SIGTERM")
      if (code !== 0) throw new Error(`The service stopped with ${code}: ${complaints.join("")}`)
    },
  }
}

async function readyLine(child: ChildProcess): Promise<{ base_url: string }> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const read = JSON.parse(line) as { msg?: string; base_url: string }
    if (read.msg === "ready") return read
  }
  return new Promise(() => {})
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, "exit")
  child.kill(signal)
  const [code] = await exit
  return code as number | null
}

/** Ends the embedded PostgreSQL at once, with all that it has in hand. */
export function killPostgres(dataDir: string): void {
  const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  process.kill(pid, "SIGKILL")
}

/** Makes a company the way an operator does; returns its admin key. */
export async function createCompany(dataDir: string, more: Settings = {}): Promise<string> {
  const args = ["company", "create", "--name", "Harbour Heating", "--timezone", "UTC", "--json"]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...settingsFor(dataDir, 0), ...more },
  })
  return JSON.parse(stdout).api_key
}
