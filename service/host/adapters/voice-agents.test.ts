import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer, type Told } from "../../../test/support/local-server.ts"
import { createElevenLabs } from "./voice-agents/elevenlabs.ts"

let platform: LocalServer
beforeEach(async () => {
  platform = await startLocalServer()
})
afterEach(() => platform.stop())

const from = "+15125550188"
const call = { from, to: "+15125550123", variables: { session_id: "s1", has_address: true } }
const number = {
  phone_number: from,
  phone_number_id: "phnum_1",
  provider: "twilio",
  assigned_agent: { agent_id: "agent_1", agent_name: "Front desk" },
}
const agent = (timeoutMs = 20_000) => createElevenLabs({ apiKey: "key", baseUrl: platform.url, timeoutMs })

function tell(called: Told, numbers: unknown[] = [number]) {
  platform.tell(({ method }) => (method === "GET" ? { status: 200, body: numbers } : called))
}

describe("calls through ElevenLabs", () => {
  it("are made from the company's number by the agent that answers it, with the conversation's variables", async () => {
    tell({ status: 200, body: { success: true, message: "ok", conversation_id: "conv_1", callSid: "CA1" } })
    expect(await agent().call(call)).toEqual({ kind: "sent", carrierId: "CA1" })
    expect(platform.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/convai/phone-numbers",
      "POST /v1/convai/twilio/outbound-call",
    ])
    expect(platform.asked[1]!.headers["xi-api-key"]).toBe("key")
    expect(JSON.parse(platform.asked[1]!.body)).toEqual({
      agent_id: "agent_1",
      agent_phone_number_id: "phnum_1",
      to_number: "+15125550123",
      conversation_initiation_client_data: { dynamic_variables: { session_id: "s1", has_address: true } },
    })
  })

  it("take the way of the number's own provider", async () => {
    tell({ status: 200, body: { success: true } }, [{ ...number, provider: "sip_trunk" }])
    expect(await agent().call(call)).toEqual({ kind: "sent", carrierId: null })
    expect(platform.asked[1]!.path).toBe("/v1/convai/sip-trunk/outbound-call")
  })

  it("are refused where no agent answers the number, and where the platform will not call", async () => {
    tell({ status: 200, body: { success: true } }, [{ ...number, assigned_agent: null }])
    expect(await agent().call(call)).toMatchObject({ kind: "refused", error: "elevenlabs_no_agent" })
    expect(platform.asked.length).toBe(1)
    tell({ status: 422, body: { detail: [] } })
    expect(await agent().call(call)).toMatchObject({ kind: "refused", error: "elevenlabs_422" })
    tell({ status: 200, body: { success: false } })
    expect(await agent().call(call)).toMatchObject({ kind: "refused", error: "elevenlabs_not_called" })
  })

  it("wait where the platform asks for patience, and are unknown once the call may have been made", async () => {
    tell({ status: 429, headers: { "retry-after": "9" }, body: {} })
    expect(await agent().call(call)).toEqual({ kind: "later", error: "elevenlabs_429", retryAfterSeconds: 9 })
    tell({ status: 500, body: {} })
    expect(await agent().call(call)).toEqual({ kind: "unknown", error: "elevenlabs_500" })
    tell({ silent: true })
    expect(await agent(100).call(call)).toEqual({ kind: "unknown", error: "no_answer" })
    platform.tell({ status: 500 })
    expect(await agent().call(call)).toMatchObject({ kind: "later", error: "elevenlabs_500" })
  })
})
