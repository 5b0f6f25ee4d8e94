/** The service as tests meet it: a database of its own, a clock of ours, real HTTP. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import type { MapTiles } from "../../domain/model/map-tiles.ts"
import { createAltcha } from "../../service/host/adapters/bot-checks/altcha.ts"
import { type CalendarsOptions, createCalendars } from "../../service/host/adapters/calendars/calendars.ts"
import { createFileCleaner } from "../../service/host/adapters/files/cleaner.ts"
import { createDiskStore } from "../../service/host/adapters/files/disk.ts"
import { noIdentityProviders } from "../../service/host/adapters/identity-providers.ts"
import { createJournal } from "../../service/host/adapters/journal.ts"
import { createOwnMailServers } from "../../service/host/adapters/mails/own-servers.ts"
import { createAddressGuard, machineNames } from "../../service/host/adapters/outbound/address-guard.ts"
import { systemRandom } from "../../service/host/adapters/system.ts"
import { consoleTexts, createContext } from "../../service/host/compose.ts"
import { makeDemo } from "../../service/host/demo/make-demo.ts"
import { openCompany } from "../../service/people/operator.ts"
import { createPasswords, type PasswordCost } from "../../service/people/passwords.ts"
import { type Budget, createBudget } from "../../service/platform/budget/budget.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { type Database, type Db, openDatabase, type Pooler } from "../../service/platform/pg/database.ts"
import { ensurePartitions } from "../../service/platform/pg/partitions.ts"
import { readingFrom } from "../../service/platform/pg/replica.ts"
import type { DatabaseWatch } from "../../service/platform/pg/watch.ts"
import type { FileStore, Files } from "../../service/platform/ports/files.ts"
import type { IdentityProviders } from "../../service/platform/ports/identity-providers.ts"
import type { MailSender, OwnMailServers, ReadDomainTexts } from "../../service/platform/ports/mails.ts"
import type {
  CarrierAccount,
  CarrierPosts,
  TextSender,
  VoiceAgent,
} from "../../service/platform/ports/texts.ts"
import type { Websites } from "../../service/platform/ports/websites.ts"
import type { AddressGuard, BotCheck, Geocoder, Log, Post, Tracer } from "../../service/platform/ports.ts"
import type { Return } from "../../service/privacy/notice-going-back.ts"
import { createServerWatch } from "../../service/privacy/watch-going-back.ts"
import { createApi } from "../../service/ways-in/company-api/api.ts"
import { createCustomerHost } from "../../service/ways-in/customer-host/server.ts"
import { createFilesHost } from "../../service/ways-in/files-host/server.ts"
import type { ConnectionLimits } from "../../service/ways-in/http/connections.ts"
import { undescribedRefusal } from "../../service/ways-in/http/errors.ts"
import { lendConnected, usualPoolSize } from "./connected-databases.ts"
import { count } from "./counts.ts"
import { assertDescribedDetails } from "./described-details.ts"
import { freePort } from "./free-port.ts"
import { createTestDatabase, type TestDatabase } from "./postgres.ts"
import { noteRefusals } from "./refusals-met.ts"
import { watched } from "./watched-database.ts"

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, or the text of anything else. */
  body: ReturnType<typeof JSON.parse>
}

export interface CallOptions {
  key?: string | null
  headers?: Record<string, string>
  /** Sent as it is, instead of JSON. */
  raw?: string | Uint8Array
}

