/** Opens the sealed settings of a connected calendar, as the calendar port takes them. */

import type { CalendarSettings } from "../../domain/model/provider-calendar.ts"
import type { CalendarConnection } from "../../domain/model/schedules.ts"
import type { Sealer } from "../../domain/model/sealing.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import type { Db } from "../platform/pg/database.ts"
import type { CalendarAccount } from "../platform/ports/calendars.ts"
import { replaceSettings } from "./provider-calendars.sql.ts"

export function openAccount(
  { db, sealer }: { db: Db; sealer: Sealer },
  companyId: number,
  connection: CalendarConnection,
): CalendarAccount {
  const boundTo = associatedData.calendar(companyId, connection.id)
  const settings = JSON.parse(sealer.open(connection.settings, boundTo)) as CalendarSettings
  return {
    companyId,
    calendarId: connection.id,
    settings,
    writes: connection.writes,
    timezone: connection.timezone,
    isZoneSet: connection.zone_is_set,
    unansweredBlocks: connection.unanswered_blocks,
    ownerEmail: connection.owner_email,
    mark: connection.mark,
    async renewed(refreshToken) {
      const sealed = sealer.seal(JSON.stringify({ ...settings, refreshToken }), boundTo)
      await replaceSettings(db, companyId, connection.id, sealed)
    },
  }
}
