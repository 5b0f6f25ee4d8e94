/** The one argument that every operation and every worker takes first. */
import type { LinkKeys } from "../../domain/model/link-token.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import type { DueKind, Ran } from "../../domain/model/test-company.ts"
import type { EventFeed } from "../outbox/event-feed.ts"
import type { Credentials } from "../people/credentials.ts"
import type { Passwords } from "../people/passwords.ts"
import type { Budget } from "./budget/budget.ts"
import type { Database, Db } from "./pg/database.ts"
import type { Calendars } from "./ports/calendars.ts"
import type { Files } from "./ports/files.ts"
import type { IdentityProviders } from "./ports/identity-providers.ts"
import type { MailSender, OwnMailServers, ReadDomainTexts } from "./ports/mails.ts"
import type { MailReader } from "./ports/received-mails.ts"
import type { CarrierAccount, TextSender, VoiceAgent } from "./ports/texts.ts"
import type { WebsiteJudge, Websites } from "./ports/websites.ts"
import type {
  AddressGuard,
  BotCheck,
  Clock,
  Geocoder,
  Holidays,
  Log,
  OwnPlanner,
  Planner,
  Random,
  Tracer,
  TravelTimes,
} from "./ports.ts"
import type { EndUndo } from "./tell-first.ts"
import type { Turns } from "./turns.ts"

/** The service as operations see it: its store, its clock, its ports and the few settings that rules need. */
export interface AppContext {
  db: Database
  /** Answers lists and reports, and may lag behind `db`: a replica, or `db` itself. */
  readDb: Db
  /** In place of the two for work that may take long. Bookings, searches and workers never wait for its connections. */
  long: { db: Database; readDb: Db }
  /** The time of the company that the context serves: a test company has a clock of its own. See `company-context.ts`. */
  clock: Clock
  /** The host's time, also where a test company is served: limits, credentials, keys of retries and signatures go by it. */
  hostClock: Clock
  random: Random
  calendars: Calendars
  /** Providers found to have calendars connected, so that these are asked before their time is locked. */
  providersWithCalendars: Set<number>
  /** The locks of the groups of rooms and equipment that types were found to need, so that bookings take them at once. */
  groupLocks: Map<string, readonly number[]>
  /** Types found to take several providers, or to promise windows: who comes is planned before their time is locked. */
  typesWithCrews: Set<number>
  addressGuard: AddressGuard
  /** Null where nothing outside may be read. */
  websites: Websites | null
  websiteJudge: WebsiteJudge
  /** Companies' own sign-ins. */
  identityProviders: IdentityProviders
  /** Null closes the public pages. */
  botCheck: BotCheck | null
  /** The check that a person who signs a company up has to pass; null where companies are made by the operator alone. */
  signUpCheck: BotCheck | null
  /** Null when this host sends no texts. */
  texts: TextSender | null
  /** Null when this host sends no mails. */
  mails: MailSender | null
  /** Companies' own mail servers, used where the host sends mails. */
  ownMailServers: OwnMailServers
  /** Reads DNS about companies' domains. */
  readDomainTexts: ReadDomainTexts
  /** Takes mails apart that customers send. */
  mailReader: MailReader
  /** Null where no files are kept. */
  files: Files | null
  /** The number that confirmations come from; without it none go. */
  platformSmsNumber: string | null
  /** True where a company may register a number without proof: only where no real calls and texts go out. */
  anyNumberMayRegister: boolean
  /** Proves which numbers are the host's; null without an account at a carrier. */
  carrierAccount: CarrierAccount | null
  /** Null when nothing here can call people. */
  voiceAgent: VoiceAgent | null
  geocoder: Geocoder
  holidays: Holidays
  /** Null: travel is judged by distance. */
  travelTimes: TravelTimes | null
  ownPlanner: OwnPlanner
  /** Plans a day on demand for companies that choose it; null: the built-in planner does. */
  planner: Planner | null
  log: Log
  /** Null where no traces are recorded. */
  tracer: Tracer | null
  /** The API host's address without a trailing slash; null where it is not known. */
  baseUrl: string | null
  /** `{book_url}` without a trailing slash; null when the host has no booking pages. */
  bookUrl: string | null
  linkKeys: LinkKeys
  sealer: Sealer
  /** By provider: calls that write into its time. */
  gate: Turns
  /** The shares of this process that families of callers may take. */
  budget: Budget
  credentials: Credentials
  passwords: Passwords
  /** Right and wrong sign-ins are answered after a whole number of such steps, so that the time tells nothing. */
  signInStepMs: number
  /** How long a call waits for a calendar or a geocoder; half as long for a routing service, which can be estimated. */
  outsideLimitMs: number
  eventFeed: EventFeed
  /** Tells a change that could still be taken back. */
  endUndo: EndUndo<AppContext>
  /** A test company's stand-in for the outside, which also does the work that is due in it. */
  testWorld: TestWorld
}

/** A test company's replacement for the host's adapters, and the worker of its due work. */
export interface TestWorld {
  /** Adapters that reach nothing outside the host. */
  adapters: Pick<
    AppContext,
    | "anyNumberMayRegister"
    | "botCheck"
    | "calendars"
    | "carrierAccount"
    | "geocoder"
    | "identityProviders"
    | "mails"
    | "planner"
    | "platformSmsNumber"
    | "texts"
    | "travelTimes"
    | "voiceAgent"
    | "websites"
  >
  /**
   * Does what is due of these kinds in one company, by the clock of its own `context`. Says what happened, in its order. Calls
   * `keepLease` between things that may take long.
   */
  runDue(
    context: AppContext,
    companyId: number,
    kinds: ReadonlySet<DueKind>,
    keepLease: () => Promise<void>,
  ): Promise<Ran[]>
}
