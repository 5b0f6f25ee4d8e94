import { addDays, earlier, later } from "../../../ui/dates.ts"
import type { Failure, Outcome } from "../api.ts"

/** Local dates, the end exclusive. */
export interface DateRange {
  startDate: string
  endDate: string
}

/** The longest range one search may ask for. */
export const maxSearchDays = 31

/** The part of a range within the bounds, whose last date is inclusive; null when nothing is left. */
export function clipRange(
  range: DateRange,
  bounds: { firstDate: string; lastDate: string },
): DateRange | null {
  const startDate = later(range.startDate, bounds.firstDate)
  const endDate = earlier(range.endDate, addDays(bounds.lastDate, 1))
  return startDate < endDate ? { startDate, endDate } : null
}

/** The parts of `wanted` that no range of `known` covers, each short enough for one search. */
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

interface Searched<Answer> {
  answers: Answer[]
  /** Null when every search was answered. */
  failure: Failure | null
}

/** Asks for the times of a range, or for the part of a long answer that begins at `moreFrom`. */
type Search<Answer> = (range: DateRange, moreFrom: string | null) => Promise<Outcome<Answer>>

/** Searches all ranges at once. What one search finds is kept when another fails, but no answer that lacks a part. */
export async function searchRanges<Answer extends { moreFrom: string | null }>(
  ranges: DateRange[],
  search: Search<Answer>,
): Promise<Searched<Answer>> {
  const searched = await Promise.all(ranges.map((range) => allParts(range, search)))
  return {
    answers: searched.flatMap((outcome) => (outcome.ok ? outcome.data : [])),
    failure: searched.find((outcome) => !outcome.ok) ?? null,
  }
}

async function allParts<Answer extends { moreFrom: string | null }>(
  range: DateRange,
  search: Search<Answer>,
): Promise<Outcome<Answer[]>> {
  const parts: Answer[] = []
  let moreFrom: string | null = null
  do {
    const outcome: Outcome<Answer> = await search(range, moreFrom)
    if (!outcome.ok) return outcome
    parts.push(outcome.data)
    moreFrom = outcome.data.moreFrom
  } while (moreFrom !== null)
  return { ok: true, data: parts }
}
