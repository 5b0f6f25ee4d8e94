import { addDays, addMonths, earlier, firstDayOf, later } from "../dates.ts"

/** Local dates, the end exclusive. */
export interface DateRange {
  startDate: string
  endDate: string
}

/** The longest range one search may ask for. */
export const maxSearchDays = 31

/**
 * The dates to search for showing a month. When times are shown in a zone other than their own, a day
 * on either side can spill into the month, so `spillDays` widens it.
 */
export function rangeOfMonth(month: string, spillDays: number): DateRange {
  return {
    startDate: addDays(firstDayOf(month), -spillDays),
    endDate: addDays(firstDayOf(addMonths(month, 1)), spillDays),
  }
}

/** The part of a range within bounds whose last date counts; null when nothing is left. */
export function clipRange(
  range: DateRange,
  bounds: { firstDate: string; lastDate: string },
): DateRange | null {
  const startDate = later(range.startDate, bounds.firstDate)
  const endDate = earlier(range.endDate, addDays(bounds.lastDate, 1))
  return startDate < endDate ? { startDate, endDate } : null
}

/** What of `wanted` no range of `known` covers, cut into pieces that one search may ask for. */
export function missingRanges(wanted: DateRange, known: DateRange[]): DateRange[] {
  let gaps = [wanted]
  for (const { startDate, endDate } of known) {
    gaps = gaps.flatMap((gap) =>
      [
        { startDate: gap.startDate, endDate: earlier(gap.endDate, startDate) },
        { startDate: later(gap.startDate, endDate), endDate: gap.endDate },
      ].filter((piece) => piece.startDate < piece.endDate),
    )
  }
  return gaps.flatMap(cut)
}

function cut(range: DateRange): DateRange[] {
  const limit = addDays(range.startDate, maxSearchDays)
  if (range.endDate <= limit) return [range]
  return [
    { startDate: range.startDate, endDate: limit },
    ...cut({ startDate: limit, endDate: range.endDate }),
  ]
}
