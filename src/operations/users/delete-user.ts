import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showUser, userView } from "../../model/user.ts"
import { lockCompany } from "../../store/companies.ts"
import { releaseEntry } from "../../store/directory.ts"
import { endSessions } from "../../store/user-sessions.ts"
import { findUser, deleteUser as store } from "../../store/users.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { keepAnAdmin } from "../shared/access.ts"
import { write } from "../write.ts"

export const deleteUser = operation({
  name: "delete_user",
  summary: "Remove a user",
  description: "Ends the user's sessions and frees the email. 409 `last_admin_key` for the last admin.",
  noun: "Users",
  roles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: userView,
  async run(context, call, { id }) {
    const removed = await write(context, call, "delete_user", async (tx) => {
      await lockCompany(tx, call.companyId)
      const user = found(await findUser(tx, call.companyId, id), notFound("user"))
      await endSessions(tx, call.companyId, id, null)
      await releaseEntry(tx, "user_email", user.email, call.companyId)
      await store(tx, call.companyId, id)
      await keepAnAdmin(tx, call.companyId)
      return { result: { ...showUser(user), active: false }, targetId: id, fields: ["active"] }
    })
    context.credentials.forget(call.companyId)
    return removed
  },
})
