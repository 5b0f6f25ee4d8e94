/** Texts through Twilio's REST interface: `POST /2010-04-01/Accounts/{sid}/Messages.json`, form-encoded. */
import type { OutgoingText, SentText, TextSender } from "../../ports.ts"
import { retryAfterSeconds } from "../retry-after.ts"

export interface TwilioOptions {
  accountSid: string
  authToken: string
  /** `https://api.twilio.com` but for tests. */
  baseUrl: string
  /** Our API's public address, where Twilio reports what became of a text; null asks for no reports. */
  reportsTo?: string | null
  timeoutMs?: number
}

/** The recipient has answered STOP. */
const optedOutCode = 21610
const defaultTimeoutMs = 8_000

export function createTwilioTexts(options: TwilioOptions): TextSender {
  const { accountSid, authToken, baseUrl, reportsTo = null, timeoutMs = defaultTimeoutMs } = options
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`
  return {
    staysHere: false,
    async send(text) {
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { authorization, accept: "application/json" },
          body: formOf(text, reportsTo),
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
        })
        return outcomeOf(answer, await bodyOf(answer))
      } catch (error) {
        return outcomeOfFailure(error)
      }
    },
  }
}

function formOf({ from, to, body, report }: OutgoingText, reportsTo: string | null): URLSearchParams {
  const form = new URLSearchParams({ From: from, To: to, Body: body })
  if (reportsTo !== null && report) {
    form.set("StatusCallback", `${reportsTo}/twilio/reports/${report.companyId}/${report.textId}`)
  }
  return form
}

/** A created message carries `sid`, a refusal `code`. */
interface Body {
  sid?: unknown
  code?: unknown
}

async function bodyOf(answer: Response): Promise<Body> {
  const body: unknown = await answer.json().catch(() => ({}))
  return body !== null && typeof body === "object" ? body : {}
}

function outcomeOf(answer: Response, { sid, code }: Body): SentText {
  if (answer.ok) return { kind: "sent", carrierId: typeof sid === "string" ? sid : null }
  const error = `twilio_${typeof code === "number" ? code : answer.status}`
  if (answer.status === 429 || answer.status === 503) {
    const waitSeconds = retryAfterSeconds(answer.headers.get("retry-after"))
    return { kind: "later", error, retryAfterSeconds: waitSeconds }
  }
  if (answer.status >= 500) return { kind: "unknown", error }
  return { kind: "refused", error, optedOut: code === optedOutCode }
}

/** Failures before the request was on its way. */
const neverSent = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]

function outcomeOfFailure(error: unknown): SentText {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (neverSent.includes(cause?.code ?? "")) {
    return { kind: "later", error: "unreachable", retryAfterSeconds: null }
  }
  return { kind: "unknown", error: name === "TimeoutError" ? "timeout" : "connection_lost" }
}
