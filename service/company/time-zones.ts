/** The zones of the company and its locations, with the offsets that hold in each. */
import { timeZonesView } from "../../domain/model/time-zones.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { offsetsBetween } from "../../domain/time/local-time.ts"
import { minuteOf, msPerDay } from "../../domain/time/units.ts"
import { operation, staff } from "../platform/operation.ts"
import { listZones } from "./locations.sql.ts"

const yearMs = 365 * msPerDay
const yearsBehind = 10
const yearsAhead = 3

export const readTimeZones = operation({
  name: "read_time_zones",
  summary: "Read the time zones of the company and its locations",
  description:
    `The offsets from UTC that the service's own rules give, from ${yearsBehind} years ago to ${yearsAhead} years ahead: a ` +
    "program's or a browser's rules may be older.",
  noun: "Company",
  roles: staff,
  result: timeZonesView,
  async run({ db }, { companyId, now }) {
    const [from, until] = [now - yearsBehind * yearMs, now + yearsAhead * yearMs].map(minuteOf) as [
      number,
      number,
    ]
    const zones = await listZones(db, companyId)
    return {
      zones: zones.map((timezone) => ({
        timezone,
        utc_offsets: offsetsBetween(timezone, from, until).map(({ start, offsetMinutes }) => ({
          from: isoOfMinute(start),
          minutes: offsetMinutes,
        })),
      })),
    }
  },
})
