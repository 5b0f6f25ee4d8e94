/**
 * The limits of keys: parts of the API, each to read or to write. One table for keys and for all else that acts for a
 * company by a credential of its own.
 */

/** The parts, with the nouns of operations that each holds. Every noun is in one part. */
export const parts = {
  availability: ["Slots"],
  appointments: [
    "Appointments",
    "Series",
    "Holds",
    "Class sessions",
    "Previews",
    "Files",
    "Board",
    "Inbox",
    "Provider's seat",
  ],
  customers: ["Customers", "Contacts"],
  scheduling_requests: ["Scheduling requests"],
  waiting_list: ["Waiting list"],
  callbacks: ["Callbacks"],
  plans: ["Plans", "Disruptions"],
  messages: ["Texts", "Mails", "Outreach"],
  appointment_types: ["Appointment types"],
  providers: ["Providers", "Calendars"],
  locations: ["Locations"],
  resources: ["Resources"],
  company: ["Company", "Channels", "Mail domains", "Embedding"],
  imports: ["Imports"],
  reports: ["Reports"],
  events: ["Events"],
  webhooks: ["Webhooks"],
  users: ["Users", "Sessions", "Second factor"],
  api_keys: ["API keys", "Connected apps", "Calendar feeds"],
  audit: ["Audit trail"],
  test_companies: ["Test companies"],
  agent_tools: ["Agent tools"],
} as const satisfies Record<string, readonly string[]>

export type Part = keyof typeof parts

/** Nothing can be written, or nothing read without writing: these scopes would open nothing. */
const emptyScopes = [
  "availability:write",
  "agent_tools:read",
  "audit:write",
  "events:write",
  "imports:read",
  "reports:write",
] as const

export type Scope = Exclude<`${Part}:${"read" | "write"}`, (typeof emptyScopes)[number]>

export const partNames = Object.keys(parts) as Part[]

const isEmpty = (scope: string) => (emptyScopes as readonly string[]).includes(scope)

export const scopes = partNames
  .flatMap((part) => [`${part}:read`, `${part}:write`] as const)
  .filter((scope): scope is Scope => !isEmpty(scope))

/** Not in `read`: who may do what, and who did. */
const ofPeople: readonly Part[] = ["users", "api_keys", "audit"]
const scheduled: readonly Part[] = [
  "availability",
  "appointments",
  "customers",
  "scheduling_requests",
  "waiting_list",
  "callbacks",
  "plans",
]
const readForScheduling: readonly Part[] = ["appointment_types", "providers", "locations", "resources"]
const setUp: readonly Part[] = [
  "appointment_types",
  "providers",
  "locations",
  "resources",
  "company",
  "webhooks",
]

const ofParts = (names: readonly Part[]) => scopes.filter((scope) => names.includes(partOf(scope)))
const toRead = (names: readonly Part[]) => ofParts(names).filter((scope) => scope.endsWith(":read"))
const partOf = (scope: Scope) => scope.slice(0, scope.lastIndexOf(":")) as Part

/** Names for scopes that go together. */
export const scopeSets = {
  read: toRead(partNames.filter((part) => !ofPeople.includes(part))),
  schedule: [...ofParts(scheduled), ...toRead(readForScheduling)],
  settings: [...ofParts(setUp), "events:read"],
} as const satisfies Record<string, readonly Scope[]>
export type ScopeSet = keyof typeof scopeSets

export const scopeSetNames = Object.keys(scopeSets) as ScopeSet[]
export type Grant = Scope | ScopeSet
export const grants: readonly Grant[] = [...scopeSetNames, ...scopes]

/** Every scope that the grants open. */
export const openedBy = (grants: readonly Grant[]): ReadonlySet<Scope> =>
  new Set(
    grants.flatMap((each): readonly Scope[] =>
      each in scopeSets ? scopeSets[each as ScopeSet] : [each as Scope],
    ),
  )

const partOfNoun = new Map(
  partNames.flatMap((part) => parts[part].map((noun): [string, Part] => [noun, part])),
)

/** The scope that an operation needs. Throws for a noun that is in no part. */
export function scopeNeeded(noun: string, readsOnly: boolean): Scope {
  const part = partOfNoun.get(noun)
  if (part === undefined) throw new Error(`${noun}: in no part of domain/model/scopes.ts`)
  return `${part}:${readsOnly ? "read" : "write"}` as Scope
}

/** The first of the wanted grants' scopes that the held ones do not open; null when they open all. Null for held opens all. */
export function scopeBeyond(held: readonly Grant[] | null, wanted: readonly Grant[] | null): Scope | null {
  if (held === null) return null
  const opened = openedBy(held)
  return [...(wanted === null ? scopes : openedBy(wanted))].find((scope) => !opened.has(scope)) ?? null
}
