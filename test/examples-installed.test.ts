/** Examples in folders of their own, installed and run by the commands of their README; the heavy ones: `npm run chaos`. */
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { eventExamples } from "../domain/model/event-examples.ts"
import { signWebhook } from "../sdk/src/index.ts"
import type { Post } from "../service/platform/ports.ts"
import { startDeliveries } from "../service/webhooks/deliver-webhooks.worker.ts"
import { ended } from "./support/ended.ts"
import { freePort } from "./support/free-port.ts"
import { service, shareOneStory } from "./support/one-story.ts"
import { copyExample, type Running, startIn } from "./support/running-example.ts"
import { packSdk } from "./support/sdk-package.ts"
import { startService, type TestService } from "./support/service.ts"
import { root } from "./support/source-files.ts"
import { seedFrom } from "./support/trials.ts"
import { makeEndpoint } from "./support/webhooks.ts"

shareOneStory()

const folder = mkdtempSync(join(tmpdir(), "examples-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readme = readFileSync(join(root, "examples", "README.md"), "utf8")
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

it("MD-16 the CRM's receiver runs where the packed SDK is installed, as its README says", async () => {
  for (const command of [
    "npm pack ./sdk",
    "npm install ../../appointed-sdk-0.2.0.tgz",
    `WEBHOOK_SECRET=${secret} npm start`,
  ])
    expect(readme).toContain(command)
  const own = copyExample("crm-receiver", folder)
  const tarball = await packSdk(folder)
  await ended("npm", ["install", tarball, "--offline", "--no-audit", "--no-fund"], { folder: own })
  const port = await freePort()
  const receiver = startIn(own, ["npm", "start"], { WEBHOOK_SECRET: secret, PORT: String(port) })
  try {
    await receiver.says(/Listening on/)
    const event = eventExamples["appointment.created"]
    const body = JSON.stringify(event)
    const headers = await signWebhook(body, { id: event.id, secret })
    const post = async (sent: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: sent, headers })).status
    expect([await post(body), await post(`${body} `)]).toEqual([204, 400])
  } finally {
    await receiver.stop()
  }
})

it("MD-16 the MCP client books for a caller whom the company does not know, as its README says", async () => {
  expect(readme).toContain("npm start -- +15125550100 +15125550143")
  const own = copyExample("mcp-client", folder)
  symlinkSync(join(root, "node_modules"), join(own, "node_modules"))
  await service.api("POST", "/channels", { kind: "voice", phone: "+15125550100" })
  const env = { APPOINTED_KEY: service.key, APPOINTED_URL: service.apiUrl }
  const said = await ended("npm", ["start", "--", "+15125550100", "+15125550143"], { folder: own, env })
  expect(said).toMatch(/Boiler service/)
  const wrong = await ended("npm", ["start", "--", "+15125550177", "+15125550143"], {
    folder: own,
    env,
    allowed: [1],
  })
  expect(wrong).not.toMatch(/ at /)
})

it("AV-22 the worker for ConversationRelay takes what Twilio has signed, over a real WebSocket, and nothing else", async () => {
  const own = copyExample("conversation-relay", folder)
  const installed = createRequire(createRequire(import.meta.url).resolve("puppeteer-core"))
  const wsFolder = dirname(installed.resolve("ws/package.json"))
  mkdirSync(join(own, "node_modules"))
  symlinkSync(wsFolder, join(own, "node_modules/ws"))
  await service.api("POST", "/channels", { kind: "voice", phone: "+15125550144" })
  const model = createServer((_request, response) => {
    const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
    response.end(`${delta("We open ")}${delta("at nine.")}data: [DONE]\n\n`)
  }).listen(0, "127.0.0.1")
  await once(model, "listening")
  const port = await freePort()
  const token = "a twilio token"
  const publicUrl = "https://voice.example.com"
  const worker = startIn(own, ["npm", "start"], {
    ...{ APPOINTED_KEY: service.key, APPOINTED_URL: service.apiUrl, COMPANY_NAME: "Harbour Heating" },
    ...{
      PUBLIC_URL: publicUrl,
      TWILIO_AUTH_TOKEN: token,
      PORT: String(port),
      TRANSFER_PHONE: "+15125550111",
    },
    MODEL_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}`,
  })
  const sign = (text: string) => createHmac("sha1", token).update(text).digest("base64")
  try {
    await worker.says(/Listening on/)
    const post = (path: string, form: string, signed: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        body: form,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": sign(signed),
        },
      })
    const voice = await post("/voice", "CallSid=CA1&From=x", `${publicUrl}/voiceCallSidCA1Fromx`)
    expect(await voice.text()).toContain(`<ConversationRelay url="wss://voice.example.com/relay"`)
    const handoff = JSON.stringify({ transfer: "+15125550111" })
    const after = await post(
      "/after",
      new URLSearchParams({ HandoffData: handoff }).toString(),
      `${publicUrl}/afterHandoffData${handoff}`,
    )
    expect(await after.text()).toBe("<Response><Dial>+15125550111</Dial></Response>")
    expect((await post("/voice", "CallSid=CA2", `${publicUrl}/voiceCallSidCA1`)).status).toBe(403)

    const { WebSocket } = await import(join(wsFolder, "wrapper.mjs"))
    const connect = (signature: string) =>
      new WebSocket(`ws://127.0.0.1:${port}/relay`, { headers: { "x-twilio-signature": signature } })
    const stranger = connect("none")
    await once(stranger, "error")
    const line = connect(sign("wss://voice.example.com/relay"))
    await once(line, "open")
    let said = ""
    line.on("message", (message: Buffer) => {
      said += JSON.parse(String(message)).token
    })
    line.send(JSON.stringify({ type: "setup", callSid: "CA1", from: "+15125550123", to: "+15125550144" }))
    await expect.poll(() => said).toBe("Thank you for calling Harbour Heating. How can I help you?")
    line.send(JSON.stringify({ type: "prompt", voicePrompt: "When do you open?", lang: "en-US", last: true }))
    await expect.poll(() => said).toMatch(/We open at nine\.$/)
    line.close()
  } finally {
    await worker.stop()
    model.close()
  }
})

