/**
 * The bodies of platforms that have a form of their own: Retell's inbound webhook and custom functions, Vapi's
 * `assistant-request` and `tool-calls`. Each is read into what every platform asks, and answered in its own form.
 */
import type { ConversationVariables } from "../../../../domain/model/agent/session.ts"
import { invalid } from "../../../../domain/model/errors.ts"
import { SaidRefusal } from "../in-agent-words.ts"

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A conversation that begins. */
export interface Beginning {
  init: Fields
  answer(variables: ConversationVariables): object
}

/** Null for the plain form. Throws `invalid_input` with a sentence for the integrator where a body lacks what its platform sends. */
export function beginningOf(sent: unknown, query: unknown): Beginning | null {
  const body = fieldsOf(sent)
  for (const kind of ["call_inbound", "chat_inbound"] as const) {
    if (body[kind] !== undefined) return retellBeginning(kind, fieldsOf(body[kind]))
  }
  const message = fieldsOf(body.message)
  if (message.type === "assistant-request") return vapiBeginning(message, fieldsOf(query).assistant_id)
  if (["called_number", "caller_id", "call_sid"].some((name) => name in body)) return null
  throw new SaidRefusal("invalid_input", { field: "called_number", message: unknownBody })
}

const unknownBody =
  "called_number: is missing. Send caller_id, called_number and call_sid, or point Retell's inbound webhook or Vapi's " +
  "assistant-request here: docs/agents.md shows each platform's body."

/** Retell takes texts only. Its call has no id yet. */
function retellBeginning(
  kind: "call_inbound" | "chat_inbound",
  { from_number, to_number }: Fields,
): Beginning {
  return {
    init: {
      caller_id: from_number,
      called_number: to_number,
      call_sid: kind === "call_inbound" ? "retell" : "",
    },
    answer: (variables) => ({
      [kind]: {
        dynamic_variables: Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [name, String(value)]),
        ),
      },
    }),
  }
}

function vapiBeginning(message: Fields, assistantId: unknown): Beginning {
  if (typeof assistantId !== "string" || assistantId === "") {
    throw invalid(
      "assistant_id",
      "Vapi waits for it: end the server URL with ?assistant_id= and the assistant's id",
    )
  }
  const call = fieldsOf(message.call)
  const numberOf = (name: string) => fieldsOf(message[name] ?? call[name]).number
  const isChat = message.chat !== undefined && message.call === undefined
  return {
    init: {
      caller_id: numberOf("customer"),
      called_number: numberOf("phoneNumber"),
      call_sid: isChat ? "" : "vapi",
    },
    answer: (variableValues) => ({ assistantId, assistantOverrides: { variableValues } }),
  }
}

export interface AskedTool {
  name: string
  inputs: Fields
}

/** Tools that a platform asks for in one request. `answers` are data or the body of a refusal, one for each. */
export interface ToolRequest {
  asked: readonly AskedTool[]
  answer(answers: readonly unknown[]): unknown
}

/**
 * `tool` of the query names the tool of a body that holds its inputs alone, as Retell sends them with its arguments at the root.
 * Throws `invalid_input` with a sentence for the integrator for a body of no platform that is known here.
 */
export function toolRequestOf(sent: unknown, query: unknown): ToolRequest {
  const body = fieldsOf(sent)
  const message = fieldsOf(body.message)
  if (message.type === "tool-calls" && Array.isArray(message.toolCallList))
    return vapiTools(message, message.toolCallList)
  if (typeof body.name === "string" && body.args !== undefined) return retellTool(body.name, body)
  const { tool } = fieldsOf(query)
  if (typeof tool === "string") return onlyTool(tool, inputsOf(body))
  throw new SaidRefusal("invalid_input", { field: "body", message: unknownTools })
}

const unknownTools =
  "body: expected Retell's custom function (name, args, call or chat), Vapi's tool-calls, or the inputs of one tool with " +
  "?tool= and its name: docs/agents.md shows each platform's body."

const onlyTool = (name: string, inputs: Fields): ToolRequest => ({
  asked: [{ name, inputs }],
  answer: ([only]) => only,
})

/** Retell says beside the inputs what the agent says meanwhile. */
const inputsOf = ({ execution_message: _said, ...inputs }: Fields): Fields => inputs

function retellTool(name: string, body: Fields): ToolRequest {
  const { session_id } = fieldsOf(fieldsOf(body.call ?? body.chat).retell_llm_dynamic_variables)
  return onlyTool(name, { ...inputsOf(fieldsOf(body.args)), session_id })
}

const mostTools = 10

function vapiTools(message: Fields, list: readonly unknown[]): ToolRequest {
  if (list.length > mostTools) throw invalid("toolCallList", `expected at most ${mostTools} tool calls`)
  const overrides = fieldsOf(fieldsOf(message.call).assistantOverrides)
  const { session_id } = fieldsOf(overrides.variableValues)
  const calls = list.map((each) => {
    const { id, function: nested, ...own } = fieldsOf(each)
    const { name, arguments: inputs } = { ...own, ...fieldsOf(nested) } as Fields
    return { id, name: String(name), inputs: { ...argumentsOf(inputs), session_id } }
  })
  return {
    asked: calls,
    answer: (answers) => ({
      results: calls.map(({ id, name }, i) => ({ name, toolCallId: id, result: JSON.stringify(answers[i]) })),
    }),
  }
}

/** An object, or its text. */
function argumentsOf(sent: unknown): Fields {
  if (typeof sent !== "string") return fieldsOf(sent)
  try {
    return fieldsOf(JSON.parse(sent))
  } catch {
    throw invalid("arguments", "expected a JSON object")
  }
}
