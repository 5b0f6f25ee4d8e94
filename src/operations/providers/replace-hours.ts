import { z } from "zod"
import { idText } from "../../model/fields.ts"
import { hoursInput, hoursView, overrideEntries, showHours, weeklyEntries } from "../../model/hours.ts"
import {
  findDateOverrides,
  findWeeklyHours,
  replaceDateOverrides,
  replaceWeeklyHours,
} from "../../store/provider-hours.ts"
import { operation, staff } from "../operation.ts"
import { judgeHours, lockProvider } from "../shared/providers.ts"
import { write } from "../write.ts"

export const replaceHours = operation({
  name: "replace_provider_hours",
  summary: "Set a provider's weekly hours and dated ones",
  description:
    "Each list sent replaces the whole of that list. Hours that overlap, at two locations too, are a 400 that names the entry.",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: hoursInput,
  result: hoursView,
  async run(context, call, { id, ...sent }) {
    const { companyId, now } = call
    const weekly = sent.weekly_hours && weeklyEntries(sent.weekly_hours)
    const overrides = sent.date_overrides && overrideEntries(sent.date_overrides)
    return write(context, call, "replace_provider_hours", async (tx) => {
      await lockProvider(tx, companyId, id)
      const wanted = {
        weekly: weekly ?? (await findWeeklyHours(tx, companyId, id)),
        weeklyIsPresent: weekly === undefined,
        overrides: overrides ?? (await findDateOverrides(tx, companyId, id)),
        overridesArePresent: overrides === undefined,
      }
      await judgeHours(tx, companyId, wanted, now)
      if (weekly) await replaceWeeklyHours(tx, companyId, id, weekly)
      if (overrides) await replaceDateOverrides(tx, companyId, id, overrides)
      const kept = await findWeeklyHours(tx, companyId, id)
      const result = showHours(kept, await findDateOverrides(tx, companyId, id))
      return { result, targetId: id, fields: Object.keys(sent) }
    })
  },
})
