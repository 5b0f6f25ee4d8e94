/** Which adapters the settings ask for. */
import { createAltcha } from "./adapters/bot-checks/altcha.ts"
import { createTurnstile } from "./adapters/bot-checks/turnstile.ts"
import { createCensus } from "./adapters/geocoders/census.ts"
import { createGoogle } from "./adapters/geocoders/google.ts"
import { createNominatim } from "./adapters/geocoders/nominatim.ts"
import { createPostalGeocoder } from "./adapters/geocoders/postal.ts"
import { consoleTexts } from "./adapters/texts/console.ts"
import { createTwilioTexts } from "./adapters/texts/twilio.ts"
import { createTwilioPosts } from "./adapters/texts/twilio-posts.ts"
import { createElevenLabs } from "./adapters/voice-agents/elevenlabs.ts"
import type { Config } from "./config/config-shape.ts"
import type { BotCheck, CarrierPosts, Geocoder, TextSender, VoiceAgent } from "./ports.ts"

const turnstileUrl = "https://challenges.cloudflare.com"

/** Null without a secret: the public pages are then closed. */
export function botCheckOf({ botCheck: { kind, secret, siteKey } }: Config): BotCheck | null {
  if (secret === null) return null
  if (kind === "altcha") return createAltcha({ secret })
  return siteKey === null ? null : createTurnstile({ secret, siteKey, baseUrl: turnstileUrl })
}

/** Null when this host sends no texts. */
export function textSenderOf({ texts, api }: Config): TextSender | null {
  if (texts.sender === "twilio" && texts.twilio) {
    return createTwilioTexts({ ...texts.twilio, reportsTo: api.baseUrl })
  }
  return texts.sender === "console" ? consoleTexts : null
}

/** Null unless a carrier posts to us. */
export function carrierPostsOf({ texts, api }: Config): CarrierPosts | null {
  if (!texts.twilio) return null
  return createTwilioPosts({ authToken: texts.twilio.authToken, baseUrl: api.baseUrl })
}

/** Null when nothing here can call people. */
export function voiceAgentOf({ voiceAgent }: Config): VoiceAgent | null {
  return voiceAgent && createElevenLabs(voiceAgent)
}

export function geocoderOf({ geocoder }: Config): Geocoder {
  switch (geocoder.kind) {
    case "postal":
      return createPostalGeocoder()
    case "nominatim":
      return createNominatim(geocoder)
    case "census":
      return createCensus(geocoder)
    case "google":
      return createGoogle(geocoder)
  }
}
