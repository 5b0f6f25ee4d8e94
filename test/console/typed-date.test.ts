import { describe, expect, it } from "vitest"
import { typedDate } from "../../console/board/typed-date.ts"

/** A Tuesday. */
const today = "2026-11-24"

describe("a typed date", () => {
  it.each([
    ["dec 7", "2026-12-07"],
    ["Dec. 7", "2026-12-07"],
    ["7 December", "2026-12-07"],
    ["dec 7th, 2027", "2027-12-07"],
    ["7 dec 28", "2028-12-07"],
    ["nov 2", "2026-11-02"],
    ["jun 1", "2027-06-01"],
    ["feb 29", null],
    ["feb 29 2028", "2028-02-29"],
    ["fri", "2026-11-27"],
    ["Tuesday", "2026-12-01"],
    ["tu", "2026-12-01"],
    ["t", null],
    ["28", "2026-11-28"],
    ["3", "2026-12-03"],
    ["31", "2026-12-31"],
    ["+2w", "2026-12-08"],
    ["+ 3", "2026-11-27"],
    ["-1d", "2026-11-23"],
    ["+3m", "2027-02-24"],
    ["today", "2026-11-24"],
    ["Tomorrow", "2026-11-25"],
    ["3/5", "2027-03-05"],
    ["12/24", "2026-12-24"],
    ["3/5/27", "2027-03-05"],
    ["2027-03-05", "2027-03-05"],
    ["2027-02-30", null],
    ["1999-12-31", null],
    ["2101-01-01", null],
    ["2027-13-01", null],
    ["2027-00-01", null],
    ["ju 5", null],
    ["soon", null],
    ["dec", null],
    ["dec 7 8 9", null],
    ["+9999w", null],
    ["1/1/9999", null],
    ["", null],
  ])("DS-02 %j in English", (text, date) => {
    expect(typedDate(text, today, "en-US")).toBe(date)
  })

  it.each([
    ["7 dic", "es-ES", "2026-12-07"],
    ["7 de diciembre de 2027", "es-ES", "2027-12-07"],
    ["miércoles", "es-ES", "2026-11-25"],
    ["sab", "es-ES", "2026-11-28"],
    ["mañana", "es-ES", "2026-11-25"],
    ["+2s", "es-ES", "2026-12-08"],
    ["5/3", "es-ES", "2027-03-05"],
    ["5/3", "en-GB", "2027-03-05"],
    ["7 déc.", "fr-FR", "2026-12-07"],
    ["1er août", "fr-FR", "2027-08-01"],
    ["ven", "fr-FR", "2026-11-27"],
    ["demain", "fr-FR", "2026-11-25"],
    ["aujourd’hui", "fr-FR", "2026-11-24"],
    ["+3j", "fr-FR", "2026-11-27"],
    ["dec 7", "fr-FR", "2026-12-07"],
    ["fri", "es-ES", "2026-11-27"],
  ])("DS-02 %j in %s", (text, tag, date) => {
    expect(typedDate(text, today, tag)).toBe(date)
  })
})
