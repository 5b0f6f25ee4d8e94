import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import "./node-version.js"

const { requireBrowserEnv } = await import("./browser.js")
const { burnEveryCore } = await import("./burning.js")
const { judgeCounts, readCeilings, readCounts } = await import("./ceilings.js")
const { checks } = await import("./checks.js")
const { runChangedHostStages, runHostFiles } = await import("./host-stages.js")
const { writeLastRun } = await import("./last-run.js")
const { nearestTests } = await import("./nearest-tests.js")
const { isSpreadByCitus, whyNotOnCitus } = await import("./not-on-citus.js")
const { buildPages } = await import("./pages.js")
const { prepare, root } = await import("./setup.js")
const { openStages } = await import("./stages.js")
const { filesOf, hasTests } = await import("./test-files.js")
const { runVitest, runVitestBeside } = await import("./test-stages.js")

const TIME = join("test", "domain", "time")
const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]

/** So many test files beside the pure ones that a quick run stays within a minute. */
const QUICK_FILES = 6

const { isQuick, isLoaded, isCi, named, database } = readArguments(process.argv.slice(2))
const node = prepare()
buildPages(root, node)

const filters = isQuick ? nearestTests(QUICK_FILES) : named
const isEverything = !isQuick && named.length === 0
const ceilings = readCeilings()
const stages = openStages(ceilings.cpuSeconds)
/** The notes that a whole run's tests write for its end. */
const notes = isEverything ? mkdtempSync(join(tmpdir(), "whole-run-")) : null
const noted = notes ? { REFUSALS_MET: join(notes, "refusals"), TEST_COUNTS: join(notes, "counts") } : {}
for (const folder of Object.values(noted)) mkdirSync(folder)
const fire = isLoaded ? burnEveryCore(node) : null
const startedAt = performance.now()

if (isEverything || isQuick)
  await stages.run("format, lint and types", async () => countChecks(await checks(node)))
if (isQuick) await stages.run("pure", () => runVitest(node, "pure", [], { env: inZone(ZONES[1]) }))
else if (hasTests("pure", filters)) {
  for (const zone of isEverything ? ZONES.slice(0, 1) : ZONES)
    await stages.run(`pure, TZ=${zone}`, runIn(zone))
}
const otherZones = isEverything ? runPureInOtherZones() : null
if (hasTests("database", filters)) await stages.run("database", runDatabaseTests)
if (hasTests("browser", filters)) await stages.run("browser", runBrowserTests)
if (notes) await stages.run("after all others", () => runVitest(node, "after", [], { env: noted }))
if (otherZones) {
  for (const zone of ZONES.slice(1))
    await stages.run(`pure, TZ=${zone}`, async () => told((await otherZones).get(zone)))
}
if (isCi) await runChangedHostStages(node, stages)
else if (named.length > 0 && hasTests("host", named)) await runHostFiles(node, stages, named)
fire?.stop()
if (notes) await endOfWholeRun()

const failed = stages.failed() + (isLoaded ? stages.flaky().length : 0)
const { TRIALS = "1/8", TRIALS_SEED = "0" } = process.env
if (failed > 0) process.stdout.write(`\nwhat was drawn: TRIALS=${TRIALS} TRIALS_SEED=${TRIALS_SEED}\n`)
process.stdout.write(`${stages.passed()} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && stages.passed() > 0 ? 0 : 1

/** The counts are held to their ceilings, and what the run was is kept. */
async function endOfWholeRun() {
  const counts = readCounts(noted.TEST_COUNTS)
  await stages.run("counts", async () => {
    const { lines, ...outcome } = judgeCounts(counts, ceilings)
    process.stdout.write(`${lines.join("\n")}\n`)
    return outcome
  })
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = stages.done.reduce((sum, stage) => sum + (stage.cpuSeconds ?? 0), 0)
  const { passed, failed: lost, flaky } = stages
  writeLastRun({
    ...{ isLoaded, seconds, cpuSeconds, passed: passed(), failed: lost(), flaky: flaky(), counts },
    stages: stages.done,
  })
  process.stdout.write(`\n${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of the processor\n`)
  rmSync(notes, { recursive: true })
}

/** Each zone tries the same share of what is drawn. */
function inZone(zone) {
  return { ...noted, TZ: zone }
}

function runIn(zone) {
  return () => runVitest(node, "pure", filters, { env: inZone(zone), again: isEverything })
}

/**
 * One after the other, beside the stages that wait for browsers, processes and the disk. What counts local time runs in each
 * zone, all else in one of them beside UTC: a machine's zone that leaks shows in any.
 */
async function runPureInOtherZones() {
  const outcomes = new Map()
  const others = ZONES.slice(1)
  for (const [nth, zone] of others.entries()) {
    const files = filesOf("pure").filter((path, i) => path.startsWith(TIME) || i % others.length === nth)
    outcomes.set(zone, await runVitestBeside(node, "pure", files, inZone(zone)))
  }
  return outcomes
}

function told({ said, ...counts }) {
  process.stdout.write(said)
  return counts
}

function countChecks(outcomes) {
  const passed = outcomes.filter((outcome) => outcome.passed).length
  const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0)
  return { passed, failed: outcomes.length - passed, cpuSeconds }
}

async function runDatabaseTests() {
  const url = database.TEST_DATABASE_URL
  const isSpread = url !== undefined && (await isSpreadByCitus(url))
  return runVitest(node, "database", filters, {
    env: { ...noted, ...database },
    again: isEverything,
    ...(isSpread ? { excused: whyNotOnCitus } : {}),
  })
}

function runBrowserTests() {
  const browser = requireBrowserEnv()
  if (browser.CHROMIUM === null) return { passed: 0, failed: 1 }
  const pace = isLoaded ? { PACE: "late-answers" } : {}
  const env = { ...browser, ...noted, ...database, ...pace }
  return runVitest(node, "browser", filters, { env, again: isEverything })
}

/**
 * Parts of paths of tests, or `--quick`, and besides
 * - `--database URL`: the server that they run on instead of one of their own;
 * - `--loaded`: every core burns meanwhile, and browsers get late answers;
 * - `--ci`: with those tests of the host that are about something that has changed.
 */
function readArguments(words) {
  const flags = ["--quick", "--loaded", "--ci"]
  const [isQuick, isLoaded, isCi] = flags.map((flag) => words.includes(flag))
  const others = words.filter((word) => !flags.includes(word))
  const at = others.indexOf("--database")
  if (at < 0) return { isQuick, isLoaded, isCi, named: others, database: {} }
  const url = others[at + 1] ?? ""
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error("--database: expected a postgresql:// address")
  return { isQuick, isLoaded, isCi, named: others.toSpliced(at, 2), database: { TEST_DATABASE_URL: url } }
}
