/** Types of every kind, offered by all providers of the clinic, since each kind costs a search something else. */
import type { BenchCompany } from "../../bench/bench-company.ts"
import type { Database } from "../../service/platform/pg/database.ts"

type Api = (method: string, path: string, body?: object) => Promise<{ id: number }>

const kinds = {
  packed: { starts: "packed" },
  "a length of two": {
    duration_options: [
      { label: "Short", minutes: 30 },
      { label: "Long", minutes: 90 },
    ],
  },
  "two days": { duration_minutes: undefined, blocks: [240, 240] },
  "a week": { duration_minutes: undefined, blocks: [240, 240, 240, 240, 240] },
  "a crew of two": { needs: { providers: 2 } },
  "a crew of four": { needs: { providers: 4 } },
  "a room": { needs: { resources: [{ group: "Room" }] } },
  "a daily limit": { daily_limit: 3 },
  drives: { place: "at_customer" },
  steps: {
    duration_minutes: 90,
    steps: [
      { name: "Colour", minutes: 30, staffed: true },
      { name: "Wait", minutes: 30, staffed: false },
      { name: "Wash", minutes: 30, staffed: true },
    ],
  },
} as const

export type Kind = keyof typeof kinds

export async function addKinds(db: Database, api: Api, { companyId, providerIds, locationId }: BenchCompany) {
  for (let room = 1; room <= 20; room += 1)
    await api("POST", "/resources", {
      name: `Room ${room}`,
      kind: "room",
      group: "Room",
      location_id: locationId,
    })
  await db.query(
    `UPDATE allocation SET latitude = 40.7 + (id % 20) / 100.0, longitude = -74 + (id % 7) / 50.0 
     WHERE company_id = $1 AND latitude IS NULL`,
    [companyId],
  )
  await db.query(
    `UPDATE provider SET travel = '{"speed_kmh": 40, "road_factor": 1.3, "setup_minutes": 5}' WHERE company_id = $1 AND id = ANY ($2)`,
    [companyId, providerIds],
  )
  const ids = {} as Record<Kind, number>
  for (const [name, own] of Object.entries(kinds)) {
    const type = { name, duration_minutes: 60, slot_interval_minutes: 15, ...own }
    ids[name as Kind] = (await api("POST", "/appointment-types", type)).id
  }
  await db.query(
    `INSERT INTO provider_type (company_id, provider_id, appointment_type_id)
     SELECT $1, p, t FROM unnest($2::bigint[]) AS p, unnest($3::bigint[]) AS t`,
    [companyId, providerIds, Object.values(ids)],
  )
  return ids
}
