import { showWeeklyHours, weeklyEntries } from "../../model/hours.ts"
import {
  changedProvider,
  plainProvider,
  providerInput,
  providerWithHoursView,
  showProvider,
} from "../../model/provider.ts"
import { findWeeklyHours, replaceWeeklyHours } from "../../store/provider-hours.ts"
import { insertProvider } from "../../store/providers.ts"
import { operation, staff } from "../operation.ts"
import { judgeHours } from "../shared/providers.ts"
import { namedIn, refuseUnknownTypes } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"

export const createProvider = operation({
  name: "create_provider",
  summary: "Create a provider",
  description:
    "With weekly hours, unless they are sent later. Hours that overlap are a 400 that names the entry.",
  noun: "Providers",
  roles: staff,
  body: providerInput,
  result: providerWithHoursView,
  status: 201,
  async run(context, call, { weekly_hours: sentHours, ...input }) {
    const wanted = changedProvider(plainProvider, input)
    const weekly = weeklyEntries(sentHours)
    return write(context, call, "create_provider", async (tx) => {
      const { companyId, now } = call
      await refuseUnknownTypes(tx, companyId, namedIn("appointment_type_ids", input.appointment_type_ids))
      const hours = { weekly, weeklyIsPresent: false, overrides: [], overridesArePresent: true }
      await judgeHours(tx, companyId, hours, now)
      const id = await insertProvider(tx, companyId, wanted, now)
      await replaceWeeklyHours(tx, companyId, id, weekly)
      const kept = await findWeeklyHours(tx, companyId, id)
      const result = { ...showProvider({ ...wanted, id }), weekly_hours: showWeeklyHours(kept) }
      return { result, targetId: id, fields: [...Object.keys(input), "weekly_hours"] }
    })
  },
})
