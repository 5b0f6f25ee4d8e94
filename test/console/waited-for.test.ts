/** Badges of those who wait, one a person and day. */
import { expect, it } from "vitest"
import type { Column } from "../../console/board/columns.ts"
import { onceADay } from "../../console/board/waited-for.ts"

const iso = (minute: number) => new Date(minute * 60_000).toISOString()
const day = 1_440
const columnOf = (providerId: number, date: number, fields: object = {}) =>
  ({
    ...{ provider: { id: providerId }, location: { id: 1 }, resource: null },
    ...{ date: `day ${date}`, day: [date * day, (date + 1) * day], ...fields },
  }) as unknown as Column
const gapOf = (provider_id: number, start: number, customer_ids: number[]) => ({
  ...{ provider_id, location_id: 1, customers: customer_ids.length, customer_ids },
  ...{ start_time: iso(start), end_time: iso(start + 60) },
})
const shown = (gaps: ReturnType<typeof gapOf>[], columns: Column[]) =>
  onceADay(gaps, columns).map((gap) => [gap.provider_id, Date.parse(gap.start_time) / 60_000, gap.customers])

it("CB-11 a waiting person is one badge a day, at the first time that would suit, however many gaps there are", () => {
  const columns = [columnOf(1, 0), columnOf(2, 0), columnOf(1, 1)]
  const gaps = [gapOf(1, 700, [7]), gapOf(2, 600, [7, 8]), gapOf(2, 900, [8]), gapOf(1, day + 600, [7])]
  expect(shown(gaps, columns)).toEqual([
    [2, 600, 2],
    [1, day + 600, 1],
  ])
  // Somebody else is a badge of their own, at a gap that another person has already.
  expect(shown([gapOf(1, 600, [7]), gapOf(1, 700, [7, 9])], columns)).toEqual([
    [1, 600, 1],
    [1, 700, 1],
  ])
})

it("CB-11 a gap of who is not shown, or of a room, takes no badge from those that are", () => {
  const gaps = [gapOf(2, 600, [7]), gapOf(1, 700, [7])]
  expect(shown(gaps, [columnOf(1, 0)])).toEqual([[1, 700, 1]])
  expect(shown(gaps, [columnOf(1, 0), columnOf(2, 0, { resource: {} })])).toEqual([[1, 700, 1]])
})
