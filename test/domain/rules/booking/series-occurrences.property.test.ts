/** WL-06: when the occurrences of a series are, in every zone, against a calendar and a zone reader of the test's own. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { mostOccurrences } from "../../../../domain/model/appointment-series.ts"
import type { Every } from "../../../../domain/model/series.ts"
import { occurrencesOf } from "../../../../domain/rules/booking/series-occurrences.ts"
import { drawn, shareOfNumber } from "../../../support/trials.ts"
import { oracleFrom, oracleUntil, readOracle } from "../../time/zone-oracle.ts"

const oracle = readOracle()
const minutesPerDay = 1_440

/** The date `index` steps on, by the calendar of the runtime. */
function dateAfter(wall: number, { unit, number }: Every, index: number): number {
  const at = new Date(wall * 60_000)
  if (unit !== "months") return wall + index * number * (unit === "weeks" ? 7 : 1) * minutesPerDay
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + index * number, at.getUTCDate()]
  const daysThere = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const minuteOfDay = ((wall % minutesPerDay) + minutesPerDay) % minutesPerDay
  return Date.UTC(year, month, Math.min(day, daysThere)) / 60_000 + minuteOfDay
}

const every = fc.oneof(
  fc.record({ unit: fc.constant("days" as const), number: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ unit: fc.constant("weeks" as const), number: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ unit: fc.constant("months" as const), number: fc.integer({ min: 1, max: 3 }) }),
)

/** A start near a clock change of the zone; in a zone without one, any start. */
const startNear = (zone: string, at: number, shift: number) => {
  const changes = oracle
    .changesOf(zone)
    .filter((change) => change > oracleFrom && change < oracleUntil - 12 * 525_600)
  const base = changes.length === 0 ? oracleFrom + at : changes[at % changes.length]!
  return base + shift
}

it("WL-06 in every zone each occurrence is on the same time of the clock; gaps move on, of repeated times the first counts", () => {
  let tried = 0
  for (const zone of oracle.names) {
    fc.assert(
      fc.property(
        every,
        fc.nat(8_000_000),
        fc.integer({ min: -3 * minutesPerDay, max: 3 * minutesPerDay }),
        (step, at, shift) => {
          const start = startNear(zone, at, shift)
          const wall = oracle.wallAt(zone, start)
          const occurrences = occurrencesOf(zone, start, step, { count: 12 })
          expect(occurrences.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
          for (const { index, start: found, wall: place } of occurrences) {
            const wanted = dateAfter(wall, step, index)
            expect([zone, index, place]).toEqual([zone, index, wanted])
            expect([zone, index, found]).toEqual([
              zone,
              index,
              index === 0 ? start : oracle.minuteOf(zone, wanted),
            ])
            tried += 1
          }
        },
      ),
      drawn(4, 20_270_306),
    )
  }
  expect(tried).toBeGreaterThan(shareOfNumber(25_000))
})

it("WL-06 the last date decides as the count does, and one more than the most is told", () => {
  fc.assert(
    fc.property(every, fc.integer({ min: 2, max: mostOccurrences }), (step, count) => {
      const start = Date.UTC(2027, 0, 31, 15) / 60_000
      const byCount = occurrencesOf("America/Chicago", start, step, { count })
      const untilDay = Math.floor(byCount.at(-1)!.wall / minutesPerDay)
      expect(occurrencesOf("America/Chicago", start, step, { untilDay })).toEqual(byCount)
      expect(occurrencesOf("America/Chicago", start, step, { untilDay: untilDay - 1 })).toEqual(
        byCount.slice(0, -1),
      )
    }),
    drawn(1_600, 20_270_307),
  )
  const endless = occurrencesOf("UTC", 0, { unit: "days", number: 1 }, { untilDay: 100_000 })
  expect(endless).toHaveLength(mostOccurrences + 1)
})
