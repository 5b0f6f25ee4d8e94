import { requireBrowser } from "./browser.js"
import { checks } from "./checks.js"
import { buildPages } from "./pages.js"
import { requireRadicale } from "./radicale.js"
import { prepare, root } from "./setup.js"
import { hasTests, runChaos, runVitest } from "./test-stages.js"

const ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]

const filters = process.argv.slice(2)
const node = prepare()
buildPages(root, node)

const totals = { passed: 0, failed: 0 }
if (filters.length === 0) stage("format, lint and types", () => countChecks(checks(node)))
if (hasTests("pure", filters)) {
  for (const zone of ZONES) stage(`pure, TZ=${zone}`, () => runVitest(node, "pure", filters, { TZ: zone }))
}
if (hasTests("database", filters)) stage("database", runDatabaseTests)
if (hasTests("browser", filters)) stage("browser", runBrowserTests)
if (filters.length === 0) stage("chaos, a few rounds", () => runChaos(node))
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1

function stage(name, run) {
  const startedAt = performance.now()
  process.stdout.write(`\n== ${name}\n`)
  const { passed, failed } = run()
  totals.passed += passed
  totals.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`== ${name}: ${passed} passed, ${failed} failed in ${seconds} s\n`)
}

function countChecks(outcomes) {
  const passed = outcomes.filter((outcome) => outcome.passed).length
  return { passed, failed: outcomes.length - passed }
}

function runDatabaseTests() {
  const radicale = requireRadicale()
  if (!radicale) return { passed: 0, failed: 1 }
  return runVitest(node, "database", filters, { RADICALE: radicale })
}

function runBrowserTests() {
  const browser = requireBrowser()
  if (!browser) return { passed: 0, failed: 1 }
  return runVitest(node, "browser", filters, { CHROMIUM: browser })
}
