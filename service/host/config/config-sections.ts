import { msPerDay } from "../../../domain/time/units.ts"
import {
  type Config,
  MAIL_SENDERS,
  POOLERS,
  SIGN_UPS,
  TEXT_SENDERS,
  TRAVEL_SOURCES,
  VOICE_AGENTS,
} from "./config-shape.ts"
import { readDatabaseUrl } from "./database-url.ts"
import { isRepetitive, readKeys } from "./keys.ts"
import type { SettingsReader } from "./settings-reader.ts"

const LONGEST_CLOCK_OFFSET_MS = 100 * 366 * msPerDay

export function readDatabase(reader: SettingsReader, isProduction: boolean): Config["database"] {
  const url = readDatabaseUrl(reader, "DATABASE_URL")
  const readUrl = readDatabaseUrl(reader, "DATABASE_READ_URL")
  if (readUrl !== null && url === null)
    reader.refuse(
      "DATABASE_READ_URL",
      "is set without DATABASE_URL",
      "DATABASE_URL of the server that it follows",
    )
  return {
    url,
    readUrl,
    pooler: reader.choice("DATABASE_POOLER", POOLERS, "none"),
    listenUrl: readDatabaseUrl(reader, "DATABASE_LISTEN_URL"),
    poolSize: reader.integer("POOL_SIZE", { from: 2, to: 200 }, 16),
    longPoolSize: reader.integer("LONG_POOL_SIZE", { from: 2, to: 200 }, 6),
    migrate: reader.choice("MIGRATE", ["auto", "check"], isProduction ? "check" : "auto"),
  }
}

export function readListeners(reader: SettingsReader, isProduction: boolean): Pick<Config, "api" | "book"> {
  const host = reader.text("HOST") ?? "127.0.0.1"
  const ports = { from: 0, to: 65_535 }
  const api = { host, port: reader.integer("PORT", ports, 3000), baseUrl: reader.origin("BASE_URL") }
  const book = { host, port: reader.integer("BOOK_PORT", ports, 3001), baseUrl: reader.origin("BOOK_URL") }
  if (isProduction && !reader.text("BASE_URL")) {
    reader.refuse(
      "BASE_URL",
      "is missing",
      "the address that companies and agents reach, such as https://api.example.com",
    )
  }
  if (isProduction) refusePlainHttp(reader, { BASE_URL: api.baseUrl, BOOK_URL: book.baseUrl })
  if (book.baseUrl && book.baseUrl === api.baseUrl) {
    reader.refuse(
      "BOOK_URL",
      "is the same as BASE_URL",
      "another origin, so that customers reach nothing of the company side",
    )
  }
  if (book.port !== 0 && book.port === api.port) {
    reader.refuse("BOOK_PORT", `is ${book.port}, as PORT is`, "another port")
  }
  return { api, book: { ...book, enabled: !isProduction || book.baseUrl !== null } }
}

/** Keys, passwords and booking links would pass in the clear. */
function refusePlainHttp(reader: SettingsReader, urls: Record<"BASE_URL" | "BOOK_URL", string | null>): void {
  if (reader.choice("ALLOW_PLAIN_HTTP", ["true", "false"], "false") === "true") return
  for (const setting of ["BASE_URL", "BOOK_URL"] as const) {
    if (!urls[setting]?.startsWith("http:")) continue
    reader.refuse(
      setting,
      "is a plain http address",
      "an https address; ALLOW_PLAIN_HTTP=true where that is meant",
    )
  }
}

export function readSecrets(reader: SettingsReader, isProduction: boolean): Config["secrets"] | null {
  const example = "a key of its own, made by `openssl rand -base64 32`"
  for (const setting of ["SECRET_KEY", "LINK_SECRET"] as const) {
    if (!reader.text(setting)) reader.refuse(setting, "is missing", example)
  }
  const encryption = readKeys(reader, "SECRET_KEY", isProduction)
  const link = readKeys(reader, "LINK_SECRET", isProduction)
  if (!encryption || !link) return null
  if (link.some((key) => encryption.some((other) => other.key.equals(key.key)))) {
    reader.refuse("LINK_SECRET", "shares a key with SECRET_KEY", example)
  }
  return { encryption, link }
}

