import { expect, it } from "vitest"
import { dateOfDay, dayOfDate, weekdayOfDay } from "../../../domain/time/dates.ts"

it("GE-02 a date that the calendar does not have is null", () => {
  const impossible = [
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-01-00",
  ]
  expect(impossible.map(dayOfDate)).toEqual(impossible.map(() => null))
})

it("GE-02 only YYYY-MM-DD is a date", () => {
  const other = [
    "",
    "2026-1-1",
    "20260101",
    "2026-01-01 ",
    "2026-01-01T00:00:00Z",
    "+002026-01-01",
    "2026-01-01\n",
  ]
  expect(other.map(dayOfDate)).toEqual(other.map(() => null))
})

it("reads, writes and names the weekday of every date as Temporal does", () => {
  let date = Temporal.PlainDate.from("1890-01-01")
  const first = Temporal.PlainDate.from("1970-01-01").until(date).days
  for (let day = first; date.year < 2210; day += 1) {
    if (dayOfDate(date.toString()) !== day || dateOfDay(day) !== date.toString()) expect.fail(date.toString())
    if (weekdayOfDay(day) !== date.dayOfWeek) expect.fail(`weekday of ${date}`)
    date = date.add({ days: 1 })
  }
})

it("reaches from the year 0 to 9999", () => {
  expect(dateOfDay(dayOfDate("0000-03-01")!)).toBe("0000-03-01")
  expect(dateOfDay(dayOfDate("9999-12-31")!)).toBe("9999-12-31")
})
