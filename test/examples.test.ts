/** The programs in `examples/`, run as their readers would run them. */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterEach, expect, it } from "vitest"
import { eventExamples } from "../domain/model/event-examples.ts"
import { signWebhook } from "../sdk/src/index.ts"
import { service, shareOneStory, story } from "./support/one-story.ts"
import { root } from "./support/source-files.ts"
import { makeCustomer } from "./support/story.ts"
import { book } from "./support/webhooks.ts"

shareOneStory()

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const read = (path: string) => readFileSync(join(root, "examples", path), "utf8")
/** The examples are plain JavaScript, or another framework's TypeScript: neither is typed here. */
const example = (path: string) => import(join(root, "examples", path))

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function listening(server: Server): Promise<string> {
  servers.push(server.listen(0, "127.0.0.1"))
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Sent {
  id: string
}

async function signed(event: Sent): Promise<RequestInit & { body: string; headers: Record<string, string> }> {
  const body = JSON.stringify(event)
  return { method: "POST", body, headers: await signWebhook(body, { id: event.id, secret }) }
}

it("DX-07 the CRM's receiver keeps deals in step through repeats, disorder and time away", async () => {
  const { createReceiver, catchUp, memoryCrm } = await example("crm-receiver/receiver.js")
  const crm = memoryCrm()
  const url = await listening(createReceiver({ crm, secret }))
  const post = async (event: Sent) => (await fetch(url, await signed(event))).status
  const { "appointment.created": created, "appointment.cancelled": cancelled } = eventExamples
  expect([await post(cancelled), await post(created), await post(cancelled)]).toEqual([204, 204, 204])
  expect(crm.deals.get(41)).toMatchObject({ contact: "crm-9", stage: "lost" })
  const forged = await signed(created)
  expect((await fetch(url, { ...forged, body: `${forged.body} ` })).status).toBe(400)

  const appointmentId = await book(service, story, "2027-03-02T15:00:00.000Z")
  await service.events()
  for (let time = 0; time < 2; time += 1) await catchUp({ crm, baseUrl: service.apiUrl, apiKey: service.key })
  expect(crm.deals.get(appointmentId)).toMatchObject({ stage: "scheduled", when: "2027-03-02T15:00:00.000Z" })
})

it("DX-07 the Next.js site makes one booking link for a customer, and takes webhooks", async () => {
  Object.assign(process.env, {
    APPOINTED_URL: service.apiUrl,
    APPOINTED_KEY: service.key,
    WEBHOOK_SECRET: secret,
  })
  const { bookingUrlFor } = await example("nextjs-site/lib/appointed.ts")
  const customerId = await makeCustomer(service)
  const link = await bookingUrlFor(customerId, story.typeId, new Date(service.clock.now()))
  expect(link).toMatch(/\/r\/[\w-]{24}$/)
  expect(await bookingUrlFor(customerId, story.typeId, new Date(service.clock.now()))).toBe(link)

  const { POST } = await example("nextjs-site/app/api/webhooks/route.ts")
  const request = async (change = "") => {
    const { body, ...init } = await signed(eventExamples["appointment.rescheduled"])
    return new Request("https://site.example/api/webhooks", { ...init, body: body + change })
  }
  expect((await POST(await request())).status).toBe(204)
  expect((await POST(await request(" "))).status).toBe(400)
})

it("DX-07 the n8n workflow lets genuine webhooks pass, and no others", async () => {
  const { nodes } = JSON.parse(read("n8n/workflow.json"))
  const code: string = nodes.find(({ name }: { name: string }) => name === "Verify").parameters.jsCode
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const run = async (body: string, headers: Record<string, string>) => {
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) }
    const node = new AsyncFunction("$json", "$env", "require", code)
    return node.call({ helpers }, { headers }, { WEBHOOK_SECRET: secret }, createRequire(import.meta.url))
  }
  const { body, headers } = await signed(eventExamples["appointment.created"])
  expect(await run(body, headers)).toEqual([{ json: eventExamples["appointment.created"] }])
  await expect(run(`${body} `, headers)).rejects.toThrow("does not fit")
})

