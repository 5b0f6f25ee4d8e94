import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { text } from "node:stream/consumers"
import { cpuSecondsIn, timed } from "./cpu-seconds.js"
import { COMPILED, root } from "./setup.js"

/** More files than these do not fail by chance, and are not run again. */
const MOST_FLAKY_FILES = 5

/**
 * Runs one of the projects and counts its tests. `excused` says of a failed test, by its file and title, why it cannot
 * succeed here; such failures are printed and not counted. With `again`, the files of what failed run once more, and a test
 * that passes then is flaky: it counts as passed and is named.
 */
export async function runVitest(
  node,
  project,
  filters,
  { env = {}, excused = () => null, again = false } = {},
) {
  const first = await runOnce(node, project, filters, env, "inherit")
  const failures = unexcused(first, excused)
  const files = [...new Set(failures.map(({ file }) => file))]
  if (!again || files.length === 0 || files.length > MOST_FLAKY_FILES) return counted(first, failures)
  process.stdout.write(`\nagain, since it failed: ${files.map((file) => relative(root, file)).join(", ")}\n`)
  const second = await runOnce(node, project, files, env, "inherit")
  const isFlaky = ({ file, title }) =>
    second.succeeded.some((one) => one.file === file && one.title === title)
  const flaky = failures.filter(isFlaky)
  return {
    ...counted(
      first,
      failures.filter((failure) => !isFlaky(failure)),
    ),
    passed: first.succeeded.length + flaky.length,
    cpuSeconds: first.cpuSeconds + second.cpuSeconds,
    flaky: flaky.map(({ file, title }) => `${relative(root, file)}: ${title}`),
  }
}

/**
 * Runs files of a project beside other stages, in the time that these leave to the processor: most of them wait often. `said` is
 * what it printed.
 */
export async function runVitestBeside(node, project, files, env) {
  const run = await runOnce(node, project, ["--maxWorkers=1", ...files], env, "pipe")
  return { ...counted(run, run.failures), said: run.said }
}

/**
 * Runs the long trials at a few rounds, those that may run beside others or those that must not; each line of outcome counts as
 * one test. `said` is all that they printed, which would be lost between the lines of what runs beside them.
 */
export async function runChaos(node, which) {
  const trials = [join(root, "test", "chaos", "run.ts"), "--few", `--${which}`]
  const child = start(node, trials, testEnv(), "pipe")
  const [stdout, stderr, times, [status]] = await ended(child)
  const losses = [...stdout.matchAll(/^.+: tried \d+, lost (\d+)/gm)].map((match) => Number(match[1]))
  const passed = losses.filter((lost) => lost === 0).length
  const failed = Math.max(losses.length - passed, status === 0 ? 0 : 1)
  return { passed, failed, said: stdout + stderr, cpuSeconds: cpuSecondsIn(times) }
}

/** The result of a run: the tests that passed and those that did not, by file and title, and the cost. */
async function runOnce(node, project, args, env, output) {
  const folder = mkdtempSync(join(tmpdir(), "test-report-"))
  try {
    const report = join(folder, "report.json")
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`]
    const child = start(
      node,
      [vitest, "run", "--project", project, ...reporters, ...args],
      { ...testEnv(), NO_COLOR: "1", ...env },
      output,
    )
    const [stdout, stderr, times, [status]] = await ended(child)
    return { ...readReport(report), status, said: stdout + stderr, cpuSeconds: cpuSecondsIn(times) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A program beside others leaves the processor to them. */
function start(node, args, env, output) {
  const [program, ...rest] = output === "inherit" ? [node, ...args] : ["nice", "-n", "19", node, ...args]
  const [command, words] = timed(program, rest)
  const stdio = output === "inherit" ? ["inherit", "inherit", "inherit"] : ["ignore", "pipe", "pipe"]
  return spawn(command, words, { cwd: root, stdio: [...stdio, "pipe"], env })
}

const ended = (child) =>
  Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    text(child.stdio[3]),
    once(child, "close"),
  ])

/** A file that does not load holds no tests to count, and a skipped test has proven nothing: both are failures. */
function readReport(path) {
  const unfinished = { succeeded: [], failures: [{ file: root, title: null }] }
  let results
  try {
    results = JSON.parse(readFileSync(path, "utf8")).testResults
  } catch {
    return unfinished
  }
  const tests = results.flatMap(({ name: file, status, assertionResults }) =>
    status === "failed" && assertionResults.length === 0
      ? [{ file, title: null, status }]
      : assertionResults.map(({ fullName, status: state }) => ({ file, title: fullName, status: state })),
  )
  return {
    succeeded: tests.filter(({ status }) => status === "passed"),
    failures: tests.filter(({ status }) => status !== "passed"),
  }
}

function unexcused({ failures }, excused) {
  const told = failures.map((failure) => ({ ...failure, why: excused(failure.file, failure.title) }))
  for (const { file, title, why } of told.filter((each) => each.why !== null))
    process.stdout.write(`not run here: ${title ?? file}: ${why}\n`)
  return told.filter(({ why }) => why === null)
}

/** A run that ends badly, though no test of it failed, has one failure. */
function counted({ succeeded, failures: all, status, cpuSeconds }, failures) {
  const hasOnlyExcused = all.length > 0 && failures.length === 0
  return {
    passed: succeeded.length,
    failed: status === 0 || hasOnlyExcused ? failures.length : Math.max(failures.length, 1),
    cpuSeconds,
    flaky: [],
  }
}

/** The service's own settings do not reach the tests, which bring theirs. They start hundreds of processes. */
export function testEnv() {
  const example = readFileSync(join(root, ".env.example"), "utf8")
  const settings = new Set([...example.matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1]))
  const own = Object.entries(process.env).filter(([name]) => !settings.has(name))
  return { NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(own) }
}
