import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  sayBlocks,
  sayDay,
  sayLength,
  sayList,
  sayOption,
  sayTime,
  sayTimes,
  sayWindow,
  todayIn,
  type Wording,
} from "../../../../domain/model/agent/say.ts"
import { saySeries } from "../../../../domain/model/agent/say-series.ts"
import { spokenTimes } from "../../../../domain/model/agent/spoken-times.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"
import { drawn } from "../../../support/trials.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const wording: Wording = { language: "en", now, companyZone: null, namesLocation: false }
const at = (...starts: string[]) => starts.map((start_time) => ({ start_time }))
const zones = [
  "America/Chicago",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
  "Europe/Paris",
]

describe("times said aloud", () => {
  it("AG-15 names the weekday always, and the time without its zeros in front", () => {
    expect(sayBlocks(at("2027-03-02T20:00:00.000Z"), "America/Chicago", wording)).toBe(
      "Tuesday, March 2 at 2:00 PM",
    )
    expect([0, 5, 60, 719, 720, 725, 780, 1_439].map((minute) => sayTime("en", minute))).toEqual([
      ...["12:00 AM", "12:05 AM", "1:00 AM", "11:59 AM", "12:00 PM", "12:05 PM", "1:00 PM", "11:59 PM"],
    ])
  })

  it("AG-14 names every day of a job over several days, and the year when it is another", () => {
    const chicago = "America/Chicago"
    const days = ["2027-03-12T15:00:00.000Z", "2027-03-15T14:00:00.000Z", "2027-03-16T14:00:00.000Z"]
    expect(sayBlocks(at(...days), chicago, wording)).toBe(
      "Friday, March 12; Monday, March 15 and Tuesday, March 16, each day at 9:00 AM",
    )
    expect(sayBlocks(at("2027-12-31T15:00:00.000Z", "2028-01-03T15:00:00.000Z"), chicago, wording)).toBe(
      "Friday, December 31 and Monday, January 3, 2028, each day at 9:00 AM",
    )
    expect(sayBlocks(at("2028-01-03T15:00:00.000Z", "2028-01-04T15:00:00.000Z"), chicago, wording)).toBe(
      "Monday, January 3 and Tuesday, January 4, 2028, each day at 9:00 AM",
    )
  })

  it("TR-44 says a job over several days that is offered as one option, with its last day where days lie between", () => {
    const chicago = "America/Chicago"
    const option = (...starts: string[]) => sayOption(at(...starts), chicago, wording)
    const [thursday, friday] = ["2027-03-04T14:00:00.000Z", "2027-03-05T14:00:00.000Z"]
    expect(option(thursday, friday)).toBe("two days from Thursday, March 4, at 8 AM")
    expect(option(thursday, friday, "2027-03-08T14:00:00.000Z")).toBe(
      "three days from Thursday, March 4, at 8 AM, ending Monday, March 8",
    )
    expect(option("2027-12-31T14:30:00.000Z", "2028-01-01T14:30:00.000Z")).toBe(
      "two days from Friday, December 31, at 8:30 AM",
    )
    expect(option(thursday)).toBe("Thursday, March 4 at 8:00 AM")
    const inDenver = { ...wording, companyZone: "America/Denver" }
    expect(sayOption(at(thursday, friday), chicago, inDenver)).toBe(
      "two days from Thursday, March 4, at 8 AM Central Time",
    )
  })

  it("AG-15 names the place's zone where its clocks and the company's differ at that time, and only there", () => {
    const said = (start: string, zone: string) =>
      sayBlocks(at(start), zone, { ...wording, companyZone: "America/Denver" })
    expect(said("2027-03-02T20:00:00.000Z", "America/Chicago")).toBe(
      "Tuesday, March 2 at 2:00 PM Central Time",
    )
    expect(said("2027-03-02T20:00:00.000Z", "America/Denver")).toBe("Tuesday, March 2 at 1:00 PM")
    // Phoenix keeps Denver's time in winter.
    expect(said("2027-03-02T20:00:00.000Z", "America/Phoenix")).toBe("Tuesday, March 2 at 1:00 PM")
    expect(said("2027-07-01T20:00:00.000Z", "America/Phoenix")).toMatch(
      /^Thursday, July 1 at 1:00 PM Mountain /,
    )
  })

  it("says each day's own time where a clock change moved one", () => {
    const night = at("2027-03-13T08:30:00.000Z", "2027-03-14T08:30:00.000Z")
    expect(sayBlocks(night, "America/Chicago", wording)).toBe(
      "Saturday, March 13 at 2:30 AM and Sunday, March 14 at 3:30 AM",
    )
  })

  it("AG-15 says what Temporal's calendar says, in every zone", () => {
    const minutes = fc.integer({ min: 0, max: 80 * 365 * 1_440 })
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
        const local = instant.toZonedDateTimeISO(zone)
        const said = sayBlocks(at(new Date(minute * 60_000).toISOString()), zone, {
          ...wording,
          now: minute * 60_000,
        })
        const format = (options: object) => local.toLocaleString("en-US", options)
        const weekday = format({ weekday: "long" })
        const month = format({ month: "long" })
        const time = format({ hour: "numeric", minute: "2-digit", hour12: true }).replace("\u202f", " ")
        expect(said).toBe(`${weekday}, ${month} ${local.day} at ${time}`)
      }),
      drawn(800, 20_270_301),
    )
  })
})

