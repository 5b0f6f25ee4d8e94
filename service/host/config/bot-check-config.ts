import { isMarked, isRepetitive } from "./keys.ts"
import type { SettingsReader } from "./settings-reader.ts"

export const BOT_CHECKS = ["altcha", "turnstile"] as const

/** `secret` null closes the public endpoints: they answer 503. */
export type BotCheckConfig = {
  kind: (typeof BOT_CHECKS)[number]
  secret: string | null
  siteKey: string | null
}

/** Published by Cloudflare for tests: always passes, always fails, token already spent. */
const TURNSTILE_TEST_SECRETS = ["1x", "2x", "3x"].map((start) => `${start}0000000000000000000000000000000AA`)
const TURNSTILE_TEST_SITE_KEYS = [
  "1x00000000000000000000AA",
  "2x00000000000000000000AB",
  "1x00000000000000000000BB",
  "2x00000000000000000000BB",
  "3x00000000000000000000FF",
]
const PLACEHOLDERS = ["test", "secret", "changeme", "change-me", "altcha", "development", "test-secret"]

/** True where the value is a published test value or a placeholder, which stops no bot. */
export function isTestBotCheckSecret(secret: string): boolean {
  return TURNSTILE_TEST_SECRETS.includes(secret) || PLACEHOLDERS.includes(secret.toLowerCase())
}

/** A client that guesses it makes proofs without work. */
const isWeak = (secret: string) => secret.length < 16 || isRepetitive(Buffer.from(secret))

/** Reads the bot check. Production may lack its secret, but may not have a test value. */
export function readBotCheck(reader: SettingsReader, isProduction: boolean): BotCheckConfig {
  const kind = reader.choice("BOT_CHECK", BOT_CHECKS, "altcha")
  const secret = reader.text("BOT_CHECK_SECRET")
  const siteKey = reader.text("BOT_CHECK_SITE_KEY")
  if (isProduction && secret !== null && isTestBotCheckSecret(secret)) {
    reader.refuse("BOT_CHECK_SECRET", "is a known test value", "a secret of your own")
  }
  if (isProduction && secret !== null && isMarked(secret)) {
    reader.refuse("BOT_CHECK_SECRET", "was made by development", "a secret of your own")
  }
  if (
    isProduction &&
    kind === "altcha" &&
    secret !== null &&
    !isTestBotCheckSecret(secret) &&
    isWeak(secret)
  ) {
    reader.refuse("BOT_CHECK_SECRET", "is short or repeats itself", "at least 16 random characters")
  }
  if (isProduction && siteKey !== null && TURNSTILE_TEST_SITE_KEYS.includes(siteKey)) {
    reader.refuse("BOT_CHECK_SITE_KEY", "is a known test value", "the site key of your own widget")
  }
  if (kind === "turnstile" && secret !== null && siteKey === null) {
    reader.refuse("BOT_CHECK_SITE_KEY", "is missing", "the site key that belongs to BOT_CHECK_SECRET")
  }
  return { kind, secret, siteKey }
}