export function readTexts(reader: SettingsReader, isProduction: boolean): Config["texts"] {
  const sender = reader.choice("TEXTS", TEXT_SENDERS, isProduction ? "none" : "console")
  if (isProduction && sender === "console") {
    reader.refuse("TEXTS", 'is "console", which shows texts to developers and sends none', "twilio or none")
  }
  const number = reader.matching("PLATFORM_SMS_NUMBER", /^\+[1-9]\d{6,14}$/, "a number such as +15005550006")
  return { sender, platformNumber: number, twilio: sender === "twilio" ? readTwilio(reader) : null }
}

function readTwilio(reader: SettingsReader): Config["texts"]["twilio"] {
  const accountSid = reader.matching("TWILIO_ACCOUNT_SID", /^AC[0-9a-fA-F]{32}$/, "AC and 32 hex digits")
  const authToken = reader.text("TWILIO_AUTH_TOKEN")
  const baseUrl = reader.origin("TWILIO_URL") ?? "https://api.twilio.com"
  if (!reader.text("TWILIO_ACCOUNT_SID"))
    reader.refuse("TWILIO_ACCOUNT_SID", "is missing", "the account's SID, since TEXTS is twilio")
  if (!authToken)
    reader.refuse("TWILIO_AUTH_TOKEN", "is missing", "the account's token, since TEXTS is twilio")
  return accountSid && authToken ? { accountSid, authToken, baseUrl } : null
}

const usualMailAddress = "appointments@localhost.localdomain"

export function readMail(reader: SettingsReader, isProduction: boolean): Config["mail"] {
  const sender = reader.choice("MAIL", MAIL_SENDERS, isProduction ? "none" : "console")
  if (isProduction && sender === "console") {
    reader.refuse("MAIL", 'is "console", which keeps mails and sends none', "smtp or none")
  }
  const from = reader.matching(
    "MAIL_FROM",
    /^[^\s@"<>(),:;\\]+@[^\s@"<>(),:;\\]+$/,
    "an address such as appointments@example.com",
  )
  const url = reader.text("SMTP_URL")
  const inboundSecret = reader.matching(
    "MAIL_INBOUND_SECRET",
    /^\S{16,}$/,
    "at least 16 characters without spaces",
  )
  const lmtpText = reader.matching(
    "MAIL_LMTP_PORT",
    /^(?:[1-9]\d{0,4}|\/\S{1,100})$/,
    "a port, or the path of a socket such as /run/appointed/lmtp",
  )
  const lmtp = lmtpText === null || lmtpText.startsWith("/") ? lmtpText : Number(lmtpText)
  const inbound = { inboundSecret, lmtp }
  if (sender !== "smtp") return { sender, from: from ?? usualMailAddress, smtp: null, ...inbound }
  if (!reader.text("MAIL_FROM"))
    reader.refuse("MAIL_FROM", "is missing", "the address that mails come from, since MAIL is smtp")
  if (!/^smtps?:$/.test(URL.parse(url ?? "")?.protocol ?? ""))
    reader.refuse(
      "SMTP_URL",
      url === null ? "is missing" : "is no address of a mail server",
      "smtp://user:password@mail.example.com:587 or smtps://…, since MAIL is smtp",
    )
  return { sender, from: from ?? usualMailAddress, smtp: url && from ? { url, from } : null, ...inbound }
}

/** In production an email has to be proved, or anybody would sign up in anybody's name. */
export function readSignUp(
  reader: SettingsReader,
  isProduction: boolean,
  { sender }: Pick<Config["mail"], "sender">,
): Config["signUp"] {
  const isOpen = reader.choice("SIGN_UP", SIGN_UPS, "closed") === "open"
  if (isOpen && isProduction && sender !== "smtp") {
    reader.refuse("SIGN_UP", "is open without mails, which prove whose an address is", "closed, or MAIL=smtp")
  }
  return { isOpen }
}

export function readTravel(reader: SettingsReader): Config["travel"] {
  const kind = reader.choice("TRAVEL", TRAVEL_SOURCES, "estimate")
  const baseUrl = reader.origin("TRAVEL_URL")
  if (kind === "estimate") return { kind }
  if (!reader.text("TRAVEL_URL")) {
    reader.refuse("TRAVEL_URL", "is missing", "where the routing service is, since TRAVEL is osrm")
  }
  return { kind, baseUrl: baseUrl ?? "" }
}

