import { expect, it } from "vitest"
import { everyMinutes, saidDays, saidMinutes } from "../../../../domain/model/said-durations.ts"

it.each([
  [0, "0 minutes"],
  [1, "a minute"],
  [45, "45 minutes"],
  [60, "an hour"],
  [90, "90 minutes"],
  [105, "an hour and 45 minutes"],
  [120, "two hours"],
  [1_440, "a day"],
  [2_880, "two days"],
  [20_160, "two weeks"],
  [1_500, "a day and an hour"],
  [1_535, "a day, an hour and 35 minutes"],
  [20_220, "two weeks and an hour"],
])("RE-04 says %i minutes as people do: %s", (minutes, said) => {
  expect(saidMinutes(minutes)).toBe(said)
})

it("RE-04 says days, and steps of a grid", () => {
  expect([1, 3, 7, 14, 60, 365].map(saidDays)).toEqual([
    ...["a day", "three days", "a week", "two weeks", "60 days", "365 days"],
  ])
  expect([30, 60, 90, 240].map(everyMinutes)).toEqual(["30 minutes", "hour", "90 minutes", "four hours"])
})