describe("today", () => {
  it("is the company's own, not UTC's", () => {
    const late = Date.parse("2027-03-02T03:00:00.000Z")
    expect(todayIn("en", "America/Chicago", late)).toEqual({
      today: "2027-03-01",
      today_say: "Monday, March 1, 2027",
      timezone: "America/Chicago",
    })
    expect(todayIn("en", "Asia/Tokyo", late).today).toBe("2027-03-02")
  })
})

describe("lists and dates", () => {
  it("reads as somebody would say it", () => {
    expect([
      sayList("en", []),
      sayList("en", ["a"]),
      sayList("en", ["a", "b"]),
      sayList("en", ["a", "b", "c"], "or", "; "),
    ]).toEqual(["", "a", "a and b", "a; b or c"])
    expect(sayDay("en", dayOfDate("2028-02-29")!)).toBe("Tuesday, February 29")
  })
})

describe("AV-23 Spanish and French", () => {
  const chicago = "America/Chicago"
  const [spanish, french] = (["es", "fr"] as const).map((language) => ({ ...wording, language }))
  const [first, second] = ["2027-03-01T15:00:00.000Z", "2027-03-02T18:00:00.000Z"]

  it("say days and times by their own rules", () => {
    const said = (each: Wording) => [
      sayBlocks(at(second!), chicago, each),
      sayBlocks(at(first!, second!), chicago, each),
      sayOption(at(first!, "2027-03-02T15:00:00.000Z"), chicago, each),
      sayWindow({ start_time: first!, end_time: second! }, chicago, each),
      todayIn(each.language, chicago, now).today_say,
    ]
    expect(said(spanish!)).toEqual([
      "el martes 2 de marzo a las 12 del mediodía",
      "el lunes 1 de marzo a las 9 de la mañana y el martes 2 de marzo a las 12 del mediodía",
      "dos días desde el lunes 1 de marzo, a las 9 de la mañana",
      "el lunes 1 de marzo entre las 9 de la mañana y las 12 del mediodía",
      "lunes 1 de marzo de 2027",
    ])
    expect(said(french!)).toEqual([
      "mardi 2 mars à midi",
      "lundi 1er mars à 9 h et mardi 2 mars à midi",
      "deux jours à partir du lundi 1er mars, à 9 h",
      "lundi 1er mars entre 9 h et midi",
      "lundi 1er mars 2027",
    ])
  })

  it("say every minute of a day so that it can be told from all others", () => {
    for (const language of ["en", "es", "fr"] as const) {
      const all = Array.from({ length: 1_440 }, (_, minute) => sayTime(language, minute))
      expect(new Set(all).size, language).toBe(1_440)
    }
    expect([0, 60, 300, 780, 1_170, 1_260].map((minute) => sayTime("es", minute))).toEqual([
      ...["las 12 de la noche", "la 1 de la madrugada", "las 5 de la madrugada", "la 1 de la tarde"],
      ...["las 7:30 de la tarde", "las 9 de la noche"],
    ])
  })

  it("name the days of the week and the months as the calendar of their language does", () => {
    for (const [language, region] of [
      ["es", "es-US"],
      ["fr", "fr-CA"],
    ] as const) {
      for (let month = 1; month <= 12; month += 1) {
        const date = Temporal.PlainDate.from({ year: 2027, month, day: 12 })
        const said = spokenTimes[language].day(dayOfDate(date.toString())!, null)
        for (const part of [{ weekday: "long" }, { month: "long" }] as const)
          expect(said).toContain(date.toLocaleString(region, part))
      }
    }
  })

  it("say one of several as people do: e before i, u before o, lengths in words", () => {
    expect(sayList("es", ["Ana", "Inés"])).toBe("Ana e Inés")
    expect(sayList("es", ["agua", "hielo"])).toBe("agua y hielo")
    expect(sayList("es", ["Ana", "Óscar"], "or")).toBe("Ana u Óscar")
    expect([60, 90, 125, 2_880].map((minutes) => sayLength("es", minutes))).toEqual([
      ...["una hora", "90 minutos", "dos horas y 5 minutos", "dos días"],
    ])
    expect([60, 1, 10_080].map((minutes) => sayLength("fr", minutes))).toEqual([
      ...["une heure", "une minute", "une semaine"],
    ])
    expect(sayTimes(at(first!, second!), chicago, spanish!, null)).toEqual([
      "el lunes 1 de marzo a las 9 de la mañana",
      "el martes 2 de marzo a las 12 del mediodía",
    ])
  })

  it("say a series as one, with the days that it leaves out", () => {
    const walls = [0, 1, 2, 3].map((week) => (dayOfDate("2027-03-02")! + week * 14) * 1_440 + 16 * 60)
    const occurrences = [0, 1, 3].map((series_index) => ({
      id: series_index,
      series_index,
      start_at: new Date((walls[series_index]! + (series_index > 0 ? 300 : 360)) * 60_000),
      timezone: chicago,
    }))
    const said = (language: "es" | "fr") =>
      saySeries(language, { every: { unit: "weeks", number: 2 }, walls }, occurrences)?.say
    expect(said("es")).toBe(
      "cada dos semanas los martes a las 4 de la tarde hasta el 13 de abril, salvo el 30 de marzo; la próxima, el martes 2 de marzo",
    )
    expect(said("fr")).toBe(
      "toutes les deux semaines, le mardi à 16 h jusqu’au 13 avril, sauf le 30 mars ; le prochain est le mardi 2 mars",
    )
  })
})
