/** Opens a connected calendar's settings for the port. */

import type { AppContext } from "../../context.ts"
import type { CalendarConnection } from "../../model/calendar-connection.ts"
import { type CalendarSettings, calendarPlace } from "../../model/provider-calendar.ts"
import type { CalendarAccount } from "../../ports.ts"
import { replaceSettings } from "../../store/provider-calendars.ts"

export function openAccount(
  { db, sealer }: Pick<AppContext, "db" | "sealer">,
  companyId: number,
  connection: CalendarConnection,
): CalendarAccount {
  const place = calendarPlace(companyId, connection.id)
  const settings = JSON.parse(sealer.open(connection.settings, place)) as CalendarSettings
  return {
    companyId,
    calendarId: connection.id,
    settings,
    writes: connection.writes,
    timezone: connection.timezone,
    ownerEmail: connection.owner_email,
    mark: connection.mark,
    async renewed(refreshToken) {
      const sealed = sealer.seal(JSON.stringify({ ...settings, refreshToken }), place)
      await replaceSettings(db, companyId, connection.id, sealed)
    },
  }
}