it("DX-07 the MCP client books for a caller", async () => {
  const phone = { calledNumber: "+15125550142", callerId: "+15125550123" }
  await service.api("POST", "/channels", { kind: "voice", phone: phone.calledNumber })
  const { bookFirst } = await example("mcp-client/client.js")
  const say = await bookFirst({ baseUrl: service.apiUrl, apiKey: service.key, ...phone })
  expect(say).toMatch(/Boiler service/)
  expect((await service.events()).body.data.at(-1).source).toMatchObject({ kind: "agent" })
})

/** A host of models: each request is answered by the next of `script`, which sees what it was asked. */
async function modelOf(script: ((messages: Message[]) => Part[] | Promise<Part[]>)[]) {
  const asked: Message[][] = []
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request))
    asked.push(messages)
    response.writeHead(200, { "content-type": "text/event-stream" })
    const delta = (part: object) =>
      response.write(`data: ${JSON.stringify({ choices: [{ delta: part }] })}\n\n`)
    for (const part of await script[asked.length - 1]!(messages)) {
      if (typeof part === "string") delta({ content: part })
      else if (part instanceof Promise) await part
      else {
        const [name, inputs] = part
        const written = JSON.stringify(inputs)
        const id = `call_${asked.length}`
        delta({ tool_calls: [{ index: 0, id, function: { name, arguments: written.slice(0, 3) } }] })
        delta({ tool_calls: [{ index: 0, function: { arguments: written.slice(3) } }] })
      }
    }
    response.end("data: [DONE]\n\n")
  })
  return { url: await listening(server), asked }
}

interface Message {
  role: string
  content: string
}
type Part = string | Promise<void> | [name: string, inputs: object]

const toolAnswer = (messages: Message[]) => JSON.parse(messages.at(-1)!.content)

/** A call to the company's number by Sam, with what Twilio was sent. */
async function relayedCall(
  script: Parameters<typeof modelOf>[0],
  { calledNumber = "+15125550143", whileToolWorks = () => {} } = {},
) {
  const [{ openAgent }, { takeCall }, { replyOf }] = await Promise.all([
    example("conversation-relay/agent.js"),
    example("conversation-relay/call.js"),
    example("conversation-relay/model.js"),
  ])
  await service.api("POST", "/channels", { kind: "voice", phone: "+15125550143" })
  const model = await modelOf(script)
  const sent: { type: string; token?: string; last?: boolean }[] = []
  const agent = openAgent({ baseUrl: service.apiUrl, apiKey: service.key, companyName: "Harbour Heating" })
  const begin = async (setup: object) => {
    const conversation = await agent.begin(setup)
    const use = async (name: string, inputs: object) => {
      whileToolWorks()
      return conversation.call(name, inputs)
    }
    return { ...conversation, call: use }
  }
  const call = takeCall({
    send: (message: (typeof sent)[number]) => sent.push(message),
    agent: { ...agent, begin },
    reply: (asked: object) => replyOf({ url: model.url, key: "k", model: "m" }, asked),
    log: () => {},
  })
  const setup = {
    type: "setup",
    callSid: "CA1",
    from: "+15125550123",
    to: calledNumber,
    customParameters: {},
  }
  await call.receive(setup)
  const prompt = (voicePrompt: string) =>
    call.receive({ type: "prompt", voicePrompt, lang: "en-US", last: true })
  const said = () => sent.map(({ token = "" }) => token).join("")
  return { call, prompt, sent, said, asked: model.asked }
}

