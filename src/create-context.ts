/** Joins the store and the adapters into the context that every interface and worker is given. */
import { createCalendars } from "./adapters/calendars/calendars.ts"
import { createPostalGeocoder } from "./adapters/geocoders/postal.ts"
import { systemRandom } from "./adapters/system-random.ts"
import { createAddressGuard } from "./adapters/webhooks/address-guard.ts"
import { nameServers } from "./adapters/webhooks/resolver.ts"
import type { AppContext } from "./context.ts"
import type { HostKey } from "./model/link-token.ts"
import { createSealer } from "./model/sealing.ts"
import { createProviderGate } from "./operations/appointments/provider-gate.ts"
import { createCredentials } from "./operations/sign-in/credentials.ts"
import type {
  AddressGuard,
  BotCheck,
  Calendars,
  Clock,
  Geocoder,
  Log,
  Random,
  TextSender,
  VoiceAgent,
} from "./ports.ts"
import type { Database } from "./store/pg/database.ts"

export interface ContextOptions {
  db: Database
  clock: Clock
  log: Log
  /** `{book_url}`, or null when the host has none. */
  bookUrl: string | null
  encryptionKeys: readonly HostKey[]
  linkKeys: readonly HostKey[]
  /** Without one, nothing private may be sent to. */
  addressGuard?: AddressGuard
  /** Without one, the public pages are closed. */
  botCheck?: BotCheck | null
  /** Without one, no texts are sent. */
  texts?: TextSender | null
  /** Without one, no confirmations are texted. */
  platformSmsNumber?: string | null
  /** Without one, nobody is called. */
  voiceAgent?: VoiceAgent | null
  /** The embedded one unless told otherwise. */
  geocoder?: Geocoder
  random?: Random
  /** Those of the public internet, unless told otherwise. */
  calendars?: Calendars
}

export function createContext(options: ContextOptions): AppContext {
  const { db, clock, log } = options
  const random = options.random ?? systemRandom
  const strictGuard = createAddressGuard({ resolve: nameServers(), allowPrivate: false })
  return {
    db,
    clock,
    log,
    random,
    calendars: options.calendars ?? createCalendars({ guard: strictGuard, now: () => clock.now() }),
    providersWithCalendars: new Set(),
    addressGuard: options.addressGuard ?? strictGuard,
    botCheck: options.botCheck ?? null,
    texts: options.texts ?? null,
    platformSmsNumber: options.platformSmsNumber ?? null,
    voiceAgent: options.voiceAgent ?? null,
    geocoder: options.geocoder ?? createPostalGeocoder(),
    bookUrl: options.bookUrl,
    linkKeys: options.linkKeys,
    sealer: createSealer(options.encryptionKeys, (length) => random.bytes(length)),
    gate: createProviderGate(),
    credentials: createCredentials(db, clock),
  }
}
