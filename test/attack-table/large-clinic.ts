/** The hostile clinic's further set-up beside its providers: services that are booked together, and vans with a full day. */

import type { BenchCompany } from "../../bench/bench-company.ts"
import { oneBlock } from "../../bench/one-block.ts"
import { askersOf, depot, travel } from "../../bench/quality/window-days.ts"
import { minuteOf } from "../../domain/time/units.ts"
import type { Database } from "../../service/platform/pg/database.ts"

type Api = (method: string, path: string, body?: object) => Promise<{ id: number }>

export const vansDate = "2027-03-02"
const services = 5
const vans = 30
const visitsOfVan = 13
/** Eight o'clock in UTC, in which the depot lives. */
const opening = minuteOf(Date.parse(`${vansDate}T08:00:00.000Z`))

export async function addServices(db: Database, api: Api, { companyId, providerIds }: BenchCompany) {
  const ids: number[] = []
  for (let made = 1; made <= services; made += 1) {
    const service = { name: `Service ${made}`, duration_minutes: 30, slot_interval_minutes: 5 }
    ids.push((await api("POST", "/appointment-types", { ...service, public_booking: true })).id)
  }
  await db.query(
    `INSERT INTO provider_type (company_id, provider_id, appointment_type_id)
     SELECT $1, p, t FROM unnest($2::bigint[]) AS p, unnest($3::bigint[]) AS t`,
    [companyId, providerIds, ids],
  )
  return ids
}

/** A depot whose vans have promised windows all day. */
export async function addVans(
  db: Database,
  api: Api,
  company: BenchCompany,
): Promise<{ depotId: number; windowTypeId: number }> {
  const address = { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" }
  const { id: location_id } = await api("POST", "/locations", {
    name: "Depot",
    address,
    ...depot,
    timezone: "UTC",
  })
  const { id: typeId } = await api("POST", "/appointment-types", {
    ...{ name: "Repair", place: "at_customer", duration_minutes: 30, slot_interval_minutes: 15 },
    ...{ min_notice_minutes: 0, promise: { kind: "window", minutes: 120 } },
  })
  const weekly_hours = [1, 2, 3, 4, 5].map((weekday) => ({
    location_id,
    weekday,
    start: "08:00",
    end: "18:00",
  }))
  const vanIds: number[] = []
  for (let van = 1; van <= vans; van += 1) {
    const provider = { name: `Van ${van}`, appointment_type_ids: [typeId], weekly_hours, travel }
    vanIds.push((await api("POST", "/providers", provider)).id)
  }
  await fillDay(db, company, { location_id, typeId, vanIds })
  return { depotId: location_id, windowTypeId: typeId }
}

async function fillDay(
  db: Database,
  { companyId, customerId }: BenchCompany,
  { location_id, typeId, vanIds }: { location_id: number; typeId: number; vanIds: readonly number[] },
): Promise<void> {
  const places = [1, 2, 3, 4, 5, 6, 7].flatMap(askersOf)
  const visits = vanIds.flatMap((vanId, van) =>
    Array.from({ length: visitsOfVan }, (_, i) => {
      const { latitude, longitude } = places[(van * visitsOfVan + i) % places.length]!
      return { vanId, start: opening + i * 45, latitude, longitude }
    }),
  )
  await db.query(
    `WITH visit AS (
       SELECT nextval('appointment_id_seq') AS id, * FROM unnest($5::bigint[], $6::int[], $7::float8[], $8::float8[])
         AS v (provider_id, start, latitude, longitude)
     ), booked AS (
       INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, provider_id, location_id, status, start_at,
         end_at, blocks, timezone, clock_offsets, booked_by, latitude, longitude, planned_start_at, work_minutes, last_event_at,
         created_at, updated_at)
       SELECT $1, id, $2, $3, provider_id, $4, 'scheduled', to_timestamp((start - start % 120) * 60),
         to_timestamp((start - start % 120 + 120) * 60), ${oneBlock("to_timestamp((start - start % 120) * 60)", "to_timestamp((start - start % 120 + 120) * 60)")}, 'UTC', '{}', 'api', latitude, longitude,
         to_timestamp(start * 60), 30, now(), now(), now() FROM visit)
     INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, start_minute, end_minute,
       job_start_minute, job_end_minute, latitude, longitude)
     SELECT $1, id, provider_id, $3, start, start + 30, start, start + 30, latitude, longitude FROM visit`,
    [
      ...[companyId, customerId, typeId, location_id],
      ...(["vanId", "start", "latitude", "longitude"] as const).map((key) =>
        visits.map((visit) => visit[key]),
      ),
    ],
  )
}
