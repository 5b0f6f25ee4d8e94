/** The time that a provider's time off, or the company's, keeps free: to find the appointments and sessions that it meets. */
import { notFound } from "../../domain/model/errors.ts"
import { minutesOfDays } from "../../domain/time/local-time.ts"
import { minuteOf, msPerMinute } from "../../domain/time/units.ts"
import { zoneTable } from "../../domain/time/zone-table.ts"
import type { MetSpan } from "../ledger/allocations.sql.ts"
import type { Db } from "../platform/pg/database.ts"
import { findCompanyTimeOff } from "./company-time-off.sql.ts"
import { zonesOfAllLocations, zonesOfLocations } from "./locations.sql.ts"
import { findTimeOff } from "./provider-hours.sql.ts"

export interface TimeOffNamed {
  time_off_id?: number | undefined
  company_time_off_id?: number | undefined
}

/** Null where none is named. Throws 404 for an unknown one. With both it is what either keeps free. */
export async function spansOfTimeOff(
  db: Db,
  companyId: number,
  { time_off_id: ofProvider, company_time_off_id: ofCompany }: TimeOffNamed,
): Promise<MetSpan[] | null> {
  if (ofProvider === undefined && ofCompany === undefined) return null
  return [
    ...(ofProvider === undefined ? [] : await spanOfProvider(db, companyId, ofProvider)),
    ...(ofCompany === undefined ? [] : await spansOfCompany(db, companyId, ofCompany)),
  ]
}

async function spanOfProvider(db: Db, companyId: number, id: number): Promise<MetSpan[]> {
  const off = await findTimeOff(db, companyId, id)
  if (off === null) throw notFound("time off", "time_off_id")
  const [from, until] = [minuteOf(off.start_at.getTime()), Math.ceil(off.end_at.getTime() / msPerMinute)]
  return [{ providerId: off.provider_id, locationId: null, from, until }]
}

async function spansOfCompany(db: Db, companyId: number, id: number): Promise<MetSpan[]> {
  const off = await findCompanyTimeOff(db, companyId, id)
  if (off === null) throw notFound("company time off", "company_time_off_id")
  const zones = off.location_ids
    ? await zonesOfLocations(db, companyId, off.location_ids)
    : await zonesOfAllLocations(db, companyId)
  return [...zones].flatMap(([locationId, zone]) => {
    const minutes = minutesOfDays(zoneTable(zone), off.start_day, off.end_day + 1)
    return Array.from({ length: minutes.length / 2 }, (_, i) => ({
      providerId: null,
      locationId,
      from: minutes[2 * i]!,
      until: minutes[2 * i + 1]!,
    }))
  })
}
