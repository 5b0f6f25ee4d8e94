import { describe, expect, it } from "vitest"
import { anyClock, anyWeekdays } from "../../../../domain/model/agent/fields.ts"

const days = (written: string) => {
  const read = anyWeekdays.safeParse(written)
  return read.success ? read.data.replaceAll(/([a-z]{3})[a-z]*/g, "$1") : "refused"
}

describe("AV-18 days of the week as callers name them", () => {
  it.each([
    ["Monday, Wednesday", "mon, wed"],
    ["mondays and tue", "mon, tue"],
    ["weekend", "sat, sun"],
    ["Tuesday to Friday", "tue, wed, thu, fri"],
    ["tue-thu", "tue, wed, thu"],
    ["from Friday through Monday", "fri, sat, sun, mon"],
    ["Monday – Wednesday or Saturday", "mon, tue, wed, sat"],
    ["not Monday", "tue, wed, thu, fri, sat, sun"],
    ["any day but Tuesdays and Thursdays", "mon, wed, fri, sat, sun"],
    ["weekdays except Mon, Thu to Fri", "tue, wed"],
    ["not on the weekend", "mon, tue, wed, thu, fri"],
    ["monday monday", "mon"],
  ])("%s is %s", (written, expected) => {
    expect(days(written)).toBe(expected)
  })

  it.each([
    ["a word that is no day", "soonish"],
    ["one that is left out", "not soonish"],
    ["a range from no day", "now to Friday"],
    ["no day at all", "not any day"],
    ["nothing", ","],
  ])("refuses %s", (_what, written) => {
    expect(days(written)).toBe("refused")
  })
})

it("AV-18 noon and midnight are times of the clock", () => {
  expect(["noon", "Midday", "midnight", "3 PM"].map((written) => anyClock.parse(written))).toEqual([
    ...["12:00", "12:00", "00:00", "15:00"],
  ])
})
