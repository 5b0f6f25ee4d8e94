/**
 * The board's grid: one scroller with sticky heads and hours. Only columns in view are drawn, so that fifty providers cost
 * what ten do.
 */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Span } from "../parts/spans.ts"
import { useWords } from "../words/words.ts"
import { hourAt, timeAt } from "./board-formats.ts"
import { type Column, leadColumn, rangeOf } from "./columns.ts"
import { type BoardGridProps, type Group, pxPerMinute, scaled } from "./grid.ts"
import { BoardColumn } from "./grid-column.tsx"
import { GroupHeads } from "./grid-heads.tsx"
import { moveByKeys } from "./move-by-keys.ts"
import { NameStrip } from "./name-strip.tsx"
import { resizeByKeys } from "./resizing.ts"
import { moveSessionByKeys } from "./session-move.ts"
import { type DragGround, isDragging, useDrag } from "./use-drag.ts"
import { useEdgeDrag } from "./use-edge-drag.ts"
import { walkByArrows } from "./walk.ts"

const axisPx = scaled(50)
const leastColumnPx = scaled(104)
const phonePx = 560
const spareColumns = 2
/** So many are always drawn: a screen reader then finds all of them. */
const mostDrawn = 20

export function BoardGrid(props: BoardGridProps) {
  const { columns, now, headsAreDates } = props
  const words = useWords().board
  const scroller = useRef<HTMLDivElement>(null)
  const view = useView(scroller)
  const groups = useMemo(() => groupsOf(columns, headsAreDates), [columns, headsAreDates])
  const range = useMemo(() => rangeOf(columns), [columns])
  const axes = groups.filter(({ hasAxis }) => hasAxis).length
  const fairPx = (view.width - axes * axisPx) / Math.max(1, columns.length)
  // On a phone one provider fills the screen, and a swipe shows the next.
  const columnPx = Math.max(view.width < phonePx ? view.width - axisPx : leastColumnPx, fairPx)
  const height = (range[1] - range[0]) * pxPerMinute

  // The present moment a third from the top, once a day is there to scroll to.
  const isToday = columns.some(({ day }) => now >= day[0] && now < day[1])
  const firstKey = columns[0]?.key
  useLayoutEffect(() => {
    const [first] = columns
    if (!first || !isToday) return
    const at = (now - first.origin - range[0]) * pxPerMinute
    scroller.current!.scrollTop = at - scroller.current!.clientHeight / 3
  }, [firstKey])

  // Arrow keys and the list of times may hold the card outside the visible part, so the board scrolls to it.
  const target = props.mover.moving?.target
  useLayoutEffect(() => {
    const ghost = scroller.current!.querySelector(".drop")
    if (ghost && !isDragging()) ghost.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [target?.column.key, target?.start])

  const [firstInView, lastInView] = [
    Math.floor((view.left - axes * axisPx) / columnPx) - spareColumns,
    Math.ceil((view.left + view.width) / columnPx) + spareColumns,
  ]
  const minuteIn = ({ key, origin }: Column, y: number): number => {
    const element = scroller.current!.querySelector(`[data-column="${key}"]`)
    return origin + range[0] + (y - (element?.getBoundingClientRect().top ?? y)) / pxPerMinute
  }
  const ground: DragGround = {
    at(x, y) {
      const element = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]")
      const column = columns.find(({ key }) => key === element?.dataset.column)
      if (!element || !column) return null
      const minute = column.origin + range[0] + (y - element.getBoundingClientRect().top) / pxPerMinute
      return { column, minute: Math.round(minute) }
    },
    cardOf(element) {
      const { appointment, start } = (element as HTMLElement).dataset
      const key = element.closest<HTMLElement>("[data-column]")?.dataset.column
      const column = columns.find((each) => each.key === key)
      const card = column?.cards.find(
        (each) => each.appointment.id === Number(appointment) && each.start === Number(start),
      )
      return column && card ? { card, column: leadColumn(columns, card, column) } : null
    },
    sessionOf(element) {
      const id = Number((element as HTMLElement).dataset.session)
      const key = element.closest<HTMLElement>("[data-column]")?.dataset.column
      const column = columns.find((each) => each.key === key)
      const card = column?.sessions.find(({ session }) => session.id === id)
      return column && card ? { card, column } : null
    },
    now,
    scroller: () => scroller.current!,
    turnTo: props.onTurn,
    dropOn: props.onDropDay,
    namedSwap: (customer) => words.swapWith({ customer }),
  }
  const { onPointerDown: dragCard } = useDrag(props.mover, props.sessionMover, ground)
  const { isOffered } = props.mover
  const dragEdge = useEdgeDrag(props.resizer, { ...ground, minuteIn, isOffered })
  const onPointerDown = (event: PointerEvent) => {
    if (!dragEdge(event)) dragCard(event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isHeld = isOffered && props.mover.moving === null && props.resizer.resizing === null
    if (isHeld && moveSessionByKeys(event, props.sessionMover, ground.sessionOf, now)) return
    const isMoved = props.mover.moving !== null || !isOffered
    if (!isMoved && resizeByKeys(event, props.resizer, { cardOf: ground.cardOf, now })) return
    if (!moveByKeys(event, props.mover, ground.cardOf) && !props.mover.moving) walkByArrows(event)
  }
  const reachable = useMemo(() => firstReachable(columns, now), [columns, now])
  const template = groups
    .map((group) => `${group.hasAxis ? `${axisPx}px ` : ""}repeat(${group.columns.length}, ${columnPx}px)`)
    .join(" ")
  const gridStyle = { gridTemplateColumns: template }

  const isPhone = view.width > 0 && view.width < phonePx
  return (
    <>
      {isPhone && columns.length > 1 && !headsAreDates && (
        <NameStrip
          columns={columns}
          shown={Math.min(columns.length - 1, Math.round(view.left / columnPx))}
          onChoose={({ key }) => {
            const column = scroller.current!.querySelector(`[data-column="${key}"]`)!
            column.scrollIntoView({ inline: "start", block: "nearest" })
          }}
        />
      )}
      <div
        ref={scroller}
        class={isMoving(props) ? "grid is-moving" : "grid"}
        role="grid"
        aria-label={props.label}
        aria-colcount={columns.length}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <div class="heads" role="row" style={gridStyle}>
          {groups.map((group) => (
            <GroupHeads key={group.columns[0]!.column.key} group={group} {...props} />
          ))}
        </div>
        <div class="columns" role="row" style={{ ...gridStyle, height: `${height + 9}px` }}>
          {groups.map(({ columns: own, hasAxis }) => (
            <>
              {hasAxis && <Hours key={`hours ${own[0]!.column.key}`} column={own[0]!.column} range={range} />}
              {own.map(({ column, index }) => (
                <BoardColumn
                  // The next day fills the same columns.
                  key={index}
                  {...props}
                  column={column}
                  index={index}
                  range={range}
                  height={height}
                  reachable={reachable}
                  isDrawn={columns.length <= mostDrawn || (index >= firstInView && index <= lastInView)}
                />
              ))}
            </>
          ))}
          {isToday && !headsAreDates && <NowLine columns={columns} now={now} range={range} />}
        </div>
      </div>
    </>
  )
}

/** The part of the columns that is in view. */
function useView(scroller: { readonly current: HTMLDivElement | null }): { left: number; width: number } {
  const [view, setView] = useState({ left: 0, width: 0 })
  useLayoutEffect(() => {
    const element = scroller.current!
    const measure = () => {
      const { scrollLeft: left, clientWidth: width } = element
      // Vertical scrolling does not change which columns are visible.
      setView((before) => (before.left === left && before.width === width ? before : { left, width }))
    }
    // Before the first paint, so that no column moves.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener("scroll", measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", measure)
    }
  }, [])
  return view
}

