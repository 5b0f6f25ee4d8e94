/** Twilio: the texts that it sends, the numbers that its account holds, and what it posts to us. */

import { createHmac, timingSafeEqual } from "node:crypto"
import type { Reported } from "../../../../domain/model/text-message.ts"
import {
  type CarrierAccount,
  type CarrierPosts,
  CarrierUnavailable,
  type OutgoingText,
  type SentText,
  type TextSender,
} from "../../../platform/ports/texts.ts"
import { retryAfterSeconds } from "../outbound/exchange.ts"
import type { OutboundFailure, OutboundProblem } from "../outbound/failure.ts"
import { askHost, type HostAnswer } from "../outbound/operators-hosts.ts"

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
const optedOutCode = 21_610
const defaultTimeoutMs = 8_000

/** Texts through `POST /2010-04-01/Accounts/{sid}/Messages.json`, form-encoded. */
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

/** Errors that come before the request is sent; a request without a connection fails with one, too. */
const neverSent: readonly OutboundProblem[] = ["connection_refused", "dns", "unreachable", "tls"]

function outcomeOfFailure(error: unknown): SentText {
  const { problem, address } = error as OutboundFailure
  if (address === null || neverSent.includes(problem)) {
    return { kind: "later", error: "unreachable", retryAfterSeconds: null }
  }
  return { kind: "unknown", error: problem === "timeout" ? "timeout" : "connection_lost" }
}

export interface TwilioAccountOptions {
  accountSid: string
  authToken: string
  /** `https://api.twilio.com` but for tests. */
  baseUrl: string
  timeoutMs?: number
}

interface Listing {
  incoming_phone_numbers?: { phone_number?: unknown }[]
}

/** The numbers of the account: `GET /2010-04-01/Accounts/{sid}/IncomingPhoneNumbers.json`. */
export function createTwilioAccount(options: TwilioAccountOptions): CarrierAccount {
  const { accountSid, authToken, baseUrl, timeoutMs = defaultTimeoutMs } = options
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/IncomingPhoneNumbers.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`
  return {
    async holds(phone) {
      const answer = await askHost({
        method: "GET",
        url: `${url}?${new URLSearchParams({ PhoneNumber: phone })}`,
        headers: { authorization, accept: "application/json" },
        timeoutMs,
      }).catch(() => null)
      const listed = answer?.status === 200 ? (answer.json as Listing | null)?.incoming_phone_numbers : null
      if (!Array.isArray(listed)) throw new CarrierUnavailable()
      // Twilio takes the number as a pattern, which others may fit too.
      return listed.some((held) => held.phone_number === phone)
    },
  }
}

/** Proves that a post comes from Twilio, and reads its reports about a text. */
export function createTwilioPosts(options: { authToken: string; baseUrl: string | null }): CarrierPosts {
  return {
    baseUrl: options.baseUrl,
    isGenuine: (signature, url, form) => isSignedByTwilio(options.authToken, signature, url, form),
    readReport,
  }
}

/**
 * Twilio's signature: HMAC-SHA1 over the URL and every form field in the order of names. `url` is the address as Twilio
 * knows it, its query included.
 */
export function twilioSignature(authToken: string, url: string, form: Iterable<[string, string]>): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + fields.map(([name, value]) => name + value).join("")
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64")
}

/** In constant time. */
function isSignedByTwilio(
  authToken: string,
  signature: string | undefined,
  url: string,
  form: Iterable<[string, string]>,
): boolean {
  const expected = Buffer.from(twilioSignature(authToken, url, form))
  const given = Buffer.from(signature ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Reads MessageStatus and ErrorCode of a report. */
function readReport(status: string, errorCode: string | null): Reported {
  if (status === "delivered" || status === "read") return { kind: "delivered" }
  if (status !== "failed" && status !== "undelivered") return { kind: "taken" }
  return {
    kind: "undelivered",
    error: `twilio_${errorCode ?? status}`,
    optedOut: errorCode === String(optedOutCode),
  }
}
