/** Texts through Twilio's REST interface: `POST /2010-04-01/Accounts/{sid}/Messages.json`, form-encoded. */
import type { OutgoingText, SentText, TextSender } from "../../ports.ts"
import type { OutboundFailure, OutboundProblem } from "../outbound/failure.ts"
import { askHost, type HostAnswer } from "../outbound/operators-hosts.ts"
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
        const answer = await askHost({
          method: "POST",
          url,
          headers: {
            authorization,
            accept: "application/json",
            "content-type": "application/x-www-form-urlencoded",
          },
          body: formOf(text, reportsTo).toString(),
          timeoutMs,
          isOnce: true,
        })
        return outcomeOf(answer)
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

function outcomeOf({ status, headers, json }: HostAnswer): SentText {
  const { sid, code }: Body = json !== null && typeof json === "object" ? json : {}
  if (status >= 200 && status < 300) return { kind: "sent", carrierId: typeof sid === "string" ? sid : null }
  const error = `twilio_${typeof code === "number" ? code : status}`
  if (status === 429 || status === 503) {
    return { kind: "later", error, retryAfterSeconds: retryAfterSeconds(headers["retry-after"]) }
  }
  if (status >= 500) return { kind: "unknown", error }
  return { kind: "refused", error, optedOut: code === optedOutCode }
}

/** What is thrown before the request is on its way; so is all that happens without a connection. */
const neverSent: readonly OutboundProblem[] = ["connection_refused", "dns", "unreachable", "tls"]

function outcomeOfFailure(error: unknown): SentText {
  const { problem, address } = error as OutboundFailure
  if (address === null || neverSent.includes(problem)) {
    return { kind: "later", error: "unreachable", retryAfterSeconds: null }
  }
  return { kind: "unknown", error: problem === "timeout" ? "timeout" : "connection_lost" }
}
