/** A company that nobody can administer is lost; every removal of a key or user asks here, inside its transaction. */
import { Refusal } from "../../model/errors.ts"
import { countAdmins } from "../../store/api-keys.ts"
import type { Tx } from "../../store/pg/database.ts"

/** Runs after the removal, under the company's lock. Throws `last_admin_key` when it took the last admin. */
export async function keepAnAdmin(tx: Tx, companyId: number): Promise<void> {
  if ((await countAdmins(tx, companyId)) === 0) throw new Refusal("last_admin_key")
}