const isMoving = ({ mover, sessionMover, resizer }: BoardGridProps) =>
  mover.moving !== null || sessionMover.moving !== null || resizer.resizing !== null

function groupsOf(columns: readonly Column[], headsAreDates: boolean): Group[] {
  const groups: Group[] = []
  for (const [index, column] of columns.entries()) {
    const last = groups.at(-1)
    const before = last?.columns[0]?.column
    if (last && (headsAreDates || before?.location.id === column.location.id))
      last.columns.push({ column, index })
    else
      groups.push({
        columns: [{ column, index }],
        hasAxis: before?.location.timezone !== column.location.timezone,
      })
  }
  return groups
}

function firstReachable(columns: readonly Column[], now: number): number | null {
  const cards = columns.flatMap((column) => column.cards)
  const coming = cards.find(({ end }) => end > now) ?? cards[0]
  return coming?.appointment.id ?? null
}

function Hours({ column, range }: { column: Column; range: Span }) {
  const hours: number[] = []
  for (let at = range[0]; at < range[1]; at += 60) hours.push(at)
  return (
    <div class="axis" aria-hidden="true">
      {hours.map((at) => (
        <span key={at} style={{ "--top": `${(at - range[0]) * pxPerMinute}px` }}>
          {hourAt(column.location, column.origin + at)}
        </span>
      ))}
    </div>
  )
}

function NowLine({ columns, now, range }: { columns: readonly Column[]; now: number; range: Span }) {
  const [first] = columns
  const at = now - first!.origin
  if (at < range[0] || at > range[1]) return null
  const style = { "--top": `${(at - range[0]) * pxPerMinute}px` }
  return (
    <>
      <div class="now" aria-hidden="true" style={style} />
      <div class="now-layer">
        <div class="now-label" style={style}>
          <span class="said">{useWords().board.now} </span>
          {timeAt(first!.location, now).replace(/\s?[AP]M$/i, "")}
        </div>
      </div>
    </>
  )
}
