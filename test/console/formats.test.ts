/** Times in the console are those of the service's rules for a zone, in spite of the browser's. */
import { afterEach, describe, expect, it, vi } from "vitest"
import type { BoardLocation } from "../../console/board/board-data.ts"
import { duration, hourAt, shortTimeAt, timeAt } from "../../console/board/board-formats.ts"
import {
  appointmentFormats,
  asTitle,
  formatsOf,
  instantAt,
  keepZones,
  localDate,
  longDay,
  shortDay,
} from "../../console/formats.ts"
import { shortTimeOfDay, timeOfDay } from "../../console/parts/week-formats.ts"
import { type Locale, speak } from "../../console/words/words.ts"

const winnipeg = "America/Winnipeg"
const plain = (text: string) => text.replace(/[\u202f\u2009\u00a0]/g, " ")

it("CN-14 are written and read by the offsets that the service says", () => {
  // From November 2026 on Manitoba's clocks stay where they are; a browser may not know it.
  keepZones({
    zones: [
      {
        timezone: winnipeg,
        utc_offsets: [
          { from: "2025-11-02T07:00:00.000Z", minutes: -360 },
          { from: "2026-03-08T08:00:00.000Z", minutes: -300 },
        ],
      },
    ],
  })
  const noon = "2027-01-15T17:00:00.000Z"
  expect(plain(formatsOf(winnipeg).moment(noon))).toBe("Fri, Jan 15, 12:00 PM")
  expect(
    plain(appointmentFormats(winnipeg).block({ start_time: noon, end_time: "2027-01-15T18:30:00.000Z" })),
  ).toBe("Fri, Jan 15, 12:00 – 1:30 PM")
  expect(instantAt(winnipeg, "2027-01-15", "12:00")).toBe(noon)
  expect(instantAt(winnipeg, "2026-02-15", "12:00")).toBe("2026-02-15T18:00:00.000Z")
  expect(localDate("2027-01-16T04:59:00.000Z", winnipeg)).toBe("2027-01-15")
  expect(localDate("2027-01-16T05:00:00.000Z", winnipeg)).toBe("2027-01-16")
})

it("CN-14 of a zone that the company has no more are the browser's", () => {
  expect(plain(formatsOf("Asia/Tokyo").time("2027-01-15T17:00:00.000Z"))).toBe("2:00 AM")
  expect(instantAt("Asia/Tokyo", "2027-01-16", "02:00")).toBe("2027-01-15T17:00:00.000Z")
})

describe("the console's other languages", () => {
  const speakAs = async (locale: Locale, tag: string) => {
    vi.stubGlobal("document", { documentElement: {} })
    vi.stubGlobal("navigator", { languages: [tag] })
    await speak(locale)
  }
  afterEach(async () => {
    await speakAs("en", "en-US")
    vi.unstubAllGlobals()
  })
  const downtown = { utc_offsets: [{ from: "1970-01-01T00:00:00.000Z", minutes: 0 }] } as BoardLocation
  const nine = 9 * 60

  it("DS-17 write days within a sentence and hours with their unit as French and Spanish do", async () => {
    await speakAs("fr", "fr-CA")
    expect(plain(shortDay("2027-03-20"))).toBe("sam. 20 mars")
    expect(asTitle(longDay("2027-03-01"))).toBe("Lundi 1 mars")
    expect(plain(duration(90))).toBe("1 h 30 min")
    expect(plain(duration(480))).toBe("8 h")
    expect(plain(hourAt(downtown, nine))).toBe("9 h")
    expect(plain(shortTimeAt(downtown, nine))).toBe("9 h 00")
    expect(plain(shortTimeOfDay(nine))).toBe("9 h")
    expect(plain(timeOfDay(nine + 30))).toBe("9 h 30")
    await speakAs("es", "es-ES")
    expect(plain(shortTimeOfDay(nine))).toBe("9:00")
    expect(longDay("2027-03-01")).toBe("lunes, 1 de marzo")
    expect(plain(duration(90))).toBe("1 h 30 min")
  })

  it("DS-17 write hours in English as short as they can be", () => {
    expect(plain(duration(90))).toBe("1h 30m")
    expect(plain(hourAt(downtown, nine))).toBe("9 AM")
    expect(plain(timeAt(downtown, nine))).toBe("9:00 AM")
    expect(plain(shortTimeAt(downtown, nine))).toBe("9:00")
    expect([timeOfDay(nine), shortTimeOfDay(nine), shortTimeOfDay(nine + 30)].map(plain)).toEqual([
      "9 AM",
      "9",
      "9:30",
    ])
  })
})
