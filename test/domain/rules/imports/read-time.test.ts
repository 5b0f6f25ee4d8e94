import { expect, it } from "vitest"
import type { DateOrder } from "../../../../domain/model/imports.ts"
import { minuteOf, readTime } from "../../../../domain/rules/imports/read-time.ts"
import { isoOfMinute } from "../../../../domain/time/dates.ts"

const read = (text: string, zone = "America/Chicago", order: DateOrder = "ymd") =>
  isoOfMinute(minuteOf(readTime(text, "start_time", order), zone, "start_time"))
const refusal = (text: string, zone?: string, order?: DateOrder): string => {
  try {
    return read(text, zone, order)
  } catch (error) {
    return (error as Error).message
  }
}

it("DX-06 times are read as files write them, by the wall clock of the zone or by their offset", () => {
  for (const text of [
    "2027-03-16 09:00",
    "2027-03-16 09:00:00",
    "2027-03-16T09:00",
    "2027-03-16 9:00 am",
    "2027-03-16, 9 a.m.",
    "2027/3/16 09:00AM",
    "2027-03-16T14:00:00.000Z",
    "2027-03-16 09:00 -05:00",
  ])
    expect(read(text), text).toBe("2027-03-16T14:00:00.000Z")
  expect(read("3/4/2027 12:30 pm", "UTC", "mdy")).toBe("2027-03-04T12:30:00.000Z")
  expect(read("3.4.2027 00:30", "UTC", "dmy")).toBe("2027-04-03T00:30:00.000Z")
  expect(read("2027-03-16 12:00 am", "UTC")).toBe("2027-03-16T00:00:00.000Z")
})

it("MD-19 a month may stand by its name, in English, Spanish and French", () => {
  for (const text of [
    "December 7, 2026 9:00 am",
    "Dec 7, 2026, 9:00 AM",
    "Monday, December 7, 2026 at 9:00am",
    "7 December 2026 09:00",
    "7th Dec 2026 9 am",
    "7 décembre 2026 09:00",
    "lundi 7 déc. 2026 à 9:00",
    "7 de diciembre de 2026, 9:00",
    "7 de diciembre de 2026 a las 9:00 a.m.",
  ])
    expect(read(text, "UTC"), text).toBe("2026-12-07T09:00:00.000Z")
  expect(read("1er août 2026 14:00", "UTC")).toBe("2026-08-01T14:00:00.000Z")
  expect(refusal("Decembuary 7, 2026 25:00")).toContain("expected a date and time")
  expect(refusal("Smarch 7, 2026 9:00")).toContain("expected a date and time")
  expect(refusal("February 30, 2026 9:00")).toContain("expected a date that exists")
})

it("DX-06 a time that could be two, or is none, is refused by what is wrong with it", () => {
  expect(refusal("3/4/2027 09:00")).toContain("whether the month or the day stands first")
  expect(refusal("2027-03-14 02:30")).toBe(
    "start_time: 2027-03-14 02:30 does not exist in America/Chicago, where the clocks go forward",
  )
  expect(refusal("2027-11-07 01:30")).toContain("comes twice in America/Chicago")
  expect(read("2027-11-07T01:30-06:00")).toBe("2027-11-07T07:30:00.000Z")
  expect(refusal("2027-04-04 01:45", "Australia/Lord_Howe")).toContain("comes twice")
  expect(read("2027-11-07 00:59")).toBe("2027-11-07T05:59:00.000Z")
  expect(read("2027-11-07 02:00")).toBe("2027-11-07T08:00:00.000Z")
  for (const text of [
    "2027-02-30 09:00",
    "2027-03-16",
    "2027-03-16 24:00",
    "2027-03-16 13:00 pm",
    "2027-03-16 9",
    "soon",
    "2027-03-16T14:00:30Z",
  ])
    expect(refusal(text), text).toContain("expected")
})
