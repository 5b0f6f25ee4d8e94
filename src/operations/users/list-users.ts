import { z } from "zod"
import { flagText, page } from "../../model/fields.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { showUser, userView } from "../../model/user.ts"
import { listUsers as rowsOf } from "../../store/users.ts"
import { adminOnly, listOperation } from "../operation.ts"

export const listUsers = listOperation({
  name: "list_users",
  summary: "List users",
  noun: "Users",
  roles: adminOnly,
  query: z.strictObject({ ...page, active: flagText.optional() }),
  result: userView,
  async run(context, call, input) {
    return showPage(
      await pageById(input, (span) =>
        rowsOf(context.db, call.companyId, { ...span, active: input.active ?? null }),
      ),
      showUser,
    )
  },
})
