/** A booking that repeats: how often, what became of each occurrence, and what was chosen for those that conflict. */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"

export type Preview = Answer<"bookSeries">
export type Occurrence = Preview["occurrences"][number]
export type RepeatUnit = "days" | "weeks" | "months"

type Booking = Omit<Parameters<typeof api.bookSeries>[0], "every" | "count" | "until">

export interface Repeat {
  unit: RepeatUnit | null
  number: string
  count: string
  change(fields: { unit?: RepeatUnit | null; number?: string; count?: string }): void
  /** Null while nothing repeats. */
  preview: { data: Preview | undefined; error: Error | null } | null
  /** Another start for a conflict; null leaves it out, as when nothing was chosen. */
  chosen: ReadonlyMap<number, string>
  choose(index: number, start: string | null): void
  /** How many are booked by now. */
  booked: number
  /** The input that is sent; null while nothing repeats, or none can be booked. */
  wish: Parameters<typeof api.bookSeries>[0] | null
}

const wholeIn = (text: string, least: number, most: number): number | null => {
  const number = Number(text)
  return Number.isInteger(number) && number >= least && number <= most ? number : null
}

const mostOf = { days: 366, weeks: 52, months: 24 } as const

/** @param input what a single booking would send; null until all of it is chosen */
export function useRepeat(input: Booking | null): Repeat {
  const [set, setSet] = useState({ unit: null as RepeatUnit | null, number: "1", count: "6" })
  const [kept, setKept] = useState<{ of: string; chosen: ReadonlyMap<number, string> }>({
    of: "",
    chosen: new Map(),
  })
  const number = set.unit && wholeIn(set.number, 1, mostOf[set.unit])
  const count = wholeIn(set.count, 2, 104)
  const series =
    input && set.unit && number !== null && count !== null
      ? { ...input, every: { [set.unit]: number }, count }
      : null
  const of = JSON.stringify(series)
  const chosen = kept.of === of ? kept.chosen : new Map<number, string>()
  const read = useQuery({
    queryKey: ["preview", "series", series] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.bookSeries({ ...series!, preview: true }, { signal }),
    enabled: series !== null,
  })
  const conflicts = read.data?.occurrences.filter(({ outcome }) => outcome === "conflict") ?? []
  const booked = (read.data?.fits ?? 0) + conflicts.filter(({ index }) => chosen.has(index)).length
  const others = conflicts.map(({ index }) => ({ index, start_time: chosen.get(index) ?? null }))
  return {
    ...set,
    change: (fields) => setSet((before) => ({ ...before, ...fields })),
    preview: series && { data: read.data, error: read.error },
    chosen,
    choose(index, start) {
      const next = new Map(chosen)
      if (start === null) next.delete(index)
      else next.set(index, start)
      setKept({ of, chosen: next })
    },
    booked,
    wish: series && read.data && booked > 0 ? { ...series, conflicts: others } : null,
  }
}
