/** Every setting there is. `.env.example` and docs/operations.md describe each, and a test compares them. */
export const SETTING_NAMES = [
  "NODE_ENV",
  "DATA_DIR",
  "JOURNAL_DIR",
  "DATABASE_URL",
  "DATABASE_POOLER",
  "DATABASE_LISTEN_URL",
  "DATABASE_READ_URL",
  "POOL_SIZE",
  "LONG_POOL_SIZE",
  "MIGRATE",
  "HOST",
  "PORT",
  "BOOK_PORT",
  "BASE_URL",
  "BOOK_URL",
  "ALLOW_PLAIN_HTTP",
  "TRUST_PROXY",
  "SECRET_KEY",
  "LINK_SECRET",
  "SIGN_UP",
  "BOT_CHECK",
  "BOT_CHECK_SECRET",
  "BOT_CHECK_SITE_KEY",
  "GEOCODER",
  "GEOCODER_URL",
  "GEOCODER_KEY",
  "GEOCODER_EMAIL",
  "TRAVEL",
  "TRAVEL_URL",
  "PLANNER_URL",
  "MAP_TILES_URL",
  "MAP_TILES_DARK_URL",
  "MAP_TILES_ATTRIBUTION",
  "TEXTS",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "TWILIO_URL",
  "PLATFORM_SMS_NUMBER",
  "MAIL",
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_INBOUND_SECRET",
  "MAIL_LMTP_PORT",
  "FILES",
  "FILES_URL",
  "FILES_PORT",
  "FILES_DIR",
  "FILES_QUOTA_MB",
  "FILES_STORE_URL",
  "FILES_BUCKET",
  "FILES_REGION",
  "FILES_KEY_ID",
  "FILES_KEY",
  "VOICE_AGENT",
  "VOICE_AGENT_KEY",
  "VOICE_AGENT_URL",
  "METRICS_TOKEN",
  "METRICS_PORT",
  "METRICS_HOST",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_TRACES_SAMPLER_ARG",
  "ZONEINFO",
  "LOG_LEVEL",
  "SHUTDOWN_DRAIN_MS",
  "SHUTDOWN_GRACE_MS",
  "ALLOW_PRIVATE_ADDRESSES",
  "TEST_CLOCK_OFFSET_MS",
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** The settings as plain text. One that is set to nothing is "", one that is not set is absent. */
export type Env = Readonly<Partial<Record<SettingName, string>>>

/** Reads the settings from the environment of the process: the only place that does. */
export function readEnv(): Env {
  const env: Partial<Record<SettingName, string>> = {}
  for (const name of SETTING_NAMES) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value.trim()
  }
  return env
}
