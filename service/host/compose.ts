/** Joins settings, storage and adapters into the context that every operation and worker is given. */
import { createHmac } from "node:crypto"
import type { HostKey } from "../../domain/model/link-token.ts"
import { createSealer } from "../../domain/model/sealing.ts"
import { createEventFeed } from "../outbox/event-feed.ts"
import { usualStepMs } from "../people/against-guessing.ts"
import { createCredentials } from "../people/credentials.ts"
import { createPasswords } from "../people/passwords.ts"
import { createBudget } from "../platform/budget/budget.ts"
import type { AppContext, TestWorld } from "../platform/context.ts"
import { ensurePartitions } from "../platform/pg/partitions.ts"
import type { MailSender } from "../platform/ports/mails.ts"
import type { CarrierPosts, TextSender, VoiceAgent } from "../platform/ports/texts.ts"
import type { BotCheck, Geocoder, Post } from "../platform/ports.ts"
import { createProviderTurns } from "../platform/turns.ts"
import type { Return } from "../privacy/notice-going-back.ts"
import { createServerWatch } from "../privacy/watch-going-back.ts"
import { endUndo } from "../taking/end-undo.ts"
import { createRunDue } from "../test-companies/run-due.worker.ts"
import { createAltcha } from "./adapters/bot-checks/altcha.ts"
import { createTurnstile } from "./adapters/bot-checks/turnstile.ts"
import { createCalendars } from "./adapters/calendars/calendars.ts"
import { simulatedCalendars } from "./adapters/calendars/simulated.ts"
import { createFiles } from "./adapters/files/files.ts"
import { createCensus } from "./adapters/geocoders/census.ts"
import { createGoogle } from "./adapters/geocoders/google.ts"
import { createNominatim } from "./adapters/geocoders/nominatim.ts"
import { createPostalGeocoder } from "./adapters/geocoders/postal.ts"
import { createHolidays } from "./adapters/holidays/holidays.ts"
import { createIdentityProviders, noIdentityProviders } from "./adapters/identity-providers.ts"
import { createJournal } from "./adapters/journal.ts"
import { createLog } from "./adapters/log.ts"
import { domainTexts } from "./adapters/mails/domain-texts.ts"
import { createMailReader } from "./adapters/mails/mail-reader.ts"
import { createOwnMailServers } from "./adapters/mails/own-servers.ts"
import { createSmtp } from "./adapters/mails/smtp.ts"
import {
  type ConnectionGuard,
  createAddressGuard,
  machineNames,
  nameServers,
} from "./adapters/outbound/address-guard.ts"
import { createOwnPlanner } from "./adapters/planners/own-planner.ts"
import { createVroom } from "./adapters/planners/vroom.ts"
import { systemClock, systemRandom } from "./adapters/system.ts"
import { createTwilioAccount, createTwilioPosts, createTwilioTexts } from "./adapters/texts/twilio.ts"
import { createTracing } from "./adapters/tracing.ts"
import { createOsrm } from "./adapters/travel-times/osrm.ts"
import { createElevenLabs } from "./adapters/voice-agents/elevenlabs.ts"
import { createPost } from "./adapters/webhooks/post.ts"
import { createWebsiteJudge } from "./adapters/website-judge.ts"
import { createWebsites } from "./adapters/websites.ts"
import type { Config } from "./config/config-shape.ts"
import { openStorage } from "./database/storage.ts"

/** The parts of the context. Adapters that are left out are null, or fit for the public internet. */
export interface ContextOptions
  extends Pick<AppContext, "db" | "clock" | "log" | "bookUrl" | "linkKeys">,
    Partial<
      Pick<
        AppContext,
        | "addressGuard"
        | "anyNumberMayRegister"
        | "baseUrl"
        | "botCheck"
        | "budget"
        | "calendars"
        | "carrierAccount"
        | "files"
        | "geocoder"
        | "identityProviders"
        | "mailReader"
        | "mails"
        | "outsideLimitMs"
        | "ownMailServers"
        | "passwords"
        | "planner"
        | "platformSmsNumber"
        | "random"
        | "readDomainTexts"
        | "long"
        | "readDb"
        | "signInStepMs"
        | "signUpCheck"
        | "texts"
        | "tracer"
        | "travelTimes"
        | "voiceAgent"
        | "websites"
      >
    > {
  encryptionKeys: readonly HostKey[]
  /** Sends the webhooks of test companies. */
  post?: Post
}

