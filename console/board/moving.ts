/**
 * Moving an appointment: which starts work in each column, where it is held now, and the drop. The same for pointer and
 * keyboard.
 */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import type { Span } from "../parts/spans.ts"
import type { Words } from "../words/words.ts"
import { duration, spanAt, timeAt } from "./board-formats.ts"
import { type Card, type Column, instantOf, minuteOf, toSpan } from "./columns.ts"
import { isWithin, snapToStart } from "./snap-to-start.ts"
import { type Choice, questionOf, type Starts, startsInColumn, startsOf } from "./starts.ts"

export interface Target {
  column: Column
  /** The start of the day that is moved. */
  start: number
  /** The working days of the whole job. */
  blocks: readonly Span[]
  /** Only possible with `override_eligibility`. */
  isOverride: boolean
}

export interface Moving {
  card: Card
  from: Column
  /** The starts of the shown columns, by their keys; null until they are known. */
  starts: ReadonlyMap<string, Starts> | null
  /** Why they are not known. */
  error: Error | null
  target: Target | null
}

/** A time of any date at which the appointment is to be held. */
export interface WantedTime extends Pick<Choice, "providerId" | "locationId"> {
  blocks: readonly Span[]
}

export interface Mover {
  moving: Moving | null
  /** Without a connection nothing can be moved. */
  isOffered: boolean
  begin(card: Card, from: Column): void
  /** Over a column at a minute: takes the nearest start that works. */
  aim(column: Column, minute: number): Target | null
  /** Over no start: the one that was taken is left. */
  aimAside(): void
  /** To the next start in time, or to the nearest one of another column. */
  step(direction: Direction): Target | null
  /** Holds it at an offered time as soon as its date is shown, and with `drops` leaves it there. */
  hold(time: WantedTime, options?: { drops: boolean }): void
  drop(): void
  /** Dropped where no start is near: null for beside the board. */
  dropAside(under: { column: Column; minute: number } | null): void
  putBack(): void
}

export type Direction = "earlier" | "later" | "left" | "right"

/** Drags snap to multiples of these minutes, since people aim at such times. */
const stepMinutes = 15
/** A start further from the pointer than this is not taken. */
const reachMinutes = 45

export interface MoveWish {
  card: Card
  from: Column
  target: Target
}

const lengthOf = (blocks: readonly Span[]) => blocks.reduce((sum, [start, end]) => sum + end - start, 0)

/** Only its end changes, which customers are seldom waiting to hear. */
export const isOnlyLength = ({ card, from, target }: MoveWish): boolean =>
  target.column.key === from.key && target.blocks[0]![0] === minuteOf(card.appointment.start_time)

/** The move is to another place. */
export const isElsewhere = ({ from, target }: Pick<MoveWish, "from" | "target">): boolean =>
  target.column.location.id !== from.location.id

/** The changes of a move besides the time, in sentences. */
export function changesOf({ card, from, target }: MoveWish, words: Words["board"]): string[] {
  const [before, after] = [lengthOf(card.appointment.blocks.map(toSpan)), lengthOf(target.blocks)]
  const { location, provider } = target.column
  return [
    ...(isElsewhere({ from, target })
      ? [words.otherLocation({ to: location.name, from: from.location.name })]
      : []),
    ...(provider.id === from.provider.id
      ? []
      : [words.otherPerson({ to: provider.name, from: from.provider.name })]),
    ...(before === after || card.promise
      ? []
      : [words.otherLength({ to: duration(after), from: duration(before) })]),
  ]
}

/** The start at which a card was dropped that cannot stay there. */
export interface RefusedDrop {
  card: Card
  from: Column
  column: Column
  minute: number
  /** The service's answer, where it refused the move. */
  said?: string
}

/** The moved appointment, which stays while the shown dates change. */
interface Held {
  card: Card
  from: Column
  target: Target | null
}

interface Drops {
  propose(wish: MoveWish): void
  refuse(refused: RefusedDrop): void
}

/**
 * While the dates that were asked for last load, the former ones are still shown. No start of theirs can be chosen.
 *
 * @param areWanted the columns are of the dates that were asked for last
 */
