/** Changes of a provider: under the provider's lock, and with hours that can be kept. */
import { invalid, notFound } from "../../domain/model/errors.ts"
import type { DateOverride, WeeklyHours } from "../../domain/model/hours.ts"
import type { StoredProvider } from "../../domain/model/provider.ts"
import { overrideClash, weeklyClash } from "../../domain/rules/availability/clashing-hours.ts"
import { dateOfDay } from "../../domain/time/dates.ts"
import { minuteOf, minutesPerDay } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { zonesOfLocations } from "./locations.sql.ts"
import { findProvider } from "./providers.sql.ts"
import { type NamedId, refuseUnknownLocations } from "./refuse-unknown.ts"

/** Takes the provider's lock and reads the provider under it. Throws 404 for an unknown one. */
export async function lockProvider(tx: Tx, companyId: number, id: number): Promise<StoredProvider> {
  lockInOrder(tx, { companyId, providerIds: [id] })
  const provider = await findProvider(tx, companyId, id)
  if (!provider) throw notFound("provider")
  return provider
}

/** The hours that the provider will have. A list marked as present was not sent, and stays as it is. */
export interface WantedHours {
  weekly: readonly WeeklyHours[]
  weeklyIsPresent: boolean
  overrides: readonly DateOverride[]
  overridesArePresent: boolean
}

/**
 * Throws 404 for a location that is not the company's and 400 for entries that overlap, at one location or at two; each
 * names the entry.
 */
export async function judgeHours(db: Db, companyId: number, wanted: WantedHours, now: number): Promise<void> {
  const { weekly, overrides } = wanted
  await refuseUnknownLocations(db, companyId, locationsSent(wanted))
  const locationIds = [...new Set([...weekly, ...overrides].map(({ locationId }) => locationId))]
  const zoneOf = await zonesOfLocations(db, companyId, locationIds)
  const nowMinute = minuteOf(now)
  const clash = wanted.weeklyIsPresent ? null : weeklyClash(weekly, zoneOf, nowMinute)
  if (clash) throw invalid(`weekly_hours[${clash.index}]`, `overlaps weekly_hours[${clash.otherIndex}]`)
  // Yesterday in UTC may still be today at a location.
  refuseOverrideClash(
    wanted,
    overrideClash(overrides, weekly, zoneOf, Math.floor(nowMinute / minutesPerDay) - 1),
  )
}

function refuseOverrideClash(wanted: WantedHours, clash: ReturnType<typeof overrideClash>): void {
  if (clash === null) return
  const { index, intervalIndex, problem } = clash
  const interval = intervalIndex === null ? "" : `.intervals[${intervalIndex}]`
  if (!wanted.overridesArePresent) throw invalid(`date_overrides[${index}]${interval}`, problem)
  const { day } = wanted.overrides[index]!
  throw invalid("weekly_hours", `the date override of ${dateOfDay(day)} ${problem}`)
}

function locationsSent({ weekly, weeklyIsPresent, overrides, overridesArePresent }: WantedHours): NamedId[] {
  const named = (list: string, entries: readonly { locationId: number }[]) =>
    entries.map(({ locationId }, index) => ({ id: locationId, field: `${list}[${index}].location_id` }))
  return [
    ...(weeklyIsPresent ? [] : named("weekly_hours", weekly)),
    ...(overridesArePresent ? [] : named("date_overrides", overrides)),
  ]
}
