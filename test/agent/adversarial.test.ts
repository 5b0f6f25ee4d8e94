/** Every script of what can go wrong ends right in each of the eight ways to talk: four platforms, by voice and by text. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeTools } from "../../service/ways-in/agent-api/describe-tools.ts"
import { companyNumber, openChannels, samsNumber, strangersNumber } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../support/story.ts"
import { isOwnTrial } from "../support/trials.ts"
import { type Script, type Step, scripts } from "./adversarial/scripts.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const platforms = ["plain", "retell", "vapi", "mcp"] as const
type Platform = (typeof platforms)[number]
const ways = platforms.flatMap((platform) =>
  (["voice", "text"] as const).map((medium) => ({ platform, medium })),
)

const numbers = { sam: samsNumber, stranger: strangersNumber, hidden: "anonymous" }
type Call = (
  tool: string,
  send: Readonly<Record<string, unknown>>,
) => Promise<{ code: string | null; body: unknown }>
type Data = ReturnType<typeof JSON.parse>

/** A company of the script's own, with the values that `$name` stands for. */
async function openStory() {
  const { companyId, key } = await service.anotherCompany("Harbour Heating")
  const own = {
    ...service,
    companyId,
    key,
    api: ((method, path, body, options) =>
      service.api(method, path, body, { key, ...options })) as TestService["api"],
  }
  await own.api("PUT", "/company", { timezone: "America/Chicago" })
  const story: Story = await tellStory(own)
  await put(own, `/appointment-types/${story.typeId}`, { cancel_notice_minutes: 240 })
  await openChannels(own, `+1512555${companyId + 1000}`)
  const kim = await makeCustomer(own, { name: "Kim Lee", phone: "+15125550142" })
  const at = (start_time: string, customer_id = story.customerId) =>
    make(own, "/appointments", {
      ...{ customer_id, appointment_type_id: story.typeId, provider_id: story.anaId },
      start_time,
    })
  const [soon, mine, theirs] = [
    await at("2027-03-01T15:00:00.000Z"),
    await at("2027-03-05T15:00:00.000Z"),
    await at("2027-03-05T17:00:00.000Z", kim),
  ]
  const values: Record<string, unknown> = {
    ...{ type: story.typeId, ana: story.anaId, ben: story.benId, location: story.locationId },
    ...{ soon: soon.id, mine: mine.id, theirs: theirs.id },
    nine: "2027-03-03T15:00:00.000Z",
    half: "2027-03-03T15:30:00.000Z",
    ten: "2027-03-03T16:00:00.000Z",
  }
  return { own, story, line: `+1512555${companyId + 1000}`, values }
}

async function begin(
  own: TestService,
  platform: Platform,
  medium: "voice" | "text",
  from: string,
  line: string,
) {
  const ask = (body: object, query = "") => own.api("POST", `/agent/conversation-init${query}`, body)
  if (platform === "retell") {
    const kind = medium === "voice" ? "call_inbound" : "chat_inbound"
    const { body } = await ask({ event: kind, [kind]: { from_number: from, to_number: line } })
    return body[kind].dynamic_variables
  }
  if (platform === "vapi" && medium === "voice") {
    const call = { customer: { number: from }, phoneNumber: { number: line } }
    const { body } = await ask({ message: { type: "assistant-request", call } }, "?assistant_id=a")
    return body.assistantOverrides.variableValues
  }
  const { body } = await ask({
    caller_id: from,
    called_number: line,
    call_sid: medium === "voice" ? "CA1" : "",
  })
  return body.dynamic_variables
}

const toolsByName = new Map(describeTools().map((tool) => [tool.name, tool]))
const outcomeOf = (body: Data) => ({ code: (body.error?.code as string) ?? null, body })

