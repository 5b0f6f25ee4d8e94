/** The board: a day or a week of everybody or one provider. What it shows is in its address. */
import { useEffect, useMemo, useState } from "preact/hooks"
import { addDays, weekdayOf } from "../../ui/dates.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { asTitle, dateRange, localDate, longDay, shortDay } from "../formats.ts"
import { useIsPhone, useIsTablet, useIsWide } from "../parts/media.ts"
import { Failed, Loading } from "../parts/states.tsx"
import { go, goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { BoardLead, BoardTools, type View } from "./board-bar.tsx"
import { type AppointmentType, type Board, boardOf, fetchNeighbours } from "./board-data.ts"
import { type BookingState, useBooking } from "./booking.ts"
import { appointmentsIn, type Column, dayColumns, type Filters, firstDateOf, weekRows } from "./columns.ts"
import { sheetOf } from "./dock.tsx"
import { type Moves, useMoves } from "./move-appointment.ts"
import type { RefusedDrop } from "./moving.ts"
import { useNow } from "./now.ts"
import {
  BookPanel,
  ExportDialog,
  MoveQuestion,
  preparePanels,
  SessionFormPanel,
  TimeOffPanel,
} from "./panels.ts"
import { newSessionAt, type SessionWish } from "./session-draft.ts"
import { ShownBoard } from "./shown-board.tsx"
import { focusFirstCard } from "./walk.ts"
import { WeekStrip } from "./week-strip.tsx"

/** Set where this browser's board shows cancelled appointments, or rooms and equipment. */
const keptCancelled = "appointed.console.cancelled"
const keptResources = "appointed.console.resources"

const idIn = (query: URLSearchParams, name: string) => Number(query.get(name)) || null

export default function BoardScreen({ query }: ScreenProps) {
  const words = useWords().board
  const { company } = useSession()
  const isPhone = useIsPhone()
  const isTablet = useIsTablet()
  const now = useNow()
  const today = localDate(now * 60_000, company.timezone)
  const date = query.get("date") ?? today
  const view: View = query.get("view") === "week" ? "week" : "day"
  const [showsCancelled, showCancelled] = useShown(keptCancelled, true)
  const [showsResources, showResources] = useShown(keptResources, false)
  const filters: Filters = {
    locationId: idIn(query, "location"),
    typeId: idIn(query, "type"),
    providerId: idIn(query, "provider"),
    hidesCancelled: !showsCancelled,
    showsResources,
  }
  const selectedId = idIn(query, "appointment")
  const sessionId = idIn(query, "session")
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
  useAhead(board.isSuccess && !board.isPlaceholderData, firstDate, days)

  const booking = useBooking(date)
  const [refused, setRefused] = useState<RefusedDrop | null>(null)
  useEffect(() => setRefused(null), [date, view, selectedId])
  const moves = useMoves(setRefused)
  const [head, setHead] = useState<Column | null>(null)
  const [sessionWish, setSessionWish] = useState<SessionWish | null>(null)
  const isWide = useIsWide()
  const [isDockOpen, setDockOpen] = useState(false)
  const book = () => {
    setHead(null)
    goWithQuery({ appointment: null, session: null })
    booking.open()
  }
  useComing("book", query, true, book)
  const [isExporting, setExporting] = useState(false)
  useComing("export", query, true, () => setExporting(true))
  const showDate = (wanted: string) => goWithQuery({ date: wanted === today ? null : wanted })
  const step = (by: number) => showDate(addDays(date, by * days))
  const isCovered = [selectedId, sessionId, booking.booking, head, sessionWish, moves.held].some(
    (each) => each !== null,
  )
  useKeys([
    { key: "n", does: words.book, run: book },
    { key: "t", does: words.today, run: () => showDate(today) },
    { key: "ArrowLeft", does: view === "day" ? words.dayBefore : words.weekBefore, run: () => step(-1) },
    { key: "ArrowRight", does: view === "day" ? words.dayAfter : words.weekAfter, run: () => step(1) },
    ...(isCovered || view === "week" ? [] : [{ key: "ArrowDown", does: words.toCards, run: focusFirstCard }]),
    ...(isWide ? [] : [{ key: "g", does: words.goToDate, run: () => setDockOpen(true) }]),
    { key: "p", does: words.printDay, run: () => go(sheetOf(date, filters)) },
    { key: "d", does: words.day, run: () => goWithQuery({ view: null }) },
    { key: "w", does: words.week, run: () => goWithQuery({ view: "week" }) },
  ])

  const title =
    view === "day"
      ? asTitle(isTablet ? shortDay(date) : longDay(date))
      : dateRange(firstDate, addDays(firstDate, 6))
  return (
    <Page
      fills
      has="both"
      title={title}
      note={count !== undefined && words.appointments({ count })}
      lead={
        <BoardLead
          view={view}
          date={date}
          today={today}
          isWide={isWide}
          isDockOpen={isDockOpen}
          onDock={setDockOpen}
          onDate={showDate}
        />
      }
      tools={
        <BoardTools board={board.data} types={types.data ?? []} filters={filters} view={view} onBook={book} />
      }
    >
      {isPhone && view === "day" && <WeekStrip date={date} today={today} filters={filters} />}
      {board.error && !board.data ? (
        <Failed error={board.error} retry={board.refetch} />
      ) : !board.data || !types.data ? (
        <Loading rows={14} />
      ) : (
        <ShownBoard
          board={board.data}
          types={types.data}
          filters={filters}
          view={view}
          date={date}
          title={title}
          now={now}
          selectedId={selectedId}
          sessionId={sessionId}
          state={booking}
          moves={moves}
          isCovered={head !== null || sessionWish !== null}
          onSessionWish={setSessionWish}
          onHead={setHead}
          today={today}
          firstShown={firstDate}
          movedId={movedId}
          refused={refused}
          onRefused={setRefused}
          isDocked={isWide || isDockOpen}
          onDock={setDockOpen}
          onShowCancelled={showCancelled}
          onShowResources={showResources}
          onDate={showDate}
          onStep={step}
        />
      )}
      {isExporting && <ExportDialog {...{ date, filters }} onClose={() => setExporting(false)} />}
      <OverAll
        {...{ booking, moves, head, sessionWish, date, view, filters, query }}
        board={board.data}
        types={types.data}
        onHead={setHead}
        onSessionWish={setSessionWish}
        onDate={showDate}
      />
    </Page>
  )
}

interface OverAllProps {
  booking: BookingState
  moves: Moves
  /** The column of a provider whose name was pressed. */
  head: Column | null
  sessionWish: SessionWish | null
  board: Board | undefined
  types: readonly AppointmentType[] | undefined
  date: string
  view: View
  filters: Filters
  query: URLSearchParams
  onHead(column: Column | null): void
  onSessionWish(wish: SessionWish | null): void
  onDate(date: string): void
}

/** One panel at most: what is asked, else what is being put on the board, booked or given off. */
function OverAll({ booking, moves, head, sessionWish, board, types, date, ...props }: OverAllProps) {
  const { view, filters, query, ...does } = props
  const people = useMemo(
    () => (board && view === "day" ? peopleOf(board, date, filters) : []),
    [board, view, date, filters.locationId, filters.typeId, filters.providerId],
  )
  useTimeOff(people, does.onHead, query)
  if (moves.held?.preview) return <MoveQuestion {...{ ...moves.held, preview: moves.held.preview, moves }} />
  if (sessionWish && board && types)
    return (
      <SessionFormPanel
        key={JSON.stringify(sessionWish)}
        wish={sessionWish}
        {...{ board, types, date }}
        onWish={does.onSessionWish}
        onDone={(id, shown) => {
          does.onSessionWish(null)
          does.onDate(shown)
          goWithQuery({ session: String(id) })
        }}
        onClose={() => does.onSessionWish(null)}
      />
    )
  if (booking.booking && board && types)
    return (
      <BookPanel
        state={booking}
        {...{ board, types, date }}
        onBooked={(id) => {
          booking.close()
          goWithQuery({ appointment: String(id) })
        }}
        onMoveOther={(id) => {
          booking.close()
          goWithQuery({ move: String(id) })
        }}
        onNewSession={(at) => {
          booking.close()
          does.onSessionWish(newSessionAt(at))
        }}
      />
    )
  if (!head) return null
  // A date of one person's week stands for itself.
  const others = people.some(({ key }) => key === head.key) ? people : [head]
  return <TimeOffPanel key={head.key} column={head} people={others} onClose={() => does.onHead(null)} />
}

const peopleOf = (board: Board, date: string, filters: Filters): Column[] =>
  dayColumns(board, firstDateOf(board, date), filters).filter(({ resource }) => resource === null)

/** Time off by a key or out of the palette: for the person in whose column the focus is, else for the first, and the panel lets another be chosen. */
function useTimeOff(
  people: readonly Column[],
  onHead: (column: Column) => void,
  query: URLSearchParams,
): void {
  const words = useWords().board
  const begin = () => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-column]")?.dataset.column
    goWithQuery({ appointment: null, session: null })
    onHead(people.find(({ key }) => key === focused) ?? people[0]!)
  }
  useComing("off", query, people.length > 0, begin)
  useKeys(people.length > 0 ? [{ key: "o", does: words.giveTimeOff, run: begin }] : [])
}

