/** Runs the samples of the API's document as their readers would: curl in a shell, the SDK's in JavaScript. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient, isRefusal } from "../../sdk/src/index.ts"
import type { Reader } from "./demo-scene.ts"
import type { Documented } from "./in-turn.ts"

const run = promisify(execFile)

/** `problem` is null when it is answered as the document promises, else what came instead. */
export interface Ran {
  problem: string | null
  /** The text of the answer, for a sample in curl. */
  answer?: string
}

/** The clock of `jq` is that of the service. The status of the sample's own call goes where its answer does not. */
const script = (source: string, now: number) =>
  [
    "set -eo pipefail",
    `jq() { command jq "\${@:1:$#-1}" "def now: ${Math.floor(now / 1000)}; \${!#}"; }`,
    `curl() { if [ "$1" = -s ]; then command curl "$@"; else command curl -sS -w '%{stderr}%{http_code}' "$@"; fi; }`,
    source,
  ].join("\n")

const variable = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** `folder` holds the file of a sample that sends one. */
export async function runCurl({ mount, samples }: Documented, reader: Reader, folder: string): Promise<Ran> {
  const given = Object.entries(reader.variables).map(([name, value]) => [variable(name), value])
  const env = {
    ...{ PATH: process.env.PATH!, API: `${reader.apiUrl}/api/v1`, KEY: reader.key },
    ...Object.fromEntries(given),
  }
  const running = run("bash", ["--norc", "-c", script(samples.curl, reader.now)], { env, cwd: folder })
  running.child.stdin?.end()
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error)
  const promised = String(mount.operation.status ?? 200)
  if (stderr !== promised) return { problem: `${stderr} ${stdout}`.slice(0, 600) }
  return { problem: mount.file ? null : misshaped(mount, stdout), answer: stdout }
}

/** The part of the answer that is not as the document says; null for none. */
export function misshaped({ operation }: Documented["mount"], answer: string): string | null {
  const { data } = JSON.parse(answer)
  const wanted = operation.list ? operation.result.array() : operation.result
  const { success, error } = wanted.safeParse(data)
  return success ? null : `${error.message} in ${answer}`.slice(0, 600)
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor

/** As `runCurl`. */
export async function runSdk({ samples }: Documented, reader: Reader, folder: string): Promise<Ran> {
  const client = createClient({ baseUrl: reader.apiUrl, apiKey: reader.key })
  const image = new Blob([readFileSync(join(folder, "logo.png"))], { type: "image/png" })
  class Then extends Date {
    static override now = () => reader.now
  }
  const given = { client, image, Date: Then, console: { log() {} }, ...reader.variables }
  try {
    await new AsyncFunction(...Object.keys(given), samples.SDK)(...Object.values(given))
    return { problem: null }
  } catch (error) {
    const problem = isRefusal(error) ? `${error.code}: ${error.field ?? ""} ${error.message}` : String(error)
    return { problem }
  }
}
