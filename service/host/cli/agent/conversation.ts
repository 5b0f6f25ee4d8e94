/** One conversation with a running service, as an agent platform has it. */
import { describeTools, pathInputsOf } from "../../../ways-in/agent-api/describe-tools.ts"
import { type Answered, type Connection, send } from "./who.ts"

export type Inputs = Readonly<Record<string, unknown>>

/** One call of one tool. */
export interface Wish {
  tool: string
  inputs: Inputs
}

/** A wish with its result. */
export interface Told extends Wish {
  status: number
  /** The words that the agent would say; null when the answer holds none. */
  say: string | null
  answer: Record<string, unknown>
}

export interface Conversation {
  call(wish: Wish): Promise<Told>
  /** The call before; null at the beginning. */
  readonly last: Wish | null
  /** The last search that found something, with what it found. */
  readonly search: { inputs: Inputs; recommended: readonly Inputs[] } | null
}

/** No conversation when the service refuses to begin one. */
export async function beginConversation(
  connection: Connection,
): Promise<{ told: Told; conversation: Conversation | null }> {
  const inputs = {
    caller_id: connection.from ?? "",
    called_number: connection.to,
    call_sid: connection.isText ? "" : `CA-${process.pid}`,
  }
  const answered = await send(`${connection.apiUrl}/agent/conversation-init`, {
    method: "POST",
    headers: headersOf(connection),
    body: JSON.stringify(inputs),
  })
  const told = toldOf({ tool: "conversation-init", inputs }, answered)
  const variables = answered.body.dynamic_variables as { session_id: string } | undefined
  return { told, conversation: variables ? conversationOf(connection, variables.session_id) : null }
}

function conversationOf(connection: Connection, sessionId: string): Conversation {
  let last: Wish | null = null
  let search: Conversation["search"] = null
  return {
    get last() {
      return last
    },
    get search() {
      return search
    },
    async call(wish) {
      last = wish
      const told = toldOf(wish, await callTool(connection, sessionId, wish))
      const { recommended } = (told.answer.data ?? {}) as { recommended?: Inputs[] }
      if (recommended) search = { inputs: wish.inputs, recommended }
      return told
    },
  }
}

function callTool(
  connection: Connection,
  sessionId: string,
  { tool: name, inputs }: Wish,
): Promise<Answered> {
  const { method, path } = describeTools().find((tool) => tool.name === name)!
  const inPath = pathInputsOf(path)
  const url = new URL(
    connection.apiUrl.replace(/\/api\/v1$/, "") +
      path.replace(/\{(\w+)\}/g, (_whole, input) => encodeURIComponent(String(inputs[input] ?? ""))),
  )
  const rest = Object.entries({ session_id: sessionId, ...inputs }).filter(
    ([input]) => !inPath.includes(input),
  )
  if (method === "POST" || method === "PUT") {
    const body = JSON.stringify(Object.fromEntries(rest))
    return send(url.href, { method, headers: headersOf(connection), body })
  }
  for (const [input, value] of rest) url.searchParams.set(input, String(value))
  return send(url.href, { method, headers: headersOf(connection) })
}

const headersOf = ({ key }: Connection) => ({
  authorization: `Bearer ${key}`,
  "content-type": "application/json",
})

function toldOf(wish: Wish, { status, body }: Answered): Told {
  const { data, error } = body as { data?: { say?: string }; error?: { message: string } }
  return { ...wish, status, say: error?.message ?? data?.say ?? null, answer: body }
}