/** Once the board stands: what comes next when its dates are turned or something on it is opened. */
function useAhead(stands: boolean, firstDate: string, days: number): void {
  useEffect(() => {
    if (!stands) return
    fetchNeighbours(firstDate, days)
    // Behind what is drawn and read first.
    const timer = setTimeout(preparePanels, 200)
    return () => clearTimeout(timer)
  }, [stands, firstDate, days])
}

/** A choice to show something, which this browser keeps. */
function useShown(key: string, usually: boolean): [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(
    () => (localStorage.getItem(key) ?? (usually ? "shown" : "hidden")) === "shown",
  )
  const show = (wanted: boolean) => {
    localStorage.setItem(key, wanted ? "shown" : "hidden")
    setShown(wanted)
  }
  return [isShown, show]
}

/** The palette and other screens lead here to do something, once what it needs is there. */
function useComing(
  name: "book" | "off" | "export",
  query: URLSearchParams,
  isReady: boolean,
  begin: () => void,
): void {
  const comes = query.has(name) && isReady
  useEffect(() => {
    if (!comes) return
    goWithQuery({ [name]: null }, { replace: true })
    begin()
  }, [comes])
}

/** Counts the drawn cards, so that nothing is counted that cannot be found on the board. */
function countOf(board: Board, view: View, date: string, filters: Filters): number {
  const columns =
    view === "day"
      ? dayColumns(board, firstDateOf(board, date), filters)
      : weekRows(board, filters).flatMap(({ days }) => days)
  return appointmentsIn(columns)
}
