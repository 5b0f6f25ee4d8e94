import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { constants, setPriority, tmpdir } from "node:os"
import { join, sep } from "node:path"
import { text } from "node:stream/consumers"
import { COMPILED, root } from "./setup.js"

/** The folders under test/ that belong to one of the projects of vitest.config.ts; all others are of "database". */
const FOLDERS = JSON.parse(readFileSync(join(root, "test", "projects.json"), "utf8"))

/** Which of the projects runs the files of a folder under test/. */
export const projectOf = (folder) =>
  Object.keys(FOLDERS).find((project) => FOLDERS[project].includes(folder)) ?? "database"

/** All test files: those in `test`, and those beside the code of the service. */
export const testFiles = () =>
  ["test", "service"]
    .flatMap((room) => readdirSync(join(root, room), { recursive: true }).map((path) => join(room, path)))
    .filter((path) => path.endsWith(".test.ts"))
    .sort()

/** Which of the projects runs a test file. */
export const projectOfFile = (path) => projectOf(path.startsWith("test") ? path.split(sep)[1] : null)

/** A project's test files, in the order of their paths. */
export const filesOf = (project) => testFiles().filter((path) => projectOfFile(path) === project)

/** Whether the project has any test file whose path holds one of the filters. */
export const hasTests = (project, filters) =>
  filesOf(project).some((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))

/**
 * Runs one of the projects and counts its tests. `excused` says of a failed test, by its file and title, why it cannot succeed here;
 * such failures are told and not counted.
 */
export async function runVitest(node, project, filters, extraEnv = {}, excused = () => null) {
  return withReport(async (report) => {
    const child = startVitest(node, project, [`--outputFile.json=${report}`, ...filters], extraEnv, "inherit")
    const [status] = await once(child, "close")
    return countTests(report, status, excused)
  })
}

/**
 * Runs files of a project beside other stages, in the time that these leave to the processor: most of them wait often. `said` is
 * what it printed.
 */
export async function runVitestBeside(node, project, files, extraEnv) {
  return withReport(async (report) => {
    const args = ["--maxWorkers=1", `--outputFile.json=${report}`, ...files]
    const child = startVitest(node, project, args, extraEnv, ["ignore", "pipe", "pipe"])
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ])
    return { ...countTests(report, status, () => null), said: stdout + stderr }
  })
}

function startVitest(node, project, args, extraEnv, stdio) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const reporters = ["--reporter=dot", "--reporter=json"]
  return spawn(node, [vitest, "run", "--project", project, ...reporters, ...args], {
    cwd: root,
    stdio,
    env: { ...testEnv(), NO_COLOR: "1", ...extraEnv },
  })
}

async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), "test-report-"))
  try {
    return await run(join(folder, "report.json"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Runs the long trials at a few rounds, those that may run beside others or those that must not; each line of outcome counts as one test. `said` is all that they printed, which
 * would be lost between the lines of what runs beside them.
 */
export async function runChaos(node, which) {
  const child = spawn(node, [join(root, "test", "chaos", "run.ts"), "--few", `--${which}`], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: testEnv(),
  })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ])
  const losses = [...stdout.matchAll(/^.+: tried \d+, lost (\d+)/gm)].map((match) => Number(match[1]))
  const passed = losses.filter((lost) => lost === 0).length
  const failed = Math.max(losses.length - passed, status === 0 ? 0 : 1)
  return { passed, failed, said: stdout + stderr }
}

/** A file that does not load holds no tests to count, and a skipped test has proven nothing: both fail. */
function countTests(report, status, excused) {
  const unfinished = { passed: 0, failed: 1 }
  const results = readReport(report)
  if (!results) return unfinished
  const failures = results.testResults.flatMap(({ name, status: state, assertionResults }) => {
    if (state === "failed" && assertionResults.length === 0) return [{ file: name, title: null }]
    return assertionResults
      .filter((test) => test.status !== "passed")
      .map(({ fullName }) => ({ file: name, title: fullName }))
  })
  const told = failures.map((failure) => ({ ...failure, why: excused(failure.file, failure.title) }))
  for (const { file, title, why } of told.filter((each) => each.why !== null))
    process.stdout.write(`not run here: ${title ?? file}: ${why}\n`)
  const failed = told.filter(({ why }) => why === null).length
  const hasOnlyExcused = failures.length > 0 && failed === 0
  return {
    passed: results.numPassedTests,
    failed: status === 0 || hasOnlyExcused ? failed : Math.max(failed, 1),
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return null
  }
}

/** The service's own settings do not reach the tests, which bring theirs. They start hundreds of processes. */
export function testEnv() {
  const example = readFileSync(join(root, ".env.example"), "utf8")
  const settings = new Set([...example.matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1]))
  const own = Object.entries(process.env).filter(([name]) => !settings.has(name))
  return { NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(own) }
}
