/** The agent's tools over MCP, called by the protocol's official client, of its newest revision and of older ones. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"
import { drawn } from "../support/trials.ts"

let service: TestService
let story: Story
const line = "+15125550100"

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await service.api("POST", "/channels", { kind: "voice", phone: line })
})
afterAll(() => service.stop())

async function begin(callerId = "+15125550123"): Promise<string> {
  const init = { caller_id: callerId, called_number: line, call_sid: "CA1" }
  const answer = await service.api("POST", "/agent/conversation-init", init)
  return answer.body.dynamic_variables.session_id
}

async function connect(
  options: ClientOptions = {},
  key = service.key,
  bound: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, options)
  const headers = { authorization: `Bearer ${key}`, ...bound }
  const url = new URL(`${service.apiUrl}/api/v1/agent/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

const accept = "application/json, text/event-stream"

const revisions: [string, ClientOptions][] = [
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
  ["2025-11-25", { versionNegotiation: { mode: "legacy" } }],
]

describe.each(revisions)("revision %s", (_revision, options) => {
  it("AG-05 lists every tool with the schemas that its route has", async () => {
    const client = await connect(options)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(agentTools.map(({ tool }) => tool.name))
    for (const { tool } of agentTools) {
      const listed = tools.find(({ name }) => name === tool.name)!
      const inputs = Object.keys(listed.inputSchema.properties!)
      expect(inputs, tool.name).toEqual(["session_id", ...Object.keys(tool.input.shape)])
      expect(listed.inputSchema.required, tool.name).toContain("session_id")
      expect(listed.inputSchema.additionalProperties, tool.name).toBe(false)
      expect(listed.outputSchema, tool.name).toBeUndefined()
      expect(listed.annotations!.readOnlyHint, tool.name).toBe(!tool.writes)
    }
    await client.close()
  })

  it("AG-17 does not list what begins a conversation", async () => {
    const client = await connect(options)
    expect(JSON.stringify(await client.listTools())).not.toMatch(/conversation.init/)
    const call = client.callTool({ name: "conversation-init", arguments: { called_number: line } })
    await expect(call).rejects.toThrow("Unknown tool: conversation-init")
    await client.close()
  })

  it("AG-07 AV-09 books what a search gave, and sends each answer once", async () => {
    const client = await connect(options)
    await client.listTools()
    const session_id = await begin()
    const dates = { start_date: "2027-03-02", end_date: "2027-03-05" }
    const found = await client.callTool({
      name: "find_slots",
      arguments: { session_id, appointment_type_id: story.typeId, ...dates },
    })
    const { recommended } = dataOf(found) as { recommended: Record<string, unknown>[] }
    const { provider_id, start_time, location_id } = recommended[0]!
    const wish = { appointment_type_id: story.typeId, provider_id, start_time, location_id }
    const booked = await client.callTool({ name: "book_appointment", arguments: { session_id, ...wish } })
    expect(booked.isError).toBeFalsy()
    expect(dataOf(booked)).toMatchObject({ status: "scheduled", start_time, booked_by: "agent" })
    for (const answer of [found, booked])
      expect([answer.content, answer.structuredContent]).toEqual([
        [{ type: "text", text: expect.any(String) }],
        undefined,
      ])
    const mine = await client.callTool({ name: "list_my_appointments", arguments: { session_id } })
    const { id } = dataOf(booked) as { id: number }
    expect(dataOf(mine)).toMatchObject({ appointments: [{ id }] })
    await client.callTool({ name: "cancel_appointment", arguments: { session_id, appointment_id: id } })
    await client.close()
  })

  it("AG-12 tells a refusal as a result: the sentence to say, then what is wrong", async () => {
    const client = await connect(options)
    const session_id = await begin()
    const moved = { session_id, appointment_id: 999_999, start_time: "2027-03-02T15:00:00.000Z" }
    const refused = await client.callTool({ name: "reschedule_appointment", arguments: moved })
    expect(refused.isError).toBe(true)
    const [sentence, problem] = refused.content as { text: string }[]
    expect(sentence!.text).toBe("I couldn't find that appointment.")
    expect(JSON.parse(problem!.text)).toMatchObject({ code: "not_found", field: "appointment_id" })
    await client.close()
  })
})

describe("AV-21 a session that the header Appointed-Session binds", () => {
  it("is no input of any tool; answers have the form that the output schemas say", async () => {
    const client = await connect({}, service.key, { "appointed-session": await begin() })
    const { tools } = await client.listTools()
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(Object.keys(inputSchema.properties!), name).not.toContain("session_id")
      expect(inputSchema.required, name).not.toContain("session_id")
      expect(outputSchema, name).toMatchObject({ type: "object" })
    }
    expect(client.getInstructions()).not.toContain("session_id")
    // The client judges each answer by the schema that was listed.
    const found = await client.callTool({
      name: "find_slots",
      arguments: { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-05" },
    })
    expect(found.structuredContent).toEqual(dataOf(found))
    for (const name of ["list_appointment_types", "list_my_appointments", "waiting_status", "opt_out"])
      expect((await client.callTool({ name, arguments: {} })).structuredContent, name).toBeDefined()
    const refused = await client.callTool({ name: "cancel_appointment", arguments: { appointment_id: 9 } })
    expect([refused.isError, refused.structuredContent]).toEqual([true, undefined])
    await client.close()
  })

  it("binds the tools over HTTP too; another one beside it is refused", async () => {
    const [session, other] = [await begin(), await begin()]
    const list = (query: string, headers: Record<string, string>) =>
      service.api("GET", `/agent/appointments${query}`, undefined, { headers })
    const bound = { "appointed-session": session }
    expect((await list("", bound)).status).toBe(200)
    expect((await list(`?session_id=${session}`, bound)).status).toBe(200)
    const unlike = await list(`?session_id=${other}`, bound)
    expect([unlike.status, unlike.body.error.code, unlike.body.error.field]).toEqual([
      ...[400, "invalid_input", "session_id"],
    ])
    expect((await list("", {})).body.error.code).toBe("session_expired")
    expect((await list("", { "appointed-session": "ses_unknown" })).body.error.code).toBe("session_expired")
  })
})

const dataOf = ({ content }: { content?: unknown }): unknown =>
  JSON.parse((content as { text: string }[])[0]!.text)

it("AG-02 says Session expired before anything else that is wrong", async () => {
  const client = await connect()
  const other = await service.anotherCompany()
  const asOther = await connect({}, other.key)
  const session_id = await begin()
  const wrong = { appointment_type_id: "no number", customer_id: 1 }
  const calls = [
    client.callTool({ name: "find_slots", arguments: wrong }),
    client.callTool({ name: "find_slots", arguments: { session_id: "ses_unknown", ...wrong } }),
    asOther.callTool({ name: "find_slots", arguments: { session_id, ...wrong } }),
  ]
  for (const call of calls) {
    const { isError, content } = await call
    expect({ isError, said: (content as { text: string }[])[0]!.text }).toEqual({
      isError: true,
      said: "Session expired",
    })
  }
  await Promise.all([client.close(), asOther.close()])
})

it("AG-03 refuses whom and what an agent may not name, by name", async () => {
  const client = await connect()
  const session_id = await begin()
  for (const name of ["customer_id", "company_id", "phone", "override_eligibility"]) {
    const sent = { session_id, start_date: "2027-03-02", end_date: "2027-03-05", [name]: 1 }
    const { isError, content } = await client.callTool({ name: "find_slots", arguments: sent })
    expect(isError).toBe(true)
    expect(JSON.parse((content as { text: string }[])[1]!.text)).toMatchObject({
      code: "invalid_input",
      field: name,
    })
  }
  await client.close()
})

it("GE-07 needs the company's key before anything of the body is judged", async () => {
  for (const key of [null, "sk_wrong_wrong_wrong_wrong"]) {
    const answer = await service.api("POST", "/agent/mcp", undefined, { key, raw: "{" })
    expect(answer.status).toBe(401)
  }
})

it("answers what is no message of the protocol in the protocol's own form", async () => {
  const noJson = await service.api("POST", "/agent/mcp", undefined, {
    raw: "{",
    headers: { "content-type": "application/json", accept },
  })
  expect(noJson).toMatchObject({ status: 400, body: { jsonrpc: "2.0", error: { code: -32700 } } })
  const noType = await service.api("POST", "/agent/mcp", undefined, {
    raw: "{}",
    headers: { "content-type": "text/plain" },
  })
  expect(noType.status).toBe(415)
  const get = await service.api("GET", "/agent/mcp")
  expect(get).toMatchObject({ status: 405, body: { error: { code: "method_not_allowed" } } })
})

it("answers whatever is sent without failing, and never as if it had worked", async () => {
  const session_id = await begin()
  const names = agentTools.map(({ tool }) => tool.name)
  const call = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.oneof(fc.integer(), fc.string()),
    method: fc.constant("tools/call"),
    params: fc.record({
      name: fc.oneof(fc.constantFrom(...names), fc.string()),
      arguments: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()).map((given) => ({ ...given, session_id, end_date: 1 })),
      ),
    }),
  })
  const bodies = fc.oneof(fc.jsonValue(), call)
  await fc.assert(
    fc.asyncProperty(bodies, async (sent) => {
      const answer = await service.api("POST", "/agent/mcp", undefined, {
        raw: JSON.stringify(sent),
        headers: { accept, "content-type": "application/json" },
      })
      expect(answer.status).toBeLessThan(500)
      expect(JSON.stringify(answer.body)).not.toContain('"internal"')
    }),
    drawn(150, 20_270_301),
  )
})

it("keeps nobody listening: nothing is ever announced", async () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  }
  const listen = {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: { notifications: { toolsListChanged: true }, _meta: meta },
  }
  const headers = { accept, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" }
  const answer = await service.api("POST", "/agent/mcp", listen, { headers })
  expect(answer.body).toMatchObject({ error: { message: expect.stringContaining("limit") } })
})
