/**
 * Moving an appointment: which starts work in each column, where it is held now, and the drop. The same for pointer and
 * keyboard.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { api } from "../api/client.ts"
import { type Card, type Column, instantOf, meets, minuteOf, type Span, toSpan } from "./columns.ts"
import { snapToStart } from "./snap-to-start.ts"

/**
 * Where the moved day of a job can begin in a column, sorted, in minutes since 1970 UTC: a job over several days is moved by
 * any of its days.
 */
export interface Starts {
  /** What a search offers. */
  offered: readonly number[]
  /** What staff may choose over notice, dates and area; holds `offered`. */
  possible: readonly number[]
  /** For each start the working days of the whole job. */
  jobs: ReadonlyMap<number, readonly Span[]>
}

export interface Target {
  column: Column
  /** Of the day that is moved. */
  start: number
  /** The working days of the whole job. */
  blocks: readonly Span[]
  /** Only staff judgement allows it. */
  isOverride: boolean
}

export interface Moving {
  card: Card
  from: Column
  /** By the columns' keys, as they become known. */
  starts: ReadonlyMap<string, Starts>
  target: Target | null
}

export interface Mover {
  moving: Moving | null
  begin(card: Card, from: Column): void
  /** Over a column at a minute: takes the nearest start that works. */
  aim(column: Column, minute: number): Target | null
  /** To the next start in time, or to the nearest one of another column. */
  step(direction: "earlier" | "later" | "left" | "right"): Target | null
  drop(): void
  putBack(): void
}

/** Further from the pointer a start is not meant. */
const reachMinutes = 45
/** Searches at a time, so that the board's own reads are not held up. */
const sideBySide = 4

export interface MoveWish {
  card: Card
  from: Column
  target: Target
}

export function useMover(columns: readonly Column[], onDrop: (wish: MoveWish) => void): Mover {
  const [moving, setMoving] = useState<Moving | null>(null)
  // Read by handlers between renders.
  const latest = useRef<Moving | null>(null)
  const search = useRef<AbortController | null>(null)
  const change = useCallback((next: Moving | null) => {
    latest.current = next
    setMoving(next)
  }, [])
  const stop = useCallback(() => {
    search.current?.abort()
    search.current = null
    change(null)
  }, [change])
  useEffect(() => stop, [stop])

  const aimAt = (target: Target | null): Target | null => {
    const present = latest.current
    if (!present) return null
    const isSame =
      present.target?.column.key === target?.column.key && present.target?.start === target?.start
    if (!isSame) change({ ...present, target })
    return target
  }

  return {
    moving,
    begin(card, from) {
      search.current?.abort()
      const ending = new AbortController()
      search.current = ending
      change({ card, from, starts: new Map(), target: null })
      findAllStarts(card, from, columns, ending.signal, (column, starts) => {
        const present = latest.current
        if (present) change({ ...present, starts: new Map(present.starts).set(column.key, starts) })
      })
    },
    aim(column, minute) {
      const starts = latest.current?.starts.get(column.key)
      return aimAt(starts ? nearest(column, starts, minute, reachMinutes) : null)
    },
    step(direction) {
      const present = latest.current
      return present ? aimAt(stepped(present, columns, direction)) : null
    },
    drop() {
      const present = latest.current
      if (present?.target) onDrop({ card: present.card, from: present.from, target: present.target })
      stop()
    },
    putBack: stop,
  }
}

/** False while an appointment is moved that no start of the column can take. */
export function canTake(moving: Moving | null, { key }: Column): boolean {
  return moving === null || (moving.starts.get(key)?.possible.length ?? 0) > 0
}

function nearest(
  column: Column,
  { offered, possible, jobs }: Starts,
  minute: number,
  reach: number,
): Target | null {
  const best = snapToStart(possible, minute, reach)
  if (best === null) return null
  return { column, start: best, blocks: jobs.get(best)!, isOverride: !offered.includes(best) }
}

