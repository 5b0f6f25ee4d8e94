import { expect, it } from "vitest"
import { answerBy, proposalsKeptUntil } from "../../../../domain/rules/booking/pending.ts"

const now = Date.parse("2027-03-01T12:00:00Z")
const minutesAfter = (minutes: number) => new Date(now + minutes * 60_000)
const type = { answer_within_minutes: 90 }

it("TQ-02 staff answer within the type's time, and at the start at the latest", () => {
  expect(answerBy(type, minutesAfter(600), now)).toEqual(minutesAfter(90))
  expect(answerBy(type, minutesAfter(30), now)).toEqual(minutesAfter(30))
})

it("TQ-02 proposed times are kept until the time asked for, else for the type's time, and never beyond the first", () => {
  const starts = [minutesAfter(400), minutesAfter(300)]
  expect(proposalsKeptUntil({ until: minutesAfter(200).getTime(), now }, type, starts)).toEqual(
    minutesAfter(200),
  )
  expect(proposalsKeptUntil({ until: null, now }, type, starts)).toEqual(minutesAfter(90))
  expect(proposalsKeptUntil({ until: minutesAfter(500).getTime(), now }, type, starts)).toEqual(
    minutesAfter(300),
  )
})
