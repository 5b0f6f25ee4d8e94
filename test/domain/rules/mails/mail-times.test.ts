import { expect, it } from "vitest"
import { longDate, subjectMoment } from "../../../../domain/rules/mails/mail-times.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"

it("PG-13 French writes the first of a month as people do, and no other day so", () => {
  const said = (date: string) => longDate("fr", dayOfDate(date)!)
  expect(["2027-03-01", "2027-03-11", "2027-03-21", "2027-03-31"].map(said)).toEqual([
    ...["lundi 1er mars", "jeudi 11 mars", "dimanche 21 mars", "mercredi 31 mars"],
  ])
  expect(longDate("es", dayOfDate("2027-03-01")!)).toBe("lunes, 1 de marzo")
  const startMs = Date.parse("2027-03-01T15:00:00.000Z")
  const span = { startMs, endMs: startMs + 3_600_000 }
  expect(subjectMoment("fr", "America/Chicago", span, false)).toMatch(/^lun\. 1er mars, 9/)
})
