/** Runs the samples of the API's document as their readers would: curl in a shell, the SDK's in JavaScript. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient, isRefusal } from "../../../../sdk/src/index.ts"
import type { Reader } from "./demo-scene.ts"

const run = promisify(execFile)
const mark = "answered "

/** The clock of `jq` is that of the service. The last line says the status of the sample's own call. */
function script(source: string, now: number): string {
  return [
    "set -eo pipefail",
    `jq() { command jq "\${@:1:$#-1}" "def now: ${Math.floor(now / 1000)}; \${!#}"; }`,
    `curl() { if [ "$1" = -s ]; then command curl "$@"; else command curl -sS -w '\\n${mark}%{http_code}' "$@"; fi; }`,
    source,
  ].join("\n")
}

const variable = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** Null when it is answered as it promises, else what came. `folder` holds the `file` of a sample that sends one. */
export async function runCurl(source: string, reader: Reader, folder: string): Promise<string | null> {
  const given = Object.entries(reader.variables).map(([name, value]) => [variable(name), value])
  const env = {
    ...{ PATH: process.env.PATH!, API: `${reader.apiUrl}/api/v1`, KEY: reader.key },
    ...Object.fromEntries(given),
  }
  const running = run("bash", ["--norc", "-c", script(source, reader.now)], { env, cwd: folder })
  running.child.stdin?.end()
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error)
  const [, status] = /\nanswered (\d+)$/.exec(stdout) ?? []
  return status?.startsWith("2") ? null : `${stderr}${stdout}`.slice(-400)
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor

/** As `runCurl`. */
export async function runSdk(source: string, reader: Reader, folder: string): Promise<string | null> {
  const client = createClient({ baseUrl: reader.apiUrl, apiKey: reader.key })
  const image = new Blob([readFileSync(join(folder, "file"))], { type: "image/png" })
  class Then extends Date {
    static override now = () => reader.now
  }
  const given = { client, image, Date: Then, console: { log() {} }, ...reader.variables }
  try {
    await new AsyncFunction(...Object.keys(given), source)(...Object.values(given))
    return null
  } catch (error) {
    return isRefusal(error) ? `${error.code}: ${error.field ?? ""} ${error.message}` : String(error)
  }
}
