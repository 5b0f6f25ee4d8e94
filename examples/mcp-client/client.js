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

/** Books the first time that is recommended for the first type that the caller may book; returns what to say. */
export async function bookFirst(connection) {
  const { session_id } = await beginConversation(connection)
  const client = new Client({ name: "example", version: "1.0.0" })
  const headers = { authorization: `Bearer ${connection.apiKey}` }
  const url = new URL(`${connection.baseUrl}/api/v1/agent/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))

  // What a model would choose. A refusal is a result too: its first text is the sentence to say.
  const call = async (name, inputs) => {
    const result = await client.callTool({ name, arguments: { session_id, ...inputs } })
    if (result.isError) throw new Error(result.content[0].text)
    return JSON.parse(result.content[0].text)
  }
  try {
    const { appointment_types } = await call("list_appointment_types", {})
    const appointment_type_id = appointment_types[0].id
    const { recommended } = await call("find_slots", { appointment_type_id })
    const { provider_id, start_time } = recommended[0]
    const { say } = await call("book_appointment", { appointment_type_id, provider_id, start_time })
    return say
  } finally {
    await client.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  const [calledNumber, callerId] = process.argv.slice(2)
  const { APPOINTED_URL: baseUrl = "http://127.0.0.1:3000", APPOINTED_KEY: apiKey } = process.env
  console.log(await bookFirst({ baseUrl, apiKey, calledNumber, callerId }))
}
