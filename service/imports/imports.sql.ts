/** Many records at once, as imports write them, and the records that rows of a file are compared with. */
import type { Customer, GivenCustomer } from "../../domain/model/customer.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/**
 * Imports of one company run one after the other, until this transaction ends: a customer who is recognised by an email is kept
 * single by no law of the database.
 */
export function lockImports(tx: Tx, companyId: number): void {
  tx.write("SELECT 1 FROM company WHERE company_id = $1 FOR NO KEY UPDATE", [companyId])
}

export interface ComparedCustomer
  extends Pick<
    Customer,
    | "id"
    | "first_name"
    | "last_name"
    | "email"
    | "external_ref"
    | "address"
    | "locale"
    | "timezone"
    | "warning"
    | "notes"
  > {
  phones: { phone: string; identifies: boolean }[]
}

export interface CustomerMarks {
  externalRefs: readonly string[]
  phones: readonly string[]
  /** Numbers that identify no single customer. */
  sharedPhones: readonly string[]
  /** In small letters. */
  emails: readonly string[]
}

/**
 * Customers, not archived, who have one of these marks. Each mark is looked up by itself, in an index: OFFSET 0 keeps the planner
 * from reading the whole company instead, which it takes for small until a first import is over.
 */
export async function customersWith(
  db: Db,
  companyId: number,
  { externalRefs, phones, sharedPhones, emails }: CustomerMarks,
): Promise<ComparedCustomer[]> {
  const found = await Promise.all([
    idsOf(db, byExternalRef, companyId, externalRefs),
    idsOf(db, byPhone, companyId, phones),
    idsOf(db, bySharedPhone, companyId, sharedPhones),
    idsOf(db, byEmail, companyId, emails),
  ])
  const ids = [...new Set(found.flat())]
  if (ids.length === 0) return []
  return db.query<ComparedCustomer>(
    `SELECT c.* FROM unnest($2::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT id, first_name, last_name, email, external_ref, address, locale, timezone, warning, notes,
         (SELECT coalesce(json_agg(json_build_object('phone', k.phone, 'identifies', k.identifies)), '[]')
          FROM contact k WHERE k.company_id = $1 AND k.customer_id = customer.id) AS phones
       FROM customer WHERE company_id = $1 AND id = wanted.id AND archived_at IS NULL OFFSET 0) c
     ORDER BY c.id`,
    [companyId, ids],
  )
}

const lookedUp = (select: string) =>
  `SELECT found.id FROM unnest($2::text[]) AS wanted (mark) CROSS JOIN LATERAL (${select} OFFSET 0) found`
const byExternalRef = lookedUp(
  "SELECT id FROM customer WHERE company_id = $1 AND external_ref = wanted.mark AND archived_at IS NULL",
)
const byPhone = lookedUp(
  "SELECT customer_id AS id FROM contact WHERE company_id = $1 AND phone = wanted.mark AND identifies",
)
const bySharedPhone = lookedUp(
  "SELECT customer_id AS id FROM contact WHERE company_id = $1 AND phone = wanted.mark AND NOT identifies",
)
// Archived ones too, which are left out when the customers are read: the condition would invite an index without emails.
const byEmail = lookedUp("SELECT id FROM customer WHERE company_id = $1 AND lower(email) = wanted.mark")

/** Nothing is asked about marks that no row has. */
async function idsOf(db: Db, text: string, companyId: number, marks: readonly string[]): Promise<number[]> {
  if (marks.length === 0) return []
  return (await db.query<{ id: number }>(text, [companyId, marks])).map(({ id }) => id)
}

/** Ids for so many customers. Those of rows that make none are never used. */
export async function drawCustomerIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    "SELECT nextval('customer_id_seq') AS id FROM generate_series(1, $1::int)",
    [count],
  )
  return rows.map(({ id }) => id)
}

export type BulkCustomer = GivenCustomer & { id: number }