/** Null unless people can be called. */
export function readVoiceAgent(reader: SettingsReader): Config["voiceAgent"] {
  const kind = reader.choice("VOICE_AGENT", VOICE_AGENTS, "none")
  const baseUrl = reader.origin("VOICE_AGENT_URL") ?? "https://api.elevenlabs.io"
  if (kind === "none") return null
  const apiKey = reader.text("VOICE_AGENT_KEY")
  if (apiKey === null) {
    reader.refuse("VOICE_AGENT_KEY", "is missing", "the platform's API key, since VOICE_AGENT is not none")
    return null
  }
  return { kind, apiKey, baseUrl }
}

export function readMetricsToken(reader: SettingsReader, isProduction: boolean): string | null {
  const token = reader.matching("METRICS_TOKEN", /^\S{16,}$/, "at least 16 characters without spaces")
  if (isProduction && token !== null && isRepetitive(Buffer.from(token))) {
    reader.refuse("METRICS_TOKEN", "repeats itself", "random characters (openssl rand -base64 24)")
  }
  return token
}

export function readMetricsListener(reader: SettingsReader): Pick<Config, "metricsPort" | "metricsHost"> {
  const port = reader.integer("METRICS_PORT", { from: 0, to: 65_535 }, -1)
  const host = reader.text("METRICS_HOST") ?? reader.text("HOST") ?? "127.0.0.1"
  return { metricsPort: port === -1 ? null : port, metricsHost: host }
}

/** By OpenTelemetry's own names for these settings. Null without an endpoint. */
export function readTracing(reader: SettingsReader): Config["tracing"] {
  const endpoint = reader.text("OTEL_EXPORTER_OTLP_ENDPOINT")
  const headers = reader.matching(
    "OTEL_EXPORTER_OTLP_HEADERS",
    /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/,
    "name=value pairs with commas between, such as authorization=Bearer%20abc",
  )
  const share = reader.matching("OTEL_TRACES_SAMPLER_ARG", /^(0(\.\d+)?|1(\.0+)?)$/, "a number from 0 to 1")
  if (endpoint === null) return null
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    reader.refuse(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "is no address",
      "a collector's, such as http://127.0.0.1:4318",
    )
    return null
  }
  const pairs = (headers ?? "")
    .split(",")
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s))
  return {
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: Object.fromEntries(pairs.map(([name, value]) => [name!, decodeURIComponent(value ?? "")])),
    ratio: Number(share ?? 1),
  }
}

export function readTestOnly(
  reader: SettingsReader,
  isProduction: boolean,
): Pick<Config, "allowPrivateAddresses" | "testClockOffsetMs"> {
  const allowPrivateAddresses =
    reader.choice("ALLOW_PRIVATE_ADDRESSES", ["true", "false"], "false") === "true"
  const range = { from: -LONGEST_CLOCK_OFFSET_MS, to: LONGEST_CLOCK_OFFSET_MS }
  const testClockOffsetMs = reader.integer("TEST_CLOCK_OFFSET_MS", range, 0)
  if (isProduction && allowPrivateAddresses) {
    reader.refuse(
      "ALLOW_PRIVATE_ADDRESSES",
      "is true",
      "false in production, where webhooks go to public addresses only",
    )
  }
  if (isProduction && testClockOffsetMs !== 0) {
    reader.refuse("TEST_CLOCK_OFFSET_MS", "is set", "nothing in production, where the clock is the clock")
  }
  return { allowPrivateAddresses, testClockOffsetMs }
}

const MOST_HOPS = 10

/** Reads the number of proxies in front. `true` is refused with the reason, since it is a common habit. */
export function readTrustedProxyHops(reader: SettingsReader): number {
  if (reader.text("TRUST_PROXY")?.toLowerCase() === "true") {
    reader.refuse(
      "TRUST_PROXY",
      'is "true", which would believe whatever address a caller writes into X-Forwarded-For',
      "the number of proxies in front of the service: 0 when it is reached directly, 1 behind one load balancer",
    )
    return 0
  }
  return reader.integer("TRUST_PROXY", { from: 0, to: MOST_HOPS }, 0)
}
