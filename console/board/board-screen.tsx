/** The board: a day or a week of everybody or one provider. What it shows is in its address. */
import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { addDays, weekdayOf } from "../../ui/dates.ts"
import { allTypes } from "../api/lists.ts"
import { queries, useQuery } from "../api/queries.ts"
import { dateRange, localDate, longDay, shortDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { useIsPhone, useIsTablet, useIsWide } from "../parts/media.ts"
import { Empty, Failed, failureText, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { AppointmentPanel } from "./appointment-panel.tsx"
import { type Board, boardOf, fetchNeighbours, huesOf } from "./board-data.ts"
import { BoardGrid } from "./board-grid.tsx"
import { BookPanel } from "./book-panel.tsx"
import { type BookingState, choiceIn, isSameChoice, startsAt, useBooking } from "./booking.ts"
import {
  appointmentsIn,
  type Card,
  type Column,
  dayColumns,
  type Filters,
  firstDateOf,
  toSpan,
  weekColumns,
  weekRows,
} from "./columns.ts"
import { Dock } from "./dock.tsx"
import { EmptyBoard } from "./empty-board.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { Foot } from "./foot.tsx"
import { boardAfter, type Moves, useMoves } from "./move-appointment.ts"
import { MoveQuestion } from "./move-question.tsx"
import {
  type Direction,
  type Mover,
  nameOfDrop,
  type RefusedDrop,
  useMover,
  type WantedTime,
} from "./moving.ts"
import { useNow } from "./now.ts"
import { RefusedDropNote } from "./refused-drop.tsx"
import { useSpokenMove } from "./spoken-move.ts"
import { firstSearched, startsOf } from "./starts.ts"
import { TimeOffPanel } from "./time-off-panel.tsx"
import { focusCard, focusFirstCard } from "./walk.ts"
import { WeekStrip } from "./week-strip.tsx"
import { WeekTable } from "./week-table.tsx"

type View = "day" | "week"

/** Whether this browser's board shows what was cancelled. */
const keptCancelled = "appointed.console.cancelled"

const idIn = (query: URLSearchParams, name: string) => Number(query.get(name)) || null

export default function BoardScreen({ query }: ScreenProps) {
  const { board: words, shell } = useWords()
  const { company } = useSession()
  const isPhone = useIsPhone()
  const isTablet = useIsTablet()
  const now = useNow()
  const today = localDate(now * 60_000, company.timezone)
  const date = query.get("date") ?? today
  const view: View = query.get("view") === "week" ? "week" : "day"
  const [hidesCancelled, setHidesCancelled] = useState(() => localStorage.getItem(keptCancelled) === "hidden")
  const showCancelled = (isShown: boolean) => {
    localStorage.setItem(keptCancelled, isShown ? "shown" : "hidden")
    setHidesCancelled(!isShown)
  }
  const filters: Filters = {
    locationId: idIn(query, "location"),
    typeId: idIn(query, "type"),
    providerId: idIn(query, "provider"),
    hidesCancelled,
  }
  const selectedId = idIn(query, "appointment")
  const movedId = idIn(query, "move")
  const firstDate = view === "day" ? date : addDays(date, 1 - weekdayOf(date))
  const days = view === "day" ? 1 : 7
  const board = useQuery(boardOf(firstDate, days))
  const types = useQuery(allTypes)
  const { locationId, typeId, providerId } = filters
  const count = useMemo(
    () => board.data && countOf(board.data, view, date, { locationId, typeId, providerId }),
    [board.data, view, date, locationId, typeId, providerId],
  )
  useEffect(() => {
    if (board.isSuccess && !board.isPlaceholderData) fetchNeighbours(firstDate, days)
  }, [board.isSuccess, board.isPlaceholderData, firstDate, days])

  const booking = useBooking(date)
  const [refused, setRefused] = useState<RefusedDrop | null>(null)
  useEffect(() => setRefused(null), [date, view, selectedId])
  const moves = useMoves(setRefused)
  const [head, setHead] = useState<Column | null>(null)
  const isWide = useIsWide()
  const [isDockOpen, setDockOpen] = useState(false)
  const book = () => {
    setHead(null)
    goWithQuery({ appointment: null })
    booking.open()
  }
  const showDate = (wanted: string) => goWithQuery({ date: wanted === today ? null : wanted })
  const step = (by: number) => showDate(addDays(date, by * days))
  const isCovered = selectedId !== null || booking.booking !== null || head !== null || moves.held !== null
  useKeys([
    { key: "n", does: words.book, run: book },
    { key: "t", does: words.today, run: () => showDate(today) },
    { key: "ArrowLeft", does: view === "day" ? words.dayBefore : words.weekBefore, run: () => step(-1) },
    { key: "ArrowRight", does: view === "day" ? words.dayAfter : words.weekAfter, run: () => step(1) },
    ...(isCovered || view === "week" ? [] : [{ key: "ArrowDown", does: words.toCards, run: focusFirstCard }]),
    ...(isWide ? [] : [{ key: "g", does: words.goToDate, run: () => setDockOpen(true) }]),
    { key: "d", does: words.day, run: () => goWithQuery({ view: null }) },
    { key: "w", does: words.week, run: () => goWithQuery({ view: "week" }) },
  ])

  const title =
    view === "day" ? (isTablet ? shortDay(date) : longDay(date)) : dateRange(firstDate, addDays(firstDate, 6))
  return (
    <Page
      fills
      title={title}
      note={count !== undefined && words.appointments(count)}
      lead={
        <span class="board-lead">
          <button type="button" class="button" onClick={() => showDate(today)} aria-keyshortcuts="t">
            {words.today}
          </button>
          <span class="pair">
            <button
              type="button"
              class="button icon-only"
              aria-label={view === "day" ? words.dayBefore : words.weekBefore}
              data-turn={addDays(date, -days)}
              onClick={() => step(-1)}
            >
              <Icon name="left" />
            </button>
            <button
              type="button"
              class="button icon-only"
              aria-label={view === "day" ? words.dayAfter : words.weekAfter}
              data-turn={addDays(date, days)}
              onClick={() => step(1)}
            >
              <Icon name="right" />
            </button>
          </span>
          {!isWide && (
            <button
              type="button"
              class="button icon-only"
              aria-label={words.calendar}
              aria-expanded={isDockOpen}
              aria-keyshortcuts="g"
              onClick={() => setDockOpen(!isDockOpen)}
            >
              <Icon name="calendar" />
            </button>
          )}
        </span>
      }
      tools={
        <>
          <FilterBar board={board.data} types={types.data ?? []} filters={filters} />
          <fieldset class="segments">
            <legend class="said">{words.view}</legend>
            {(["day", "week"] as const).map((each) => (
              <button
                key={each}
                type="button"
                class="button"
                aria-pressed={view === each}
                onClick={() => goWithQuery({ view: each === "day" ? null : each })}
              >
                {words[each]}
              </button>
            ))}
          </fieldset>
          <a
            class="button find"
            href={hrefOf("/customers")}
            aria-label={shell.findCustomer}
            aria-keyshortcuts="/"
          >
            <Icon name="search" /> <span>{shell.findCustomer}</span> <kbd>/</kbd>
          </a>
          <button type="button" class="button primary book" aria-keyshortcuts="n" onClick={book}>
            <Icon name="plus" /> <span class="label">{words.book}</span> <kbd>N</kbd>
          </button>
        </>
      }
    >
      {isPhone && view === "day" && <WeekStrip date={date} today={today} filters={filters} />}
      {board.error && !board.data ? (
        <Failed error={board.error} retry={board.refetch} />
      ) : !board.data || !types.data ? (
        <Loading rows={14} />
      ) : (
        <Shown
          board={board.data}
          types={types.data}
          filters={filters}
          view={view}
          date={date}
          title={title}
          now={now}
          selectedId={selectedId}
          state={booking}
          moves={moves}
          isCovered={head !== null}
          onHead={setHead}
          today={today}
          firstShown={firstDate}
          movedId={movedId}
          refused={refused}
          onRefused={setRefused}
          isDocked={isWide || isDockOpen}
          onDock={setDockOpen}
          onShowCancelled={showCancelled}
          onDate={showDate}
          onStep={step}
        />
      )}
      {moves.held?.preview ? (
        <MoveQuestion wish={moves.held.wish} preview={moves.held.preview} moves={moves} />
      ) : booking.booking && board.data && types.data ? (
        <BookPanel
          state={booking}
          board={board.data}
          date={date}
          types={types.data}
          onBooked={(id) => {
            booking.close()
            goWithQuery({ appointment: String(id) })
          }}
        />
      ) : head ? (
        <TimeOffPanel key={head.key} column={head} onClose={() => setHead(null)} />
      ) : null}
    </Page>
  )
}

/** Of what is drawn, so that nothing is counted that cannot be found on the board. */
function countOf(board: Board, view: View, date: string, filters: Filters): number {
  const columns =
    view === "day"
      ? dayColumns(board, firstDateOf(board, date), filters)
      : weekRows(board, filters).flatMap(({ days }) => days)
  return appointmentsIn(columns)
}

interface ShownProps {
  board: Board
  types: Parameters<typeof huesOf>[0]
  filters: Filters
  view: View
  date: string
  title: string
  now: number
  selectedId: number | null
  state: BookingState
  moves: Moves
  /** Another panel lies where an appointment's would. */
  isCovered: boolean
  onHead(column: Column | null): void
  today: string
  /** The first date that the board is to hold. */
  firstShown: string
  /** The appointment whose move another page has started. */
  movedId: number | null
  refused: RefusedDrop | null
  onRefused(refused: RefusedDrop | null): void
  /** The dock stands beside the board, or lies over it. */
  isDocked: boolean
  onDock(isOpen: boolean): void
  onShowCancelled(isShown: boolean): void
  onDate(date: string): void
  onStep(by: number): void
}

function Shown(props: ShownProps) {
  const { types, filters, view, date, title, now, selectedId, state, moves, onHead, onDate } = props
  const { today, movedId, isDocked, firstShown, refused, onRefused } = props
  const words = useWords().board
  const proposed = moves.held?.wish
  const board = useMemo(
    () => (proposed ? boardAfter(props.board, proposed) : props.board),
    [props.board, proposed],
  )
  const { locationId, typeId, providerId, hidesCancelled = false } = filters
  const one = board.providers.find(({ id }) => id === providerId)
  const isWeekOfOne = view === "week" && one !== undefined
  const columns = useMemo(() => {
    const wanted = { locationId, typeId, providerId, hidesCancelled }
    if (!isWeekOfOne) return dayColumns(board, date, wanted)
    return weekColumns(board, one, board.locations[0]?.days.map((each) => each.date) ?? [], wanted)
  }, [board, date, locationId, typeId, providerId, hidesCancelled, isWeekOfOne])
  const typesById = useMemo(() => new Map(types.map((type) => [type.id, type])), [types])
  const hues = useMemo(() => huesOf(types), [types])
  // While the next day is on its way the one before stays in view; its columns are of another date.
  const shownDate = firstDateOf(board, date)
  const drawn = useMemo(
    () =>
      view === "day" && shownDate !== date
        ? dayColumns(board, shownDate, { locationId, typeId, providerId, hidesCancelled })
        : columns,
    [columns, view, shownDate],
  )
  const held = useMover(drawn, { propose: moves.propose, refuse: onRefused })
  useSpokenMove(held.moving, drawn)
  const isReady = firstDateOf(board, firstShown) === firstShown
  const focusing = useFocusing(drawn, held.moving !== null)
  const mover: Mover = {
    ...held,
    putBack() {
      const { card, from } = held.moving ?? {}
      held.putBack()
      if (!card || !from) return
      focusing.wish(card.appointment.id)
      if (!drawn.some(({ date: shown }) => shown === from.date)) onDate(from.date)
    },
  }
  // Another page, or the week's table, leads here with a move begun.
  useEffect(() => {
    if (movedId === null || !isReady) return
    goWithQuery({ move: null }, { replace: true })
    const found = cardIn(drawn, movedId)
    if (!found) return notify({ text: words.moveGone })
    held.begin(found.card, found.column)
    focusing.wish(movedId)
  }, [movedId, isReady, drawn])
  /** Shows the date, and whoever the filters hide. */
  const hold = (shown: string, time: WantedTime | null) => {
    props.onDock(false)
    const isHidden = time && providerId !== null && time.providerId !== providerId
    const isElsewhere = time && locationId !== null && time.locationId !== locationId
    goWithQuery({
      date: shown === today ? null : shown,
      ...(isHidden ? { provider: null } : {}),
      ...(isElsewhere ? { location: null } : {}),
      ...(isHidden || !one ? { view: null } : {}),
    })
    focusing.wish(null)
  }
  /** By a press: where no start is near it is said why. */
  const dropAt = (column: Column, minute: number) => {
    if (held.aim(column, minute)) held.drop()
    else if (held.moving?.starts) held.dropAside({ column, minute })
  }
  /** On a card: what was cancelled takes no room. */
  const dropOn = ({ appointment, start }: Card, column: Column) => {
    if (appointment.status === "cancelled") dropAt(column, start)
    else if (held.moving?.card.appointment.id !== appointment.id) held.dropAside({ column, minute: start })
  }
  const failure = held.moving?.error ?? null
  useEffect(() => {
    if (failure) notify({ text: failureText(failure) })
  }, [failure])
  const dropOnDay = async (day: string) => {
    if (!held.moving) return
    const best = await bestOn(held.moving.card, day).catch((error: Error) => error)
    if (best === null) notify({ text: words.nothingOn(longDay(day)) })
    else if (best instanceof Error) notify({ text: failureText(best) })
    else held.hold(best, { drops: true })
    hold(day, best instanceof Error ? null : best)
  }
  const isFree = !state.booking && !moves.held && !props.isCovered
  const panel = selectedId !== null && isFree && (
    <AppointmentPanel
      key={selectedId}
      id={selectedId}
      onClose={() => goWithQuery({ appointment: null })}
      onMove={moveFromPanel(drawn, selectedId, mover, focusing.wish)}
    />
  )
  if (board.providers.length === 0) return <EmptyBoard />
  const frame = (content: ComponentChildren) => (
    <>
      <div class="board-body">
        {isDocked && (
          <Dock
            board={board}
            types={typesById}
            date={date}
            today={today}
            filters={filters}
            mover={mover}
            onShow={(shown) => {
              props.onDock(false)
              onDate(shown)
            }}
            onHold={hold}
            onShowCancelled={props.onShowCancelled}
            onClose={() => props.onDock(false)}
          />
        )}
        <div class="board-main">
          {content}
          <Foot moving={mover.moving}>
            {mover.moving && (
              <span class="moving-tools">
                {mover.moving.target ? (
                  <button type="button" class="button primary" onClick={mover.drop}>
                    {nameOfDrop(mover.moving.target, words)}
                  </button>
                ) : (
                  <button type="button" class="button" onClick={() => props.onDock(true)}>
                    {words.nextTimes}
                  </button>
                )}
                <button type="button" class="button" onClick={mover.putBack}>
                  {words.putItBackNow}
                </button>
              </span>
            )}
          </Foot>
        </div>
      </div>
      {refused && !mover.moving && (
        <RefusedDropNote
          key={`${refused.column.key} ${refused.minute}`}
          refused={refused}
          columns={drawn}
          onTake={(target) => moves.propose({ card: refused.card, from: refused.from, target })}
          onMoveOther={(card, column) => {
            onRefused(null)
            held.begin(card, column)
            focusing.wish(card.appointment.id)
          }}
          onClose={() => {
            onRefused(null)
            focusing.wish(refused.card.appointment.id)
          }}
        />
      )}
      {mover.moving && <MovingKeys mover={mover} onStep={props.onStep} view={view} />}
      {panel}
    </>
  )
  if (view === "week" && !one)
    return frame(
      <WeekTable
        board={board}
        types={typesById}
        hues={hues}
        filters={filters}
        now={now}
        onMove={(id, day) => goWithQuery({ view: null, date: day === today ? null : day, move: String(id) })}
      />,
    )
  if (drawn.length === 0)
    return frame(
      <Empty icon="filter" title={words.nothingFits}>
        <button
          type="button"
          class="button"
          onClick={() => goWithQuery({ location: null, type: null, provider: null })}
        >
          {words.showAll}
        </button>
      </Empty>,
    )
  const { booking, offer } = state
  const lit =
    booking && offer
      ? new Map(drawn.map((column) => [column.key, startsAt(offer.starts, choiceIn(column, 0))]))
      : null
  const wanted = booking?.choice ?? booking?.pressed ?? null
  const under = drawn.find((column) => wanted && isSameChoice(choiceIn(column, wanted.start), wanted))
  return frame(
    <BoardGrid
      label={isWeekOfOne ? `${title}, ${one.name}` : title}
      columns={drawn}
      types={typesById}
      hues={hues}
      now={now}
      selectedId={selectedId}
      headsAreDates={isWeekOfOne}
      mover={mover}
      refused={refused}
      lit={booking ? (lit ?? new Map()) : null}
      chosen={under && wanted ? { key: under.key, start: wanted.start } : null}
      onOpen={(card, column) => {
        onRefused(null)
        const { appointment, start } = card
        if (mover.moving) return dropOn(card, column)
        // What is being booked stays: the press asks why not here.
        if (booking) state.press(choiceIn(column, start))
        else {
          onHead(null)
          goWithQuery({ appointment: String(appointment.id) })
        }
      }}
      onPick={(column, minute) => {
        onRefused(null)
        if (mover.moving) return dropAt(column, minute)
        const choice = choiceIn(column, minute)
        if (booking) state.press(choice)
        else state.open(choice)
      }}
      onTurn={onDate}
      onDropDay={dropOnDay}
      onHead={onHead}
    />,
  )
}

/** Once the board is drawn anew the focus goes to a card, or to the board itself, so that the next key is not lost. */
function useFocusing(columns: readonly Column[], isMoving: boolean) {
  const wished = useRef<number | null | undefined>(undefined)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && isMoving
    if (wished.current === undefined && !isLost) return
    const isFound = typeof wished.current === "number" && focusCard(wished.current)
    if (isFound || wished.current === null) wished.current = undefined
    if (!isFound) document.querySelector<HTMLElement>(".grid")?.focus({ preventScroll: true })
  }, [columns, count])
  return {
    /** Null is the board itself. */
    wish(appointmentId: number | null) {
      wished.current = appointmentId
      setCount((before) => before + 1)
    },
  }
}