function callOn(own: TestService, platform: Platform, variables: Data): Call {
  const { session_id } = variables
  if (platform === "retell") {
    const call = { retell_llm_dynamic_variables: variables }
    return async (name, args) => outcomeOf((await own.api("POST", "/agent/tools", { name, args, call })).body)
  }
  if (platform === "vapi") {
    const call = { assistantOverrides: { variableValues: variables } }
    return async (name, inputs) => {
      const toolCallList = [{ id: "t", type: "function", function: { name, arguments: inputs } }]
      const answer = await own.api("POST", "/agent/tools", {
        message: { type: "tool-calls", call, toolCallList },
      })
      return outcomeOf(JSON.parse(answer.body.results[0].result))
    }
  }
  if (platform === "mcp") return (name, inputs) => overMcp(own, name, { session_id, ...inputs })
  return async (name, inputs) => {
    const { method, path } = toolsByName.get(name)!
    const to = path.replace("/api/v1", "").replace("{appointment_id}", String(inputs.appointment_id))
    const { appointment_id: id, ...rest } = inputs
    const sent = {
      session_id,
      ...(path.includes("{") ? rest : { ...rest, ...(id ? { appointment_id: id } : {}) }),
    }
    const query = new URLSearchParams(Object.entries(sent).map(([key, value]) => [key, String(value)]))
    const isRead = method === "GET" || method === "DELETE"
    return outcomeOf((await own.api(method, isRead ? `${to}?${query}` : to, isRead ? undefined : sent)).body)
  }
}

async function overMcp(own: TestService, name: string, sent: Record<string, unknown>) {
  const client = new Client({ name: "test", version: "1.0.0" })
  const headers = { authorization: `Bearer ${own.key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${own.apiUrl}/api/v1/agent/mcp`), {
      requestInit: { headers },
    }),
  )
  const { isError, content } = await client.callTool({ name, arguments: sent })
  await client.close()
  const texts = (content as { text: string }[]).map(({ text }) => text)
  return isError ? outcomeOf({ error: JSON.parse(texts[1]!) }) : outcomeOf(JSON.parse(texts[0]!))
}

const filled = (send: Step["send"], values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(send ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" && value.startsWith("$") ? values[value.slice(1)] : value,
    ]),
  )

async function play({ caller = "sam", steps, stands }: Script, platform: Platform, medium: "voice" | "text") {
  const { own, story, line, values } = await openStory()
  const call = callOn(own, platform, await begin(own, platform, medium, numbers[caller], line))
  for (const { tool, send, code = null, says, keeps } of steps) {
    const outcome = await call(tool, filled(send, values))
    expect([tool, outcome.code], JSON.stringify(outcome.body).slice(0, 400)).toEqual([tool, code])
    const text = JSON.stringify(outcome.body)
    if (says) expect(text).toContain(says)
    // Neither another customer nor what the service keeps to itself is in any answer.
    expect(text).not.toMatch(/Kim|512555\d{4}|sam@example\.com|SELECT|node_modules/)
    const { data = outcome.body } = outcome.body as { data?: unknown }
    if (keeps) values.kept = (data as { id: number }).id
  }
  const { body } = await own.api("GET", "/appointments?status=scheduled&limit=100")
  const all: { customer_id: number }[] = body.data
  const sams = all.filter(({ customer_id }) => customer_id === story.customerId)
  expect({ sams: sams.length, all: all.length }).toEqual(stands)
}

it("AV-12 has thirty-three scripts", () => {
  expect(new Set(scripts.map(({ name }) => name)).size).toBe(33)
  expect([scripts.length, ways.length, companyNumber.length]).toEqual([33, 8, 12])
})

/** Each way plays this run's share of the scripts, the next way the next ones, so that every script is played. */
const played = ways.map((way, nth) => ({ ...way, own: scripts.filter((_, at) => isOwnTrial(nth + at)) }))

describe.each(played)("AV-12 on $platform by $medium", ({ platform, medium, own }) => {
  it.each(own)("$name", (script) => play(script, platform, medium))
})
