/**
 * Test companies and who made them. Copies a company's set-up into a test company: its settings and what can be booked of whom, not its customers, its people's
 * access, its endpoints or its calendars. Rows are copied whole, so that a new column needs nothing here.
 */
import type { TestClock } from "../../domain/model/test-company.ts"
import { claimEntry, findEntry, releaseEntry } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** The company that made this test company; null when the operator did. */
export async function findMaker(db: Db, companyId: number): Promise<number | null> {
  const entry = await findEntry(db, "test_company", String(companyId))
  return entry?.companyId ?? null
}

export const enterMaker = (tx: Tx, maker: number, companyId: number): Promise<boolean> =>
  claimEntry(tx, "test_company", String(companyId), maker, companyId)

export const forgetMaker = (tx: Tx, maker: number, companyId: number): Promise<void> =>
  releaseEntry(tx, "test_company", String(companyId), maker)

/** A row in a list of test companies. */
export interface TestCompanyRow extends TestClock {
  id: number
  name: string
  public_slug: string | null
  created_at: Date
}

/** The ids of the test companies that the company made, in their order. */
export async function listMadeIds(
  db: Db,
  maker: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT ref_id AS id FROM directory WHERE kind = 'test_company' AND company_id = $1 AND ref_id > $2
     ORDER BY ref_id LIMIT $3`,
    [maker, afterId, limit],
  )
  return rows.map(({ id }) => id)
}

export async function findTestCompany(db: Db, companyId: number): Promise<TestCompanyRow | null> {
  return db.first<TestCompanyRow>(
    `SELECT c.company_id AS id, c.name, c.public_slug, c.created_at, t.at, t.since, t.running
     FROM company c JOIN test_clock t ON t.company_id = c.company_id WHERE c.company_id = $1`,
    [companyId],
  )
}

interface Copied {
  from: number
  to: number
}

export interface Twin extends Copied {
  slug: string | null
  now: number
}

/** The settings. `slug` is the twin's own. */
export async function copyCompany(tx: Tx, { from, to, slug, now }: Twin): Promise<void> {
  await tx.query(
    `INSERT INTO company SELECT (jsonb_populate_record(NULL::company, to_jsonb(c) || jsonb_build_object(
       'company_id', $2::bigint, 'public_slug', $3::text, 'created_at', $4::timestamptz, 'updated_at', $4::timestamptz,
       'logo_hash', regexp_replace(c.logo_hash, '^[0-9]+', $2::bigint::text), 'require_second_factor', false,
       'admin_idle_minutes', NULL, 'admin_longest_hours', NULL, 'mail_from', NULL))).*
     FROM company c WHERE c.company_id = $1`,
    [from, to, slug, new Date(now)],
  )
  await tx.query(
    `INSERT INTO company_logo (company_id, hash, content_type, bytes)
     SELECT $2, regexp_replace(l.hash, '^[0-9]+', $2::bigint::text), l.content_type, l.bytes
     FROM company_logo l WHERE l.company_id = $1`,
    [from, to],
  )
  await tx.query(
    `INSERT INTO picture (company_id, hash, content_type, bytes)
     SELECT $2, regexp_replace(p.hash, '^[0-9]+', $2::bigint::text), p.content_type, p.bytes
     FROM picture p WHERE p.company_id = $1`,
    [from, to],
  )
}

/**
 * New ids for the ids of one table's rows, which lists of ids and other rows take over. They are drawn before the rows are
 * copied: on a distributed database another machine copies them, and has sequences of its own.
 */
export interface NewIds {
  old: number[]
  fresh: number[]
}

const numbered = {
  location: {
    sequence: "location_id_seq",
    ids: "SELECT id FROM location WHERE company_id = $1 AND archived_at IS NULL ORDER BY id",
  },
  appointment_type: {
    sequence: "appointment_type_id_seq",
    ids: "SELECT id FROM appointment_type WHERE company_id = $1 AND archived_at IS NULL ORDER BY id",
  },
  provider: {
    sequence: "provider_id_seq",
    ids: "SELECT id FROM provider WHERE company_id = $1 AND archived_at IS NULL ORDER BY id",
  },
  duration_option: {
    sequence: "duration_option_id_seq",
    ids: `SELECT (o.value->>'id')::bigint AS id FROM appointment_type t
      CROSS JOIN LATERAL jsonb_array_elements(t.duration_options) o WHERE t.company_id = $1 AND t.archived_at IS NULL`,
  },
  outreach_plan: {
    sequence: "outreach_plan_id_seq",
    ids: "SELECT id FROM outreach_plan WHERE company_id = $1 AND archived_at IS NULL ORDER BY id",
  },
  time_off: {
    sequence: "time_off_id_seq",
    ids: `SELECT t.id FROM time_off t JOIN provider p ON p.company_id = t.company_id AND p.id = t.provider_id
      WHERE t.company_id = $1 AND p.archived_at IS NULL ORDER BY t.id`,
  },
  resource: {
    sequence: "provider_id_seq",
    ids: `SELECT d.id FROM resource_detail d JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id
      WHERE d.company_id = $1 AND d.archived_at IS NULL AND l.archived_at IS NULL ORDER BY d.id`,
  },
  resource_time_off: {
    sequence: "resource_time_off_id_seq",
    ids: `SELECT t.id FROM resource_time_off t JOIN resource_detail d ON d.company_id = t.company_id AND d.id = t.resource_id
      JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id
      WHERE t.company_id = $1 AND d.archived_at IS NULL AND l.archived_at IS NULL ORDER BY t.id`,
  },
  company_time_off: {
    sequence: "company_time_off_id_seq",
    ids: "SELECT id FROM company_time_off WHERE company_id = $1 ORDER BY id",
  },
  channel: {
    sequence: "channel_id_seq",
    ids: "SELECT id FROM channel WHERE company_id = $1 ORDER BY id",
  },
} as const

async function numberAnew(tx: Tx, companyId: number, table: keyof typeof numbered): Promise<NewIds> {
  const { sequence, ids } = numbered[table]
  const old = (await tx.query<{ id: number }>(ids, [companyId])).map(({ id }) => id)
  const fresh = await tx.query<{ id: number }>(
    "SELECT nextval($1::regclass) AS id FROM generate_series(1, $2::integer)",
    [sequence, old.length],
  )
  return { old, fresh: fresh.map(({ id }) => id) }
}

/** The name of a picture begins with its company. */
const ownImage = "'image_hash', regexp_replace(r.image_hash, '^[0-9]+', $2::bigint::text)"

/** SQL for a copy of row `r` with other values in these fields. */
const copyOf = (table: string, values: string) =>
  `(jsonb_populate_record(NULL::${table}, to_jsonb(r) || jsonb_build_object('company_id', $2::bigint, ${values}))).*`

const ids = (name: string, [old, fresh]: readonly [string, string]) =>
  `unnest(${old}::bigint[], ${fresh}::bigint[]) AS ${name} (old, fresh)`

/** Locations, types, providers with their hours and absences, and plans of outreach; archived ones are left out. */
export async function copySetUp(tx: Tx, { from, to }: Copied): Promise<void> {
  const locations = await numberAnew(tx, from, "location")
  const types = await numberAnew(tx, from, "appointment_type")
  const providers = await numberAnew(tx, from, "provider")
  const options = await numberAnew(tx, from, "duration_option")
  const plans = await numberAnew(tx, from, "outreach_plan")
  const absences = await numberAnew(tx, from, "time_off")
  const closings = await numberAnew(tx, from, "company_time_off")
  const channels = await numberAnew(tx, from, "channel")
  const both = [from, to] as const
  const ofOne = ({ old, fresh }: NewIds) => [...both, old, fresh]
  const ofTwo = (one: NewIds, other: NewIds) => [...ofOne(one), other.old, other.fresh]
  await tx.query(
    `INSERT INTO location SELECT ${copyOf("location", "'id', m.fresh")}
     FROM location r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id WHERE r.company_id = $1`,
    ofOne(locations),
  )
  await tx.query(
    `INSERT INTO appointment_type SELECT ${copyOf(
      "appointment_type",
      `'id', m.fresh, ${ownImage},
       'location_ids', CASE WHEN r.location_ids IS NOT NULL THEN
         (SELECT coalesce(jsonb_agg(l.fresh ORDER BY l.fresh), '[]') FROM ${ids("l", ["$5", "$6"])}
          WHERE l.old = ANY (r.location_ids)) END,
       'duration_options', (SELECT coalesce(jsonb_agg(o.value || jsonb_build_object('id', d.fresh) ORDER BY o.ordinality), '[]')
         FROM jsonb_array_elements(r.duration_options) WITH ORDINALITY o
         JOIN ${ids("d", ["$7", "$8"])} ON d.old = (o.value->>'id')::bigint)`,
    )}
     FROM appointment_type r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id WHERE r.company_id = $1`,
    [...ofTwo(types, locations), options.old, options.fresh],
  )
  await tx.query("INSERT INTO resource (company_id, id, kind) SELECT $1, unnest($2::bigint[]), 'provider'", [
    to,
    providers.fresh,
  ])
  await tx.query(
    `INSERT INTO provider SELECT ${copyOf("provider", `'id', m.fresh, 'version', 1, ${ownImage}`)}
     FROM provider r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id WHERE r.company_id = $1`,
    ofOne(providers),
  )
  await tx.query(
    `INSERT INTO provider_type (company_id, provider_id, appointment_type_id)
     SELECT $2, p.fresh, t.fresh FROM provider_type r JOIN ${ids("p", ["$3", "$4"])} ON p.old = r.provider_id
     JOIN ${ids("t", ["$5", "$6"])} ON t.old = r.appointment_type_id WHERE r.company_id = $1`,
    ofTwo(providers, types),
  )
  await tx.query(
    `INSERT INTO weekly_hours SELECT ${copyOf("weekly_hours", "'provider_id', p.fresh, 'location_id', l.fresh")}
     FROM weekly_hours r JOIN ${ids("p", ["$3", "$4"])} ON p.old = r.provider_id
     JOIN ${ids("l", ["$5", "$6"])} ON l.old = r.location_id WHERE r.company_id = $1`,
    ofTwo(providers, locations),
  )
  await tx.query(
    `INSERT INTO date_override SELECT ${copyOf("date_override", "'provider_id', p.fresh, 'location_id', l.fresh")}
     FROM date_override r JOIN ${ids("p", ["$3", "$4"])} ON p.old = r.provider_id
     JOIN ${ids("l", ["$5", "$6"])} ON l.old = r.location_id WHERE r.company_id = $1`,
    ofTwo(providers, locations),
  )
  await tx.query(
    `INSERT INTO time_off SELECT ${copyOf("time_off", "'id', m.fresh, 'provider_id', p.fresh")}
     FROM time_off r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id
     JOIN ${ids("p", ["$5", "$6"])} ON p.old = r.provider_id WHERE r.company_id = $1`,
    ofTwo(absences, providers),
  )
  await copyResources(tx, { from, to }, locations)
  // Dates at archived locations alone would else count for all.
  await tx.query(
    `INSERT INTO company_time_off SELECT ${copyOf(
      "company_time_off",
      `'id', m.fresh,
       'location_ids', (SELECT jsonb_agg(l.fresh ORDER BY l.fresh) FROM ${ids("l", ["$5", "$6"])}
         WHERE l.old = ANY (r.location_ids))`,
    )}
     FROM company_time_off r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id
     WHERE r.company_id = $1 AND (r.location_ids IS NULL OR r.location_ids && $5::bigint[])`,
    ofTwo(closings, locations),
  )
  await tx.query(
    `INSERT INTO outreach_plan SELECT ${copyOf("outreach_plan", "'id', m.fresh")}
     FROM outreach_plan r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id WHERE r.company_id = $1`,
    ofOne(plans),
  )
  await tx.query(
    `INSERT INTO channel SELECT ${copyOf("channel", "'id', m.fresh")}
     FROM channel r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id WHERE r.company_id = $1`,
    ofOne(channels),
  )
}

/** Rooms and equipment, with when they can't be used. Those of archived locations are left out. */
async function copyResources(tx: Tx, { from, to }: Copied, locations: NewIds): Promise<void> {
  const resources = await numberAnew(tx, from, "resource")
  const absences = await numberAnew(tx, from, "resource_time_off")
  const ofResources = [from, to, resources.old, resources.fresh]
  await tx.query(
    `INSERT INTO resource SELECT ${copyOf("resource", "'id', m.fresh, 'version', 1")}
     FROM resource r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id WHERE r.company_id = $1`,
    ofResources,
  )
  await tx.query(
    `INSERT INTO resource_detail SELECT ${copyOf("resource_detail", "'id', m.fresh, 'location_id', l.fresh")}
     FROM resource_detail r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id
     JOIN ${ids("l", ["$5", "$6"])} ON l.old = r.location_id WHERE r.company_id = $1`,
    [...ofResources, locations.old, locations.fresh],
  )
  await tx.query(
    `INSERT INTO resource_time_off SELECT ${copyOf("resource_time_off", "'id', m.fresh, 'resource_id', d.fresh")}
     FROM resource_time_off r JOIN ${ids("m", ["$3", "$4"])} ON m.old = r.id
     JOIN ${ids("d", ["$5", "$6"])} ON d.old = r.resource_id WHERE r.company_id = $1`,
    [from, to, absences.old, absences.fresh, resources.old, resources.fresh],
  )
}
