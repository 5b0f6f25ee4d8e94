/**
 * Tries a seeded sample of mutations, each alone, in a copy of the checkout: a mutation is noticed when one of the nearest
 * tests fails or hangs, or a test of a project that `--stage` names. Prints the share noticed by layer, and the survivors.
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { root } from "../../bin/setup.js"
import { projectOfFile } from "../../bin/test-files.js"
import { mutated } from "./mutations.ts"
import { drawMutations, layers, modulesOf } from "./sample.ts"

/** So many test files of a project, at most, are run as the nearest ones. */
const NEAREST = { pure: 8, database: 4, browser: 2 }

/** A mutation that never ends is noticed: an unchanged run of the nearest tests takes a fraction of this. */
const MOST_MS = { nearest: 240_000, stage: 1_800_000 }

/** The projects of a layer's nearest tests. */
const nearestProjects = {
  rules: ["pure"],
  operations: ["pure", "database"],
  statements: ["database"],
  screens: ["pure", "browser"],
}

/**
 * These compare texts of the code with what was committed, so they notice an edit and not a fault: `api/statements.sql`, and
 * the runner's own tests.
 */
const EDITS_ONLY = ["service/host/database/readiness.test.ts", "test/mutate/mutate.test.ts"]

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    layer: { type: "string", multiple: true, default: Object.keys(layers) },
    stage: { type: "string", multiple: true, default: [] },
  },
})
const unknown = values.layer.find((layer) => !layers[layer])
if (unknown) throw new Error(`--layer: expected one of ${Object.keys(layers).join(", ")}, got "${unknown}"`)
const [count, seed] = [values.count, values.seed].map(Number)
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed))
  throw new Error("--count and --seed: expected whole numbers, --count from 1")

const copy = copyCheckout()
process.on("exit", () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1))
// All is read from the copy, so that work in the checkout goes on meanwhile.
const { testsNearestTo } = await import(join(copy, "bin", "nearest-tests.js"))
const failingBefore = new Set()
const shares = []
const survivors = []
for (const layer of values.layer) {
  const drawn = drawMutations(copy, modulesOf(copy, layer), count, seed, layer)
  await leaveOutFailing(layer, drawn)
  let noticed = 0
  for (const [index, mutation] of drawn.entries()) {
    const outcome = await tryMutation(layer, mutation)
    process.stdout.write(
      `${index + 1}/${drawn.length} ${outcome}: ${mutation.path}:${mutation.line} ${mutation.kind}\n`,
    )
    if (outcome === "survived") survivors.push(mutation)
    else noticed += 1
  }
  shares.push(
    `${layer}: ${noticed} of ${drawn.length} noticed (${Math.round((100 * noticed) / drawn.length)} %)`,
  )
}
process.stdout.write(`\n${survivors.map(described).join("\n\n")}\n\n${shares.join("\n")}\n`)

/** The files of the checkout that git knows, with its uncommitted changes; packages are shared, since no test writes to them. */
function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), "mutate-"))
  // PostgreSQL's user enters here too, so that its programs are not copied for each run.
  chmodSync(folder, 0o755)
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
  for (const path of stdout.split("\0").filter((name) => name !== "")) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

/** A test that fails without any mutation would notice every one, so its file is left out. */
async function leaveOutFailing(layer, drawn) {
  const paths = new Set(drawn.map(({ path }) => path))
  const tests = new Set([...paths].flatMap((path) => nearestOf(layer, path)))
  for (const project of nearestProjects[layer]) {
    const files = [...tests].filter((file) => projectOfFile(file) === project)
    const { status, said } = await runTests(project, files, MOST_MS.stage, [])
    if (status === 0) continue
    const failing = files.filter((file) => said.includes(` ${file} `))
    if (failing.length === 0) {
      process.stderr.write(`${said}\nThese tests do not run without a mutation.\n`)
      process.exit(1)
    }
    for (const file of failing) failingBefore.add(file)
    process.stdout.write(`left out, since they fail without a mutation: ${failing.join(", ")}\n`)
  }
}

/** "noticed by …", or "survived". */
async function tryMutation(layer, mutation) {
  const original = readFileSync(join(copy, mutation.path), "utf8")
  writeFileSync(join(copy, mutation.path), mutated(original, mutation))
  try {
    const nearest = nearestOf(layer, mutation.path)
    for (const project of nearestProjects[layer]) {
      const files = nearest.filter((file) => projectOfFile(file) === project)
      if (await isNoticed(project, files, MOST_MS.nearest)) return `noticed by the nearest ${project} tests`
    }
    for (const project of values.stage) {
      if (await isNoticed(project, ["test"], MOST_MS.stage)) return `noticed by the stage ${project}`
    }
    return "survived"
  } finally {
    writeFileSync(join(copy, mutation.path), original)
  }
}

function nearestOf(layer, path) {
  const nearest = testsNearestTo([path], Number.POSITIVE_INFINITY).filter(
    (file) => !EDITS_ONLY.includes(file),
  )
  return nearestProjects[layer].flatMap((project) =>
    nearest.filter((file) => projectOfFile(file) === project).slice(0, NEAREST[project]),
  )
}

async function isNoticed(project, files, mostMs) {
  return (await runTests(project, files, mostMs)).status !== 0
}

async function runTests(project, files, mostMs, more = ["--bail=1"]) {
  if (files.length === 0) return { status: 0, said: "" }
  const vitest = join(copy, "node_modules", "vitest", "vitest.mjs")
  const excluded = EDITS_ONLY.map((file) => `--exclude=${file}`)
  const args = [vitest, "run", "--project", project, "--reporter=dot", ...more, ...excluded, ...files]
  // A group of its own, so that a run that never ends takes its workers and its database with it.
  const child = spawn(process.execPath, args, {
    cwd: copy,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), mostMs)
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ])
  clearTimeout(timer)
  return { status, said: stdout + stderr }
}

function described({ path, line, kind, start, end, replacement }) {
  const original = readFileSync(join(copy, path), "utf8")
  const change = `- ${original.slice(start, end)}\n+ ${replacement}`
  return `survived: ${path}:${line} ${kind}\n${change.replaceAll("\n", "\n  ").replace("\n  +", "\n+")}`
}
