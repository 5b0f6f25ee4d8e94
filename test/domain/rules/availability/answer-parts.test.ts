import fc from "fast-check"
import { expect, it } from "vitest"
import type { PartBegin, ProviderLocationStarts } from "../../../../domain/model/availability.ts"
import { type AnswerPart, answerPart, isLater } from "../../../../domain/rules/availability/answer-parts.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"
import { localDay } from "../../../../domain/time/local-time.ts"
import { zoneTable } from "../../../../domain/time/zone-table.ts"
import { drawn } from "../../../support/trials.ts"

/** Over a change of the clocks, in zones on either side of the date line. */
const firstDay = dayOfDate("2027-03-10")!
const zones = ["America/New_York", "Pacific/Auckland", "Asia/Kathmandu"]
const bytesOfEntry = ({ provider }: ProviderLocationStarts) => 40 + (provider.id % 7)
const bytesPerSlot = 100

const minutes = fc.integer({ min: 0, max: 8 * 24 * 12 }).map((steps) => firstDay * 1_440 + steps * 5)

const entries = fc
  .array(fc.uniqueArray(minutes, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 })
  .map((lists) =>
    lists.map((starts, index) =>
      entryOf(
        1 + Math.floor(index / 2),
        1 + (index % 2),
        starts.toSorted((a, b) => a - b),
      ),
    ),
  )

const entryOf = (providerId: number, locationId: number, starts: number[]) =>
  ({
    provider: { id: providerId },
    location: { id: locationId, zone: zones[(providerId + locationId) % zones.length]! },
    starts,
  }) as unknown as ProviderLocationStarts

const dayOf = ({ location }: ProviderLocationStarts, start: number) =>
  localDay(zoneTable(location.zone), start)

/** Every start with its provider and location, in the order of the answer. */
const listed = (offered: readonly ProviderLocationStarts[]) =>
  offered.flatMap((entry) =>
    entry.starts.map((start) => [entry.provider.id, entry.location.id, start].join(" ")),
  )

function allParts(offered: readonly ProviderLocationStarts[], mostBytes: number) {
  const parts: AnswerPart<ProviderLocationStarts>[] = []
  const sizes = { mostBytes, bytesPerSlot, bytesOfEntry }
  let begin: PartBegin | null = null
  do {
    const part: (typeof parts)[number] = finished(answerPart(offered, begin, sizes))
    parts.push(part)
    begin = part.next
  } while (begin !== null)
  return parts
}

const bytesOf = (offered: readonly ProviderLocationStarts[]) =>
  offered.reduce((sum, entry) => sum + bytesOfEntry(entry) + entry.starts.length * bytesPerSlot, 0)

it("SE-04 the parts of a long answer hold every time once, in whole dates as far as a date fits", () => {
  let cutWithinDay = 0
  fc.assert(
    fc.property(entries, fc.integer({ min: 200, max: 20_000 }), (offered, mostBytes) => {
      const parts = allParts(offered, mostBytes)
      expect(parts.flatMap(({ offered: own }) => listed(own)).toSorted()).toEqual(listed(offered).toSorted())
      for (const [index, part] of parts.entries()) {
        expect(bytesOf(part.offered) <= mostBytes || part.offered.length === 1).toBe(true)
        const days = part.offered.flatMap((entry) => entry.starts.map((start) => dayOf(entry, start)))
        const later = parts.slice(index + 1).flatMap(({ offered: own }) => own)
        if (part.next?.after) {
          cutWithinDay += 1
          expect(new Set(days).size).toBe(1)
        } else {
          for (const entry of later)
            for (const start of entry.starts) expect(dayOf(entry, start)).toBeGreaterThan(Math.max(...days))
        }
        for (const entry of later)
          for (const start of entry.starts) expect(isLater(part.next, { ...entry, start })).toBe(true)
        for (const entry of part.offered)
          for (const start of entry.starts) expect(isLater(part.next, { ...entry, start })).toBe(false)
      }
    }),
    drawn(1_200, 20_271_123),
  )
  expect(cutWithinDay).toBeGreaterThan(20)
})

it("SE-04 a part is as long as dates fit into it", () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 5_000, max: 30_000 }), (offered, mostBytes) => {
      const [first] = allParts(offered, mostBytes)
      if (first!.next === null || first!.next.after !== null) return
      const { day } = first!.next
      const withNext = offered
        .map((entry) => ({ ...entry, starts: entry.starts.filter((start) => dayOf(entry, start) <= day) }))
        .filter(({ starts }) => starts.length > 0)
      // All entries are counted, also those that begin later.
      const heads = offered.reduce((sum, entry) => sum + bytesOfEntry(entry), 0)
      const slots = withNext.reduce((sum, { starts }) => sum + starts.length, 0) * bytesPerSlot
      expect(heads + slots).toBeGreaterThan(mostBytes)
    }),
    drawn(800, 20_271_124),
  )
})
