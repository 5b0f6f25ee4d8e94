/** The dates and figures of reports, as the console decides them. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { datesBefore, periodOf } from "../../console/reports/period.ts"
import { change, hours, percentChange } from "../../console/reports/report-formats.ts"
import { type Locale, speak } from "../../console/words/words.ts"

const today = "2027-03-10"
const asked = (query: string) => periodOf(new URLSearchParams(query), today)

describe("the dates of a report", () => {
  it("TQ-06 TQ-03 may be one day", () => {
    const day = { from: "2027-03-02", to: "2027-03-02" }
    expect(asked("period=dates&from=2027-03-02&to=2027-03-02")).toEqual({ name: "dates", ...day })
    expect(datesBefore(day)).toEqual({ from: "2027-03-01", to: "2027-03-01" })
  })

  it("TQ-06 TQ-03 are the last 28 days where the address names none, or wrong ones", () => {
    const last = { from: "2027-02-11", to: today }
    expect(asked("")).toEqual({ name: "last_28_days", ...last })
    expect(asked("period=never")).toEqual({ name: "last_28_days", ...last })
    for (const wrong of ["from=2027-03-02", "from=2027-03-03&to=2027-03-02", "from=2027-3-2&to=2027-03-03"]) {
      expect(asked(`period=dates&${wrong}`), wrong).toEqual({ name: "dates", ...last })
    }
  })

  it("TQ-03 are whole weeks, months and years", () => {
    expect(asked("period=this_week")).toMatchObject({ from: "2027-03-08", to: "2027-03-14" })
    expect(periodOf(new URLSearchParams("period=this_week"), "2027-03-14")).toMatchObject({
      from: "2027-03-08",
      to: "2027-03-14",
    })
    expect(asked("period=this_month")).toMatchObject({ from: "2027-03-01", to: "2027-03-31" })
    expect(asked("period=last_month")).toMatchObject({ from: "2027-02-01", to: "2027-02-28" })
    expect(asked("period=last_90_days")).toMatchObject({ from: "2026-12-11", to: today })
    expect(asked("period=this_year")).toMatchObject({ from: "2027-01-01", to: "2027-12-31" })
  })

  it("TQ-03 are compared with as many days before, a whole month or year with the one before it", () => {
    expect(datesBefore({ from: "2027-02-11", to: today })).toEqual({ from: "2027-01-14", to: "2027-02-10" })
    expect(datesBefore({ from: "2027-03-01", to: "2027-03-31" })).toEqual({
      from: "2027-02-01",
      to: "2027-02-28",
    })
    expect(datesBefore({ from: "2027-01-01", to: "2027-01-31" })).toEqual({
      from: "2026-12-01",
      to: "2026-12-31",
    })
    expect(datesBefore({ from: "2027-01-01", to: "2027-12-31" })).toEqual({
      from: "2026-01-01",
      to: "2026-12-31",
    })
  })
})

it("TQ-06 hours are rounded to a tenth", () => {
  expect([hours(60), hours(90), hours(100), hours(125), hours(4)]).toEqual([
    "1h",
    "1.5h",
    "1.7h",
    "2.1h",
    "0.1h",
  ])
})

describe("a change is written as the language does", () => {
  const speakAs = async (locale: Locale, tag: string) => {
    vi.stubGlobal("navigator", { languages: [tag] })
    vi.stubGlobal("document", { documentElement: {} })
    await speak(locale)
  }
  afterEach(async () => {
    await speakAs("en", "en-US")
    vi.unstubAllGlobals()
  })

  it.each([
    ["en", "en-US", ["+20%", "−8%", "+1,200%", "0%"], ["+1.5", "−12", "−0.3"]],
    ["es", "es-US", ["+20%", "−8%", "+1,200%", "0%"], ["+1.5", "−12", "−0.3"]],
    ["fr", "fr-CA", ["+20 %", "−8 %", "+1 200 %", "0 %"], ["+1,5", "−12", "−0,3"]],
  ] as const)("DS-17 in %s", async (locale, tag, shares, points) => {
    await speakAs(locale, tag)
    const plain = (text: string) => text.replace(/\s/g, " ")
    expect([0.2, -0.08, 12, -0.001].map(percentChange).map(plain)).toEqual(shares)
    expect([1.5, -12, -0.3].map(change).map(plain)).toEqual(points)
  })
})