export function createContext(options: ContextOptions): AppContext {
  const { db, clock, random = systemRandom } = options
  const strictGuard = createAddressGuard({ resolve: nameServers(), allowPrivate: false })
  return {
    db,
    readDb: options.readDb ?? db,
    long: options.long ?? { db, readDb: options.readDb ?? db },
    clock,
    hostClock: clock,
    log: options.log,
    tracer: options.tracer ?? null,
    random,
    calendars: options.calendars ?? createCalendars({ guard: strictGuard, now: () => clock.now() }),
    providersWithCalendars: new Set(),
    groupLocks: new Map(),
    typesWithCrews: new Set(),
    addressGuard: options.addressGuard ?? strictGuard,
    websites: options.websites ?? null,
    websiteJudge: createWebsiteJudge(),
    identityProviders: options.identityProviders ?? createIdentityProviders({ guard: strictGuard }),
    botCheck: options.botCheck ?? null,
    signUpCheck: options.signUpCheck ?? null,
    texts: options.texts ?? null,
    mails: options.mails ?? null,
    ownMailServers: options.ownMailServers ?? createOwnMailServers({ guard: strictGuard }),
    readDomainTexts: options.readDomainTexts ?? domainTexts(),
    mailReader: options.mailReader ?? createMailReader(),
    files: options.files ?? null,
    platformSmsNumber: options.platformSmsNumber ?? null,
    anyNumberMayRegister: options.anyNumberMayRegister ?? false,
    carrierAccount: options.carrierAccount ?? null,
    voiceAgent: options.voiceAgent ?? null,
    geocoder: options.geocoder ?? createPostalGeocoder(),
    holidays: createHolidays(),
    travelTimes: options.travelTimes ?? null,
    ownPlanner: createOwnPlanner(),
    planner: options.planner ?? null,
    baseUrl: options.baseUrl ?? null,
    bookUrl: options.bookUrl,
    linkKeys: options.linkKeys,
    sealer: createSealer(options.encryptionKeys, (length) => random.bytes(length)),
    gate: createProviderTurns(),
    budget: options.budget ?? createBudget(),
    credentials: createCredentials(db, clock),
    passwords: options.passwords ?? createPasswords(random),
    signInStepMs: options.signInStepMs ?? usualStepMs,
    outsideLimitMs: options.outsideLimitMs ?? 3_000,
    eventFeed: createEventFeed(db, options.log),
    endUndo,
    testWorld: testWorldOf(options, options.post ?? createPost({ guard: strictGuard })),
  }
}

/** A number that no carrier gives out. */
const testSmsNumber = "+15005550006"

function testWorldOf({ botCheck = null, encryptionKeys }: ContextOptions, post: Post): TestWorld {
  return {
    adapters: {
      anyNumberMayRegister: true,
      // A check by a third party would ask it about the visitor.
      botCheck:
        botCheck?.kind === "turnstile"
          ? createAltcha({ secret: ownSecret(encryptionKeys, "bot check of test companies") })
          : botCheck,
      calendars: simulatedCalendars,
      carrierAccount: null,
      geocoder: createPostalGeocoder(),
      identityProviders: noIdentityProviders,
      mails: keptMails("appointments@mail.example"),
      platformSmsNumber: testSmsNumber,
      texts: consoleTexts,
      travelTimes: null,
      planner: null,
      voiceAgent: recordedCalls,
      websites: null,
    },
    runDue: createRunDue(post),
  }
}

const ownSecret = ([key]: readonly HostKey[], use: string) =>
  createHmac("sha256", key!.key).update(use).digest("hex")

/** A context over its storage. Commands need no more of the service. */
export interface OpenedContext {
  context: AppContext
  /** The repairs since the database went back in time; null when it had not. */
  returned: Return | null
  /** For an operator who says that the database went back. */
  tellOfReturn(): Promise<Return | null>
  close(): Promise<void>
}

