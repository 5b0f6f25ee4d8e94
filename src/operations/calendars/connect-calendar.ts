import { z } from "zod"
import { invalid, Refusal } from "../../model/errors.ts"
import { calendarMark } from "../../model/event-copy.ts"
import { idText } from "../../model/fields.ts"
import {
  calendarInput,
  calendarPlace,
  calendarView,
  mostCalendars,
  settingsOf,
  showCalendar,
  shownAddress,
} from "../../model/provider-calendar.ts"
import { findCompany } from "../../store/companies.ts"
import { findMark, insertCalendar, listCalendars, nextCalendarId } from "../../store/provider-calendars.ts"
import { enqueueComing } from "../../store/queue/calendar-pushes.ts"
import { operation, staff } from "../operation.ts"
import { lockProvider } from "../shared/providers.ts"
import { write } from "../write.ts"

export const connectCalendar = operation({
  name: "connect_calendar",
  summary: "Connect a provider's calendar",
  description:
    "What keeps the provider busy there is not offered, and appointments are written into it unless `writes` is false. Until it has been read, within seconds, nothing of the provider is offered: check it after connecting. Credentials are never returned.",
  noun: "Calendars",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: calendarInput,
  result: calendarView,
  status: 201,
  async run(context, call, { id: providerId, ...input }) {
    const settings = settingsOf(input)
    if ("url" in settings) {
      const reason = await context.addressGuard.refuse(settings.url)
      if (reason !== null) throw invalid("url", reason)
    }
    return write(context, call, "connect_calendar", async (tx) => {
      const { companyId, now } = call
      await lockProvider(tx, companyId, providerId)
      const present = await listCalendars(tx, companyId, providerId)
      if (present.length >= mostCalendars) throw new Refusal("too_many_calendars")
      const id = await nextCalendarId(tx)
      const writes = "writes" in input && input.writes
      const calendar = {
        id,
        provider_id: providerId,
        kind: input.kind,
        address: shownAddress(settings),
        writes,
        timezone: input.timezone ?? (await findCompany(tx, companyId))!.timezone,
        owner_email: input.owner_email ?? null,
        sealedSettings: context.sealer.seal(JSON.stringify(settings), calendarPlace(companyId, id)),
        mark: (await findMark(tx, companyId, providerId)) ?? calendarMark(context.random.bytes(10)),
      }
      const made = await insertCalendar(tx, companyId, calendar, now)
      if (writes) await enqueueComing(tx, companyId, providerId, id, now)
      return { result: showCalendar(made, now), targetId: id, fields: Object.keys(input) }
    })
  },
})
