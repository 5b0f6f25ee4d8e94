import { z } from "zod"
import { flagText, page } from "../../model/fields.ts"
import { locationView } from "../../model/location.ts"
import { afterId, defaultLimit, pageOf } from "../../model/paging.ts"
import { listLocations as rowsOf } from "../../store/locations.ts"
import { listOperation, staff } from "../operation.ts"

export const listLocations = listOperation({
  name: "list_locations",
  summary: "List locations",
  noun: "Locations",
  roles: staff,
  query: z.strictObject({ ...page, active: flagText.optional() }),
  result: locationView,
  async run(house, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(house.db, call.companyId, {
      afterId: afterId(input.cursor),
      limit: limit + 1,
      active: input.active ?? null,
    })
    return pageOf(rows, limit, (row) => [row.id])
  },
})