export type Api = (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>

export interface TestClock {
  now(): number
  set(instant: string): void
  advanceMs(ms: number): void
}

export interface TestService {
  context: AppContext
  clock: TestClock
  apiUrl: string
  /** The address of the customer host; null unless it was asked for. */
  bookUrl: string | null
  /** The first company and its admin key, which `api` uses by default. */
  companyId: number
  key: string
  /** The repairs at the start, since the database had gone back in time. */
  returned: Return | null
  api: Api
  /**
   * `GET /events` once everything written so far is listable; `query` is `limit=100` by default. Events that a
   * story's customers, types, providers and hours raise when they are made are left out.
   */
  events(query?: string): Promise<Answer>
  /** Another company on the same host. */
  anotherCompany(name?: string): Promise<{ companyId: number; key: string }>
  stop(): Promise<void>
}

export interface TestServiceOptions {
  /** The clock's first time; by default a Monday noon in UTC. */
  now?: string
  /** The addresses of Google's and Microsoft's interfaces; calendars may always be on this machine. */
  calendarHosts?: Pick<CalendarsOptions, "google" | "microsoft">
  /** By default the embedded one. */
  geocoder?: Geocoder
  /** By default it lets every address pass. */
  addressGuard?: AddressGuard
  /** By default none can be asked. */
  identityProviders?: IdentityProviders
  /** By default an easy one; null closes the public pages. */
  botCheck?: BotCheck | null
  /** Anybody may sign a company up; by default it is closed. */
  signUp?: boolean
  /** By default the one that keeps texts here. */
  texts?: TextSender | null
  /** By default none is sent. */
  mails?: MailSender
  /** By default none has an address. */
  ownMailServers?: OwnMailServers
  /** By default no domain says anything. */
  readDomainTexts?: ReadDomainTexts
  /** By default no mail is taken. */
  mailSecret?: string
  /** By default none. */
  platformSmsNumber?: string
  /** By default true, as in development. */
  anyNumberMayRegister?: boolean
  carrierAccount?: CarrierAccount
  voiceAgent?: VoiceAgent
  /** By default nothing outside is read. */
  websites?: Websites
  /** By default one that depends on no machine's speed. */
  budget?: Budget
  /** By default a minute. */
  outsideLimitMs?: number
  /** Takes the webhooks of test companies. */
  post?: Post
  /** By default the console's map is an outline. */
  mapTiles?: MapTiles
  carrierPosts?: CarrierPosts
  log?: Log
  /** By default no traces are recorded. */
  tracer?: Tracer
  /** Files are kept, by a store of the test's or in a folder of their own; by default none are. */
  files?: true | FileStore
  filesQuotaBytes?: number
  /** Starts the customer host too; `bookUrl` is then its address by default. */
  book?: boolean
  trustProxyHops?: number
  /** By default those of the service. */
  connectionLimits?: ConnectionLimits
  /** By default the API host shows no metrics. */
  metricsToken?: string
  bookUrl?: string | null
  poolSize?: number
  /** Long work has connections of its own, so many; by default it shares those of all other work. */
  longPoolSize?: number
  /** By default none stands in between. */
  pooler?: Pooler
  /** Notices when the database hangs; by default there is none. Closed with the service. */
  watch?: DatabaseWatch
  /** Answers lists; by default the service's own database. */
  replica?: Db
  /** By default one of its own; dropped when the service stops. */
  database?: TestDatabase
  /** The directory of its journal; by default none is kept. */
  journalDir?: string
  /** The first company is the demo, whose file lies there. */
  demoDir?: string
  /** Requests are drawn, so a refusal that one meets today may be met by none tomorrow: none counts as met. */
  isDrawn?: boolean
}

export const testKeys = {
  encryption: [{ id: "e1", key: Buffer.alloc(32, 1) }],
  link: [{ id: "l1", key: Buffer.alloc(32, 2) }],
}

/** The usual cost, and the usual step, would be most of what the tests of signing in take. */
const cheapPasswords: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }
const signInStepMs = 20
/** An answer that comes at all comes within this, on a busy machine too. */
const patientMs = 60_000

const easyCheck = { secret: "the bot check of the tests", maxNumber: 100 }

export const webRoot = join(import.meta.dirname, "../../dist")

const openGuard: AddressGuard = { refuse: async () => null }

const calendarGuard = createAddressGuard({ resolve: machineNames, allowPrivate: true })

export const quiet: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }

/** The same log. Refusals that the API's documents do not know are noted besides. */
function noting(log: Log, undescribed: Set<string>): Log {
  return {
    info: (fields, message) => log.info(fields, message),
    error: (fields, message) => log.error(fields, message),
    warn: (fields, message) => {
      if (message === undescribedRefusal) undescribed.add(`${fields.method} ${fields.route} ${fields.code}`)
      log.warn(fields, message)
    },
  }
}

export function testClock(instant: string): TestClock {
  let now = Date.parse(instant)
  return {
    now: () => now,
    set: (to) => {
      now = Date.parse(to)
    },
    advanceMs: (ms) => {
      now += ms
    },
  }
}

async function listen(app: FastifyInstance, port = 0): Promise<string> {
  return app.listen({ host: "127.0.0.1", port })
}

/** Allowances fill up at once and calls wait for long, so that a slow machine refuses nothing that a fast one answers. */
export const patientBudget = (longestWaitMs = 60_000): Budget =>
  createBudget({ now: () => performance.now() * 1_000, longestWaitMs })

/** No name server is asked. */
const namelessGuard = createAddressGuard({
  resolve: () => Promise.reject(new Error("no name has an address here")),
  allowPrivate: false,
})

