import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { locationView } from "../../model/location.ts"
import { findLocation } from "../../store/locations.ts"
import { found, operation, staff } from "../operation.ts"

export const readLocation = operation({
  name: "read_location",
  summary: "Read a location",
  noun: "Locations",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: locationView,
  async run(context, call, input) {
    return found(await findLocation(context.db, call.companyId, input.id), notFound("location"))
  },
})
