import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { calendarView, showCalendar } from "../../model/provider-calendar.ts"
import { listCalendars as rowsOf } from "../../store/provider-calendars.ts"
import { findProvider } from "../../store/providers.ts"
import { found, listOperation, staff } from "../operation.ts"

export const listCalendars = listOperation({
  name: "list_calendars",
  summary: "List a provider's calendars",
  description: "All of them: there are at most ten.",
  noun: "Calendars",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: calendarView,
  async run(context, call, { id }) {
    found(await findProvider(context.db, call.companyId, id), notFound("provider"))
    const rows = await rowsOf(context.db, call.companyId, id)
    return { rows: rows.map((row) => showCalendar(row, call.now)), next_cursor: null }
  },
})