it("AV-22 a worker for Twilio's ConversationRelay greets, searches, books and hangs up", async () => {
  const wish = { appointment_type_id: story.typeId, start_date: "2027-03-04", end_date: "2027-03-05" }
  let slot = { provider_id: 0, location_id: 0, start_time: "" }
  const { call, prompt, sent, said, asked } = await relayedCall([
    () => ["Let me ", "look."],
    () => [["find_slots", wish]],
    (messages) => {
      const found = toolAnswer(messages)
      slot = found.recommended[0]
      return [found.say]
    },
    () => {
      const { provider_id, location_id, start_time } = slot
      return [["book_appointment", { ...wishedType(wish), provider_id, location_id, start_time }]]
    },
    (messages) => [toolAnswer(messages).say],
    () => ["Goodbye.", ["end_call", {}]],
  ])
  expect(sent).toEqual([
    { type: "text", token: "Thank you for calling Harbour Heating. How can I help you?", last: true },
  ])
  await call.receive({ type: "prompt", voicePrompt: "Good morning,", lang: "en-US", last: false })
  await prompt("have you a time on Thursday?")
  expect(asked[0]!.at(-1)).toEqual({ role: "user", content: "Good morning, have you a time on Thursday?" })
  expect(asked[0]![0]!.content).toMatch(/You answer the phone for Harbour Heating\..*«Sam Poe»/s)
  await call.receive({ type: "dtmf", digit: "1" })
  expect(said()).toMatch(/Thursday, March 4 at/)
  await prompt("The first one, please.")
  expect(said()).toMatch(/is booked for Thursday, March 4 at/)
  await prompt("That is all.")
  expect(sent.at(-1)).toEqual({ type: "end" })
  const { body } = await service.api(
    "GET",
    `/appointments?from=${slot.start_time}&to=2027-03-05T00:00:00.000Z`,
  )
  expect(body.data).toContainEqual(
    expect.objectContaining({ start_time: slot.start_time, booked_by: "agent" }),
  )
})

const wishedType = ({ appointment_type_id }: { appointment_type_id: number }) => ({ appointment_type_id })

it("AV-22 the worker stops when the caller speaks, and its model learns how much was heard", async () => {
  let spoken = () => {}
  const isSpeaking = new Promise<void>((resolve) => {
    spoken = resolve
  })
  const { call, prompt, said, asked } = await relayedCall([
    () => {
      spoken()
      return ["We are open on Monday, ", new Promise<void>(() => {})]
    },
    () => ["All right."],
  ])
  const first = prompt("When are you open?")
  await isSpeaking
  await expect.poll(said).toContain("We are open on Monday")
  await call.receive({
    type: "interrupt",
    utteranceUntilInterrupt: "We are open",
    durationUntilInterruptMs: 460,
  })
  await first
  await prompt("Never mind.")
  expect(asked[1]!.slice(-2)).toEqual([
    { role: "assistant", content: "We are open" },
    { role: "user", content: "Never mind." },
  ])
  expect(said()).toMatch(/All right\.$/)
})

it("AV-22 what a tool does when the caller hangs up is done, and nothing more is said", async () => {
  let hangUp = () => {}
  const { call, prompt, sent, asked } = await relayedCall(
    [() => [["request_callback", { message: "Call me back." }]]],
    { whileToolWorks: () => hangUp() },
  )
  hangUp = () => void call.close()
  const before = sent.length
  await prompt("Have them call me.")
  const { body } = await service.api("GET", "/callbacks")
  expect(body.data).toContainEqual(expect.objectContaining({ message: "Call me back." }))
  expect([sent.slice(before), asked.length]).toEqual([[], 1])

  const elsewhere = await relayedCall([], { calledNumber: "+15125550199" })
  expect(elsewhere.sent).toMatchObject([{ type: "text", last: true }, { type: "end" }])
})

it("DX-07 the exported agents reach the voice platform with its ids of their tools", async () => {
  const sent: { path: string; key: unknown; body: ReturnType<typeof JSON.parse> }[] = []
  const platform = createServer(async (request, response) => {
    const path = request.url!.replace("/v1/convai/", "")
    sent.push({ path, key: request.headers["xi-api-key"], body: JSON.parse(await text(request)) })
    const id = path === "tools" ? { id: `tool_${sent.length}` } : { agent_id: `agent_${sent.length}` }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(id))
  })
  const { pushAgents } = await example("elevenlabs-agent/push.js")
  const folder = join(root, "api/agent-platform")
  const agentIds = await pushAgents({ folder, apiKey: "xi", baseUrl: await listening(platform) })
  const tools = sent.filter(({ path }) => path === "tools")
  const agents = sent.filter(({ path }) => path === "agents/create")
  expect(agentIds).toHaveLength(2)
  expect(tools.map(({ body }) => body.tool_config.name)).toContain("book_appointment")
  const ids = tools.map((_, index) => `tool_${index + 1}`)
  for (const { key, body } of agents) {
    expect(key).toBe("xi")
    expect(body.conversation_config.agent.prompt.tool_ids).toEqual(ids)
  }
})
