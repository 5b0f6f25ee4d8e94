import { z } from "zod"
import { idText } from "../../model/fields.ts"
import { showWeeklyHours } from "../../model/hours.ts"
import { changedProvider, providerPatch, providerWithHoursView, showProvider } from "../../model/provider.ts"
import { findWeeklyHours } from "../../store/provider-hours.ts"
import { updateProvider as store } from "../../store/providers.ts"
import { operation, staff } from "../operation.ts"
import { lockProvider } from "../shared/providers.ts"
import { namedIn, refuseUnknownTypes } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"

export const updateProvider = operation({
  name: "update_provider",
  summary: "Change a provider",
  description: "Fields sent are changed. `active: false` stops new bookings and keeps the old.",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: providerPatch,
  result: providerWithHoursView,
  async run(context, call, { id, ...patch }) {
    const { companyId, now } = call
    return write(context, call, "update_provider", async (tx) => {
      const present = await lockProvider(tx, companyId, id)
      const kept = new Set(present.appointment_type_ids)
      const named = namedIn("appointment_type_ids", patch.appointment_type_ids ?? [])
      await refuseUnknownTypes(
        tx,
        companyId,
        named.filter((type) => !kept.has(type.id)),
      )
      const changed = changedProvider(present, patch)
      await store(tx, companyId, changed, now)
      const weekly = await findWeeklyHours(tx, companyId, id)
      const result = { ...showProvider(changed), weekly_hours: showWeeklyHours(weekly) }
      return { result, targetId: id, fields: Object.keys(patch) }
    })
  },
})
