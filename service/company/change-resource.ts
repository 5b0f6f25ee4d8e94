/** Changes of a room or a piece of equipment: under its lock, so that a booking that is being judged ends before. */
import { notFound, Refusal } from "../../domain/model/errors.ts"
import type { StoredResource } from "../../domain/model/resource.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { firstOf } from "../../domain/rules/resources/resources-at.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { findResource, groupOf } from "./resource-details.sql.ts"

/** Another resource stands for the group by now, or a use of it was freed. It is worth another try. */
export class ResourcesChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

/** The locks of the groups that the loaded type needs at the location. */
export const locksOf = ({ type, resources }: LoadedSchedules, locationId: number): number[] =>
  (type?.needs?.resources ?? []).flatMap(({ group }) =>
    firstOf(resources?.resources ?? [], group, locationId),
  )

/** The type that is booked, and where; null where the first location is taken. */
export interface Needing {
  companyId: number
  typeId: number
  locationId: number | null
}

interface KnownLocks {
  groupLocks: Map<string, readonly number[]>
}

const keyOf = ({ companyId, typeId, locationId }: Needing) => `${companyId} ${typeId} ${locationId ?? ""}`

/** The locks of groups that earlier bookings of the type were found to need. */
export const knownLocks = ({ groupLocks: known }: KnownLocks, needing: Needing): readonly number[] =>
  known.get(keyOf(needing)) ?? []

const mostLocksKnown = 10_000

/** The groups that a type needs are known only under the locks: the bookings that follow lock these. */
export function rememberLocks(
  { groupLocks: known }: KnownLocks,
  needing: Needing,
  needed: readonly number[],
): void {
  if (known.size >= mostLocksKnown) known.clear()
  known.set(keyOf(needing), needed)
}

/**
 * Takes the locks of the resource's whole group, since a booking takes that of the first of the group alone, and reads it under
 * them. Throws 404 for an unknown one.
 */
export async function lockResource(tx: Tx, companyId: number, id: number): Promise<StoredResource> {
  const resourceIds = await groupOf(tx, companyId, id)
  lockInOrder(tx, { companyId, resourceIds })
  const resource = await findResource(tx, companyId, id)
  if (!resource) throw notFound("resource")
  return resource
}
