import { z } from "zod"
import { flagText, page } from "../../model/fields.ts"
import { afterId, defaultLimit, pageOf } from "../../model/paging.ts"
import { providerView, showProvider } from "../../model/provider.ts"
import { listProviders as rowsOf } from "../../store/providers.ts"
import { listOperation, staff } from "../operation.ts"

export const listProviders = listOperation({
  name: "list_providers",
  summary: "List providers",
  noun: "Providers",
  roles: staff,
  query: z.strictObject({ ...page, active: flagText.optional() }),
  result: providerView,
  async run(house, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(house.db, call.companyId, {
      afterId: afterId(input.cursor),
      limit: limit + 1,
      active: input.active ?? null,
    })
    return pageOf(rows.map(showProvider), limit, (row) => [row.id])
  },
})
