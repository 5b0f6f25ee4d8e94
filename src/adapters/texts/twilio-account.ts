/** Which numbers a Twilio account holds: `GET /2010-04-01/Accounts/{sid}/IncomingPhoneNumbers.json`. */
import { type CarrierAccount, CarrierUnavailable } from "../../ports.ts"
import { askHost } from "../outbound/operators-hosts.ts"

export interface TwilioAccountOptions {
  accountSid: string
  authToken: string
  /** `https://api.twilio.com` but for tests. */
  baseUrl: string
  timeoutMs?: number
}

const defaultTimeoutMs = 8_000

interface Listing {
  incoming_phone_numbers?: { phone_number?: unknown }[]
}

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