export function useMover(columns: readonly Column[], areWanted: boolean, drops: Drops): Mover {
  const [held, setHeld] = useState<Held | null>(null)
  const [wanted, setWanted] = useState<(WantedTime & { drops: boolean }) | null>(null)
  const question = useMemo(() => held && questionOf(held.card, columns), [held?.card, columns])
  const { data, error } = useQuery({
    ...startsOf(question ?? noQuestion),
    enabled: question !== null,
  })
  const starts = useMemo(() => {
    if (!held || !areWanted || (question && !data)) return null
    const found = question && data ? data : nothingFound
    return new Map(columns.map((column) => [column.key, startsInColumn(found, column, held.card)]))
  }, [held?.card, areWanted, question, data, columns])
  const moving: Moving | null = held && { ...held, starts, error: question ? error : null }
  // Handlers read it between renders, when the state is not updated yet.
  const latest = useRef<Moving | null>(null)
  latest.current = moving
  const change = useCallback((next: Held | null) => {
    latest.current = next && { starts: null, error: null, ...latest.current, ...next }
    setHeld(next)
  }, [])
  const stop = useCallback(() => {
    setWanted(null)
    change(null)
  }, [change])
  const aimAt = (target: Target | null): Target | null => {
    const present = latest.current
    if (!present) return null
    const isSame =
      present.target?.column.key === target?.column.key && present.target?.start === target?.start
    if (!isSame) change({ card: present.card, from: present.from, target })
    return target
  }
  const drop = () => {
    const present = latest.current
    if (present?.target) drops.propose({ card: present.card, from: present.from, target: present.target })
    stop()
  }

  // When the board shows other dates, the card is held over no start until one of them is chosen.
  useLayoutEffect(() => {
    const present = latest.current
    if (!present) return
    const target = wanted && targetAt(columns, present.card, wanted)
    if (target) {
      setWanted(null)
      aimAt(target)
      if (wanted.drops) drop()
    } else if (
      present.target &&
      !(areWanted && columns.some(({ key }) => key === present.target!.column.key))
    )
      aimAt(null)
  }, [columns, areWanted, wanted])

  return {
    moving,
    isOffered: true,
    begin(card, from) {
      setWanted(null)
      latest.current = null
      change({ card, from, target: null })
    },
    aim(column, minute) {
      const own = latest.current?.starts?.get(column.key)
      return aimAt(own ? nearest(column, own, minute, reachMinutes, latest.current!.card) : null)
    },
    aimAside: () => void aimAt(null),
    step(direction) {
      const present = latest.current
      return present ? aimAt(stepped(present, columns, direction)) : null
    },
    hold: (time, { drops } = { drops: false }) => setWanted({ ...time, drops }),
    drop,
    dropAside(under) {
      const present = latest.current
      stop()
      if (!present || !under) return
      const { card, from } = present
      const minute = Math.round(under.minute / stepMinutes) * stepMinutes
      if (under.column.key !== from.key || minute !== card.start)
        drops.refuse({ card, from, ...under, minute })
    },
    putBack: stop,
  }
}

const noQuestion = { start_date: "", end_date: "" }
const nothingFound = { jobs: new Map(), best: [], dates: [], isOfWindows: false }

/** Null while its date is not shown. */
function targetAt(columns: readonly Column[], card: Card, { providerId, locationId, blocks }: WantedTime) {
  const [start] = blocks[card.day - 1]!
  const column = columns.find(
    ({ provider, location, day }) =>
      provider.id === providerId && location.id === locationId && start >= day[0] && start < day[1],
  )
  return column ? { column, start, blocks, isOverride: false } : null
}

const mostNear = 3

/** Offered starts near where a card was dropped: the nearest of each column, that column's own as if it were nearer. */
export function nearestTargets(
  columns: readonly Column[],
  starts: ReadonlyMap<string, Starts>,
  { card, from, column: fallen, minute }: RefusedDrop,
): Target[] {
  const found = columns.flatMap((column) => {
    const own = starts.get(column.key)
    const usual = column.key === fallen.key ? 0 : 30
    const offered = own?.offered.filter((start) => start !== card.start || column.key !== from.key) ?? []
    const start = snapToStart(offered, minute, Number.POSITIVE_INFINITY)
    if (!own || start === null) return []
    const target: Target = { column, start, blocks: own.jobs.get(start)!, isOverride: false }
    return [{ target, away: Math.abs(start - minute) + usual }]
  })
  return found
    .sort((a, b) => a.away - b.away)
    .slice(0, mostNear)
    .map(({ target }) => target)
}

