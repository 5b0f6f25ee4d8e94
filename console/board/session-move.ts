/**
 * Moving a session of a class over the board by pointer or keys. Staff put a class where they like, so that it snaps to quarters
 * of an hour of each who offers the type. The drop asks: the panel shows what changes and names who hears of it.
 */
import { useEffect, useRef, useState } from "preact/hooks"
import { instantAt, localTime } from "../formats.ts"
import { useLine } from "../live.ts"
import { lettersWork } from "../shell/letters.ts"
import { announce, notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { timeAt } from "./board-formats.ts"
import { type Column, minuteOf, type SessionCard } from "./columns.ts"
import type { Direction } from "./moving.ts"
import {
  columnOf,
  givingOn,
  offers,
  type SessionMoving,
  type SessionTarget,
  type SessionWish,
  wishOf,
} from "./session-draft.ts"

export interface SessionMover {
  moving: SessionMoving | null
  begin(card: SessionCard, from: Column): void
  /** Over a column; where that cannot take the session, it is held over none. */
  aim(column: Column, minute: number): SessionTarget | null
  step(direction: Direction): void
  /** Asks about the time over which it is held; over none it goes back. */
  drop(): void
  /** Left on a day of a calendar: at its own time of day. */
  dropOn(date: string): void
  putBack(): void
}

const stepMinutes = 15

/** One that has begun stays where it is. */
export const isMovableSession = ({ session, start }: SessionCard, now: number): boolean =>
  session.status === "scheduled" && start > now

function onOtherDay({ card, from }: SessionMoving, date: string) {
  const { timezone, id: locationId } = from.location
  const start = minuteOf(instantAt(timezone, date, localTime(card.start * 60_000, timezone)))
  return { id: card.session.id, at: { providerIds: givingOn(card), locationId, start } }
}

export function useSessionMover(
  columns: readonly Column[],
  now: number,
  onDrop: (wish: SessionWish) => void,
): SessionMover {
  const words = useWords().board
  const isAway = useLine() === "away"
  const [moving, setMoving] = useState<SessionMoving | null>(null)
  // Handlers read it between renders, when the state is not updated yet.
  const latest = useRef<SessionMoving | null>(null)
  const hold = (next: SessionMoving | null) => {
    latest.current = next
    setMoving(next)
  }
  const { column, start } = moving?.target ?? {}
  useEffect(() => {
    if (column && start !== undefined) announce(`${timeAt(column.location, start)}, ${column.provider.name}`)
  }, [column?.key, start])
  const holdOver = (over: Column | null, minute: number): SessionTarget | null => {
    const present = latest.current
    if (!present) return null
    const rounded = Math.round(minute / stepMinutes) * stepMinutes
    const target = over && rounded > now ? { column: over, start: rounded } : null
    const { target: before } = present
    if (before?.column.key !== target?.column.key || before?.start !== target?.start)
      hold({ ...present, target })
    return target
  }
  const drop = () => {
    const present = latest.current
    hold(null)
    const { target } = present ?? {}
    if (!present || !target) return
    if (target.start !== present.card.start || target.column.key !== present.from.key)
      onDrop(wishOf({ ...present, target }))
  }
  return {
    moving,
    begin(card, from) {
      if (isAway) notify({ text: words.noMoveAway })
      else {
        hold({ card, from, target: null })
        announce(words.moving({ name: card.session.appointment_type.name }))
      }
    },
    aim: (over, minute) => latest.current && holdOver(columnOf(columns, latest.current.card, over), minute),
    step(direction) {
      const present = latest.current
      if (present) stepTo(columns, present, direction, holdOver)
    },
    drop,
    dropOn(date) {
      const present = latest.current
      hold(null)
      const wish = present && onOtherDay(present, date)
      if (wish && wish.at.start > now) onDrop(wish)
    },
    putBack: () => hold(null),
  }
}

function stepTo(
  columns: readonly Column[],
  { card, from, target }: SessionMoving,
  direction: Direction,
  holdOver: (column: Column | null, minute: number) => SessionTarget | null,
): SessionTarget | null {
  const column = target?.column ?? columnOf(columns, card, from)
  const start = target?.start ?? card.start
  if (!column) return null
  if (direction === "earlier" || direction === "later")
    return holdOver(column, start + (direction === "later" ? stepMinutes : -stepMinutes))
  const at = columns.findIndex(({ key }) => key === column.key)
  const others = direction === "right" ? columns.slice(at + 1) : columns.slice(0, Math.max(at, 0)).reverse()
  const next = others.find((each) => each.resource === null && offers(each, card))
  return next ? holdOver(next, next.origin + start - column.origin) : null
}

const directions = { ArrowUp: "earlier", ArrowDown: "later", ArrowLeft: "left", ArrowRight: "right" } as const

/** `m` takes the session that has the focus, arrows hold it, Enter drops it, Escape puts it back. Whether the key was one of these. */
export function moveSessionByKeys(
  event: KeyboardEvent,
  mover: SessionMover,
  sessionOf: (element: Element) => { card: SessionCard; column: Column } | null,
  now: number,
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (!mover.moving) {
    const element = (event.target as Element).closest("[data-session]")
    const held = event.key === "m" && element && lettersWork() ? sessionOf(element) : null
    if (!held || !isMovableSession(held.card, now)) return false
    mover.begin(held.card, held.column)
  } else if (event.key in directions) mover.step(directions[event.key as keyof typeof directions])
  else if (event.key === "Enter") mover.drop()
  else if (event.key === "Escape") mover.putBack()
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
