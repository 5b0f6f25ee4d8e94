/** What a carrier's later report says of a text that it was handed. */
import type { Reported } from "../../model/text-message.ts"

const optedOutCode = "21610"

/** Of Twilio's MessageStatus and ErrorCode. */
export function reportedByTwilio(status: string, errorCode: string | null): Reported {
  if (status === "delivered" || status === "read") return { kind: "delivered" }
  if (status !== "failed" && status !== "undelivered") return { kind: "taken" }
  return {
    kind: "undelivered",
    error: `twilio_${errorCode ?? status}`,
    optedOut: errorCode === optedOutCode,
  }
}
