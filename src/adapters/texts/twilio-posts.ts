/** Reads what Twilio posts, and judges whether it was Twilio. */
import type { CarrierPosts } from "../../ports.ts"
import { reportedByTwilio } from "../../rules/texts/reported.ts"
import { isSignedByTwilio } from "../../rules/texts/twilio-signature.ts"

export function createTwilioPosts(options: { authToken: string; baseUrl: string | null }): CarrierPosts {
  return {
    baseUrl: options.baseUrl,
    isGenuine: (signature, url, form) => isSignedByTwilio(options.authToken, signature, url, form),
    readReport: reportedByTwilio,
  }
}
