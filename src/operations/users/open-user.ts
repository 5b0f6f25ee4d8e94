/** What the operator's command line does to make a user for a company. */

import type { AppContext } from "../../context.ts"
import { notFound } from "../../model/errors.ts"
import type { UserInput } from "../../model/user.ts"
import { appendAudit } from "../../store/audit.ts"
import { isCompany } from "../../store/companies.ts"
import { insertUser } from "../../store/users.ts"
import { claimEmail } from "../shared/access.ts"
import { hashPassword } from "../sign-in/passwords.ts"

/** The new user's id. Throws `not_found` for an unknown company, `email_taken`. The input has been judged. */
export async function openUser(context: AppContext, companyId: number, input: UserInput): Promise<number> {
  const now = context.clock.now()
  const passwordHash = await hashPassword(context.random, input.password)
  return context.db.transaction(async (tx) => {
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
