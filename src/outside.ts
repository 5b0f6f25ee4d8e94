/** Which adapters the settings ask for. */
import { createAltcha } from "./adapters/bot-checks/altcha.ts"
import { createTurnstile } from "./adapters/bot-checks/turnstile.ts"
import { createCensus } from "./adapters/geocoders/census.ts"
import { createGoogle } from "./adapters/geocoders/google.ts"
import { createNominatim } from "./adapters/geocoders/nominatim.ts"
import { createPostalGeocoder } from "./adapters/geocoders/postal.ts"
import { consoleTexts } from "./adapters/texts/console.ts"
import { createTwilioTexts } from "./adapters/texts/twilio.ts"
import type { Config } from "./config/config-shape.ts"
import type { BotCheck, Geocoder, TextSender } from "./ports.ts"

const turnstileUrl = "https://challenges.cloudflare.com"

/** Null without a secret: the public pages are then closed. */
export function botCheckOf({ botCheck: { kind, secret, siteKey } }: Config): BotCheck | null {
  if (secret === null) return null
  if (kind === "altcha") return createAltcha({ secret })
  return siteKey === null ? null : createTurnstile({ secret, siteKey, baseUrl: turnstileUrl })
}

/** Null when this host sends no texts. */
export function textSenderOf({ texts }: Config): TextSender | null {
  if (texts.sender === "twilio" && texts.twilio) return createTwilioTexts(texts.twilio)
  return texts.sender === "console" ? consoleTexts : null
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
