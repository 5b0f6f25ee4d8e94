import { randomBytes } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { readBotCheck } from "./bot-check-config.ts"
import {
  readDatabase,
  readListeners,
  readMail,
  readMetricsListener,
  readMetricsToken,
  readSecrets,
  readSignUp,
  readTestOnly,
  readTexts,
  readTracing,
  readTravel,
  readTrustedProxyHops,
  readVoiceAgent,
} from "./config-sections.ts"
import { type Config, ENVIRONMENTS, LOG_LEVELS } from "./config-shape.ts"
import { type Env, readEnv } from "./env.ts"
import { readFiles } from "./files-config.ts"
import { readGeocoder } from "./geocoder-config.ts"
import { isMarked, KEY_BYTES, marked } from "./keys.ts"
import { readMapTiles } from "./map-tiles-config.ts"
import { ConfigError, SettingsReader } from "./settings-reader.ts"
import { readZoneFiles } from "./zoneinfo.ts"

export type { Config } from "./config-shape.ts"

/**
 * Reads and judges all settings. Outside production, secrets that are missing are made once and kept in
 * DATA_DIR. Throws ConfigError with every mistake at once.
 */
export function loadConfig(given: Env = readEnv()): Config {
  const first = new SettingsReader(given)
  const environment = first.choice("NODE_ENV", ENVIRONMENTS, "development")
  const isProduction = environment === "production"
  const dataDir = resolve(first.text("DATA_DIR") ?? defaultDataDir())
  const reader = new SettingsReader(isProduction ? given : addKeptSecrets(given, dataDir, first))
  reader.mistakes.push(...first.mistakes)
  const mail = readMail(reader, isProduction)
  const listeners = readListeners(reader, isProduction)
  const config = {
    environment,
    isProduction,
    dataDir,
    journal: readJournal(reader, dataDir),
    database: readDatabase(reader, isProduction),
    ...listeners,
    trustedProxyHops: readTrustedProxyHops(reader),
    secrets: readSecrets(reader, isProduction),
    botCheck: readBotCheck(reader, isProduction),
    geocoder: readGeocoder(reader),
    travel: readTravel(reader),
    plannerUrl: reader.origin("PLANNER_URL"),
    mapTiles: readMapTiles(reader),
    texts: readTexts(reader, isProduction),
    mail,
    files: readFiles(reader, isProduction, dataDir, listeners),
    signUp: readSignUp(reader, isProduction, mail),
    voiceAgent: readVoiceAgent(reader),
    metricsToken: readMetricsToken(reader, isProduction),
    ...readMetricsListener(reader),
    logLevel: reader.choice("LOG_LEVEL", LOG_LEVELS, "info"),
    shutdownDrainMs: reader.integer("SHUTDOWN_DRAIN_MS", { from: 0, to: 600_000 }, 0),
    shutdownGraceMs: reader.integer("SHUTDOWN_GRACE_MS", { from: 0, to: 600_000 }, 10_000),
    tracing: readTracing(reader),
    zoneFiles: readZoneFiles(reader),
    ...readTestOnly(reader, isProduction),
  }
  const { secrets } = config
  if (reader.mistakes.length > 0 || !secrets) throw new ConfigError(reader.mistakes)
  return deepFreeze({ ...config, secrets })
}

function readJournal(reader: SettingsReader, dataDir: string): Config["journal"] {
  const asked = reader.text("JOURNAL_DIR")
  if (asked === "none") return { directory: null, isAsked: false }
  return { directory: resolve(asked ?? join(dataDir, "journal")), isAsked: asked !== null }
}

/** PostgreSQL runs as an unprivileged user when root starts it, and that user cannot enter a closed home. */
function defaultDataDir(): string {
  return process.getuid?.() === 0 ? "/var/lib/appointed" : "data"
}

/** Outside production, what is missing among the secrets is filled in with those kept in DATA_DIR. */
function addKeptSecrets(given: Env, dataDir: string, reader: SettingsReader): Env {
  try {
    const { BOT_CHECK_SECRET, ...keys } = keepSecrets(dataDir)
    const kept = given.BOT_CHECK === "turnstile" ? keys : { ...keys, BOT_CHECK_SECRET }
    return { ...kept, ...withoutEmptyKeys(given) }
  } catch (error) {
    reader.refuse(
      "DATA_DIR",
      `cannot be used (${(error as Error).message})`,
      "a directory that this user can write to",
    )
    return given
  }
}

/** An empty bot-check secret has a meaning of its own; empty keys mean the same as none. */
function withoutEmptyKeys(env: Env): Env {
  const isKept = ([name, value]: [string, string]) => value !== "" || name === "BOT_CHECK_SECRET"
  return Object.fromEntries(Object.entries(env).filter(isKept))
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (part !== null && typeof part === "object" && !Buffer.isBuffer(part)) deepFreeze(part)
  }
  return Object.freeze(value)
}

/** The secrets that development makes up for itself. */
export type KeptSecrets = Required<Pick<Env, "SECRET_KEY" | "LINK_SECRET" | "BOT_CHECK_SECRET">>

/**
 * The secrets kept in DATA_DIR, made at the first call. Of two processes that come at once, one makes them
 * and both read the same. The file can be read by its owner only.
 */
function keepSecrets(dataDir: string): KeptSecrets {
  const file = join(dataDir, "secrets.json")
  const kept = read(file) ?? make(dataDir, file)
  if (isMarked(kept.BOT_CHECK_SECRET)) return kept
  // Earlier releases marked the keys alone. A rename replaces the file at once, and two processes write the same.
  const secrets = { ...kept, BOT_CHECK_SECRET: marked(kept.BOT_CHECK_SECRET) }
  renameSync(draftOf(file, secrets), file)
  return secrets
}

function draftOf(file: string, secrets: KeptSecrets): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return draft
}

function make(dataDir: string, file: string): KeptSecrets {
  const random = () => randomBytes(KEY_BYTES).toString("base64")
  const secrets = {
    SECRET_KEY: marked(random()),
    LINK_SECRET: marked(random()),
    BOT_CHECK_SECRET: marked(random()),
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const draft = draftOf(file, secrets)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(draft)
  }
  return read(file) ?? secrets
}

function read(file: string): KeptSecrets | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as KeptSecrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
