import { requireBrowserEnv } from "./browser.js"
import { hostFilesOf, hostTestsToRun, TRIALS } from "./host-tests.js"
import { requirePrograms } from "./programs.js"
import { hostTests } from "./test-files.js"
import { runChaos, runVitest } from "./test-stages.js"

/** All tests of the host. */
export const runHostStages = (node, stages) => runPaths(node, stages, Object.keys(hostTests))

/** The tests of the host whose folders have changed since they ran. */
export async function runChangedHostStages(node, stages) {
  const { paths, why } = hostTestsToRun()
  process.stdout.write(
    `\nof the host's tests ${paths.length} of ${Object.keys(hostTests).length} run: ${why}\n`,
  )
  await runPaths(node, stages, paths)
}

/** The tests of the host whose paths hold one of the filters. */
export async function runHostFiles(node, stages, filters) {
  await stages.run("host", () => runTests(node, filters))
}

async function runPaths(node, stages, paths) {
  const files = hostFilesOf(paths)
  // The trials mostly wait, for processes that start and leases that end.
  const trials = paths.includes(TRIALS) ? runChaos(node, "beside") : null
  if (files.length > 0) await stages.run("host", () => runTests(node, files))
  if (!trials) return
  await stages.run("chaos, a few rounds", async () => told(await trials))
  await stages.run("chaos, alone", async () => told(await runChaos(node, "alone")))
}

function told({ said, ...counts }) {
  process.stdout.write(said)
  return counts
}

function runTests(node, files) {
  const env = { ...requirePrograms(["radicale", "pgbouncer", "curl", "jq"]), ...requireBrowserEnv() }
  if (Object.values(env).includes(null)) return { passed: 0, failed: 1 }
  return runVitest(node, "host", files, { env })
}