/** "2:15 PM", or the window that would be promised. */
export const timeOfTarget = (
  { column, start, blocks }: Target,
  { promise }: Pick<Card, "promise">,
): string => (promise ? spanAt(column.location, blocks[0]!) : timeAt(column.location, start))

/** The same of where the card is. */
export const timeOfCard = ({ start, promise }: Card, { location }: Column): string =>
  promise ? spanAt(location, promise) : timeAt(location, start)

/** The label of the button that drops it there. */
export const nameOfDrop = (target: Target, card: Card, words: Words["board"]): string =>
  words.moveHere({ time: timeOfTarget(target, card), provider: target.column.provider.name })

/** False while an appointment is moved that no start of the column can take. */
export function canTake(moving: Moving | null, { key, resource }: Column): boolean {
  if (moving && resource) return false
  return !moving?.starts || (moving.starts.get(key)?.possible.length ?? 0) > 0
}

function nearest(
  column: Column,
  { offered, possible, jobs }: Starts,
  minute: number,
  reach: number,
  { promise }: Pick<Card, "promise">,
): Target | null {
  const around = promise && possible.find((start) => isWithin(minute, jobs.get(start)![0]!))
  const best = around ?? snapToStart(possible, minute, reach)
  if (best === null) return null
  return { column, start: best, blocks: jobs.get(best)!, isOverride: !offered.includes(best) }
}

function stepped(moving: Moving, columns: readonly Column[], direction: Direction): Target | null {
  const { starts, target, from, card } = moving
  if (!starts) return target
  const column = target?.column ?? from
  const at = target?.start ?? card.promise?.[0] ?? card.start
  const place = columns.findIndex(({ key }) => key === column.key)
  if (place === -1) return arriving(moving, columns)
  if (direction === "earlier" || direction === "later") {
    const own = starts.get(column.key)
    const further = own?.possible.filter((start) => (direction === "later" ? start > at : start < at)) ?? []
    const start = direction === "later" ? further[0] : further.at(-1)
    return own && start !== undefined ? nearest(column, own, start, 0, card) : target
  }
  const others = direction === "right" ? columns.slice(place + 1) : columns.slice(0, place).reverse()
  const next = others.find(({ key }) => (starts.get(key)?.possible.length ?? 0) > 0)
  return next ? atSameTime(moving, next, at - column.origin) : target
}

/** On another date than its own: the same time with the same provider, else with the first who has any. */
function arriving(moving: Moving, columns: readonly Column[]): Target | null {
  const { starts, from, card } = moving
  const open = columns.filter(({ key }) => (starts?.get(key)?.possible.length ?? 0) > 0)
  const own =
    open.find(
      ({ provider, location }) => provider.id === from.provider.id && location.id === from.location.id,
    ) ??
    open.find(({ provider }) => provider.id === from.provider.id) ??
    open[0]
  return own ? atSameTime(moving, own, card.start - from.origin) : null
}

/** In a column of another date, the same time of day is the nearest. */
const atSameTime = ({ starts, card }: Moving, column: Column, minuteOfDay: number) =>
  nearest(column, starts!.get(column.key)!, column.origin + minuteOfDay, Number.POSITIVE_INFINITY, card)

/** The wish as the API takes it. A window is as long as its type promises. */
export const rescheduleOf = ({ card, target }: MoveWish) => ({
  ...(card.promise || lengthOf(target.blocks) === lengthOf(card.appointment.blocks.map(toSpan))
    ? {}
    : { duration_minutes: lengthOf(target.blocks) }),
  id: card.appointment.id,
  start_time: instantOf(target.blocks[0]![0]),
  provider_id: target.column.provider.id,
  location_id: target.column.location.id,
  if_version: card.appointment.version,
  ...(target.isOverride ? { override_eligibility: true } : {}),
})
