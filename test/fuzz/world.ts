/** The names in a request: ids of the company's own records, of another company's, and unknown ones. */
import type { TestServiceOptions } from "../support/service.ts"
import { type Furnished, furnish } from "./furnish.ts"

/** The table of the ids in a path's segment, or in a field. */
const tableOfSegment: Record<string, string> = {
  "api-keys": "api_key",
  "connected-apps": "connected_app",
  "calendar-feeds": "calendar_feed",
  users: "app_user",
  audit: "audit",
  channels: "channel",
  "mail-domains": "mail_domain",
  locations: "location",
  "appointment-types": "appointment_type",
  resources: "resource_detail",
  providers: "provider",
  customers: "customer",
  "scheduling-requests": "scheduling_request",
  "outreach-plans": "outreach_plan",
  texts: "text_message",
  mails: "mail",
  callbacks: "callback",
  inbox: "callback",
  disruptions: "disruption",
  holds: "hold",
  "waiting-entries": "waiting_entry",
  appointments: "appointment",
  series: "series",
  "class-sessions": "class_session",
  events: "event",
  "webhook-endpoints": "webhook_endpoint",
}
/** Two kinds of records in one table. */
const partsOfTables: Record<string, string> = {
  text_message: "text_message WHERE channel <> 'mail' AND",
  mail: "text_message WHERE channel = 'mail' AND",
}
const tables = [...Object.values(tableOfSegment), "company_time_off", "resource_time_off"]

/** Records below another record, with the column that names it. */
const ownedTables: Record<string, { table: string; owner: string }> = {
  contacts: { table: "contact", owner: "customer_id" },
  "time-off": { table: "time_off", owner: "provider_id" },
  deliveries: { table: "delivery", owner: "endpoint_id" },
  calendars: { table: "provider_calendar", owner: "provider_id" },
}

export interface World extends Furnished {
  /** Ids of the company's records by table: the first ones and the newest. */
  idsOf(table: string): readonly number[]
  /** Ids of the other company's records. */
  foreignIdsOf(table: string): readonly number[]
  /** `[owner, record]` for a path such as `/customers/:id/contacts/:contactId`. */
  pairsOf(segment: string): readonly (readonly [number, number])[]
  /** Reads the ids anew; call it after something was written. */
  refresh(): Promise<void>
}

/** `customers` → `customer` */
export const tableForSegment = (segment: string) => tableOfSegment[segment]
/** `assigned_provider_id` → `provider` */
export const tableForField = (field: string) =>
  tables.find((table) => field.replace(/_ids?$/, "").endsWith(table))

type Ids = Map<string, number[]>

export async function makeWorld(options: TestServiceOptions = {}): Promise<World> {
  const furnished = await furnish(options)
  const { companyId } = furnished.service
  let own: Ids = new Map()
  let foreign: Ids = new Map()
  let pairs = new Map<string, [number, number][]>()
  const world: World = {
    ...furnished,
    idsOf: (table) => own.get(table) ?? [],
    foreignIdsOf: (table) => foreign.get(table) ?? [],
    pairsOf: (segment) => pairs.get(segment) ?? [],
    async refresh() {
      own = await readIds(furnished, companyId)
      foreign = await readIds(furnished, furnished.other.companyId)
      pairs = await readPairs(furnished)
    },
  }
  await world.refresh()
  return world
}

const firstCount = 4
const newestCount = 6

/** The first key of a company is left out: it is the one that calls. */
async function readIds({ service }: Furnished, companyId: number): Promise<Ids> {
  const ids: Ids = new Map()
  for (const table of tables) {
    const rows = await service.context.db.query<{ id: number }>(
      `SELECT id FROM ${partsOfTables[table] ?? `${table} WHERE`} company_id = $1 ORDER BY id`,
      [companyId],
    )
    const all = rows.map(({ id }) => id).slice(table === "api_key" ? 1 : 0)
    ids.set(table, [...all.slice(0, firstCount), ...all.slice(firstCount).slice(-newestCount)])
  }
  return ids
}

async function readPairs({ service }: Furnished): Promise<Map<string, [number, number][]>> {
  const pairs = new Map<string, [number, number][]>()
  for (const [segment, { table, owner }] of Object.entries(ownedTables)) {
    const rows = await service.context.db.query<{ owner: number; id: number }>(
      `SELECT ${owner} AS owner, id FROM ${table} WHERE company_id = $1 ORDER BY id DESC LIMIT ${newestCount}`,
      [service.companyId],
    )
    pairs.set(
      segment,
      rows.map((row) => [row.owner, row.id]),
    )
  }
  return pairs
}
