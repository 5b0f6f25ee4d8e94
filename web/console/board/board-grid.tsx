/**
 * The board's grid: one scroller with sticky heads and hours. Only columns in view are drawn, so that fifty providers cost
 * what ten do.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { AppointmentType } from "./board-data.ts"
import { dateAt, duration, hourAt, timeAt, zoneNames } from "./board-formats.ts"
import { AppointmentCard } from "./card.tsx"
import { type Card, type Column, rangeOf, type Span, without } from "./columns.ts"
import { moveByKeys } from "./move-by-keys.ts"
import { type Mover, type Moving, rangesOf } from "./moving.ts"
import { type DragGround, useDrag } from "./use-drag.ts"
import { walkByArrows } from "./walk.ts"

export interface BoardGridProps {
  label: string
  columns: readonly Column[]
  types: ReadonlyMap<number, AppointmentType>
  hues: ReadonlyMap<number, number>
  /** Minutes since 1970 UTC. */
  now: number
  selectedId: number | null
  /** In a provider's week the heads are dates. */
  headsAreDates: boolean
  mover: Mover
  onOpen(card: Card, column: Column): void
  /** A place without an appointment was pressed. */
  onPick(column: Column, minute: number): void
  /** A provider's name was pressed. */
  onHead(column: Column): void
  /** Starts that are offered for what is being booked, by the columns' keys; null while nothing is. */
  lit: ReadonlyMap<string, readonly number[]> | null
  /** The start that is chosen or was asked about. */
  chosen: { key: string; start: number } | null
}

const axisPx = 50
const leastColumnPx = 104
const phonePx = 560
const pxPerMinute = 1.27
const spareColumns = 2
/** So many are always drawn: a screen reader then finds all of them. */
const mostDrawn = 20

/** Columns of one location stand together under its name; where its zone differs from the one before, with its own hours. */
interface Group {
  columns: { column: Column; index: number }[]
  hasAxis: boolean
}

export function BoardGrid(props: BoardGridProps) {
  const { columns, now, headsAreDates } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ left: 0, width: 0 })
  const groups = useMemo(() => groupsOf(columns, headsAreDates), [columns, headsAreDates])
  const range = useMemo(() => rangeOf(columns), [columns])
  const axes = groups.filter(({ hasAxis }) => hasAxis).length
  const fairPx = (view.width - axes * axisPx) / Math.max(1, columns.length)
  // On a phone one provider fills the screen, and a swipe shows the next.
  const columnPx = Math.max(view.width < phonePx ? view.width - axisPx : leastColumnPx, fairPx)
  const height = (range[1] - range[0]) * pxPerMinute

  useLayoutEffect(() => {
    const element = scroller.current!
    const measure = () => setView({ left: element.scrollLeft, width: element.clientWidth })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener("scroll", measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", measure)
    }
  }, [])

  // The present moment a third from the top, once a day is there to scroll to.
  const isToday = columns.some(({ day }) => now >= day[0] && now < day[1])
  const firstKey = columns[0]?.key
  useEffect(() => {
    const [first] = columns
    if (!first || !isToday) return
    const at = (now - first.origin - range[0]) * pxPerMinute
    scroller.current!.scrollTop = at - scroller.current!.clientHeight / 3
  }, [firstKey])

  const [firstInView, lastInView] = [
    Math.floor((view.left - axes * axisPx) / columnPx) - spareColumns,
    Math.ceil((view.left + view.width) / columnPx) + spareColumns,
  ]
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
      for (const column of columns)
        for (const card of column.cards)
          if (card.appointment.id === Number(appointment) && card.start === Number(start))
            return { card, column }
      return null
    },
  }
  const { onPointerDown } = useDrag(props.mover, ground)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!moveByKeys(event, props.mover, ground.cardOf)) walkByArrows(event)
  }
  const reachable = useMemo(() => firstReachable(columns, now), [columns, now])
  const template = groups
    .map((group) => `${group.hasAxis ? `${axisPx}px ` : ""}repeat(${group.columns.length}, ${columnPx}px)`)
    .join(" ")
  const gridStyle = { gridTemplateColumns: template }

  return (
    <div
      ref={scroller}
      class={props.mover.moving ? "grid is-moving" : "grid"}
      role="grid"
      aria-label={props.label}
      aria-colcount={columns.length}
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
                key={column.key}
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
  )
}

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

