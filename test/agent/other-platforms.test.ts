/** Retell and Vapi with bodies of their own, as their published schemas have them. */
import { expect, it } from "vitest"
import { describeTools } from "../../service/ways-in/agent-api/describe-tools.ts"
import { companyNumber, openChannels, samsNumber } from "../support/agent.ts"
import { openCompanyForEachTest, service, story } from "./fresh-service.ts"

openCompanyForEachTest()

const agent = (path: string, body: unknown) => service.api("POST", `/agent${path}`, body)
const wednesday = { start_date: "2027-03-03", end_date: "2027-03-04" }

it("AV-10 Retell's inbound webhook begins a call, with every variable as text", async () => {
  const inbound = { agent_id: "agent_1", from_number: samsNumber, to_number: companyNumber }
  const { status, body } = await agent("/conversation-init", { event: "call_inbound", call_inbound: inbound })
  expect([status, Object.keys(body)]).toEqual([200, ["call_inbound"]])
  const { dynamic_variables: variables } = body.call_inbound
  expect(variables).toMatchObject({
    customer_full_name: "Sam Poe",
    is_new_customer: "false",
    channel: "voice",
  })
  const chat = await agent("/conversation-init", { event: "chat_inbound", chat_inbound: inbound })
  expect(chat.body.chat_inbound.dynamic_variables).toMatchObject({ channel: "sms" })
})

it("AV-10 Retell's custom functions are the tools; a refusal stands in a 200, with its sentence", async () => {
  const inbound = { from_number: samsNumber, to_number: companyNumber }
  const begun = await agent("/conversation-init", { event: "call_inbound", call_inbound: inbound })
  const call = { call_id: "c1", retell_llm_dynamic_variables: begun.body.call_inbound.dynamic_variables }
  const tool = (name: string, args: object, of: object = call) => agent("/tools", { name, args, call: of })
  const found = await tool("find_slots", {
    appointment_type_id: story.typeId,
    ...wednesday,
    execution_message: "Let me look",
  })
  const [slot] = found.body.recommended
  const booked = await tool("book_appointment", {
    appointment_type_id: story.typeId,
    provider_id: slot.provider_id,
    location_id: slot.location_id,
    start_time: slot.start_time,
  })
  expect(booked).toMatchObject({ status: 200, body: { status: "scheduled", booked_by: "agent" } })
  const cancelled = await tool("cancel_appointment", { appointment_id: 999_999 })
  expect(cancelled).toMatchObject({
    status: 200,
    body: { ok: false, error: { code: "not_found", message: "I couldn't find that appointment." } },
  })
  const over = await tool("list_my_appointments", {}, { call_id: "c1" })
  expect(over).toMatchObject({ status: 200, body: { ok: false, error: { code: "session_expired" } } })
  expect((await tool("no_such_tool", {})).body.error.code).toBe("invalid_input")
})

it("AV-10 Vapi's assistant-request and tool-calls are answered in its form", async () => {
  const call = { id: "v1", customer: { number: samsNumber }, phoneNumber: { number: companyNumber } }
  const begun = await agent("/conversation-init?assistant_id=as_1", {
    message: { type: "assistant-request", call },
  })
  expect(begun).toMatchObject({
    status: 200,
    body: { assistantId: "as_1", assistantOverrides: { variableValues: { customer_full_name: "Sam Poe" } } },
  })
  const { assistantOverrides } = begun.body
  const toolCallList = [
    { id: "t1", type: "function", function: { name: "list_appointment_types", arguments: {} } },
    {
      id: "t2",
      type: "function",
      function: {
        name: "find_slots",
        arguments: JSON.stringify({ appointment_type_id: story.typeId, ...wednesday }),
      },
    },
    { id: "t3", name: "cancel_appointment", arguments: { appointment_id: 999_999 } },
  ]
  const message = { type: "tool-calls", call: { ...call, assistantOverrides }, toolCallList }
  const { status, body } = await agent("/tools", { message })
  expect([status, body.results.map(({ toolCallId }: { toolCallId: string }) => toolCallId)]).toEqual([
    200,
    ["t1", "t2", "t3"],
  ])
  const [types, found, refused] = body.results.map(({ result }: { result: string }) => JSON.parse(result))
  expect(types.appointment_types).toMatchObject([{ id: story.typeId }])
  expect(found.recommended.length).toBeGreaterThan(0)
  expect(refused).toMatchObject({ ok: false, error: { code: "not_found" } })
})

it("AV-10 a body that no adapter knows gets a sentence for its integrator", async () => {
  const unknown = await agent("/conversation-init", { call: { from: samsNumber } })
  expect([unknown.status, unknown.body.error.message]).toEqual([
    400,
    expect.stringContaining("docs/agents.md shows each platform's body"),
  ])
  const vapi = await agent("/conversation-init", { message: { type: "assistant-request", call: {} } })
  expect(vapi.body.error).toMatchObject({ field: "assistant_id" })
  expect((await agent("/tools", { tool: "find_slots" })).status).toBe(400)
  expect((await agent("/conversation-init", { called_number: "+15125550181" })).body.error.code).toBe(
    "unknown_number",
  )
})

it("AV-10 AV-08 each platform has an export with every tool, its own tools, and no key", async () => {
  await openChannels(service, "+15125550190")
  for (const [platform, paths] of [
    ["retell", ["retell.json", "retell-agent.json", "retell-chat.json", "retell-chat-agent.json"]],
    ["vapi", ["vapi.json", "vapi-chat.json"]],
  ] as const) {
    const query = `company=Harbour&secret_id=SECRET&platform=${platform}`
    const exported = async (more: string) => {
      const answer = await fetch(`${service.apiUrl}/agent-platform.json?${query}${more}`)
      const { files } = (await answer.json()) as { files: { path: string; text: string }[] }
      expect(files.map(({ path }) => path)).toEqual(paths)
      return files[0]!.text
    }
    const plain = await exported("")
    for (const { name } of describeTools()) expect(plain).toContain(`"${name}"`)
    expect(plain).toContain("/api/v1/agent/tools")
    expect(plain).not.toMatch(/sk_|"session_id"|transfer_to_number|\(otherwise/)
    const transfer = platform === "retell" ? '"transfer_to_number"' : '"transferCall"'
    expect(await exported("&transfer_phone=%2B15125550111")).toContain(transfer)
  }
})
