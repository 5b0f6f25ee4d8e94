/** `npm start` outlives the service's death, and ends on a signal, however it comes. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { afterAll, describe, expect, it } from "vitest"
import { gaveUp, isTooOften, onSignals } from "../../../bin/supervise.js"
import { makeDirectory } from "../../../test/support/processes.ts"
import { root } from "../../../test/support/source-files.ts"
import { onSignals as onSignalsOfService } from "./signals.ts"

const directory = makeDirectory()
afterAll(directory.remove)

/** A process in a group of its own, so that a signal can be sent to all of it, and the lines that it prints. */
function begin(args: readonly string[], settings: Record<string, string> = {}) {
  const { PATH = "", HOME = "" } = process.env
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    env: { PATH, HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const said = text(child.stderr!)
  const ended = once(child, "close").then(async ([code]) => ({ code: code as number, stderr: await said }))
  const nextLine = async () => JSON.parse((await lines.next()).value!)
  return { child, nextLine, ended }
}

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => process.kill(-pid!, signal)

/** Resolves once the process is gone. */
const gone = (pid: number) => expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false)

/** A stand-in for the service: it says that it is ready with its pid, and then waits to be ended. */
const program = join(directory.path, "program.mjs")
writeFileSync(
  program,
  `const { PORT = "41000", FAILS, REFUSES } = process.env
   const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n")
   if (REFUSES) process.send({ refused: true }, () => process.exit(1))
   else if (FAILS) process.exit(1)
   else process.send({ ready: { PORT } }, () => say({ pid: process.pid, PORT }))
   process.on("message", (message) => { say({ message }); if (message === "stop at once" || !process.env.STAYS) process.exit(0) })
   process.on("SIGTERM", () => say({ signal: "SIGTERM" }))
   process.on("disconnect", () => process.exit(0))`,
)
const starter = join(directory.path, "starter.mjs")
writeFileSync(
  starter,
  `import { keepServing } from ${JSON.stringify(join(root, "bin/supervise.js"))}
   keepServing({
     node: process.execPath, args: [${JSON.stringify(program)}], options: { env: process.env }, restarts: true,
     stopDatabase: () => process.stderr.write("database stopped\\n"),
   })`,
)

describe("a service that dies", () => {
  it("FX-13 counts as dying too often from the fifth death within ten minutes on", () => {
    const minute = 60_000
    const every = (ms: number, times: number) => Array.from({ length: times }, (_, nth) => nth * ms)
    expect(isTooOften(every(0, 4))).toBe(false)
    expect(isTooOften(every(0, 5))).toBe(true)
    expect(isTooOften(every(2 * minute, 5))).toBe(true)
    expect(isTooOften(every(2.5 * minute, 5))).toBe(false)
    expect(isTooOften([0, ...every(1, 4).map((at) => at + 11 * minute)])).toBe(false)
  })

  it("FX-13 is started again at its port, by whichever signal it died, and given up at its fifth death with a sentence and a code", async () => {
    const { nextLine, ended } = begin([starter])
    const pids = new Set<number>()
    for (const signal of ["SIGKILL", "SIGABRT", "SIGSEGV", "SIGKILL", "SIGKILL"] as const) {
      const { pid, PORT } = await nextLine()
      expect(PORT).toBe("41000")
      pids.add(pid)
      process.kill(pid, signal)
    }
    const { code, stderr } = await ended
    expect(pids.size).toBe(5)
    expect(code).toBe(gaveUp)
    expect(stderr.match(/is started again/g)).toHaveLength(4)
    expect(stderr).toContain(
      "has died 5 times within 10 minutes, the last time by SIGKILL, and is not started again",
    )
    expect(stderr.trimEnd().endsWith("database stopped")).toBe(true)
  })

  it("FX-13 a start that is refused, or fails before it was ever ready, is not tried again", async () => {
    for (const settings of [{ REFUSES: "1" }, { FAILS: "1" }])
      expect(await begin([starter], settings).ended).toEqual({ code: 1, stderr: "" })
  })

  it("IN-18 a signal that reaches the starter, its group and the service is one word to the service", async () => {
    const { child, nextLine, ended } = begin([starter], { STAYS: "1" })
    await nextLine()
    signalGroup(child, "SIGTERM")
    const lines = [await nextLine(), await nextLine()]
    expect(lines).toContainEqual({ message: "stop" })
    expect(lines).toContainEqual({ signal: "SIGTERM" })
    child.kill("SIGKILL")
    expect((await ended).code).toBe(null)
  })
})

it.each([
  ["the starter", onSignals],
  ["the service", onSignalsOfService],
])("IN-18 %s counts a signal once that arrives several times at once", (_who, on) => {
  const heard: string[] = []
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const
  const others = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  for (const signal of signals) process.removeAllListeners(signal)
  try {
    on({ first: () => heard.push("first"), again: () => heard.push("again") })
    for (const signal of [...signals, "SIGTERM"] as const) process.emit(signal)
    expect(heard).toEqual(["first"])
  } finally {
    for (const [signal, before] of others) {
      process.removeAllListeners(signal)
      for (const listener of before) process.on(signal, listener)
    }
  }
})

interface Ready {
  base_url: string
  book_url: string
}

describe("the real service", () => {
  it("FX-13 IN-18 killed, it comes back at its ports with the database it left; a signal to the group ends all in order", async () => {
    const settings = { DATA_DIR: join(directory.path, "data"), PORT: "0", BOOK_PORT: "0", FILES_PORT: "0" }
    const { child, nextLine, ended } = begin(["bin/start.js", "--no-demo"], settings)
    const before: Ready = await nextLine()
    const postmaster = () =>
      Number(readFileSync(join(settings.DATA_DIR, "postgres/postmaster.pid"), "utf8").split("\n")[0])
    const database = postmaster()
    const service = () =>
      Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ")[0])
    process.kill(service(), "SIGKILL")
    const after: Ready = await nextLine()
    expect([after.base_url, after.book_url]).toEqual([before.base_url, before.book_url])
    expect(postmaster()).toBe(database)
    expect((await fetch(`${after.base_url}/readyz`)).status).toBe(200)

    signalGroup(child, "SIGTERM")
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toContain("The service has died by SIGKILL and is started again.")
    expect(stderr).toMatch(/"code":"stopped","job":"postgres"/)
    await gone(database)
  })
})