function stepped(
  { starts, target, from, card }: Moving,
  columns: readonly Column[],
  direction: "earlier" | "later" | "left" | "right",
): Target | null {
  const column = target?.column ?? from
  const at = target?.start ?? card.start
  if (direction === "earlier" || direction === "later") {
    const own = starts.get(column.key)
    const further = own?.possible.filter((start) => (direction === "later" ? start > at : start < at)) ?? []
    const start = direction === "later" ? further[0] : further.at(-1)
    return own && start !== undefined ? nearest(column, own, start, 0) : target
  }
  const place = columns.findIndex(({ key }) => key === column.key)
  const others = direction === "right" ? columns.slice(place + 1) : columns.slice(0, place).reverse()
  const next = others.find(({ key }) => (starts.get(key)?.possible.length ?? 0) > 0)
  // In a week's column the same time of day counts.
  return next
    ? nearest(next, starts.get(next.key)!, at - column.origin + next.origin, Number.POSITIVE_INFINITY)
    : target
}

/** Asks for the starts of every column whose provider offers the type; the appointment's own column first. */
async function findAllStarts(
  card: Card,
  from: Column,
  columns: readonly Column[],
  signal: AbortSignal,
  found: (column: Column, starts: Starts) => void,
): Promise<void> {
  const { appointment } = card
  const fitting = columns.filter(
    ({ provider, open }) =>
      open.length > 0 && provider.appointment_type_ids.includes(appointment.appointment_type_id),
  )
  const waiting = fitting.toSorted((a, b) => Number(b.key === from.key) - Number(a.key === from.key))
  const work = async () => {
    for (let column = waiting.shift(); column; column = waiting.shift()) {
      const starts = await findStarts(card, column, signal)
      if (signal.aborted) return
      found(column, starts)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
}

/** Days that may lie between two working days of a job, such as a weekend with a holiday. */
const longestPauseDays = 5

/** Earlier days of a job lie before the day that is moved: the job begins that much earlier, or a pause more. */
function firstSearched({ appointment, day, start }: Card, date: string): string {
  if (day === 1) return date
  const days = Math.ceil((start - minuteOf(appointment.start_time)) / 1_440)
  return addDays(date, -days - longestPauseDays)
}

async function findStarts(card: Card, column: Column, signal: AbortSignal): Promise<Starts> {
  const question = {
    appointment_id: card.appointment.id,
    provider_id: column.provider.id,
    location_id: column.location.id,
    start_date: firstSearched(card, column.date),
    end_date: addDays(column.date, 1),
  }
  const jobs = new Map<number, readonly Span[]>()
  const ask = async (override_eligibility: boolean) => {
    // A column where it can't go at all has no starts.
    const answer = await api
      .findSlots({ ...question, override_eligibility, all_starts: true }, { signal })
      .catch(() => null)
    const found = (answer?.providers ?? []).flatMap(({ slots }) =>
      slots.map(({ blocks }) => blocks.map(toSpan)),
    )
    const here = found.filter((blocks) => meets(blocks[card.day - 1]!, column.day))
    return here.map((blocks) => {
      const [start] = blocks[card.day - 1]!
      jobs.set(start, blocks)
      return start
    })
  }
  const [offered, possible] = await Promise.all([ask(false), ask(true)])
  return { offered, possible, jobs }
}

/** The wish as the API takes it. */
export const rescheduleOf = ({ card, target }: MoveWish) => ({
  id: card.appointment.id,
  start_time: instantOf(target.blocks[0]![0]),
  provider_id: target.column.provider.id,
  location_id: target.column.location.id,
  if_version: card.appointment.version,
  ...(target.isOverride ? { override_eligibility: true } : {}),
})

/** Runs of starts that touch, as first start and end of the last job: where the board lights up. */
export function rangesOf(
  starts: readonly number[],
  minutes: number,
): { first: number; last: number; end: number }[] {
  const ranges: { first: number; last: number; end: number }[] = []
  for (const start of starts) {
    const present = ranges.at(-1)
    if (present && start <= present.end) {
      present.last = start
      present.end = start + minutes
    } else ranges.push({ first: start, last: start, end: start + minutes })
  }
  return ranges
}
