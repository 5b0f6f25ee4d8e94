/**
 * A release is made, and run as packaging/appointed.service and packaging/Containerfile run it: by a user without
 * capabilities, on a read-only root, in namespaces of its own (bubblewrap). It is at most 300 MB, ready within five seconds,
 * and nothing of it changes. Needs root and bubblewrap, and the registry of npm.
 */
import { spawn, spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "production-install"
export const onlyFull = true

const project = join(import.meta.dirname, "../..")
const mostBytes = 300_000_000
const readyWithinMs = 5_000
const starts = 5

export async function run(_scale: Scale): Promise<Outcome[]> {
  const tally = openTally(name)
  const folder = mkdtempSync(join(tmpdir(), "production-"))
  const release = join(folder, "release")
  const data = join(folder, "data")
  mkdirSync(data)
  try {
    must(process.execPath, join(project, "bin/release.js"), release)
    tally.check(existsSync(join(release, "sbom.cdx.json")), () => "the release does not list its packages")
    const before = contentOf(release)
    tally.check(before.bytes <= mostBytes, () => `${before.bytes} bytes`)
    const command = commandIn(release, data)
    must(...command("migrate"))
    const readyMs: number[] = []
    for (let start = 0; start < starts; start += 1) readyMs.push(await startAndStop(command("serve")))
    tally.check(Math.max(...readyMs) <= readyWithinMs, () => `ready after ${readyMs} ms`)
    spawnSync(...split(command("doctor")))
    must(join(release, "node_modules/.bin/node"), join(release, "bin/cli.js"), "help")
    tally.check(contentOf(release).hash === before.hash, () => "the install has changed")
    const unit = must(
      "systemd-analyze",
      "security",
      "--offline=true",
      join(release, "packaging/appointed.service"),
    )
    const exposure = Number(/exposure level[^:]*: ([\d.]+)/.exec(unit)?.[1])
    tally.check(exposure <= 2, () => `the unit's exposure is ${exposure}`)
    const note = `${Math.round(before.bytes / 1e6)} MB, ready after ${readyMs.sort((a, b) => a - b).join(", ")} ms, exposure ${exposure}`
    return [tally.outcome(note)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Command = [program: string, ...args: string[]]
const split = ([program, ...args]: Command) => [program, args] as const

/** A command of the service on a read-only root, as a user who can do nothing else. */
function commandIn(release: string, data: string): (...words: string[]) => Command {
  const key = () => randomBytes(32).toString("base64")
  const settings = {
    PATH: "/usr/bin:/bin",
    NODE_ENV: "production",
    DATA_DIR: "/var/lib/appointed",
    BASE_URL: "https://api.example.com",
    BOOK_URL: "https://book.example.com",
    SECRET_KEY: key(),
    LINK_SECRET: key(),
    PORT: "0",
    BOOK_PORT: "0",
  }
  const env = Object.entries(settings).flatMap(([name, value]) => ["--setenv", name, value])
  const places = ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--ro-bind", release, "/opt"]
  return (...words) => [
    "bwrap",
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--uid", "1", "--gid", "1", "--cap-drop", "ALL"],
    ...["--new-session", "--die-with-parent", "--ro-bind", "/", "/", ...places, "--bind", data, "/var/lib"],
    ...["--chdir", "/opt", "--clearenv", ...env, "node_modules/.bin/node", "service/host/main.ts", ...words],
  ]
}

/** Milliseconds from the start to `ready`. Throws when it does not stop in good order. */
async function startAndStop(command: Command): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(...split(command), { stdio: ["ignore", "pipe", "inherit"] })
  const exit = once(child, "exit")
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready"')) break
  const tookMs = Math.round(performance.now() - startedAt)
  // The signal has to reach the service itself, since bubblewrap passes none on.
  for (const pid of childrenOf(child.pid!)) process.kill(pid, "SIGTERM")
  const [code] = await exit
  if (code !== 0) throw new Error(`the service stopped with ${code}`)
  return tookMs
}

/** The processes below bubblewrap's own two. */
function childrenOf(pid: number): number[] {
  const below = (parent: number) =>
    readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number)
  return below(pid).flatMap(below)
}

function contentOf(folder: string): { bytes: number; hash: string } {
  const hash = createHash("sha256")
  let bytes = 0
  for (const path of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const entry = lstatSync(join(folder, path))
    hash.update(`${path} ${entry.mode} ${entry.size} ${entry.mtimeMs}`)
    if (entry.isSymbolicLink()) hash.update(readlinkSync(join(folder, path)))
    if (entry.isFile()) bytes += entry.size
  }
  return { bytes, hash: hash.digest("hex") }
}

function must(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", cwd: project })
  if (status === 0) return stdout
  throw new Error(`${program} ${args.slice(-2).join(" ")}: ${error?.message ?? ""} ${stdout} ${stderr}`)
}
