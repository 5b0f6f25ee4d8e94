/** The agent's tools as an agent platform calls them, on a service with one number for calls and texts. */

import type { ConversationVariables } from "../../domain/model/agent/session.ts"
import type { Answer, CallOptions, TestService } from "./service.ts"
import { make } from "./story.ts"

/** The company's number, registered for calls and for texts. */
export const companyNumber = "+15125550188"
/** Sam Poe's, whom the story knows. */
export const samsNumber = "+15125550123"
export const strangersNumber = "+15125550177"

export async function openChannels(service: TestService, phone = companyNumber): Promise<void> {
  for (const kind of ["voice", "sms"]) await make(service, "/channels", { kind, phone })
}

export interface Conversation {
  variables: ConversationVariables
  sessionId: string
  /** Calls a tool with this conversation's session; `body` of a GET goes into the query. */
  tool(method: string, path: string, body?: object, options?: CallOptions): Promise<Answer>
}

export interface Init {
  caller_id?: unknown
  called_number?: unknown
  call_sid?: unknown
  language?: unknown
}

export function init(service: TestService, sent: Init, options?: CallOptions): Promise<Answer> {
  return service.api("POST", "/agent/conversation-init", sent, options)
}

/** A phone call from this number, unless `call_sid` says that it is a text. */
export async function talk(
  service: TestService,
  caller: string | null,
  more: Init = {},
  options: CallOptions = {},
): Promise<Conversation> {
  const sent = { caller_id: caller ?? "", called_number: companyNumber, call_sid: "CA1", ...more }
  const answer = await init(service, sent, options)
  if (answer.status !== 200) throw new Error(`no conversation: ${JSON.stringify(answer.body)}`)
  const variables: ConversationVariables = answer.body.dynamic_variables
  const sessionId = variables.session_id
  return {
    variables,
    sessionId,
    tool(method, path, body = {}, own = {}) {
      const all = { ...options, ...own }
      const fields = { session_id: sessionId, ...body }
      if (method !== "GET") return service.api(method, `/agent${path}`, fields, all)
      const query = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]))
      return service.api("GET", `/agent${path}?${query}`, undefined, all)
    },
  }
}

export const texting = (service: TestService, caller: string) => talk(service, caller, { call_sid: "" })
