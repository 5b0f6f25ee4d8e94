/** The stage that runs a test, and the ceilings of a whole run. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it } from "vitest"
import { filesOf, hostTests, projectOfFile, testFiles } from "../bin/test-files.js"
import { root } from "./support/source-files.ts"

/** The runner is plain JavaScript, which is not typed. */
const runner = (name: string) => import(pathToFileURL(join(root, "bin", name)).href)

const IMPORT = /^(?:import|export)\b(?!\s+type\b)[^"';]*?\bfrom\s*"([^"]+)"|^import "([^"]+)"/gm
const imported = new Map<string, string[]>()

function importsOf(path: string): string[] {
  const known = imported.get(path)
  if (known) return known
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : ""
  const own = [...text.matchAll(IMPORT)].map(([, from, alone]) => (from ?? alone)!)
  const found = own.map((from) => (from.startsWith(".") ? normalize(join(dirname(path), from)) : from))
  imported.set(path, found)
  return found
}

function reachedFrom(path: string): Set<string> {
  const reached = new Set([path])
  for (const each of reached) for (const next of importsOf(each)) reached.add(next)
  return reached
}

/** The needs of a test that only a server, a process or built pages fulfil. */
const outside =
  /^(?:pg|node:child_process|test\/support\/(?:service|postgres|databases|test-cluster|processes|authority)\.ts)$/

/** They need the built pages, or a thread of the service that is a process of its own. */
const others = ["service/host/database/binaries.test.ts", "service/ways-in/customer-host/page-assets.test.ts"]

it("TS-05 every test of the database's stage reaches a server or starts a process; all others are pure", () => {
  const without = filesOf("database").filter(
    (path) => ![...reachedFrom(path)].some((each) => outside.test(each)),
  )
  expect(without.filter((path) => !others.includes(path))).toEqual([])
})

it("TS-02 every path of the stages is there, and so is every folder that the host's tests are about", () => {
  const { host, ...stages } = JSON.parse(readFileSync(join(root, "test/projects.json"), "utf8")) as Record<
    string,
    string[]
  >
  const paths = [...Object.values(stages).flat(), ...Object.keys(host!), ...Object.values(hostTests).flat()]
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(testFiles().length).toBe(
    ["pure", "database", "browser", "after", "host"].reduce((sum, stage) => sum + filesOf(stage).length, 0),
  )
  expect(projectOfFile("test/kills/storms.test.ts")).toBe("host")
  expect(projectOfFile("test/browser/dev-loop.test.ts")).toBe("host")
  expect(projectOfFile("test/browser/console.test.ts")).toBe("browser")
})

it("TS-01 a count above its ceiling fails a run, and so does one without a ceiling", async () => {
  const { judgeCounts } = await runner("ceilings.js")
  const most = { "service-starts": 3, trials: 10 }
  expect(judgeCounts({ "service-starts": 3, trials: 2 }, { most })).toMatchObject({ passed: 2, failed: 0 })
  expect(judgeCounts({ "service-starts": 4, trials: 2 }, { most })).toMatchObject({ passed: 1, failed: 1 })
  expect(judgeCounts({ contexts: 1 }, { most })).toMatchObject({ passed: 2, failed: 1 })
})

it("TS-01 the seconds of the processor are those of a command and of all that it started", async () => {
  const { cpuSecondsIn } = await runner("cpu-seconds.js")
  expect(cpuSecondsIn("0m0.01s 0m0.02s\n1m2.50s 0m3.47s\n")).toBeCloseTo(66)
})
