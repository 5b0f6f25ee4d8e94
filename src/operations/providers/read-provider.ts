import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showWeeklyHours } from "../../model/hours.ts"
import { providerWithHoursView, showProvider } from "../../model/provider.ts"
import { findWeeklyHours } from "../../store/provider-hours.ts"
import { findProvider } from "../../store/providers.ts"
import { found, operation, staff } from "../operation.ts"

export const readProvider = operation({
  name: "read_provider",
  summary: "Read a provider with their weekly hours",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: providerWithHoursView,
  async run(context, call, { id }) {
    const provider = found(await findProvider(context.db, call.companyId, id), notFound("provider"))
    const weekly = await findWeeklyHours(context.db, call.companyId, id)
    return { ...showProvider(provider), weekly_hours: showWeeklyHours(weekly) }
  },
})
