/**
 * The SDK's story in the runtimes that npm has beside Node and browsers, which `npm test` runs it in: Bun, Deno, and
 * workerd, which Cloudflare's Workers run in. Needs the registry of npm; what it installs is gone afterwards.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual, promisify } from "node:util"
import { openTally } from "../races/tally.ts"
import { cloneDatabase } from "../support/databases.ts"
import { freePort } from "../support/free-port.ts"
import { buildSdk, type SdkPackage, storyOutcome } from "../support/sdk-package.ts"
import { startService, type TestService } from "../support/service.ts"
import { root } from "../support/source-files.ts"
import { startTestCluster } from "../support/test-cluster.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "sdk-runtimes"
export const onlyFull = true

const storyFile = join(root, "test/sdk/story.js")
const packages = {
  bun: "@oven/bun-linux-x64@1.4.5",
  deno: "@deno/linux-x64-glibc@2.9.6",
  workerd: "@cloudflare/workerd-linux-64@1.20261117.1",
}
const waitMs = 20_000

export async function run(_scale: Scale): Promise<Outcome[]> {
  const tally = openTally(name)
  const folder = mkdtempSync(join(tmpdir(), "runtimes-"))
  const sdk = await buildSdk()
  const cluster = await startTestCluster()
  try {
    await printed(
      "npm",
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--ignore-scripts",
      ...Object.values(packages),
    )
    const binary = (path: string) => join(folder, "node_modules", path)
    const bun = binary("@oven/bun-linux-x64/bin/bun")
    const deno = binary("@deno/linux-x64-glibc/deno")
    const workerd = binary("@cloudflare/workerd-linux-64/bin/workerd")
    const versions = await Promise.all([bun, deno, workerd].map((program) => printed(program, "--version")))
    const told: Record<string, (service: TestService) => Promise<unknown>> = {
      Bun: async (service) =>
        JSON.parse(await printed(bun, storyFile, sdk.entry, service.apiUrl, service.key)),
      Deno: async (service) =>
        JSON.parse(
          await printed(deno, "run", "--allow-all", storyFile, sdk.entry, service.apiUrl, service.key),
        ),
      workerd: (service) => inWorker(workerd, folder, sdk, service),
    }
    for (const [runtime, tell] of Object.entries(told)) {
      const service = await startService({
        database: await cloneDatabase(cluster.url, cluster.templateName),
      })
      try {
        const outcome = await tell(service).catch((error: unknown) => String(error))
        tally.check(
          isDeepStrictEqual(outcome, storyOutcome),
          () => `${runtime} tells ${JSON.stringify(outcome)}`,
        )
      } finally {
        await service.stop()
      }
    }
    return [tally.outcome(versions.map((text) => text.trim().split("\n")[0]).join(", "))]
  } finally {
    await cluster.stop()
    sdk.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The program's output. The service of the story answers in this process, so nothing waits for a program but by await. */
async function printed(command: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, words, { timeout: 6 * waitMs })
  return stdout
}

/** A worker tells the story when it is asked over HTTP. It may fetch from this machine, which workerd denies by itself. */
async function inWorker(
  workerd: string,
  folder: string,
  sdk: SdkPackage,
  service: TestService,
): Promise<unknown> {
  const port = await freePort()
  const modules = readdirSync(dirname(sdk.entry)).filter((file) => file.endsWith(".js"))
  for (const file of modules) copyFileSync(join(dirname(sdk.entry), file), join(folder, file))
  copyFileSync(storyFile, join(folder, "story.js"))
  const access = JSON.stringify({ baseUrl: service.apiUrl, apiKey: service.key })
  writeFileSync(
    join(folder, "worker.js"),
    `import { story } from "./story.js"
     import * as sdk from "./index.js"
     export default { fetch: async () => Response.json(await story(sdk, ${access})) }`,
  )
  const embedded = ["worker.js", "story.js", ...modules].map(
    (file) => `(name = "${file}", esModule = embed "${file}")`,
  )
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [
         (name = "main", worker = (modules = [${embedded.join(", ")}], compatibilityDate = "2025-11-01", globalOutbound = "here")),
         (name = "here", network = (allow = ["private"]))
       ],
       sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
     );`,
  )
  const running = spawn(workerd, ["serve", join(folder, "config.capnp")], { stdio: "inherit" })
  try {
    return await (await answerOf(`http://127.0.0.1:${port}/`, running)).json()
  } finally {
    running.kill()
  }
}

async function answerOf(address: string, running: ChildProcess): Promise<Response> {
  const deadline = performance.now() + waitMs
  for (;;) {
    try {
      return await fetch(address)
    } catch (error) {
      if (performance.now() > deadline || running.exitCode !== null) throw error
      await sleep(50)
    }
  }
}