/** The folder goes with the service. */
function testFiles({ files, filesQuotaBytes = 100 * 1_048_576 }: TestServiceOptions): Files {
  const arrivals = mkdtempSync(join(tmpdir(), "appointed-files-"))
  return {
    store: files === true || !files ? createDiskStore(join(arrivals, "kept")) : files,
    cleaner: createFileCleaner({ deadlineMs: patientMs }),
    arrivals,
    quotaBytes: filesQuotaBytes,
    url: null,
  }
}

function closeTestFiles({ cleaner, arrivals }: Files): void {
  cleaner.close()
  rmSync(arrivals, { recursive: true, force: true })
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  count("service-starts")
  const clock = testClock(options.now ?? "2027-03-01T12:00:00.000Z")
  const lent = hasUsualDatabase(options) ? await lendConnected(clock.now()) : null
  const database = lent?.database ?? options.database ?? (await createTestDatabase({ startsAt: clock.now() }))
  const undescribed = new Set<string>()
  const log = noting(options.log ?? quiet, undescribed)
  const directory = options.journalDir ?? null
  const journal = createJournal({ directory, isAsked: true, clock, random: systemRandom, log })
  const serverWatch = createServerWatch(log)
  const db = watched(
    lent?.db ??
      openDatabase({
        connection: { connectionString: database.url },
        poolSize: options.poolSize ?? usualPoolSize,
        pooler: options.pooler ?? "none",
        journal,
        watch: options.watch ?? null,
        greet: serverWatch.greet,
      }),
  )
  const longDb = options.longPoolSize
    ? watched(
        openDatabase({
          connection: { connectionString: database.url },
          poolSize: options.longPoolSize,
          statementTimeoutSeconds: 1,
        }),
      )
    : null
  await ensurePartitions(db, clock.now())
  // Pages name their own address, which so is needed before anything listens there.
  const bookPort = options.book ? await freePort() : null
  const bookAddress = bookPort === null ? "http://book.example" : `http://127.0.0.1:${bookPort}`
  const bookUrl = options.bookUrl === undefined ? bookAddress : options.bookUrl
  const context = createContext({
    db,
    ...(options.replica ? { readDb: readingFrom(options.replica, db) } : {}),
    ...(longDb ? { long: { db: longDb, readDb: longDb } } : {}),
    clock,
    log,
    bookUrl,
    encryptionKeys: testKeys.encryption,
    linkKeys: testKeys.link,
    addressGuard: options.addressGuard ?? openGuard,
    identityProviders: options.identityProviders ?? noIdentityProviders,
    botCheck: options.botCheck === undefined ? createAltcha(easyCheck) : options.botCheck,
    signUpCheck: options.signUp ? createAltcha(easyCheck) : null,
    mails: options.mails ?? null,
    ownMailServers: options.ownMailServers ?? createOwnMailServers({ guard: namelessGuard }),
    readDomainTexts: options.readDomainTexts ?? (async () => []),
    files: options.files ? testFiles(options) : null,
    texts: options.texts === undefined ? consoleTexts : options.texts,
    budget: options.budget ?? patientBudget(),
    passwords: createPasswords(systemRandom, cheapPasswords),
    signInStepMs,
    outsideLimitMs: options.outsideLimitMs ?? patientMs,
    platformSmsNumber: options.platformSmsNumber ?? null,
    tracer: options.tracer ?? null,
    anyNumberMayRegister: options.anyNumberMayRegister ?? true,
    carrierAccount: options.carrierAccount ?? null,
    voiceAgent: options.voiceAgent ?? null,
    websites: options.websites ?? null,
    calendars: createCalendars({
      guard: calendarGuard,
      now: () => clock.now(),
      threads: { deadlineMs: patientMs },
      ...options.calendarHosts,
    }),
    ...(options.geocoder ? { geocoder: options.geocoder } : {}),
    ...(options.post ? { post: options.post } : {}),
  })
  const ungreeted = watched(
    openDatabase({ connection: { connectionString: database.url }, poolSize: 4, journal }),
  )
  const guarded = directory === null ? null : await serverWatch.begin({ ...context, db: ungreeted }, journal)
  const transport = {
    log,
    trustProxyHops: options.trustProxyHops ?? 0,
    ...(options.connectionLimits ? { connectionLimits: options.connectionLimits } : {}),
  }
  const api = createApi(context, {
    ...transport,
    carrierPosts: options.carrierPosts ?? null,
    mailSecret: options.mailSecret ?? null,
    webRoot,
    mapTiles: options.mapTiles ?? null,
    metricsToken: options.metricsToken ?? null,
  })
  const filesHost = context.files && createFilesHost(context, { ...transport, isHttps: false })
  if (filesHost) context.files!.url = await listen(filesHost)
  const keepRefusals = options.isDrawn ? async () => {} : noteRefusals(api)
  const apiUrl = await listen(api)
  context.baseUrl = apiUrl
  const book =
    bookPort !== null && bookUrl !== null
      ? await createCustomerHost(context, { ...transport, bookUrl, webRoot })
      : null
  if (book) await listen(book, bookPort!)
  const first = await firstCompany(context, options.demoDir)

  const call = caller(apiUrl, first.apiKey)
  return {
    context,
    clock,
    apiUrl,
    bookUrl: book && bookAddress,
    companyId: first.companyId,
    key: first.apiKey,
    returned: guarded?.returned ?? null,
    api: call,
    async events(query = "limit=100") {
      await eventsListable(db)
      return withoutSetUp((asked) => call("GET", `/events?${asked}`), query)
    },
    async anotherCompany(name = "Other Company") {
      count("companies")
      const other = await openCompany(context, { name, timezone: "Europe/Paris", slug: null, phone: null })
      return { companyId: other.companyId, key: other.apiKey }
    },
    async stop() {
      await Promise.all([api.close(), book?.close(), filesHost?.close()])
      if (context.files) closeTestFiles(context.files)
      await keepRefusals()
      context.calendars.close()
      // A test may have ended the server under it.
      await guarded?.end().catch(() => undefined)
      await Promise.all([longDb?.close(), ungreeted.close(), options.watch?.close()])
      if (lent) await lent.giveBack()
      else {
        await db.close()
        await database.drop()
      }
      if (undescribed.size > 0) throw new Error(`${undescribedRefusal}: ${[...undescribed].join("; ")}`)
    },
  }
}

