// An agent's side of a call, without a model: APPOINTED_KEY=sk_… node client.js +15125550142 +15125550143
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

/** Begins a conversation, as a platform does when the phone rings, and returns its variables. */
export async function beginConversation({ baseUrl, apiKey, calledNumber, callerId }) {
  const answer = await fetch(`${baseUrl}/api/v1/agent/conversation-init`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ called_number: calledNumber, caller_id: callerId, call_sid: `CA${Date.now()}` }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error.message)
  return body.dynamic_variables
}

/**
 * Books the first time that is recommended for the first type that has one; returns what to say. A caller whom the company does
 * not know is registered under `name` first.
 */
export async function bookFirst({ name = "Robin Fox", ...connection }) {
  const { session_id, is_new_customer } = await beginConversation(connection)
  const client = new Client({ name: "example", version: "1.0.0" })
  const headers = { authorization: `Bearer ${connection.apiKey}` }
  const url = new URL(`${connection.baseUrl}/api/v1/agent/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))

  // A model would choose this tool. A refusal is a result too: its first text is the sentence to say.
  const call = async (name, inputs) => {
    const result = await client.callTool({ name, arguments: { session_id, ...inputs } })
    if (result.isError) throw new Error(result.content[0].text)
    return JSON.parse(result.content[0].text)
  }
  try {
    if (is_new_customer) await call("create_customer", { name })
    const { appointment_types } = await call("list_appointment_types", {})
    for (const { id: appointment_type_id, scheduling_request } of appointment_types) {
      // The company has asked this caller to book it: that request goes along.
      const asked = scheduling_request ? { scheduling_request_id: scheduling_request.id } : {}
      const wish = { appointment_type_id, ...asked }
      const { recommended } = await call("find_slots", wish)
      // None where an address is needed first, or where all is taken.
      if (recommended.length === 0) continue
      const { provider_id, start_time } = recommended[0]
      return (await call("book_appointment", { ...wish, provider_id, start_time })).say
    }
    return "There is no free time at the moment."
  } finally {
    await client.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  const [calledNumber, callerId] = process.argv.slice(2)
  const { APPOINTED_URL: baseUrl = "http://127.0.0.1:3000", APPOINTED_KEY: apiKey } = process.env
  try {
    console.log(await bookFirst({ baseUrl, apiKey, calledNumber, callerId }))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
