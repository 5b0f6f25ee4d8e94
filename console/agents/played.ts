/**
 * A conversation that is played in the browser: the same requests as an agent platform sends, with a key, without the
 * console's own session. One conversation is one caller's; the service gives no other way in.
 */
import { createClient } from "../../sdk/src/index.ts"
import { isRefusal, NoAnswer, Refusal } from "../api/client.ts"
import type { Tool } from "./agent-data.ts"

/** Keys of test companies begin with `sk_test_`. */
export const isTestKey = (key: string): boolean => key.startsWith("sk_test_")

export interface Caller {
  medium: "voice" | "sms"
  /** Empty for a caller who hides it. */
  phone: string
  called: string
  /** Made a customer first, in a test company only; empty for somebody new. */
  name: string
}

export type Inputs = Record<string, string | number | boolean>

export interface Turn {
  number: number
  tool: string
  inputs: Inputs
  request: { method: string; path: string; body: Inputs | null }
  status: number
  /** The words that the agent would say; null when the answer holds none. */
  say: string | null
  answer: unknown
}

export interface Conversation {
  key: string
  sessionId: string
  /** The variables that the prompt would be filled with. */
  variables: Record<string, unknown>
}

const prefix = "/api/v1/agent"

interface Answered {
  status: number
  body: { data?: { say?: string }; error?: ConstructorParameters<typeof Refusal>[1] } & Record<
    string,
    unknown
  >
}

/** The request carries no cookie: the key alone says which company it is for. */
async function send(key: string, method: string, path: string, body: object | null): Promise<Answered> {
  const answer = await fetch(path, {
    method,
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new NoAnswer("The service can't be reached.", { cause })
  })
  return { status: answer.status, body: await answer.json() }
}

const withoutCookie: typeof fetch = (input, init) => fetch(input, { ...init, credentials: "omit" })

const companyOf = (key: string) =>
  createClient({ baseUrl: location.origin, apiKey: key, fetch: withoutCookie })

/** Throws `Refusal`: a wrong key, an unknown number. */
export async function begin(key: string, { medium, phone, called, name }: Caller): Promise<Conversation> {
  if (isTestKey(key) && name !== "" && phone !== "") {
    await companyOf(key)
      .createCustomer({ name, phone })
      .catch((error: unknown) => {
        // An earlier conversation has made this caller a customer.
        if (!isRefusal(error, "phone_taken")) throw error
      })
  }
  const asked = {
    caller_id: phone,
    called_number: called,
    call_sid: medium === "voice" ? `console-${Date.now()}` : "",
  }
  const { status, body } = await send(key, "POST", `${prefix}/conversation-init`, asked)
  const variables = body.dynamic_variables as Record<string, unknown> | undefined
  if (!variables) throw new Refusal(status, body.error!)
  return { key, sessionId: String(variables.session_id), variables }
}

/** Calls a tool. A refusal is an answer like any other: the agent would say it. */
export async function call(
  { key, sessionId }: Conversation,
  tool: Tool,
  inputs: Inputs,
  number: number,
): Promise<Turn> {
  const inPath = [...tool.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(inputs[name] ?? "")))
  const rest = { session_id: sessionId, ...inputs }
  for (const name of inPath) delete (rest as Inputs)[name]
  const takesBody = tool.method === "POST" || tool.method === "PUT"
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const request = {
    method: tool.method,
    path: takesBody ? path : `${path}?${query}`,
    body: takesBody ? rest : null,
  }
  const { status, body } = await send(key, request.method, request.path, request.body)
  const say = body.error?.message ?? body.data?.say ?? null
  return { number, tool: tool.name, inputs, request, status, say, answer: body }
}

export interface OutgoingText {
  id: number
  to: string | null
  body: string | null
  reason: string | null
}

/** The newest texts that would have gone from the test company; none for a key that may not read them. */
export async function outboxOf(key: string): Promise<OutgoingText[]> {
  if (!isTestKey(key)) return []
  const { data } = await companyOf(key)
    .readTestOutbox({ limit: 5 })
    .catch((error: unknown) => {
      if (isRefusal(error)) return { data: [] }
      throw error
    })
  return data
}
