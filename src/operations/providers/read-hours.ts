import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { hoursView, showHours } from "../../model/hours.ts"
import { findDateOverrides, findWeeklyHours } from "../../store/provider-hours.ts"
import { findProvider } from "../../store/providers.ts"
import { found, operation, staff } from "../operation.ts"

export const readHours = operation({
  name: "read_provider_hours",
  summary: "Read a provider's weekly hours and dated ones",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: hoursView,
  async run(context, call, { id }) {
    found(await findProvider(context.db, call.companyId, id), notFound("provider"))
    const weekly = await findWeeklyHours(context.db, call.companyId, id)
    return showHours(weekly, await findDateOverrides(context.db, call.companyId, id))
  },
})
