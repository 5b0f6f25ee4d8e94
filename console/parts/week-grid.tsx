/**
 * A week of seven columns to draw hours on. A mouse draws, over several days at once, and moves and lengthens what is drawn; a
 * finger scrolls, opens by a tap, and moves what it has tapped; keys walk, move, lengthen, add and remove.
 */
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { useWords } from "../words/words.ts"
import { useWeekDrag } from "./use-week-drag.ts"
import { closedItem, itemOf, useWeekEdits } from "./use-week-edits.ts"
import { hoursCount, longWeekday, shortTimeOfDay, shortWeekday, timeOfDay } from "./week-formats.ts"
import {
  dayMinutes,
  type Piece,
  piecesOn,
  type Stretch,
  startingOn,
  weekdayOf,
  weekdays,
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

const firstShownMinute = 6.5 * 60

export function WeekGrid({ label, stretches, blocked, onChange, onDay }: WeekGridProps) {
  const words = useWords().hours
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const days = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const earliest = Math.min(...stretches.map(({ start }) => start % dayMinutes), 2 * firstShownMinute)
    const pxPerMinute = days.current!.offsetHeight / dayMinutes
    scroller.current!.scrollTop = (Math.min(earliest, firstShownMinute + 30) - 30) * pxPerMinute
  }, [])
  const { current, reach, said, add, open, onKeyDown } = useWeekEdits({ stretches, blocked, days, onChange })
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
            reach(item)
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
                  <span class="said">{words.closedDay({ day: longWeekday(weekday) })}</span>
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

/** Hours that run past midnight have their second piece on the next day; keys reach the first one. */
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
