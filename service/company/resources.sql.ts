/** Resources, which can be occupied: providers, rooms and equipment, whose ids come out of one sequence. */
import type { Tx } from "../platform/pg/database.ts"

export type ResourceKind = "provider" | "room" | "equipment"

/** Returns the new resource's id, which is also that of the provider, the room or the equipment that it is. */
export async function insertResource(tx: Tx, companyId: number, kind: ResourceKind): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    "INSERT INTO resource (company_id, kind) VALUES ($1, $2) RETURNING id",
    [companyId, kind],
  )
  return row!.id
}