export function insertCustomers(
  tx: Tx,
  companyId: number,
  customers: readonly BulkCustomer[],
  now: number,
): void {
  tx.write(
    `INSERT INTO customer (company_id, id, first_name, last_name, email, address, address_latitude, address_longitude,
       address_accuracy, address_source, external_ref, assigned_provider_id, locale, timezone, warning, notes, source,
       created_at, updated_at)
     SELECT $1, r.id, r.first_name, r.last_name, r.email, r.address, r.address_latitude, r.address_longitude,
       r.address_accuracy, r.address_source, r.external_ref, r.assigned_provider_id, r.locale, r.timezone, r.warning,
       r.notes, r.source, $3, $3
     FROM jsonb_to_recordset($2::jsonb) AS r (id bigint, first_name text, last_name text, email text, address jsonb,
       address_latitude float8, address_longitude float8, address_accuracy text, address_source text, external_ref text,
       assigned_provider_id bigint, locale text, timezone text, warning text, notes text,
       source text)`,
    [companyId, JSON.stringify(customers), new Date(now)],
  )
}

export interface BulkNumber {
  customer_id: number
  phone: string
  identifies: boolean
}

/** Primary numbers of new customers. Violates `contact_phone_identifies_one` when one identifies another customer. */
export function insertNumbers(tx: Tx, companyId: number, numbers: readonly BulkNumber[], now: number): void {
  tx.write(
    `INSERT INTO contact (company_id, customer_id, phone, is_primary, identifies, created_at)
     SELECT $1, r.customer_id, r.phone, true, r.identifies, $3
     FROM jsonb_to_recordset($2::jsonb) AS r (customer_id bigint, phone text, identifies boolean)`,
    [companyId, JSON.stringify(numbers), new Date(now)],
  )
}

export interface NamedRecord {
  id: number
  name: string
}

export interface NamedLocation extends NamedRecord {
  timezone: string
  active: boolean
}

/** The records that rows name by their names, none of them archived. */
export interface NamedRecords {
  providers: NamedRecord[]
  types: (NamedRecord & { crew: number })[]
  locations: NamedLocation[]
  /** The locations of providers' weekly hours. */
  workplaces: { providerId: number; locationId: number }[]
}

export async function namedRecords(db: Db, companyId: number): Promise<NamedRecords> {
  const of = <Row>(text: string) => db.query<Row>(text, [companyId])
  const [providers, types, locations, workplaces] = await Promise.all([
    of<NamedRecord>(
      "SELECT id, name FROM provider WHERE company_id = $1 AND archived_at IS NULL ORDER BY id",
    ),
    of<NamedRecords["types"][number]>(
      `SELECT id, name, coalesce((needs ->> 'providers')::int, 1) AS crew FROM appointment_type
       WHERE company_id = $1 AND archived_at IS NULL ORDER BY id`,
    ),
    of<NamedLocation>(
      "SELECT id, name, timezone, active FROM location WHERE company_id = $1 AND archived_at IS NULL ORDER BY id",
    ),
    of<NamedRecords["workplaces"][number]>(
      `SELECT DISTINCT provider_id AS "providerId", location_id AS "locationId" FROM weekly_hours WHERE company_id = $1`,
    ),
  ])
  return { providers, types, locations, workplaces }
}

export interface ImportedAppointment {
  id: number
  start_at: Date
  provider_id: number
}

/** The appointment that an import made under this key, in any state; null for none. */
export async function findImported(
  db: Db,
  companyId: number,
  importKey: string,
): Promise<ImportedAppointment | null> {
  return db.first<ImportedAppointment>(
    "SELECT id, start_at, provider_id FROM appointment WHERE company_id = $1 AND import_key = $2",
    [companyId, importKey],
  )
}

export interface MetAppointment extends ImportedAppointment {
  customer_id: number
  /** Null for one of before times of writing were kept. */
  written_at: Date | null
}

/** The first appointment that occupies the provider in these minutes; null when they are free of appointments. */
export async function findOverlapping(
  db: Db,
  companyId: number,
  providerId: number,
  { start, end }: { start: number; end: number },
): Promise<MetAppointment | null> {
  return db.first<MetAppointment>(
    `SELECT a.id, a.start_at, a.provider_id, a.customer_id, k.written_at
     FROM allocation k JOIN appointment a ON a.company_id = k.company_id AND a.id = k.appointment_id
     WHERE k.company_id = $1 AND k.resource_id = $2 AND k.active
       AND k.start_minute >= $3::int - 4320 AND k.start_minute < $4::int AND k.end_minute > $3::int
     ORDER BY k.start_minute LIMIT 1`,
    [companyId, providerId, start, end],
  )
}

export function setImportKey(tx: Tx, companyId: number, appointmentId: number, importKey: string): void {
  tx.write("UPDATE appointment SET import_key = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    appointmentId,
    importKey,
  ])
}
