/** The one argument that every operation and every worker takes first. */
import type { LinkKeys } from "./model/link-token.ts"
import type { Sealer } from "./model/sealing.ts"
import type { EventFeed } from "./operations/event-feed.ts"
import type { Credentials } from "./operations/sign-in/credentials.ts"
import type { Turns } from "./operations/turns.ts"
import type {
  AddressGuard,
  BotCheck,
  Calendars,
  CarrierAccount,
  Clock,
  Geocoder,
  Log,
  Random,
  TextSender,
  VoiceAgent,
} from "./ports.ts"
import type { Database } from "./store/pg/database.ts"

/** The service as operations see it: its store, its clock, its ports and the few settings that rules need. */
export interface AppContext {
  db: Database
  clock: Clock
  random: Random
  calendars: Calendars
  /** Providers found to have calendars connected, so that these are asked before their time is locked. */
  providersWithCalendars: Set<number>
  addressGuard: AddressGuard
  /** Null closes the public pages. */
  botCheck: BotCheck | null
  /** Null when this host sends no texts. */
  texts: TextSender | null
  /** The number that confirmations come from; without it none go. */
  platformSmsNumber: string | null
  /** Whether a company may register a number without proof: only where nobody is called or texted in earnest. */
  anyNumberMayRegister: boolean
  /** Proves which numbers are the host's; null without an account at a carrier. */
  carrierAccount: CarrierAccount | null
  /** Null when nothing here can call people. */
  voiceAgent: VoiceAgent | null
  geocoder: Geocoder
  log: Log
  /** The API host's address without a trailing slash; null where it is not known. */
  baseUrl: string | null
  /** `{book_url}` without a trailing slash; null when the host has no booking pages. */
  bookUrl: string | null
  linkKeys: LinkKeys
  sealer: Sealer
  /** By provider: calls that write into its time. */
  gate: Turns
  /** By company: searches through the company API. */
  searchTurns: Turns
  credentials: Credentials
  eventFeed: EventFeed
}
