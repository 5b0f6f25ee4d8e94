import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { calendarView, showCalendar } from "../../model/provider-calendar.ts"
import { disconnectCalendar as disconnect } from "../../store/provider-calendars.ts"
import { found, operation, staff } from "../operation.ts"
import { lockProvider } from "../shared/providers.ts"
import { write } from "../write.ts"

export const disconnectCalendar = operation({
  name: "disconnect_calendar",
  summary: "Disconnect a provider's calendar",
  description:
    "Its credentials are forgotten, and what keeps the provider busy there no longer counts. Events that were written into it stay there.",
  noun: "Calendars",
  roles: staff,
  params: z.strictObject({ id: idText, calendarId: idText }),
  result: calendarView,
  async run(context, call, { id, calendarId }) {
    return write(context, call, "disconnect_calendar", async (tx) => {
      await lockProvider(tx, call.companyId, id)
      const gone = found(await disconnect(tx, call.companyId, id, calendarId, call.now), notFound("calendar"))
      return { result: showCalendar(gone, call.now), targetId: calendarId, fields: ["disconnected_at"] }
    })
  },
})
