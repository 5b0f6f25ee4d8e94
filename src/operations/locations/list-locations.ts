import { z } from "zod"
import { flagText, page } from "../../model/fields.ts"
import { locationView } from "../../model/location.ts"
import { pageById } from "../../model/paging.ts"
import { listLocations as rowsOf } from "../../store/locations.ts"
import { listOperation, staff } from "../operation.ts"

export const listLocations = listOperation({
  name: "list_locations",
  summary: "List locations",
  noun: "Locations",
  roles: staff,
  query: z.strictObject({ ...page, active: flagText.optional() }),
  result: locationView,
  async run(context, call, input) {
    return pageById(input, (span) =>
      rowsOf(context.db, call.companyId, { ...span, active: input.active ?? null }),
    )
  },
})
