/** One column of the board: what stands in it, the starts that are lit for a booking, and where a moved appointment can go. */
import { useMemo, useRef } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { type Span, without } from "../parts/spans.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { dateAt, duration, spanAt, timeAt } from "./board-formats.ts"
import { AppointmentCard } from "./card.tsx"
import type { Column } from "./columns.ts"
import { type BoardGridProps, pxPerMinute, scaled } from "./grid.ts"
import { canTake, changesOf, type Moving, type RefusedDrop, timeOfCard, timeOfTarget } from "./moving.ts"
import { canResize, type Resizing } from "./resizing.ts"
import { SessionButton } from "./session-card.tsx"
import type { SessionMoving } from "./session-draft.ts"
import { rangesOf } from "./snap-to-start.ts"

/** The bar of a shorter drive has no room for its minutes. */
const leastTripPx = scaled(13)

interface BoardColumnProps extends BoardGridProps {
  column: Column
  index: number
  range: Span
  height: number
  reachable: number | null
  isDrawn: boolean
}

export function BoardColumn(props: BoardColumnProps) {
  const { column, index, range, height, isDrawn, onPick } = props
  const { origin } = column
  const { types, hues, now, selectedId, reachable, mover } = props
  const latest = useRef(props)
  latest.current = props
  const onOpen: BoardGridProps["onOpen"] = (card, own) => latest.current.onOpen(card, own)
  const onSession: BoardGridProps["onSession"] = (card, own) => latest.current.onSession(card, own)
  // While a card is dragged only the marks change; what lies under them is drawn once.
  const movedId = (mover.moving ?? props.resizer.resizing)?.card.appointment.id ?? null
  const content = useMemo(
    () => isDrawn && <ColumnContent {...props} {...{ onOpen, onSession, movedId }} />,
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
      class={canTake(props.mover.moving, column) ? "column" : "column no"}
      role="gridcell"
      aria-colindex={index + 1}
      data-column={column.key}
      style={{ height: `${height}px` }}
      onClick={pick}
    >
      {content}
      {isDrawn && <WaitedFor {...props} />}
      {isDrawn && props.lit && <LitStarts {...props} starts={props.lit.get(column.key) ?? []} />}
      {isDrawn && props.refused?.column.key === column.key && <Fallen {...props} refused={props.refused} />}
      {isDrawn && props.mover.moving && <MoveMarks {...props} moving={props.mover.moving} />}
      {isDrawn && props.sessionMover.moving && <SessionMark {...props} moving={props.sessionMover.moving} />}
      {isDrawn && props.resizer.resizing?.column.key === column.key && (
        <ResizeMarks {...props} resizing={props.resizer.resizing} />
      )}
    </div>
  )
}

/** At the head of a free stretch: how many people wait for such a time. Pressed, a booking begins there, whose panel says who. */
function WaitedFor({ column, range, waitedFor, onWaitedFor }: BoardColumnProps) {
  const words = useWords().board
  const { origin, provider, location, day } = column
  if (column.resource) return null
  const here = waitedFor.filter(
    ({ provider_id, location_id }) => provider_id === provider.id && location_id === location.id,
  )
  return here.map(({ start_time, end_time, customers }) => {
    const [start, end] = [Date.parse(start_time) / 60_000, Date.parse(end_time) / 60_000]
    if (start < day[0] || start >= day[1]) return null
    return (
      <button
        key={start_time}
        type="button"
        class="at waited-for"
        data-start={start}
        style={{ "--top": `${(start - origin - range[0]) * pxPerMinute}px` }}
        onClick={() => onWaitedFor(column, start, end)}
      >
        <Icon name="clock" /> {words.waitHere({ count: customers })}
      </button>
    )
  })
}

/** Each start that is offered can be pressed; the chosen one stands out. */
function LitStarts({
  column,
  range,
  chosen,
  onPick,
  litAreWindows,
  starts,
}: BoardColumnProps & { starts: readonly Span[] }) {
  const gaps = starts.slice(1).map(([start], at) => start - starts[at]![0])
  const step = Math.min(30, ...gaps)
  const heightOf = ([start, end]: Span) =>
    Math.max((litAreWindows ? end - start : step) * pxPerMinute - 2, 16)
  const isHere = chosen?.key === column.key
  const top = (start: number) => `${(start - column.origin - range[0]) * pxPerMinute}px`
  return (
    <ol>
      {starts.map(([start, end]) => (
        <li key={start}>
          <button
            type="button"
            class="at pip"
            aria-pressed={isHere && chosen.start === start}
            style={{ "--top": top(start), "--height": `${heightOf([start, end])}px` }}
            onClick={() => onPick(column, start)}
          >
            {litAreWindows ? spanAt(column.location, [start, end]) : timeAt(column.location, start)}
          </button>
        </li>
      ))}
      {isHere && !starts.some(([start]) => start === chosen.start) && (
        <li class="at asked" aria-hidden="true" style={{ "--top": top(chosen.start), "--height": "19px" }} />
      )}
    </ol>
  )
}

/** The outline at which a refused card was dropped. */
function Fallen({ column, range, refused: { card, minute } }: BoardColumnProps & { refused: RefusedDrop }) {
  const top = (minute - column.origin - range[0]) * pxPerMinute
  const height = (card.end - card.start) * pxPerMinute
  return (
    <div class="at fallen" aria-hidden="true" style={{ "--top": `${top}px`, "--height": `${height}px` }} />
  )
}

const noStarts = { offered: [], jobs: new Map() }