/** Posts to the example's own port, which listens without TLS. */
const postTo = (port: number): Post => ({
  async send({ headers, body }) {
    const nothing = { tlsReason: null, address: null, answerBody: null }
    const sent = fetch(`http://127.0.0.1:${port}`, { method: "POST", headers: { ...headers }, body })
    const answer = await sent.catch(() => null)
    if (answer === null) return { ...nothing, statusCode: null, error: "connection_refused" }
    return { ...nothing, statusCode: answer.status, error: null }
  },
  close: () => undefined,
})

interface Person {
  name: string
  email: string | null
  phone: string | null
  external_ref: string | null
  isArchived: boolean
}

/** All customers as the company has them, in the CRM's form. */
async function customersOf({ api }: TestService): Promise<Record<string, Person | "erased">> {
  const all: [number, Person | "erased"][] = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = `updated_since=1970-01-01T00:00:00Z&limit=100${cursor && `&cursor=${cursor}`}`
    const { body } = await api("GET", `/customers?${query}`)
    for (const row of body.data) {
      const { name, email, phone, external_ref, archived_at } = row
      const person = { name, email, phone, external_ref, isArchived: archived_at !== null }
      all.push([row.id, row.erased_at === null ? person : "erased"])
    }
    cursor = body.next_cursor
  }
  return Object.fromEntries(all)
}

function peopleIn(file: string): Record<string, Person | "erased"> {
  if (!existsSync(file)) return {}
  const { people } = JSON.parse(readFileSync(file, "utf8")) as {
    people: Record<string, Person & { at: string; isErased?: true }>
  }
  return Object.fromEntries(
    Object.entries(people).map(([id, { at: _, isErased, ...person }]) => [id, isErased ? "erased" : person]),
  )
}

it("IN-13 IN-14 a CRM stays in step by webhooks, by the stream and by updated_since, through kills: 0 differences", async () => {
  const own = copyExample("crm-sync", folder)
  await ended("npm", ["install", await packSdk(folder), "--offline", "--no-audit", "--no-fund"], {
    folder: own,
  })
  // The receiver judges the time of a webhook by its own clock.
  const crmService = await startService({ now: new Date().toISOString() })
  const { api, clock } = crmService
  const endpoint = await makeEndpoint(crmService, { events: ["customer.*"] })
  const port = await freePort()
  const deliveries = startDeliveries(crmService.context, postTo(port), { pollMs: 50, restMs: 2, gatherMs: 2 })
  const ways = ["webhook", "stream", "poll"] as const
  const fileOf = (way: string) => join(own, `${way}.json`)
  const start = (way: string): Running =>
    startIn(own, [process.execPath, "sync.js", way], {
      ...{ APPOINTED_URL: crmService.apiUrl, APPOINTED_KEY: crmService.key, WEBHOOK_SECRET: endpoint.secret },
      ...{ CRM: fileOf(way), PORT: String(port), POLL_MS: "200" },
    })
  const running = new Map<string, Running>(ways.map((way) => [way, start(way)]))
  let drawn = seedFrom(11)
  const draw = (most: number) => {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((drawn / 2_147_483_648) * most)
  }
  try {
    const ids: number[] = []
    for (let step = 0; step < 240; step++) {
      // Two changes of one customer are never made in one millisecond.
      clock.advanceMs(5)
      const id = ids[draw(ids.length)]
      const deed = draw(10)
      if (id === undefined || deed < 4) {
        const fields = {
          name: `Person ${step}`,
          phone: `+1512556${1000 + step}`,
          external_ref: `crm-${step}`,
        }
        ids.push((await api("POST", "/customers", fields)).body.data.id)
      } else if (deed < 8) await api("PUT", `/customers/${id}`, { email: `p${step}@example.com` })
      else await api("DELETE", `/customers/${id}${deed === 9 ? "?erase=true" : ""}`)
      if (step % 20 === 19) {
        const way = ways[draw(ways.length)]!
        await running.get(way)!.kill()
        running.set(way, start(way))
      }
    }
    const wanted = await customersOf(crmService)
    expect(Object.values(wanted).filter((one) => one === "erased").length).toBeGreaterThan(5)
    for (const way of ways) await expect.poll(() => peopleIn(fileOf(way))).toEqual(wanted)
  } finally {
    await Promise.all([...running.values()].map((each) => each.stop()))
    await deliveries.stop()
    await crmService.stop()
  }
})
