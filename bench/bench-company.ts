/**
 * A company as the demo has them, at any size: everyone works Monday to Friday 9 to 17 in New York, an hour's visit
 * starts every half hour unless another interval is given, and each has so many visits, of an hour unless they are longer,
 * spread over the working days of 31 days.
 */

import type { CompanyMode } from "../domain/model/test-company.ts"
import { dayOfDate } from "../domain/time/dates.ts"
import { openCompany } from "../service/people/operator.ts"
import type { AppContext } from "../service/platform/context.ts"
import type { Database } from "../service/platform/pg/database.ts"
import { oneBlock } from "./one-block.ts"

export const searchedDates = { start_date: "2027-03-01", end_date: "2027-04-01" }
const firstDay = dayOfDate(searchedDates.start_date)!
const days = 31

export interface BenchCompany {
  companyId: number
  apiKey: string
  locationId: number
  typeId: number
  /** As many as providers. */
  customerIds: number[]
  /** The first of them. */
  customerId: number
  providerIds: number[]
}

export interface BenchCompanySize {
  providers: number
  /** Visits of each provider. */
  busyEach: number
  /** 60 or 120; 60 when left out. */
  visitMinutes?: number
  /** 30 when left out. */
  slotIntervalMinutes?: number
  /** `live` when left out. */
  mode?: CompanyMode
}

export async function makeBenchCompany(context: AppContext, size: BenchCompanySize): Promise<BenchCompany> {
  const { db } = context
  const opened = await openCompany(context, {
    mode: size.mode ?? "live",
    name: "Harbour Heating",
    timezone: "America/New_York",
    slug: null,
    phone: "+15125550100",
  })
  const { companyId } = opened
  const locationId = await insertOne(
    db,
    `INSERT INTO location (company_id, name, latitude, longitude, timezone, service_area, created_at, updated_at)
     VALUES ($1, 'Downtown', 40.7, -74, 'America/New_York', '{"kind":"anywhere"}', now(), now()) RETURNING id`,
    [companyId],
  )
  const typeId = await insertOne(
    db,
    `INSERT INTO appointment_type (company_id, name, block_minutes, slot_interval_minutes, created_at, updated_at)
     VALUES ($1, 'Visit', '{60}', $2, now(), now()) RETURNING id`,
    [companyId, size.slotIntervalMinutes ?? 30],
  )
  const [diaryCustomerId, ...customerIds] = await insertMany(
    db,
    `INSERT INTO customer (company_id, first_name, last_name, email, source, created_at, updated_at)
     SELECT $1, 'Sam', 'Poe ' || n, 'sam' || n || '@example.com', 'company', now(), now()
     FROM generate_series(0, $2::int) AS n RETURNING id`,
    [companyId, size.providers],
  )
  const providerIds = await addProviders(db, companyId, locationId, typeId, size.providers)
  const company = { ...opened, locationId, typeId, customerIds, customerId: customerIds[0]!, providerIds }
  await fillCalendars(db, company, diaryCustomerId!, size)
  return company
}

async function insertMany(db: Database, text: string, values: readonly unknown[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(text, values)
  return rows.map(({ id }) => id)
}

async function insertOne(db: Database, text: string, values: readonly unknown[]): Promise<number> {
  const [id] = await insertMany(db, text, values)
  return id!
}

async function addProviders(
  db: Database,
  companyId: number,
  locationId: number,
  typeId: number,
  count: number,
): Promise<number[]> {
  const ids = await insertMany(
    db,
    `WITH made AS (
       INSERT INTO resource (company_id, kind) SELECT $1, 'provider' FROM generate_series(1, $2::int) RETURNING id)
     INSERT INTO provider (company_id, id, name, created_at, updated_at)
     SELECT $1, id, 'Provider ' || row_number() OVER (ORDER BY id), now(), now() FROM made RETURNING id`,
    [companyId, count],
  )
  await db.query(
    `INSERT INTO weekly_hours (company_id, provider_id, location_id, weekday, start_minute, end_minute)
     SELECT $1, p, $3, weekday, 540, 1020 FROM unnest($2::bigint[]) AS p, generate_series(1, 5) AS weekday`,
    [companyId, ids, locationId],
  )
  await db.query(
    `INSERT INTO provider_type (company_id, provider_id, appointment_type_id)
     SELECT $1, p, $3 FROM unnest($2::bigint[]) AS p`,
    [companyId, ids, typeId],
  )
  return ids
}

/** Epoch minutes at which a provider's visits begin: two to a working day, one before noon and one after, on half hours. */
function visitStarts(providerId: number, count: number, visitMinutes: number): number[] {
  const workingDays = Array.from({ length: days }, (_, i) => firstDay + i).filter((day) => (day + 3) % 7 < 5)
  return Array.from({ length: count }, (_, i) => {
    const day = workingDays[Math.floor((i * workingDays.length) / count)]!
    const isFirst = i === 0 || workingDays[Math.floor(((i - 1) * workingDays.length) / count)] !== day
    const halfHour = (providerId * 7 + i * 5) % (8 - visitMinutes / 30)
    return day * 1440 + (isFirst ? 14 * 60 : 17 * 60 + 30) + halfHour * 30
  })
}

async function fillCalendars(
  db: Database,
  company: BenchCompany,
  // Not one of those who search and book, since their own appointments would be in their way.
  customerId: number,
  { busyEach, visitMinutes = 60 }: BenchCompanySize,
): Promise<void> {
  const visits = company.providerIds.flatMap((providerId) =>
    visitStarts(providerId, busyEach, visitMinutes).map((start) => ({ providerId, start })),
  )
  await db.query(
    `WITH visit AS (
       SELECT nextval('appointment_id_seq') AS id, provider_id, start FROM unnest($5::bigint[], $6::int[]) AS v (provider_id, start)
     ), booked AS (
       INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, provider_id, location_id, status,
         start_at, end_at, blocks, timezone, clock_offsets, booked_by, last_event_at, created_at, updated_at)
       SELECT $1, id, $2, $3, provider_id, $4, 'scheduled', to_timestamp(start * 60), to_timestamp((start + $7::int) * 60),
         ${oneBlock("to_timestamp(start * 60)", "to_timestamp((start + $7::int) * 60)")}, 'America/New_York', '{}', 'api', now(), now(), now() FROM visit)
     INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, start_minute, end_minute,
       job_start_minute, job_end_minute)
     SELECT $1, id, provider_id, $3, start, start + $7::int, start, start + $7::int FROM visit`,
    [
      company.companyId,
      customerId,
      company.typeId,
      company.locationId,
      visits.map(({ providerId }) => providerId),
      visits.map(({ start }) => start),
      visitMinutes,
    ],
  )
}
