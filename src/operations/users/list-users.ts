import { z } from "zod"
import { flagText, page } from "../../model/fields.ts"
import { afterId, defaultLimit, pageOf } from "../../model/paging.ts"
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
  async run(house, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(house.db, call.companyId, {
      afterId: afterId(input.cursor),
      limit: limit + 1,
      active: input.active ?? null,
    })
    return pageOf(rows.map(showUser), limit, (row) => [row.id])
  },
})
