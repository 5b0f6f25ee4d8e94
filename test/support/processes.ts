/** The real commands as processes of their own, as an operator runs them. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"

const root = join(import.meta.dirname, "../..")

export type Settings = Record<string, string>

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface Service {
  /** The ready line. */
  ready: { msg: string; base_url: string | null; book_url: string | null }
  /** Ends it by the signal; returns what it printed meanwhile and how it ended. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<Outcome>
}

/** A directory of its own for one test file, which PostgreSQL's unprivileged user can pass through. */
export function makeDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "appointed-cli-"))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Runs the program behind `npm run cli -- …` to its end, without npm around it. */
export async function cli(args: readonly string[], settings: Settings, stdin = ""): Promise<Outcome> {
  const child = launch("bin/cli.js", args, settings)
  child.stdin!.end(stdin)
  return outcomeOf(child)
}

/** `npm run cli -- …` as it is typed, to its end. */
export async function npmRunCli(args: readonly string[], settings: Settings): Promise<Outcome> {
  return outcomeOf(spawnHere("npm", ["run", "cli", "--", ...args], settings))
}

/**
 * Runs the program behind `npm start`, or another way to serve, until it is ready. Throws with its output when it ends
 * before.
 */
export async function serve(
  settings: Settings,
  options: { script?: string; args?: readonly string[] } = {},
): Promise<Service> {
  const { script = "bin/start.js", args = [] } = options
  const child = launch(script, args, { PORT: "0", BOOK_PORT: "0", ...settings })
  const ending = outcomeOf(child)
  const lines = createInterface({ input: child.stdout! })
  const first = await Promise.race([once(lines, "line").then(([line]) => String(line)), ending])
  if (typeof first !== "string") throw new Error(first.stderr)
  return {
    ready: JSON.parse(first),
    async stop(signal = "SIGTERM") {
      child.kill(signal)
      return ending
    },
  }
}

function launch(script: string, args: readonly string[], settings: Settings): ChildProcess {
  return spawnHere(process.execPath, [join(root, script), ...args], settings)
}

function spawnHere(command: string, args: readonly string[], settings: Settings): ChildProcess {
  const { PATH = "", HOME = "" } = process.env
  return spawn(command, args, {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ["pipe", "pipe", "pipe"],
  })
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const [stdout, stderr] = [text(child.stdout!), text(child.stderr!)]
  const [code, signal] = await once(child, "close")
  return { code: code ?? (signal === null ? -1 : 128), stdout: await stdout, stderr: await stderr }
}