function GroupHeads({ group, ...props }: { group: Group } & BoardGridProps) {
  const words = useWords().board
  const { columns, headsAreDates, now } = props
  const { column: first } = group.columns[0]!
  const zone = zoneNames(first.location, first.day[0])
  const otherZones = new Set(columns.map(({ location }) => location.timezone)).size > 1
  const [home] = columns
  const ahead = (wallMinutes(first) - wallMinutes(home!)) / 60
  return (
    <>
      {group.hasAxis && (
        <div class="zone" aria-hidden="true">
          {zone.short}
        </div>
      )}
      {group.columns.map(({ column, index }, at) => (
        <div
          key={column.key}
          class={`head ${moveClass(props.mover, column)}`}
          role="columnheader"
          aria-colindex={index + 1}
        >
          {at === 0 && !headsAreDates && (
            <span class="place">
              <b>{column.location.name}</b>
              {otherZones && ` · ${zone.long}${ahead === 0 ? "" : `, ${words.ahead(ahead)}`}`}
            </span>
          )}
          <button type="button" onClick={() => props.onHead(column)} aria-haspopup="dialog">
            {headsAreDates ? dateAt(column.location, column.day[0]) : column.provider.name}
          </button>
          <small>{moveNote(props.mover, column, words) ?? noteOf(column, now, words, headsAreDates)}</small>
          <i class="load" aria-hidden="true" style={{ "--load": `${loadOf(column)}%` }} />
        </div>
      ))}
    </>
  )
}

const wallMinutes = ({ location, day }: Column) =>
  location.utc_offsets.findLast(({ from }) => Date.parse(from) <= day[0] * 60_000)?.minutes ??
  location.utc_offsets[0]!.minutes

type BoardWords = ReturnType<typeof useWords>["board"]

function noteOf(column: Column, _now: number, words: BoardWords, headsAreDates: boolean): string {
  const { open, off, openMinutes, takenMinutes, location } = column
  const place = headsAreDates ? `${location.name} · ` : ""
  if (open.length === 0) return words.closed
  if (openMinutes === 0 && off.length > 0) return words.away
  const free = openMinutes - takenMinutes
  return place + (free <= 0 ? words.full : words.free(duration(free)))
}

const loadOf = ({ openMinutes, takenMinutes }: Column) =>
  openMinutes === 0 ? 0 : Math.min(100, Math.round((takenMinutes / openMinutes) * 100))

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

interface BoardColumnProps extends BoardGridProps {
  column: Column
  index: number
  range: Span
  height: number
  reachable: number | null
  isDrawn: boolean
}

function BoardColumn(props: BoardColumnProps) {
  const { column, index, range, height, isDrawn, onPick } = props
  const { origin } = column
  const { types, hues, now, selectedId, reachable, mover } = props
  const latest = useRef(props)
  latest.current = props
  const onOpen: BoardGridProps["onOpen"] = (card, own) => latest.current.onOpen(card, own)
  // While a card is dragged only the marks change; what lies under them is drawn once.
  const movedId = mover.moving?.card.appointment.id ?? null
  const content = useMemo(
    () => isDrawn && <ColumnContent {...props} onOpen={onOpen} movedId={movedId} />,
    [column, range, types, hues, now, selectedId, reachable, isDrawn, movedId],
  )
  const pick = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return
    const minute = range[0] + event.offsetY / pxPerMinute
    onPick(column, origin + Math.floor(minute / 15) * 15)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same is done by the key "n"
    <div
      class={`column ${moveClass(props.mover, column)}`}
      role="gridcell"
      aria-colindex={index + 1}
      data-column={column.key}
      style={{ height: `${height}px` }}
      onClick={pick}
    >
      {content}
      {isDrawn && props.lit && <LitStarts {...props} starts={props.lit.get(column.key) ?? []} />}
      {isDrawn && props.mover.moving && <MoveMarks {...props} moving={props.mover.moving} />}
    </div>
  )
}

/** Each start that is offered can be pressed; the chosen one stands out. */
function LitStarts({
  column,
  range,
  chosen,
  onPick,
  starts,
}: BoardColumnProps & { starts: readonly number[] }) {
  const gaps = starts.slice(1).map((start, at) => start - starts[at]!)
  const minutes = Math.min(30, ...gaps)
  const isHere = chosen?.key === column.key
  const top = (start: number) => `${(start - column.origin - range[0]) * pxPerMinute}px`
  return (
    <ol>
      {starts.map((start) => (
        <li key={start}>
          <button
            type="button"
            class="at pip"
            aria-pressed={isHere && chosen.start === start}
            style={{ "--top": top(start), "--height": `${Math.max(minutes * pxPerMinute - 2, 16)}px` }}
            onClick={() => onPick(column, start)}
          >
            {timeAt(column.location, start)}
          </button>
        </li>
      ))}
      {isHere && !starts.includes(chosen.start) && (
        <li class="at asked" aria-hidden="true" style={{ "--top": top(chosen.start), "--height": "19px" }} />
      )}
    </ol>
  )
}

