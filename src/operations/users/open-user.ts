/** What the operator's command line does to make a user for a company. */
import { appendAudit } from "../../changes/audit.ts"
import { claimEmail } from "../../changes/claim-email.ts"
import { notFound } from "../../model/errors.ts"
import type { UserInput } from "../../model/user.ts"
import { isCompany } from "../../store/companies.ts"
import { insertUser } from "../../store/users.ts"
import type { House } from "../house.ts"
import { hashPassword } from "../sign-in/passwords.ts"

/** The new user's id. Throws `not_found` for an unknown company, `email_taken`. The input has been judged. */
export async function openUser(house: House, companyId: number, input: UserInput): Promise<number> {
  const now = house.clock.now()
  const passwordHash = await hashPassword(house.random, input.password)
  return house.db.transaction(async (tx) => {
    if (!(await isCompany(tx, companyId))) throw notFound("company")
    const user = await insertUser(tx, companyId, input, passwordHash, now)
    await claimEmail(tx, companyId, user.email, user.id)
    appendAudit(tx, {
      companyId,
      actor: { kind: "system" },
      requestId: "cli",
      now,
      operation: "open_user",
      targetId: user.id,
      fields: Object.keys(input),
    })
    return user.id
  })
}
