import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showUser, userView } from "../../model/user.ts"
import { findUser } from "../../store/users.ts"
import { adminOnly, found, operation } from "../operation.ts"

export const readUser = operation({
  name: "read_user",
  summary: "Read a user",
  noun: "Users",
  roles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: userView,
  async run(context, call, { id }) {
    return showUser(found(await findUser(context.db, call.companyId, id), notFound("user")))
  },
})
