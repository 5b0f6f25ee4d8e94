/**
 * Outbound calls through ElevenLabs: `POST /v1/convai/twilio/outbound-call`, or the same of `sip-trunk`. Which agent
 * speaks from which number is set up there, and asked there.
 */
import type { SentText, VoiceAgent } from "../../../platform/ports/texts.ts"
import { retryAfterSeconds } from "../outbound/exchange.ts"
import { askHost } from "../outbound/operators-hosts.ts"

export interface ElevenLabsOptions {
  apiKey: string
  /** `https://api.elevenlabs.io` but for tests. */
  baseUrl: string
  timeoutMs?: number
}

const defaultTimeoutMs = 8_000
/** Some hundred numbers of an account. */
const mostBytes = 524_288

interface PhoneNumber {
  phone_number?: unknown
  phone_number_id?: unknown
  provider?: unknown
  assigned_agent?: { agent_id?: unknown } | null
}

interface Caller {
  path: string
  ids: { agent_id: string; agent_phone_number_id: string }
}

type Answer = { status: number; waitSeconds: number | null; body: unknown }

export function createElevenLabs({
  apiKey,
  baseUrl,
  timeoutMs = defaultTimeoutMs,
}: ElevenLabsOptions): VoiceAgent {
  async function ask(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
    const { status, headers, json } = await askHost({
      method,
      url: baseUrl + path,
      headers: { "xi-api-key": apiKey, accept: "application/json", "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs,
      mostBytes,
      isOnce: method === "POST",
    })
    return { status, waitSeconds: retryAfterSeconds(headers["retry-after"]), body: json ?? null }
  }

  return {
    async call({ from, to, variables }) {
      // No call has been placed yet, so a failure here may be tried again.
      const numbers = await ask("GET", "/v1/convai/phone-numbers").catch(() => null)
      if (numbers === null) return { kind: "later", error: "unreachable", retryAfterSeconds: null }
      if (numbers.status !== 200) return refusalOf(numbers, "later")
      const caller = callerOf(numbers.body, from)
      if (caller === null) return { kind: "refused", error: "elevenlabs_no_agent", optedOut: false }
      const wanted = {
        ...caller.ids,
        to_number: to,
        conversation_initiation_client_data: { dynamic_variables: variables },
      }
      const called = await ask("POST", caller.path, wanted).catch(() => null)
      if (called === null) return { kind: "unknown", error: "no_answer" }
      return outcomeOf(called)
    },
  }
}

/** The agent that answers the number. */
function callerOf(body: unknown, from: string): Caller | null {
  const numbers: PhoneNumber[] = Array.isArray(body) ? body : []
  const number = numbers.find(({ phone_number }) => phone_number === from)
  const agent_id = number?.assigned_agent?.agent_id
  const id = number?.phone_number_id
  if (typeof agent_id !== "string" || typeof id !== "string") return null
  const carrier = number?.provider === "sip_trunk" ? "sip-trunk" : "twilio"
  return { path: `/v1/convai/${carrier}/outbound-call`, ids: { agent_id, agent_phone_number_id: id } }
}

function outcomeOf(answer: Answer): SentText {
  const { success, callSid } = (answer.body ?? {}) as { success?: unknown; callSid?: unknown }
  if (answer.status !== 200) return refusalOf(answer, "unknown")
  if (success === false) return { kind: "refused", error: "elevenlabs_not_called", optedOut: false }
  return { kind: "sent", carrierId: typeof callSid === "string" ? callSid : null }
}

/** `afterFault`: what a fault of theirs leaves behind. */
function refusalOf({ status, waitSeconds }: Answer, afterFault: "later" | "unknown"): SentText {
  const error = `elevenlabs_${status}`
  if (status === 429 || status === 503 || (status >= 500 && afterFault === "later")) {
    return { kind: "later", error, retryAfterSeconds: waitSeconds }
  }
  return status >= 500 ? { kind: "unknown", error } : { kind: "refused", error, optedOut: false }
}
