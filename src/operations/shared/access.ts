/** Laws of who can sign in: an email belongs to one user of the host, and a company keeps an admin. */
import { Refusal } from "../../model/errors.ts"
import { countAdmins } from "../../store/api-keys.ts"
import { claimEntry } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"

/** Sign-in finds the company by the email. Throws `email_taken` when another user of the host has it. */
export async function claimEmail(tx: Tx, companyId: number, email: string, userId: number): Promise<void> {
  const isFree = await claimEntry(tx, "user_email", email, companyId, userId)
  if (!isFree) throw new Refusal("email_taken", { field: "email" })
}

/**
 * Every removal of a key or a user calls this after the removal, in its transaction and under the company's lock. Throws
 * `last_admin_key` when no admin is left, since such a company could not be administered any more.
 */
export async function keepAnAdmin(tx: Tx, companyId: number): Promise<void> {
  if ((await countAdmins(tx, companyId)) === 0) throw new Refusal("last_admin_key")
}