/** Nothing that the test asks for is about its database. */
const hasUsualDatabase = (options: TestServiceOptions): boolean =>
  !(
    options.database ||
    options.journalDir ||
    options.longPoolSize ||
    options.pooler ||
    options.poolSize ||
    options.replica ||
    options.watch
  )

async function firstCompany(context: AppContext, demoDir?: string) {
  if (demoDir !== undefined) return (await makeDemo(context, demoDir))!
  return openCompany(context, {
    name: "Harbour Heating",
    timezone: "America/Chicago",
    slug: null,
    phone: "+15125550100",
  })
}

/**
 * Waits until every event so far may be listed. An event waits for every transaction that is still running on the server,
 * and the suites share one server: another file's transaction holds this one's events back for a moment.
 */
async function eventsListable(db: Database): Promise<void> {
  const deadline = performance.now() + 30_000
  while (await holdsEvents(db)) {
    if (performance.now() > deadline) throw new Error("an event has been held back for half a minute")
    await sleep(5)
  }
}

/** In two statements: on a spread database another machine has the events, and knows nothing of these transactions. */
async function holdsEvents(db: Database): Promise<boolean> {
  const oldest = await db.first<{ xid: string }>(
    "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid",
  )
  return db.some("SELECT 1 FROM event WHERE xid >= $1::text::xid8 LIMIT 1", [oldest!.xid])
}

/** Calls paths below `/api/v1`, or whole paths of the host that begin with `//`. */
function caller(apiUrl: string, defaultKey: string): Api {
  return async (method, path, body, options = {}) => {
    const key = options.key === undefined ? defaultKey : options.key
    const sent = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(path.startsWith("//") ? apiUrl + path.slice(1) : `${apiUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(sent === undefined ? {} : { body: sent as string }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get("content-type")?.includes("json") ?? false
    const read = isJson && text !== "" ? JSON.parse(text) : text
    if (!answer.ok) assertDescribedDetails(path, read)
    return { status: answer.status, headers: answer.headers, body: read }
  }
}

/**
 * A page of events without those that a story's customers, types, providers and hours raise when they are made: in place of those left
 * out come the next ones.
 */
export async function withoutSetUp(call: (query: string) => Promise<Answer>, query: string): Promise<Answer> {
  const answer = await call(query)
  if (answer.status !== 200) return answer
  const asked = new URLSearchParams(query)
  const limit = Number(asked.get("limit") ?? 25)
  const kept: unknown[] = []
  for (let page = answer.body; ; ) {
    kept.push(...page.data.filter(({ type }: { type: string }) => !isSetUp(type)))
    if (kept.length >= limit || page.data.length < limit) break
    asked.set("cursor", page.next_cursor)
    page = (await call(String(asked))).body
  }
  answer.body.data = kept.slice(0, limit)
  return answer
}

const isSetUp = (type: string) => /^(customer|appointment_type|provider|hours)\./.test(type)
