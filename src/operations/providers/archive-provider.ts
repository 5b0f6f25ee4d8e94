import { z } from "zod"
import { idText } from "../../model/fields.ts"
import { providerView, showProvider } from "../../model/provider.ts"
import { disconnectCalendar, listCalendars } from "../../store/provider-calendars.ts"
import { archiveProvider as store } from "../../store/providers.ts"
import { operation, staff } from "../operation.ts"
import { lockProvider } from "../shared/providers.ts"
import { refuseInUse } from "../shared/refuse-in-use.ts"
import { write } from "../write.ts"

export const archiveProvider = operation({
  name: "archive_provider",
  summary: "Archive a provider",
  description:
    "409 `in_use` while they have future appointments or open requests. Their calendars are disconnected.",
  noun: "Providers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: providerView,
  async run(context, call, { id }) {
    return write(context, call, "archive_provider", async (tx) => {
      const provider = await lockProvider(tx, call.companyId, id)
      await refuseInUse(tx, call.companyId, "provider", id, call.now)
      await store(tx, call.companyId, id, call.now)
      for (const calendar of await listCalendars(tx, call.companyId, id)) {
        await disconnectCalendar(tx, call.companyId, id, calendar.id, call.now)
      }
      const result = showProvider({ ...provider, active: false })
      return { result, targetId: id, fields: ["archived_at"] }
    })
  },
})