/** The starts in this column to which the moved appointment can go, and the one where it is held. */
function MoveMarks({ column, range, moving }: BoardColumnProps & { moving: Moving }) {
  const words = useWords().board
  const { company } = useSession()
  const { card, starts, target, from } = moving
  const minutes = card.end - card.start
  const top = (minute: number) => `${(minute - column.origin - range[0]) * pxPerMinute}px`
  const own = starts?.get(column.key)
  const isHere = target?.column.key === column.key
  return (
    <>
      {rangesOf(own ?? noStarts, card).map(({ first, last, end }) => (
        <div
          key={first}
          class="at legal"
          aria-hidden="true"
          style={{ "--top": top(first), "--height": `${(end - first) * pxPerMinute}px` }}
        >
          {card.promise ? spanAt(column.location, [first, end]) : timeAt(column.location, first)}
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
            <span>{timeOfTarget(target, card)}</span>
          </div>
          <div class="tip" aria-hidden="true" style={{ "--top": top(target.start + minutes) }}>
            <b>
              {timeOfTarget(target, card)}, {column.provider.name}
            </b>
            <span>{words.was({ time: timeOfCard(card, from), provider: from.provider.name })}</span>
            <span>{company.sms_confirmations ? words.toldByText : words.toldNothing}</span>
            {changesOf({ card, from, target }, words).map((change) => (
              <span key={change} class="warn">
                {change}
              </span>
            ))}
            {target.isOverride && <span class="warn">{words.againstRules}</span>}
          </div>
        </>
      )}
    </>
  )
}

/** The start where the moved session is held. */
function SessionMark({ column, range, moving }: BoardColumnProps & { moving: SessionMoving }) {
  const { card, target } = moving
  if (target?.column.key !== column.key) return null
  const minutes = card.end - card.start
  const top = (target.start - column.origin - range[0]) * pxPerMinute
  return (
    <div
      class="at drop"
      aria-hidden="true"
      style={{ "--top": `${top}px`, "--height": `${minutes * pxPerMinute}px` }}
    >
      <b>{card.session.appointment_type.name}</b>
      <span>{timeAt(column.location, target.start)}</span>
    </div>
  )
}

/** How far the appointment may go, and how long it is held. */
function ResizeMarks({ column, range, resizing }: BoardColumnProps & { resizing: Resizing }) {
  const words = useWords().board
  const { card, minutes, longest } = resizing
  const top = (minute: number) => `${(minute - column.origin - range[0]) * pxPerMinute}px`
  const [from, until] = [timeAt(column.location, card.start), timeAt(column.location, card.start + minutes)]
  const own = card.end - card.start
  return (
    <>
      {longest !== null && (
        <div
          class="at legal"
          aria-hidden="true"
          style={{ "--top": top(card.start), "--height": `${longest * pxPerMinute}px` }}
        />
      )}
      <div
        class="at drop"
        aria-hidden="true"
        style={{ "--top": top(card.start), "--height": `${minutes * pxPerMinute}px` }}
      >
        <b>{card.appointment.customer.name}</b>
        <span>{words.fromTo({ from, to: until })}</span>
      </div>
      <div class="tip" aria-hidden="true" style={{ "--top": top(card.start + minutes) }}>
        <b>
          {until}, {duration(minutes)}
        </b>
        {minutes !== own && <span>{words.wasLong({ length: duration(own) })}</span>}
        {longest !== null && <span>{words.atMost({ longest: duration(longest) })}</span>}
      </div>
    </>
  )
}

function ColumnContent(props: BoardColumnProps & { movedId: number | null }) {
  const { column, range, types, hues, now, selectedId, reachable } = props
  const words = useWords().board
  const { location, origin, open, off, busy, buffers, trips, cards, sessions } = column
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
        {column.closed && (
          <li class="at off" style={box(column.day)}>
            <b>{column.closed.reason ?? words.closed}</b>
          </li>
        )}
        {off.map(({ id, start, end, reason }) => (
          <li key={`off ${id}`} class="at off" style={box([start, end])}>
            <b>{reason ?? words.timeOff}</b>
            {end > column.day[1] && <span>{words.until({ date: dateAt(location, end) })}</span>}
          </li>
        ))}
        {busy.map((span) => (
          <li key={`busy ${span[0]}`} class="at busy" style={box(span)}>
            <Icon name="calendar" small />
            <span>
              {words.busy}
              <span class="said">
                , {words.fromTo({ from: timeAt(location, span[0]), to: timeAt(location, span[1]) })}
              </span>
            </span>
          </li>
        ))}
        {trips.map((span) => (
          <li key={`trip ${span[1]}`} class="at trip" style={box(span)}>
            <span class="said">{words.drive} </span>
            <span class={y(span[1]) - y(span[0]) < leastTripPx ? "said" : "trip-time"}>
              <Icon name="car" small /> {duration(span[1] - span[0])}
            </span>
          </li>
        ))}
        {cards.flatMap(({ appointment: { id, status, appointment_type_id }, promise }) =>
          promise === null || status !== "scheduled"
            ? []
            : [
                <li
                  key={`promise ${id}`}
                  class={id === selectedId ? "at promise chosen" : "at promise"}
                  aria-hidden="true"
                  style={{ ...box(promise), "--hue": hues.get(appointment_type_id) ?? 258 }}
                />,
              ],
        )}
        {sessions.map((card) => (
          <li key={`session ${card.session.id}`}>
            <SessionButton
              card={card}
              location={location}
              hue={hues.get(card.session.appointment_type.id) ?? 258}
              top={y(card.start)}
              height={y(card.end) - y(card.start)}
              onOpen={() => props.onSession(card, column)}
            />
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
                isSelected={
                  id === selectedId || (selectedId !== null && card.visit?.ids.includes(selectedId) === true)
                }
                isReachable={id === reachable}
                hasEdge={canResize(card, now)}
                onOpen={() => props.onOpen(card, column)}
              />
            </li>
          )
        })}
      </ol>
    </>
  )
}