function moveClass({ moving }: Mover, { key }: Column): string {
  const starts = moving?.starts.get(key)
  if (!moving || (starts && starts.possible.length > 0)) return ""
  return "no"
}

/** In the head of a column while an appointment is moved: how many starts there are. */
function moveNote({ moving }: Mover, { key }: Column, words: BoardWords): string | null {
  const starts = moving?.starts.get(key)
  return starts ? words.starts(starts.offered.length) : null
}

/** Where the moved appointment can go in this column, and where it is held. */
function MoveMarks({ column, range, moving }: BoardColumnProps & { moving: Moving }) {
  const words = useWords().board
  const { company } = useSession()
  const { card, starts, target, from } = moving
  const minutes = card.end - card.start
  const top = (minute: number) => `${(minute - column.origin - range[0]) * pxPerMinute}px`
  const own = starts.get(column.key)
  const isHere = target?.column.key === column.key
  return (
    <>
      {rangesOf(own?.offered ?? [], minutes).map(({ first, last, end }) => (
        <div
          key={first}
          class="at legal"
          aria-hidden="true"
          style={{ "--top": top(first), "--height": `${(end - first) * pxPerMinute}px` }}
        >
          {timeAt(column.location, first)}
          {last > first && ` – ${timeAt(column.location, last)}`}
        </div>
      ))}
      {isHere && (
        <>
          <div
            class={target.isOverride ? "at drop override" : "at drop"}
            aria-hidden="true"
            style={{ "--top": top(target.start), "--height": `${minutes * pxPerMinute}px` }}
          >
            <b>{card.appointment.customer.name}</b>
            <span>{timeAt(column.location, target.start)}</span>
          </div>
          <div class="tip" aria-hidden="true" style={{ "--top": top(target.start + minutes) }}>
            <b>
              {timeAt(column.location, target.start)}, {column.provider.name}
            </b>
            <span>{words.was(timeAt(from.location, card.start), from.provider.name)}</span>
            <span>{company.sms_confirmations ? words.toldByText : words.toldNothing}</span>
            {target.isOverride && <span class="warn">{words.againstRules}</span>}
          </div>
        </>
      )}
    </>
  )
}

function ColumnContent(props: BoardColumnProps & { movedId: number | null }) {
  const { column, range, types, hues, now, selectedId, reachable } = props
  const words = useWords().board
  const { location, origin, open, off, busy, buffers, cards } = column
  const shown: Span = [origin + range[0], origin + range[1]]
  const y = (minute: number) => (Math.min(Math.max(minute, shown[0]), shown[1]) - shown[0]) * pxPerMinute
  const box = ([start, end]: Span) => ({ "--top": `${y(start)}px`, "--height": `${y(end) - y(start)}px` })
  return (
    <>
      {without([shown], open).map((span) => (
        <div key={`closed ${span[0]}`} class="at closed" style={box(span)} />
      ))}
      {buffers.map(({ span, typeId }) => (
        <div
          key={`buffer ${span[0]}`}
          class="at buffer"
          style={{ ...box(span), "--hue": hues.get(typeId) ?? 258 }}
        />
      ))}
      <ol aria-label={props.headsAreDates ? dateAt(location, column.day[0]) : column.provider.name}>
        {off.map(({ id, start, end, reason }) => (
          <li key={`off ${id}`} class="at off" style={box([start, end])}>
            <b>{reason ?? words.timeOff}</b>
            {end > column.day[1] && <span>{words.until(dateAt(location, end))}</span>}
          </li>
        ))}
        {busy.map((span) => (
          <li key={`busy ${span[0]}`} class="at busy" style={box(span)}>
            <Icon name="calendar" small />
            <span>
              {words.busy}
              <span class="said">, {words.fromTo(timeAt(location, span[0]), timeAt(location, span[1]))}</span>
            </span>
          </li>
        ))}
        {cards.map((card) => {
          const { id, appointment_type_id } = card.appointment
          const isNow = now >= card.start && now < card.end && card.appointment.status === "scheduled"
          return (
            <li key={`${id} ${card.start}`}>
              <AppointmentCard
                card={card}
                location={location}
                type={types.get(appointment_type_id)}
                hue={hues.get(appointment_type_id) ?? 258}
                top={y(card.start)}
                height={y(card.end) - y(card.start)}
                now={isNow ? y(now) - y(card.start) : null}
                isMoved={id === props.movedId}
                isSelected={id === selectedId}
                isReachable={id === reachable}
                onOpen={() => props.onOpen(card, column)}
              />
            </li>
          )
        })}
      </ol>
    </>
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
      <div class="now-label" style={style}>
        <span class="said">{useWords().board.now} </span>
        {timeAt(first!.location, now).replace(/\s?[AP]M$/i, "")}
      </div>
    </>
  )
}
