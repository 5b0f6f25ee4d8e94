/** A user's email is unique on the host; sign-in finds the company by it. */
import { Refusal } from "../../model/errors.ts"
import { claimEntry } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"

/** Throws `email_taken` when any user of the host has it. */
export async function claimEmail(tx: Tx, companyId: number, email: string, userId: number): Promise<void> {
  const isFree = await claimEntry(tx, "user_email", email, companyId, userId)
  if (!isFree) throw new Refusal("email_taken", { field: "email" })
}
