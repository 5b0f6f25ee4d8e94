/**
 * Every example that needs no account, out of a fresh clone: `npm pack ./sdk` there, the example's own install from the registry
 * of npm, and its run against the demo company, as `examples/README.md` says. The Next.js site is built, and shows its pages in
 * a browser.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventExamples } from "../../domain/model/event-examples.ts"
import { signWebhook } from "../../sdk/src/index.ts"
import { launch } from "../browser/browser.ts"
import { plainEnv } from "../kills/service-process.ts"
import { openTally, type Tally } from "../races/tally.ts"
import { ended } from "../support/ended.ts"
import { freePort } from "../support/free-port.ts"
import { type Running, startIn } from "../support/running-example.ts"
import { root } from "../support/source-files.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "examples"
export const onlyFull = true

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const quietly = ["--no-audit", "--no-fund"]

interface Demo {
  apiUrl: string
  bookUrl: string
  key: string
}

export async function run(_scale: Scale): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "clone-"))
  const clone = join(folder, "appointed")
  const dataDir = mkdtempSync(join(tmpdir(), "demo-"))
  execFileSync("git", ["clone", "--quiet", root, clone])
  const service = startIn(root, [process.execPath, "service/host/main.ts", "serve"], {
    ...plainEnv,
    ...{ DATA_DIR: dataDir, PORT: "0", BOOK_PORT: "0" },
  })
  const tally = openTally(name)
  try {
    await service.says(/"msg":"ready"/)
    const ready = JSON.parse(
      service
        .said()
        .split("\n")
        .find((line) => line.includes('"msg":"ready"'))!,
    )
    await service.says(/demo\.json/)
    const { api_key: key } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"))
    const demo: Demo = { apiUrl: ready.base_url, bookUrl: ready.book_url, key }
    await ended("npm", ["pack", "./sdk"], { folder: clone })
    await judged(tally, "crm-receiver", () => crmReceiver(clone))
    await judged(tally, "mcp-client", () => mcpClient(clone, demo))
    await judged(tally, "livekit-agents", () => livekitAgents(clone, demo))
    await judged(tally, "nextjs-site", () => nextSite(clone, demo))
    return [tally.outcome()]
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function judged(tally: Tally, example: string, work: () => Promise<void>): Promise<void> {
  const failure = await work().then(
    () => null,
    (error: Error) => error,
  )
  tally.check(failure === null, () => `${example}: ${failure!.message}`)
}

const install = (folder: string, ...words: string[]) =>
  ended("npm", ["install", ...words, ...quietly], { folder })

const tarball = "../../appointed-sdk-0.2.0.tgz"

async function assertTakesWebhooks(url: string): Promise<void> {
  const event = eventExamples["appointment.created"]
  const body = JSON.stringify(event)
  const headers = await signWebhook(body, { id: event.id, secret })
  const { status } = await fetch(url, { method: "POST", body, headers })
  if (status !== 204) throw new Error(`${url} answered a webhook with ${status}`)
}

async function whileRunning(running: Running, ready: RegExp, work: () => Promise<void>): Promise<void> {
  try {
    await running.says(ready)
    await work()
  } finally {
    await running.stop()
  }
}

async function crmReceiver(clone: string): Promise<void> {
  const folder = join(clone, "examples", "crm-receiver")
  await install(folder, tarball)
  const port = String(await freePort())
  const receiver = startIn(folder, ["npm", "start"], { WEBHOOK_SECRET: secret, PORT: port })
  await whileRunning(receiver, /Listening on/, () => assertTakesWebhooks(`http://127.0.0.1:${port}`))
}

async function mcpClient(clone: string, { apiUrl, key }: Demo): Promise<void> {
  const folder = join(clone, "examples", "mcp-client")
  await install(folder)
  const env = { APPOINTED_URL: apiUrl, APPOINTED_KEY: key }
  const said = await ended("npm", ["start", "--", "+15125550100", "+15125550143"], { folder, env })
  if (!/booked/i.test(said)) throw new Error(`It says: ${said}`)
}

/** A turn of the worker's own agent with LiveKit's fake model, in text: a room needs LiveKit's server. */
const livekitTurn = `
import { initializeLogger, voice } from "@livekit/agents"
import { agentOf, beginFor } from "./worker.js"
initializeLogger({ pretty: false, level: "error" })
const attributes = { "sip.phoneNumber": "+15125550143", "sip.trunkPhoneNumber": "+15125550100", "sip.callID": "SCL_1" }
const conversation = await beginFor({ attributes })
const toolCalls = [{ name: "list_appointment_types", args: {} }]
const llm = new voice.testing.FakeLLM([{ input: "What can I book?", toolCalls }])
const session = new voice.AgentSession({ llm })
await session.start({ agent: agentOf(conversation, () => undefined) })
const { events } = await session.run({ userInput: "What can I book?" }).wait()
console.log(conversation.greeting, events.find(({ type }) => type === "function_call_output").item.output)
process.exit(0)
`

async function livekitAgents(clone: string, demo: Demo): Promise<void> {
  const folder = join(clone, "examples", "livekit-agents")
  await install(folder)
  writeFileSync(join(folder, "turn.js"), livekitTurn)
  const env = { APPOINTED_KEY: demo.key, APPOINTED_URL: demo.apiUrl, COMPANY_NAME: "Harbour Heating" }
  const said = await ended(process.execPath, ["turn.js"], { folder, env })
  if (!/^Thank you for calling .*You can book /s.test(said)) throw new Error(said)
}

async function nextSite(clone: string, { apiUrl, bookUrl, key }: Demo): Promise<void> {
  const folder = join(clone, "examples", "nextjs-site")
  await install(folder, tarball)
  const port = String(await freePort())
  const site = `http://localhost:${port}`
  const env = {
    ...{ APPOINTED_URL: apiUrl, APPOINTED_KEY: key, WEBHOOK_SECRET: secret },
    ...{ NEXT_PUBLIC_APPOINTED_BOOK_URL: bookUrl, NEXT_TELEMETRY_DISABLED: "1" },
  }
  await fetch(`${apiUrl}/api/v1/company`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ embed_origins: [site] }),
  })
  await ended("npm", ["run", "build"], { folder, env })
  const served = startIn(folder, ["npm", "start", "--", "-p", port], env)
  await whileRunning(served, /Ready/, async () => {
    await assertTakesWebhooks(`${site}/api/webhooks`)
    const browser = await launch()
    try {
      const page = await browser.newPage()
      await page.goto(`${site}/book`)
      await page.frameLocator("iframe").getByText("Showroom consultation").first().waitFor()
      await page.goto(`${site}/account`)
      await page.getByRole("link", { name: "Choose a time" }).waitFor()
    } finally {
      await browser.close()
    }
  })
}
