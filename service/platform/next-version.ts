/** How two people who change the same record learn of each other. */
import { otherVersion } from "../../domain/model/errors.ts"
import type { Tx } from "./pg/database.ts"
import { raiseVersion, type Versioned } from "./versions.sql.ts"

/**
 * Raises the record's version in the transaction that changes it and returns the new one. Throws `version_conflict` when
 * another change came after the reading of `ifVersion`: of two writes after one reading, the row's lock lets one through.
 */
export async function nextVersion(
  tx: Tx,
  what: Versioned,
  { companyId, id, ifVersion }: { companyId: number; id: number; ifVersion?: number | undefined },
): Promise<number> {
  const version = await raiseVersion(tx, what, companyId, id)
  refuseOtherVersion({ version: version - 1 }, ifVersion)
  return version
}

/** Throws `version_conflict` when the record is of another version than the one that was read; of none that was sent, nothing. */
export function refuseOtherVersion(record: { version: number }, ifVersion: number | undefined): void {
  const conflict = otherVersion(record, ifVersion)
  if (conflict) throw conflict
}
