import type { ZoneFiles } from "../../../domain/time/tzif.ts"
import type { BotCheckConfig } from "./bot-check-config.ts"
import type { GeocoderConfig } from "./geocoder-config.ts"
import type { KeyList } from "./keys.ts"

export const POOLERS = ["none", "transaction"] as const
export const TEXT_SENDERS = ["console", "twilio", "none"] as const
export const MAIL_SENDERS = ["console", "smtp", "none"] as const
export const SIGN_UPS = ["closed", "open"] as const
export const VOICE_AGENTS = ["none", "elevenlabs"] as const
export const TRAVEL_SOURCES = ["estimate", "osrm"] as const
export const ENVIRONMENTS = ["development", "test", "production"] as const
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const

/** A listener. `baseUrl` null means: derive it from the port that was found when it listens. */
export type ListenerConfig = { host: string; port: number; baseUrl: string | null }

/** All settings, typed and frozen. */
export type Config = Readonly<{
  environment: (typeof ENVIRONMENTS)[number]
  isProduction: boolean
  /** An absolute path. */
  dataDir: string
  /** The directory of the journal; null keeps none. `isAsked`: the operator has named the folder. */
  journal: Readonly<{ directory: string | null; isAsked: boolean }>
  /**
   * `url` null means the embedded PostgreSQL in `dataDir`. `readUrl` null means that `url` answers lists too. `listenUrl`
   * leads past a pooler; null where none does.
   */
  database: Readonly<{
    url: string | null
    readUrl: string | null
    pooler: (typeof POOLERS)[number]
    listenUrl: string | null
    poolSize: number
    longPoolSize: number
    migrate: "auto" | "check"
  }>
  api: Readonly<ListenerConfig>
  /** `enabled` false (production without BOOK_URL): no booking links and no public page addresses. */
  book: Readonly<ListenerConfig & { enabled: boolean }>
  /** How many proxies stand in front and are believed about the caller's address. */
  trustedProxyHops: number
  secrets: Readonly<{ encryption: KeyList; link: KeyList }>
  botCheck: Readonly<BotCheckConfig>
  /** True where everyone may make a company. */
  signUp: Readonly<{ isOpen: boolean }>
  geocoder: Readonly<GeocoderConfig>
  /** The source of driving times: the distance, or a routing service. */
  travel: Readonly<{ kind: "estimate" } | { kind: "osrm"; baseUrl: string }>
  /** A planner in VROOM's HTTP form; null: the built-in one plans. */
  plannerUrl: string | null
  /** The tiles of the console's map (`MapTiles` of the model says what its fields are); null: it shows an outline alone. */
  mapTiles: Readonly<{
    url: string
    darkUrl: string | null
    attribution: readonly Readonly<{ text: string; href: string | null }>[]
  }> | null
  texts: Readonly<{
    sender: (typeof TEXT_SENDERS)[number]
    platformNumber: string | null
    /** Null unless `sender` is twilio. */
    twilio: Readonly<{ accountSid: string; authToken: string; baseUrl: string }> | null
  }>
  mail: Readonly<{
    sender: (typeof MAIL_SENDERS)[number]
    /** The address that mails come from. */
    from: string
    /** Null unless `sender` is smtp. */
    smtp: Readonly<{ url: string; from: string }> | null
    /** The secret with which the mail server passes mails on; null takes none. */
    inboundSecret: string | null
    /** The entrance of mails by LMTP: a port of loopback, or the path of a socket; null: none. */
    lmtp: number | string | null
  }>
  /** Null on a host that keeps no files. `url` is the origin that shows them; null: at the port that was found. */
  files: Readonly<{
    store:
      | Readonly<{ kind: "disk"; directory: string }>
      | Readonly<{
          kind: "s3"
          url: string
          bucket: string
          region: string
          accessKeyId: string
          secretAccessKey: string
        }>
    host: string
    port: number
    url: string | null
    quotaBytes: number
  }> | null
  /** Null when nothing here can call people. */
  voiceAgent: Readonly<{ kind: "elevenlabs"; apiKey: string; baseUrl: string }> | null
  /** Null closes /metrics on the API host. */
  metricsToken: string | null
  /** The port on which every process shows its health and figures; null: none, 0: a free one. */
  metricsPort: number | null
  /** The address that port is at. */
  metricsHost: string
  /** The destination of traces; null records none. `ratio` is the share of them that is recorded, from 0 to 1. */
  tracing: Readonly<{ url: string; headers: Readonly<Record<string, string>>; ratio: number }> | null
  /** Zone rules to use instead of the bundled ones; null without ZONEINFO. */
  zoneFiles: ZoneFiles | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** How long a process that is to stop still serves, so that proxies notice that it is not ready any more. */
  shutdownDrainMs: number
  /** How long a stop then waits for what is in hand. */
  shutdownGraceMs: number
  allowPrivateAddresses: boolean
  testClockOffsetMs: number
}>
