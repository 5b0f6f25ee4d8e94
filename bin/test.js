import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import "./node-version.js"

const { findHeadlessShell, requireBrowser } = await import("./browser.js")
const { checks } = await import("./checks.js")
const { nearestTests } = await import("./nearest-tests.js")
const { isSpreadByCitus, whyNotOnCitus } = await import("./not-on-citus.js")
const { buildPages } = await import("./pages.js")
const { requireProgram } = await import("./programs.js")
const { prepare, root } = await import("./setup.js")
const { filesOf, hasTests, runChaos, runVitest, runVitestBeside } = await import("./test-stages.js")

const TIME = join("test", "domain", "time")
const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]

/** So many test files beside the pure ones that a quick run stays within a minute. */
const QUICK_FILES = 6

const isQuick = process.argv[2] === "--quick"
const { named, database } = readArguments(process.argv.slice(isQuick ? 3 : 2))
const node = prepare()
buildPages(root, node)

const filters = isQuick ? ["test/architecture", "test/requirements", ...nearestTests(QUICK_FILES)] : named
const isEverything = !isQuick && named.length === 0
const totals = { passed: 0, failed: 0 }
if (isEverything || isQuick)
  await stage("format, lint and types", async () => countChecks(await checks(node)))
if (isQuick) await stage("pure", () => runVitest(node, "pure", [], { TZ: "America/New_York" }))
else if (hasTests("pure", filters)) {
  for (const zone of isEverything ? ZONES.slice(0, 1) : ZONES)
    await stage(`pure, TZ=${zone}`, () => runVitest(node, "pure", filters, inZone(zone)))
}
const otherZones = isEverything ? runPureInOtherZones() : null
// The trials mostly wait, for processes that start and leases that end, so they run beside the stages that follow.
const trials = isEverything ? runChaos(node, "beside") : null
const refusalsMet = isEverything ? mkdtempSync(join(tmpdir(), "refusals-met-")) : null
if (hasTests("database", filters)) await stage("database", runDatabaseTests)
if (hasTests("browser", filters)) await stage("browser", runBrowserTests)
if (refusalsMet) {
  await stage("after all others", () => runVitest(node, "after", [], { REFUSALS_MET: refusalsMet }))
  rmSync(refusalsMet, { recursive: true })
}
if (otherZones) {
  for (const zone of ZONES.slice(1))
    await stage(`pure, TZ=${zone}`, async () => told((await otherZones).get(zone)))
}
if (trials) {
  await stage("chaos, a few rounds", async () => told(await trials))
  await stage("chaos, alone", async () => told(await runChaos(node, "alone")))
}
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1

async function stage(name, run) {
  const startedAt = performance.now()
  process.stdout.write(`\n== ${name}\n`)
  const { passed, failed } = await run()
  totals.passed += passed
  totals.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`== ${name}: ${passed} passed, ${failed} failed in ${seconds} s\n`)
}

function inZone(zone) {
  return { TZ: zone, TRIAL_SHARE: `${ZONES.indexOf(zone) + 1}/${ZONES.length}` }
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
  return { passed, failed: outcomes.length - passed }
}

async function runDatabaseTests() {
  const programs = ["radicale", "pgbouncer", "curl", "jq"].map(requireProgram)
  if (programs.includes(null)) return { passed: 0, failed: 1 }
  const [radicale, pgbouncer] = programs
  const url = database.TEST_DATABASE_URL
  const excused = url !== undefined && (await isSpreadByCitus(url)) ? whyNotOnCitus : undefined
  const env = {
    RADICALE: radicale,
    PGBOUNCER: pgbouncer,
    ...(refusalsMet ? { REFUSALS_MET: refusalsMet } : {}),
    ...database,
  }
  return runVitest(node, "database", filters, env, excused)
}

function runBrowserTests() {
  const browser = requireBrowser()
  if (!browser) return { passed: 0, failed: 1 }
  return runVitest(node, "browser", filters, {
    CHROMIUM: browser,
    CHROMIUM_HEADLESS_SHELL: findHeadlessShell() ?? "",
    ...database,
  })
}

/** Parts of paths of tests, and with `--database URL` the server that they run on instead of one of their own. */
function readArguments(words) {
  const at = words.indexOf("--database")
  if (at < 0) return { named: words, database: {} }
  const url = words[at + 1] ?? ""
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error("--database: expected a postgresql:// address")
  return { named: words.toSpliced(at, 2), database: { TEST_DATABASE_URL: url } }
}
