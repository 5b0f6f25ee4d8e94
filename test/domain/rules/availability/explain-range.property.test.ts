/** The explanation of a range against that of each day by itself. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { PartBegin } from "../../../../domain/model/availability.ts"
import type { Reason, StartRun } from "../../../../domain/model/slot-explanation.ts"
import { explainedRange, explainPart, runsOn } from "../../../../domain/rules/availability/explain-range.ts"
import { planExplanation } from "../../../../domain/rules/availability/explain-slots.ts"
import { explainDay, shownStarts } from "../../../../domain/rules/availability/explain-starts.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { drawn } from "../../../support/trials.ts"
import { loadedOf, type RandomSchedule, randomSchedule, wishOf } from "./random-schedule.ts"

const seed = 20270316
const single = { numRuns: 1, seed }

const explainedOf = (schedule: RandomSchedule) => {
  const loaded = loadedOf(schedule)
  return planExplanation(loaded, wishOf(schedule), loaded.explainedLocations[0]!)
}

const isOfHours = (kind: string) => kind === "weekly_hours" || kind === "date_override"

/** Missing hours, from the first minute to the last, are reported for all starts of a run together. */
const withoutMinutes = (reasons: readonly Reason[]) =>
  reasons.map(({ code, causes }) => ({
    code,
    causes: causes.map((cause) =>
      isOfHours(cause.kind) ? { ...cause, from: undefined, to: undefined } : cause,
    ),
  }))

const minutesOf = (all: readonly (readonly Reason[])[]) => {
  const pairs = all.map((reasons) =>
    reasons.flatMap(({ causes }) =>
      causes.filter(({ kind }) => isOfHours(kind)).map(({ from, to }) => [from!, to!]),
    ),
  )
  return pairs[0]!.map((_, i) => [
    Math.min(...pairs.map((pair) => pair[i]![0]!)),
    Math.max(...pairs.map((pair) => pair[i]![1]!)),
  ])
}

interface AnyPart {
  written: readonly { runs: string[] }[]
  next: PartBegin | null
}

const startsOf = ({ first, count }: StartRun, step: number) =>
  Array.from({ length: count }, (_, i) => first + i * step)

it.each(["one day", "several days"] as const)(
  "RE-05 a range, with jobs of %s, says of each start what a question about its day says",
  (kind) => {
    let joined = 0
    for (const schedule of fc.sample(randomSchedule(kind), drawn(24, seed))) {
      const explained = explainedOf(schedule)
      const { firstDay, type } = schedule.input
      const endDay = Math.min(schedule.input.endDay, firstDay + (kind === "one day" ? 9 : 2))
      const range = explainedRange(explained, firstDay, endDay)
      for (let day = firstDay; day < endDay; day++) {
        const alone = new Map(
          [...explainDay(explained, day, shownStarts(explained, day))].map((one) => [one.start, one]),
        )
        const runs = finished(runsOn(range, day))
        const told = runs.flatMap((run) => startsOf(run, type.slotIntervalMinutes))
        const why = JSON.stringify({ day, schedule })
        expect(
          told.toSorted((a, b) => a - b),
          why,
        ).toEqual([...alone.keys()])
        for (const run of runs) {
          const each = startsOf(run, type.slotIntervalMinutes).map((start) => alone.get(start)!)
          if (each.length > 1 && !run.isOffered) joined += 1
          expect(run.last).toBe(each.at(-1)!.start)
          for (const { isOffered, reasons } of each) {
            expect(isOffered).toBe(run.isOffered)
            expect(withoutMinutes(run.reasons), why).toEqual(withoutMinutes(reasons))
          }
          expect(minutesOf([run.reasons]), why).toEqual(minutesOf(each.map(({ reasons }) => reasons)))
        }
      }
    }
    expect(joined).toBeGreaterThan(0)
  },
)

/** The same provider three times over three dates, explained in parts of so many bytes or looks. */
function partsOfThree(schedule: Parameters<typeof explainedOf>[0]) {
  const { firstDay } = schedule.input
  const endDay = firstDay + 3
  const one = explainedOf(schedule)
  const entries = [1, 2, 3].map((id) => ({ id, explained: { ...one, provider: { ...one.provider, id } } }))
  const partsOf = (mostBytes: number, mostLooks = Number.POSITIVE_INFINITY) => {
    const parts: string[][] = []
    for (let begin: PartBegin | null = null; ; ) {
      const part: AnyPart = finished(
        explainPart(
          entries,
          { firstDay, endDay, begin, mostLooks, looksOf: () => 10 },
          {
            mostBytes,
            bytesOfEntry: () => 0,
            write: ({ id }, { first, last }) => `${id} ${first} ${last}`.padEnd(99, " "),
          },
        ),
      )
      parts.push(part.written.flatMap(({ runs }) => runs))
      if (part.next === null) return parts
      begin = part.next
    }
  }
  return { one, entries, firstDay, endDay, partsOf }
}

it("RE-05 SE-04 parts hold whole dates, or some providers of one that is too long alone, and together all", () => {
  const [schedule] = fc.sample(randomSchedule("one day"), single)
  const { one, firstDay, endDay, partsOf } = partsOfThree(schedule!)
  const [all, ...none] = partsOf(1_000_000)
  expect(none).toEqual([])
  const perDay = Math.max(
    ...[0, 1, 2].map((day) => finished(runsOn(explainedRange(one, firstDay, endDay), firstDay + day)).length),
  )
  for (const [most, count] of [
    [perDay * 300, 3],
    [perDay * 100, 9],
    [1, 9],
  ] as const) {
    const parts = partsOf(most)
    expect(parts.flat().toSorted()).toEqual(all!.toSorted())
    expect(parts.length).toBeLessThanOrEqual(count)
    expect(parts.length).toBeGreaterThan(count / 3)
    if (most > 1) for (const part of parts) expect(part.length * 100).toBeLessThanOrEqual(most)
  }
})

it("FX-12 a part of an explanation ends before it takes more than one may, and the parts together hold all", () => {
  const [schedule] = fc.sample(randomSchedule("one day"), single)
  const { entries, partsOf } = partsOfThree(schedule!)
  const [all] = partsOf(1_000_000)
  const looksOfDate = 10 * entries.length
  for (const [most, count] of [
    [3 * looksOfDate, 1],
    [3 * looksOfDate - 1, 2],
    [looksOfDate, 3],
    [looksOfDate - 1, 6],
    [1, 9],
  ] as const) {
    const parts = partsOf(1_000_000, most)
    expect(parts.flat().toSorted()).toEqual(all!.toSorted())
    expect(parts.length).toBe(count)
  }
})