/** Opens the storage, migrated or checked as the settings say, and the adapters that they ask for. */
export async function openContext(
  config: Config,
  bookUrl: string | null,
  signal?: AbortSignal,
): Promise<OpenedContext> {
  const clock = systemClock(config.testClockOffsetMs)
  const log = createLog({ level: config.logLevel })
  const journal = createJournal({ ...config.journal, clock, random: systemRandom, log })
  const watch = createServerWatch(log)
  const storage = await openStorage(config, log, { journal, greet: watch.greet, signal })
  const guard = connectionGuardOf(config)
  const post = createPost({ guard })
  const websites = createWebsites({ guard })
  const smtp = config.mail.sender === "smtp" && config.mail.smtp ? createSmtp(config.mail.smtp) : null
  const mails = smtp ?? (config.mail.sender === "console" ? keptMails(config.mail.from) : null)
  const files = config.files && createFiles(config.files, config.dataDir, clock)
  const tracer = config.tracing && (await createTracing(config.tracing))
  const context = createContext({
    tracer,
    db: storage.db,
    readDb: storage.readDb,
    long: storage.long,
    clock,
    log,
    baseUrl: config.api.baseUrl,
    bookUrl,
    encryptionKeys: config.secrets.encryption,
    linkKeys: config.secrets.link,
    addressGuard: guard,
    websites,
    identityProviders: createIdentityProviders({ guard }),
    botCheck: botCheckOf(config),
    // Always one from here: the console loads nothing from elsewhere.
    signUpCheck: config.signUp.isOpen
      ? createAltcha({ secret: ownSecret(config.secrets.encryption, "bot check of sign-ups") })
      : null,
    texts: textSenderOf(config),
    mails,
    ownMailServers: createOwnMailServers({ guard }),
    files,
    platformSmsNumber: config.texts.platformNumber,
    anyNumberMayRegister: !config.isProduction,
    carrierAccount: config.texts.twilio && createTwilioAccount(config.texts.twilio),
    voiceAgent: config.voiceAgent && createElevenLabs(config.voiceAgent),
    geocoder: geocoderOf(config),
    travelTimes:
      config.travel.kind === "osrm" ? createOsrm({ ...config.travel, now: () => clock.now() }) : null,
    planner: config.plannerUrl === null ? null : createVroom({ baseUrl: config.plannerUrl }),
    calendars: createCalendars({ guard, now: () => clock.now(), zoneFiles: config.zoneFiles }),
    mailReader: createMailReader({ zoneFiles: config.zoneFiles }),
    post,
  })
  const ungreeted = {
    ...context,
    db: storage.ungreeted,
    long: { db: storage.ungreeted, readDb: storage.ungreeted },
  }
  const guarded = await watch.begin(ungreeted, journal).catch(async (error) => {
    await storage.close()
    throw error
  })
  await ensurePartitions(storage.db, clock.now())
  const close = async () => {
    await guarded.end()
    post.close()
    websites.close()
    smtp?.close()
    files?.cleaner.close()
    context.calendars.close()
    context.identityProviders.close()
    await Promise.all([storage.close(), tracer?.close()])
  }
  return { context, returned: guarded.returned, tellOfReturn: guarded.tell, close }
}

/** The addresses that webhooks and calendars may have. */
export function connectionGuardOf({ allowPrivateAddresses: allowPrivate }: Config): ConnectionGuard {
  return createAddressGuard({ resolve: allowPrivate ? machineNames : nameServers(), allowPrivate })
}

const turnstileUrl = "https://challenges.cloudflare.com"

/** Null without a secret, which closes the public pages. */
function botCheckOf({ botCheck: { kind, secret, siteKey } }: Config): BotCheck | null {
  if (secret === null) return null
  if (kind === "altcha") return createAltcha({ secret })
  return siteKey === null ? null : createTurnstile({ secret, siteKey, baseUrl: turnstileUrl })
}

/** For development: texts stay in the database, where `/dev/texts` shows them. None reaches a log or a carrier. */
export const consoleTexts: TextSender = {
  staysHere: true,
  send: async () => ({ kind: "sent", carrierId: null }),
}

/** For development and test companies: mails stay in the database. */
export const keptMails = (from: string): MailSender => ({
  from,
  staysHere: true,
  send: async () => ({ kind: "sent", carrierId: null }),
})

/** For test companies: calls stay in the database. */
const recordedCalls: VoiceAgent = {
  staysHere: true,
  call: async () => ({ kind: "sent", carrierId: null }),
}

/** Null on a host that sends no texts. */
function textSenderOf({ texts, api }: Config): TextSender | null {
  if (texts.sender === "twilio" && texts.twilio) {
    return createTwilioTexts({ ...texts.twilio, reportsTo: api.baseUrl })
  }
  return texts.sender === "console" ? consoleTexts : null
}

/** Null on a host that no carrier posts to. */
export function carrierPostsOf({ texts, api }: Config): CarrierPosts | null {
  if (!texts.twilio) return null
  return createTwilioPosts({ authToken: texts.twilio.authToken, baseUrl: api.baseUrl })
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
