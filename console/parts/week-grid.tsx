/**
 * A week of seven columns to draw hours on. A mouse draws, over several days at once, and moves and lengthens what is drawn; a
 * finger scrolls, opens by a tap, and moves what it has tapped; keys walk, move, lengthen, add and remove.
 */
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { announce } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { useWeekDrag } from "./use-week-drag.ts"
import { hoursCount, longWeekday, shortTimeOfDay, shortWeekday, timeOfDay } from "./week-formats.ts"
import {
  copied,
  dayMinutes,
  drawn,
  moved,
  type Piece,
  piecesOn,
  roomAround,
  type Stretch,
  startingOn,
  stepMinutes,
  stretched,
  weekdayOf,
  without,
} from "./week-stretches.ts"

export interface BlockedStretch extends Stretch {
  where: string
}

interface WeekGridProps {
  label: string
  stretches: readonly Stretch[]
  /** Hours elsewhere: they are shown, and nothing is drawn over them. */
  blocked: readonly BlockedStretch[]
  onChange(stretches: readonly Stretch[]): void
  /** The day that has the focus or was pressed. */
  onDay(weekday: number): void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const firstShownMinute = 6.5 * 60
const ownDay = 8 * 60

/** What a key or a press is on: a stretch by its start, a closed day by its number. */
const itemOf = (one: Stretch) => `at ${one.start}`
const closedItem = (weekday: number) => `on ${weekday}`

export function WeekGrid({ label, stretches, blocked, onChange, onDay }: WeekGridProps) {
  const words = useWords().hours
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const days = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const items = weekdays.flatMap((weekday) => {
    const own = startingOn(stretches, weekday)
    return own.length > 0 ? own.map(itemOf) : [closedItem(weekday)]
  })
  const current = reached !== null && items.includes(reached) ? reached : items[0]!

  useLayoutEffect(() => {
    const earliest = Math.min(...stretches.map(({ start }) => start % dayMinutes), 2 * firstShownMinute)
    const pxPerMinute = days.current!.offsetHeight / dayMinutes
    scroller.current!.scrollTop = (Math.min(earliest, firstShownMinute + 30) - 30) * pxPerMinute
  }, [])
  // Before the next key comes.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const item = days.current!.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`)
    wanted.current = null
    item?.focus()
  })

  const said = ({ start, end }: Stretch) =>
    words.stretch(
      longWeekday(weekdayOf({ start, end })),
      timeOfDay(start % dayMinutes),
      timeOfDay(end % dayMinutes),
    )

  /** Changes the week and leaves the focus on what was changed, or near it. */
  function change(next: readonly Stretch[], focus: Stretch | number, spoken?: string): void {
    const item = typeof focus === "number" ? closedItem(focus) : itemOf(focus)
    wanted.current = item
    setReached(item)
    onChange(next)
    announce(spoken ?? (typeof focus === "number" ? "" : said(focus)))
  }

  function add(one: Stretch): void {
    const next = drawn(stretches, one, blocked)
    const made = next.find(({ start, end }) => start <= one.start && one.start < end) ?? next[0]
    if (made) change(next, made)
  }

  const open = (weekday: number) => {
    const start = (weekday - 1) * dayMinutes + 9 * 60
    add({ start, end: start + ownDay })
  }

  const { draft, onPointerDown } = useWeekDrag({ stretches, blocked, days, onChange: draw, onTap: tap })
  const shown = draft ?? stretches

  function draw(next: readonly Stretch[], weekday: number): void {
    onDay(weekday)
    onChange(next)
  }

  /** A press on free room of an open day: one hour, from the half hour before the press. */
  function tap(weekday: number, minute: number): void {
    onDay(weekday)
    const start = (weekday - 1) * dayMinutes + Math.floor(minute / 30) * 30
    if (startingOn(stretches, weekday).length === 0) open(weekday)
    else add({ start, end: start + 60 })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = (event.target as HTMLElement).dataset.item
    if (item === undefined) return
    const index = stretches.findIndex((one) => itemOf(one) === item)
    const isDone = walk(event.key, item) || (index >= 0 && changeByKey(event, index))
    if (isDone) event.preventDefault()
  }

  function walk(key: string, item: string): boolean {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (by === undefined) return false
    const next = items[items.indexOf(item) + by]
    if (next) days.current!.querySelector<HTMLElement>(`[data-item="${next}"]`)?.focus()
    return true
  }

  function changeByKey({ key, shiftKey }: KeyboardEvent, index: number): boolean {
    const one = stretches[index]!
    const by = { ArrowUp: -stepMinutes, ArrowDown: stepMinutes, PageUp: -60, PageDown: 60 }[key]
    if (by !== undefined) {
      const next = (shiftKey ? stretched : moved)(stretches, index, by, blocked)
      change(next, next[index]!)
    } else if (key === "Delete" || key === "Backspace") {
      const rest = without(stretches, index)
      change(rest, startingOn(rest, weekdayOf(one))[0] ?? weekdayOf(one), words.removed)
    } else if (key === "d") {
      const tomorrow = (weekdayOf(one) % 7) + 1
      const next = copied(stretches, weekdayOf(one), [tomorrow], blocked)
      change(next, startingOn(next, tomorrow)[0] ?? tomorrow)
    } else if (key === "Enter") {
      addAfter(index)
    } else return false
    return true
  }

  /** After an hour's break, four hours or as many as there are. */
  function addAfter(index: number): void {
    const one = stretches[index]!
    const room = roomAround(one, [...without(stretches, index), ...blocked])
    const start = one.end + 60
    const midnight = weekdayOf(one) * dayMinutes
    const end = Math.min(start + 4 * 60, room.end - stepMinutes, midnight)
    if (end - start >= stepMinutes) add({ start, end })
  }

  return (
    <div class="week-grid" role="grid" aria-label={label} aria-describedby={helpId}>
      <p id={helpId} class="said">
        {words.help}
      </p>
      <div role="row" class="week-heads">
        {weekdays.map((weekday) => {
          const minutes = startingOn(shown, weekday).reduce((sum, { start, end }) => sum + end - start, 0)
          return (
            <div key={weekday} role="columnheader" class="week-head">
              <b>{shortWeekday(weekday)}</b>
              <small>{hoursCount(minutes)}</small>
            </div>
          )
        })}
      </div>
      <div class="week-scroller" ref={scroller}>
        <div class="week-axis" aria-hidden="true">
          {Array.from({ length: 23 }, (_, hour) => (
            <span key={hour} style={{ "--from": (hour + 1) * 60 }}>
              {timeOfDay((hour + 1) * 60)}
            </span>
          ))}
        </div>
        <div
          role="row"
          class="week-days"
          ref={days}
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
          onFocusIn={(event) => {
            const { item, weekday } = (event.target as HTMLElement).dataset
            if (item === undefined) return
            setReached(item)
            onDay(Number(weekday))
          }}
        >
          {weekdays.map((weekday) => (
            <div key={weekday} role="gridcell" class="week-day">
              {startingOn(shown, weekday).length === 0 && (
                <button
                  type="button"
                  class="week-closed"
                  data-item={closedItem(weekday)}
                  data-weekday={weekday}
                  tabIndex={current === closedItem(weekday) ? 0 : -1}
                  onClick={() => open(weekday)}
                >
                  <span aria-hidden="true">
                    {words.closed}
                    <small>{words.drawToOpen}</small>
                  </span>
                  <span class="said">{words.closedDay(longWeekday(weekday))}</span>
                </button>
              )}
              {piecesOn(blocked, weekday).map((piece) => (
                <div key={`blocked ${piece.index}`} class="week-blocked" style={boundsOf(piece)}>
                  <span>{blocked[piece.index]!.where}</span>
                </div>
              ))}
              {piecesOn(shown, weekday).map((piece) => (
                <DrawnPiece
                  key={`${piece.index} ${piece.begins}`}
                  piece={piece}
                  one={shown[piece.index]!}
                  isReached={current === itemOf(shown[piece.index]!)}
                  label={said(shown[piece.index]!)}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <p class="hint week-keys" aria-hidden="true">
        <kbd>↵</kbd> {words.hints.open} <kbd>↑</kbd>
        <kbd>↓</kbd> {words.hints.move} <kbd>⇧↓</kbd> {words.hints.end} <kbd>D</kbd> {words.hints.same}{" "}
        <kbd>⌫</kbd> {words.hints.remove}
      </p>
    </div>
  )
}

const boundsOf = ({ from, to }: Piece) => ({ "--from": from, "--length": to - from })

interface DrawnPieceProps {
  piece: Piece
  one: Stretch
  isReached: boolean
  label: string
}

/** What runs past midnight has its second piece on the next day; keys reach the first one. */
function DrawnPiece({ piece, one, isReached, label }: DrawnPieceProps) {
  const [from, to] = [shortTimeOfDay(one.start % dayMinutes), shortTimeOfDay(one.end % dayMinutes)]
  const text = (
    <b aria-hidden="true">
      <span>{from}</span>
      <span>–{to}</span>
    </b>
  )
  if (!piece.begins)
    return (
      <div class="week-stretch rest" data-index={piece.index} style={boundsOf(piece)} aria-hidden="true">
        {text}
        {piece.ends && <i data-edge="end" />}
      </div>
    )
  return (
    <button
      type="button"
      class={isReached ? "week-stretch reached" : "week-stretch"}
      data-index={piece.index}
      data-item={itemOf(one)}
      data-weekday={weekdayOf(one)}
      tabIndex={isReached ? 0 : -1}
      style={boundsOf(piece)}
    >
      <i data-edge="start" />
      {text}
      <span class="said">{label}</span>
      {piece.ends && <i data-edge="end" />}
    </button>
  )
}