/** Work wherever the focus is, as long as an appointment is moved. */
function MovingKeys({ mover, onStep, view }: { mover: Mover; onStep(by: number): void; view: View }) {
  const words = useWords().board
  const step = (direction: Direction) => () => mover.step(direction)
  useKeys([
    {
      key: "Shift+ArrowLeft",
      does: view === "day" ? words.dayBefore : words.weekBefore,
      run: () => onStep(-1),
    },
    {
      key: "Shift+ArrowRight",
      does: view === "day" ? words.dayAfter : words.weekAfter,
      run: () => onStep(1),
    },
    { key: "ArrowUp", does: words.nextStart, run: step("earlier") },
    { key: "ArrowDown", does: words.nextStart, run: step("later") },
    { key: "ArrowLeft", does: words.otherProvider, run: step("left") },
    { key: "ArrowRight", does: words.otherProvider, run: step("right") },
    { key: "Escape", does: words.putItBack, run: mover.putBack },
  ])
  return null
}

/** The best time of a date; null where nothing is free on it. */
async function bestOn(card: Card, date: string): Promise<WantedTime | null> {
  const question = {
    appointment_id: card.appointment.id,
    start_date: firstSearched(card, date),
    end_date: addDays(date, 1),
    with_starts: false,
  }
  const { best } = await queries.fetchQuery(startsOf(question))
  const found = best.find(
    ({ blocks, timezone }) => localDate(blocks[card.day - 1]!.start_time, timezone) === date,
  )
  if (!found) return null
  return {
    providerId: found.provider_id,
    locationId: found.location_id,
    blocks: found.blocks.map(toSpan),
  }
}

function cardIn(columns: readonly Column[], appointmentId: number): { card: Card; column: Column } | null {
  for (const column of columns) {
    const card = column.cards.find(({ appointment }) => appointment.id === appointmentId)
    if (card?.appointment.status === "scheduled") return { card, column }
  }
  return null
}

/** Takes the appointment's card, as the key `m` does: the board then waits for arrows, or for a press on a start. */
function moveFromPanel(
  columns: readonly Column[],
  appointmentId: number,
  mover: Mover,
  focus: (appointmentId: number) => void,
): (() => void) | undefined {
  const found = cardIn(columns, appointmentId)
  if (!found) return undefined
  return () => {
    goWithQuery({ appointment: null })
    mover.begin(found.card, found.column)
    focus(appointmentId)
  }
}
