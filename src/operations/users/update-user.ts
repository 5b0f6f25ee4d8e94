import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showUser, type User, userPatch, userView } from "../../model/user.ts"
import { lockCompany } from "../../store/companies.ts"
import { releaseEntry } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"
import { endSessions } from "../../store/user-sessions.ts"
import { findUser, updateUser as store } from "../../store/users.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { claimEmail, keepAnAdmin } from "../shared/access.ts"
import { hashPassword } from "../sign-in/passwords.ts"
import { write } from "../write.ts"

export const updateUser = operation({
  name: "update_user",
  summary: "Change a user",
  description: "Fields sent are changed. A new password and `active: false` end the user's sessions.",
  noun: "Users",
  roles: adminOnly,
  params: z.strictObject({ id: idText }),
  body: userPatch,
  result: userView,
  async run(context, call, { id, password, ...patch }) {
    const passwordHash = password === undefined ? null : await hashPassword(context.random, password)
    const changed = await write(context, call, "update_user", async (tx) => {
      await lockCompany(tx, call.companyId)
      const present = found(await findUser(tx, call.companyId, id), notFound("user"))
      const user = withPatch(present, patch)
      await moveEmail(tx, call.companyId, present, user.email)
      await store(tx, call.companyId, user, passwordHash, call.now)
      if (passwordHash !== null || !user.active) await endSessions(tx, call.companyId, id, null)
      await keepAnAdmin(tx, call.companyId)
      const fields = [...Object.keys(patch), ...(password === undefined ? [] : ["password"])]
      return { result: showUser(user), targetId: id, fields }
    })
    context.credentials.forget(call.companyId)
    return changed
  },
})

function withPatch(present: User, patch: Partial<Omit<z.output<typeof userPatch>, "password">>): User {
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...present, ...sent }
}

async function moveEmail(tx: Tx, companyId: number, user: User, email: string): Promise<void> {
  if (email === user.email) return
  await claimEmail(tx, companyId, email, user.id)
  await releaseEntry(tx, "user_email", user.email, companyId)
}
