/** The law of who can administer: a company keeps an admin. */
import { Refusal } from "../../model/errors.ts"
import { countAdmins } from "../../store/api-keys.ts"
import type { Tx } from "../../store/pg/database.ts"

/**
 * Every removal of a key or a user calls this after the removal, in its transaction and under the company's lock. Throws
 * `last_admin_key` when no admin is left, since such a company could not be administered any more.
 */
export async function keepAnAdmin(tx: Tx, companyId: number): Promise<void> {
  if ((await countAdmins(tx, companyId)) === 0) throw new Refusal("last_admin_key")
}
