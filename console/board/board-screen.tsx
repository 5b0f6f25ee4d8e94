/** The board: a day or a week of everybody or one provider. What it shows is in its address. */
import { useEffect, useMemo, useState } from "preact/hooks"
import { useAfterRender } from "../../ui/after-render.ts"
import { addDays, weekdayOf } from "../../ui/dates.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { dateRange, localDate, longDay, shortDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { useIsPhone, useIsTablet } from "../parts/media.ts"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { AppointmentPanel } from "./appointment-panel.tsx"
import { type Board, boardOf, fetchNeighbours, huesOf } from "./board-data.ts"
import { BoardGrid } from "./board-grid.tsx"
import { BookPanel } from "./book-panel.tsx"
import { type BookingState, choiceIn, isSameChoice, startsOf, useBooking } from "./booking.ts"
import {
  appointmentsIn,
  type Column,
  dayColumns,
  type Filters,
  firstDateOf,
  weekColumns,
  weekRows,
} from "./columns.ts"
import { EmptyBoard } from "./empty-board.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { Foot } from "./foot.tsx"
import { boardAfter, type Moves, useMoves } from "./move-appointment.ts"
import { MoveQuestion } from "./move-question.tsx"
import { type Mover, useMover } from "./moving.ts"
import { useNow } from "./now.ts"
import { useSpokenMove } from "./spoken-move.ts"
import { TimeOffPanel } from "./time-off-panel.tsx"
import { focusCard, focusFirstCard } from "./walk.ts"
import { WeekStrip } from "./week-strip.tsx"
import { WeekTable } from "./week-table.tsx"

type View = "day" | "week"

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
  const filters: Filters = {
    locationId: idIn(query, "location"),
    typeId: idIn(query, "type"),
    providerId: idIn(query, "provider"),
  }
  const selectedId = idIn(query, "appointment")
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
  const moves = useMoves()
  const [head, setHead] = useState<Column | null>(null)
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
              onClick={() => step(-1)}
            >
              <Icon name="left" />
            </button>
            <button
              type="button"
              class="button icon-only"
              aria-label={view === "day" ? words.dayAfter : words.weekAfter}
              onClick={() => step(1)}
            >
              <Icon name="right" />
            </button>
          </span>
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
}

function Shown(props: ShownProps) {
  const { types, filters, view, date, title, now, selectedId, state, moves, onHead } = props
  const words = useWords().board
  const held = moves.held?.wish
  const board = useMemo(() => (held ? boardAfter(props.board, held) : props.board), [props.board, held])
  const { locationId, typeId, providerId } = filters
  const one = board.providers.find(({ id }) => id === providerId)
  const isWeekOfOne = view === "week" && one !== undefined
  const columns = useMemo(() => {
    const wanted = { locationId, typeId, providerId }
    if (!isWeekOfOne) return dayColumns(board, date, wanted)
    return weekColumns(board, one, board.locations[0]?.days.map((each) => each.date) ?? [], wanted)
  }, [board, date, locationId, typeId, providerId, isWeekOfOne])
  const typesById = useMemo(() => new Map(types.map((type) => [type.id, type])), [types])
  const hues = useMemo(() => huesOf(types), [types])
  // While the next day is on its way the one before stays in view; its columns are of another date.
  const shownDate = firstDateOf(board, date)
  const drawn = useMemo(
    () =>
      view === "day" && shownDate !== date
        ? dayColumns(board, shownDate, { locationId, typeId, providerId })
        : columns,
    [columns, view, shownDate],
  )
  const mover = useMover(drawn, moves.propose)
  useSpokenMove(mover.moving)
  const afterRender = useAfterRender()
  const isFree = !state.booking && !moves.held && !props.isCovered
  const panel = selectedId !== null && isFree && (
    <AppointmentPanel
      key={selectedId}
      id={selectedId}
      onClose={() => goWithQuery({ appointment: null })}
      onMove={moveFromPanel(drawn, selectedId, mover, afterRender)}
    />
  )
  if (board.providers.length === 0) return <EmptyBoard />
  if (view === "week" && !one)
    return (
      <>
        <WeekTable board={board} types={typesById} hues={hues} filters={filters} now={now} />
        <Foot moving={null} />
        {panel}
      </>
    )
  if (drawn.length === 0)
    return (
      <Empty icon="filter" title={words.nothingFits}>
        <button
          type="button"
          class="button"
          onClick={() => goWithQuery({ location: null, type: null, provider: null })}
        >
          {words.showAll}
        </button>
      </Empty>
    )
  const { booking, slots } = state
  const lit =
    booking && slots
      ? new Map(drawn.map((column) => [column.key, startsOf(slots, choiceIn(column, 0))]))
      : null
  const wanted = booking?.choice ?? booking?.pressed ?? null
  const under = drawn.find((column) => wanted && isSameChoice(choiceIn(column, wanted.start), wanted))
  return (
    <>
      <BoardGrid
        label={isWeekOfOne ? `${title}, ${one.name}` : title}
        columns={drawn}
        types={typesById}
        hues={hues}
        now={now}
        selectedId={selectedId}
        headsAreDates={isWeekOfOne}
        mover={mover}
        lit={booking ? (lit ?? new Map()) : null}
        chosen={under && wanted ? { key: under.key, start: wanted.start } : null}
        onOpen={({ appointment, start }, column) => {
          // What is being booked stays: the press asks why not here.
          if (booking) state.press(choiceIn(column, start))
          else {
            onHead(null)
            goWithQuery({ appointment: String(appointment.id) })
          }
        }}
        onPick={(column, minute) => {
          if (mover.moving) {
            if (mover.aim(column, minute)) mover.drop()
            return
          }
          const choice = choiceIn(column, minute)
          if (booking) state.press(choice)
          else state.open(choice)
        }}
        onHead={onHead}
      />
      <Foot moving={mover.moving} />
      {panel}
    </>
  )
}

/** Takes the appointment's card, as the key `m` does: the board then waits for arrows, or for a press on a start. */
function moveFromPanel(
  columns: readonly Column[],
  appointmentId: number,
  mover: Mover,
  afterRender: (act: () => void) => void,
): (() => void) | undefined {
  for (const column of columns) {
    const card = column.cards.find(({ appointment }) => appointment.id === appointmentId)
    if (!card) continue
    return () => {
      goWithQuery({ appointment: null })
      mover.begin(card, column)
      // Once the panel is gone.
      afterRender(() => focusCard(appointmentId))
    }
  }
  return undefined
}
