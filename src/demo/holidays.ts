/** Days on which the demo company is closed. */
import { dateOfDay, dayOfDate, weekdayOfDay } from "../time/dates.ts"

/** Days since 1970, `endDay` exclusive. */
export function holidaysBetween(firstDay: number, endDay: number): number[] {
  const years = new Set([yearOf(firstDay), yearOf(endDay - 1)])
  return [...years].flatMap(holidaysOf).filter((day) => day >= firstDay && day < endDay)
}

const yearOf = (day: number) => Number(dateOfDay(day).slice(0, 4))

function holidaysOf(year: number): number[] {
  const fixed = [`${year}-01-01`, `${year}-07-04`, `${year}-12-25`].map((date) => dayOfDate(date)!)
  return [...fixed, fourthThursdayOfNovember(year)]
}

function fourthThursdayOfNovember(year: number): number {
  const first = dayOfDate(`${year}-11-01`)!
  return first + ((4 - weekdayOfDay(first) + 7) % 7) + 21
}
