/** Rows that make a provider, a type and a location used, without the way through booking. */
import { oneBlock } from "../../bench/one-block.ts"
import type { TestService } from "./service.ts"

export interface Used {
  providerId: number
  typeId: number
  locationId: number
}

/** A scheduled appointment of an hour from `startAt`, an ISO instant, for a customer of its own. */
export async function insertAppointment(service: TestService, used: Used, startAt: string): Promise<number> {
  const { db } = service.context
  const start = new Date(startAt)
  const [customer] = await db.query<{ id: number }>(
    `INSERT INTO customer (company_id, first_name, last_name, source, created_at, updated_at)
     VALUES ($1, 'Sam', 'Poe', 'company', $2, $2) RETURNING id`,
    [service.companyId, start],
  )
  const [appointment] = await db.query<{ id: number }>(
    `INSERT INTO appointment (company_id, customer_id, appointment_type_id, provider_id, location_id, status, start_at,
       end_at, blocks, timezone, clock_offsets, booked_by, last_event_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'scheduled', $6, $7, ${oneBlock("$6::timestamptz", "$7::timestamptz")}, 'UTC', '{}', 'api', $6, $6, $6) RETURNING id`,
    [
      service.companyId,
      customer!.id,
      used.typeId,
      used.providerId,
      used.locationId,
      start,
      new Date(start.getTime() + 3_600_000),
    ],
  )
  return appointment!.id
}
