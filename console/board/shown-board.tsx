/** The board once it is read: the grid or the week's table, the dock and the foot around it, and what lies over it. */
import { useLayoutEffect, useMemo, useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Empty } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import { useKeys } from "../shell/keys.tsx"
import { type WaitedForGap, waitedForGaps } from "../waiting/waiting-data.ts"
import { useWords } from "../words/words.ts"
import type { View } from "./board-bar.tsx"
import { type Board, huesOf } from "./board-data.ts"
import { BoardGrid } from "./board-grid.tsx"
import { type BookingState, choiceIn, isSameChoice, startsAt } from "./booking.ts"
import { type Column, dayColumns, type Filters, firstDateOf, instantOf, weekColumns } from "./columns.ts"
import { Dock } from "./dock.tsx"
import { Foot } from "./foot.tsx"
import { boardAfter, type Moves } from "./move-appointment.ts"
import { type Direction, type Mover, nameOfDrop, type RefusedDrop } from "./moving.ts"
import {
  AppointmentPanel,
  EmptyBoard,
  PlanPanel,
  RefusedDropNote,
  SessionPanel,
  WeekTable,
} from "./panels.ts"
import { type Resizer, useResizer } from "./resizing.ts"
import type { SessionMoving, SessionWish } from "./session-draft.ts"
import { type SessionMover, useSessionMover } from "./session-move.ts"
import { swapsOf } from "./swapping.ts"
import { cardIn, useBoardMove } from "./use-board-move.ts"
import { onceADay } from "./waited-for.ts"
import { useInView } from "./walk.ts"

type Types = Parameters<typeof huesOf>[0]

interface ShownBoardProps {
  board: Board
  types: Types
  filters: Filters
  view: View
  date: string
  title: string
  now: number
  selectedId: number | null
  sessionId: number | null
  state: BookingState
  moves: Moves
  /** Another panel lies where an appointment's would. */
  isCovered: boolean
  onHead(column: Column | null): void
  /** A session of a class is to be put on the board, or another time is chosen for one. */
  onSessionWish(wish: SessionWish | null): void
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
  onShowResources(isShown: boolean): void
  onDate(date: string): void
  onStep(by: number): void
}

export function ShownBoard(props: ShownBoardProps) {
  const { filters, view, date, moves, today } = props
  const words = useWords().board
  const proposed = moves.held?.wish
  const board = useMemo(
    () => (proposed ? boardAfter(props.board, proposed) : props.board),
    [props.board, proposed],
  )
  const one = board.providers.find(({ id }) => id === filters.providerId)
  const isWeekOfOne = view === "week" && one !== undefined
  const columns = useColumns(board, props, isWeekOfOne)
  const isReady = firstDateOf(board, props.firstShown) === props.firstShown
  const move = useBoardMove({ ...props, columns, isReady, isWeekOfOne })
  const resizer = useResizer(moves.propose)
  const sessionMover = useSessionMover(columns, props.now, props.onSessionWish)
  const typesById = useMemo(() => new Map(props.types.map((type) => [type.id, type])), [props.types])
  const hues = useMemo(() => huesOf(props.types), [props.types])
  const [plannedDate, setPlannedDate] = useState<string | null>(null)
  const isPlanning = plannedDate === date && view === "day" && props.selectedId === null
  const plannedAt = useMemo(() => plannedLocations(board, filters.locationId), [board, filters.locationId])
  const canPlan = view === "day" && plannedAt.length > 0
  const plan = () => {
    // On a narrow window the dock lies where the panel comes.
    props.onDock(false)
    setPlannedDate(date)
  }
  useKeys(canPlan ? [{ key: "Shift+P", does: words.planAnew, run: plan }] : [])
  if (board.providers.length === 0) return <EmptyBoard />
  const content =
    view === "week" && !one ? (
      <WeekTable
        board={board}
        types={typesById}
        hues={hues}
        filters={filters}
        now={props.now}
        onMove={(id, day) => goWithQuery({ view: null, date: day === today ? null : day, move: String(id) })}
      />
    ) : columns.length === 0 ? (
      <Empty icon="filter" title={words.nothingFits}>
        <button
          type="button"
          class="button"
          onClick={() => goWithQuery({ location: null, type: null, provider: null })}
        >
          {words.showAll}
        </button>
      </Empty>
    ) : (
      <ShownGrid
        {...props}
        label={isWeekOfOne ? `${props.title}, ${one.name}` : props.title}
        columns={columns}
        typesById={typesById}
        hues={hues}
        headsAreDates={isWeekOfOne}
        move={move}
        resizer={resizer}
        sessionMover={sessionMover}
      />
    )
  return (
    <>
      <div class={move.mover.isOffered ? "board-body" : "board-body is-old"}>
        {props.isDocked && (
          <Dock
            types={typesById}
            date={date}
            today={today}
            filters={filters}
            mover={move.mover}
            onShow={(shown) => {
              props.onDock(false)
              props.onDate(shown)
            }}
            onHold={move.hold}
            onShowCancelled={props.onShowCancelled}
            onShowResources={board.resources && view === "day" ? props.onShowResources : undefined}
            onPlan={canPlan ? plan : undefined}
            onClose={() => props.onDock(false)}
          />
        )}
        <div class="board-main">
          {content}
          <MoveFoot mover={move.mover} session={sessionMover.moving} onDock={props.onDock} />
        </div>
      </div>
      <OverBoard {...props} columns={columns} move={move} />
      {isPlanning && plannedAt.length > 0 && !props.isCovered && (
        <PlanPanel key={date} date={date} locations={plannedAt} onClose={() => setPlannedDate(null)} />
      )}
    </>
  )
}

/** The locations where visits are planned: the one that is shown, or all. */
const plannedLocations = ({ appointments, locations }: Board, locationId: number | null) =>
  locations.filter(
    ({ id }) =>
      (locationId === null || id === locationId) &&
      appointments.some((each) => each.location_id === id && each.planned && each.status === "scheduled"),
  )

type BoardMove = ReturnType<typeof useBoardMove>

/** While the next day loads, the previous one stays visible; its columns belong to another date. */
function useColumns(
  board: Board,
  { filters, view, date }: Pick<ShownBoardProps, "filters" | "view" | "date">,
  isWeekOfOne: boolean,
): readonly Column[] {
  const { locationId, typeId, providerId, hidesCancelled = false, showsResources = false } = filters
  const shownDate = firstDateOf(board, date)
  const drawnDate = view === "day" ? shownDate : date
  return useMemo(() => {
    const wanted = { locationId, typeId, providerId, hidesCancelled, showsResources }
    if (!isWeekOfOne) return dayColumns(board, drawnDate, wanted)
    const one = board.providers.find(({ id }) => id === providerId)!
    return weekColumns(board, one, board.locations[0]?.days.map((each) => each.date) ?? [], wanted)
  }, [board, drawnDate, locationId, typeId, providerId, hidesCancelled, showsResources, isWeekOfOne])
}

interface ShownGridProps extends ShownBoardProps {
  label: string
  columns: readonly Column[]
  typesById: Parameters<typeof BoardGrid>[0]["types"]
  hues: ReturnType<typeof huesOf>
  headsAreDates: boolean
  move: BoardMove
  resizer: Resizer
  sessionMover: SessionMover
}

/** The columns, with the starts of what is moved or booked in light. */
function ShownGrid({ columns, state, move, sessionMover, ...props }: ShownGridProps) {
  const { mover, dropAt, dropOn, dropOnDay } = move
  const { booking, offer } = state
  const lit =
    booking && offer
      ? new Map(columns.map((column) => [column.key, startsAt(offer.starts, choiceIn(column, 0))]))
      : null
  const wanted = booking?.choice ?? booking?.pressed ?? null
  const gaps = useWaitedFor(columns)
  const under = columns.find((column) => wanted && isSameChoice(choiceIn(column, wanted.start), wanted))
  return (
    <BoardGrid
      label={props.label}
      columns={columns}
      types={props.typesById}
      hues={props.hues}
      now={props.now}
      selectedId={props.selectedId}
      headsAreDates={props.headsAreDates}
      mover={mover}
      resizer={props.resizer}
      sessionMover={sessionMover}
      refused={props.refused}
      lit={booking ? (lit ?? new Map()) : null}
      litAreWindows={offer?.starts.isOfWindows === true}
      waitedFor={booking || mover.moving ? noGaps : gaps}
      chosen={under && wanted ? { key: under.key, start: wanted.start } : null}
      onOpen={(card, column) => {
        props.onRefused(null)
        if (mover.moving) return dropOn(card, column)
        // The booking under way stays: the press asks why it can't be here.
        if (booking && !column.resource) state.press(choiceIn(column, card.start))
        else {
          props.onHead(null)
          goWithQuery({ appointment: String(card.appointment.id), session: null })
        }
      }}
      onSession={(card, column) => {
        props.onRefused(null)
        if (mover.moving) return dropAt(column, card.start)
        if (booking && !column.resource) state.press(choiceIn(column, card.start))
        else {
          props.onHead(null)
          goWithQuery({ appointment: null, session: String(card.session.id) })
        }
      }}
      onPick={(column, minute) => {
        props.onRefused(null)
        if (sessionMover.moving) {
          if (sessionMover.aim(column, minute)) sessionMover.drop()
          return
        }
        if (mover.moving) return dropAt(column, minute)
        // A booking begins with a provider, and takes its room by itself.
        if (column.resource) return
        const choice = choiceIn(column, minute)
        if (booking) state.press(choice)
        else state.open(choice)
      }}
      onWaitedFor={(column, from, until) => {
        props.onRefused(null)
        state.open(choiceIn(column, from), until)
      }}
      onTurn={props.onDate}
      onDropDay={dropOnDay}
      onHead={props.onHead}
    />
  )
}

const noGaps: readonly WaitedForGap[] = []

/** The waiting customers for the days that the columns show, as far as they are to come. */
function useWaitedFor(columns: readonly Column[]): readonly WaitedForGap[] {
  const from = Math.min(...columns.map(({ day }) => day[0]))
  const to = Math.max(...columns.map(({ day }) => day[1]))
  const { data } = useQuery(waitedForGaps(instantOf(from), instantOf(to)))
  return useMemo(() => (data ? onceADay(data, columns) : noGaps), [data, columns])
}

interface MoveFootProps {
  mover: Mover
  session: SessionMoving | null
  onDock(isOpen: boolean): void
}

/** Below the board: what a finger needs to finish a move. */
function MoveFoot({ mover, session, onDock }: MoveFootProps) {
  const words = useWords().board
  const { moving } = mover
  return (
    <Foot
      moved={moving?.card.appointment.customer.name ?? session?.card.session.appointment_type.name ?? null}
      isSession={session !== null}
    >
      {moving && (
        <span class="moving-tools">
          {moving.target ? (
            <button type="button" class="button primary" onClick={mover.drop}>
              {nameOfDrop(moving.target, moving.card, words)}
            </button>
          ) : (
            <button type="button" class="button" onClick={() => onDock(true)}>
              {words.nextTimes}
            </button>
          )}
          <button type="button" class="button" onClick={mover.putBack}>
            {words.putItBackNow}
          </button>
        </span>
      )}
    </Foot>
  )
}

interface OverBoardProps extends ShownBoardProps {
  columns: readonly Column[]
  move: BoardMove
}

/** The layer over the board: why a drop cannot stay, or the panel of an appointment. */
function OverBoard({ columns, move, refused, selectedId, moves, onRefused, ...props }: OverBoardProps) {
  const { mover, begin, focus } = move
  const isFree = !props.state.booking && !moves.held && !props.isCovered
  const movable = selectedId === null ? null : cardIn(columns, selectedId)
  useInView(selectedId)
  const swap = useMemo(
    () => movable && swapsOf(columns, movable.card, props.now),
    [movable?.card, columns, props.now],
  )
  const moveIt = () => {
    goWithQuery({ appointment: null })
    begin(movable!.card, movable!.column)
  }
  return (
    <>
      {refused && !mover.moving && (
        <RefusedDropNote
          key={`${refused.column.key} ${refused.minute}`}
          refused={refused}
          columns={columns}
          onTake={(target) => moves.propose({ card: refused.card, from: refused.from, target })}
          onMoveOther={(card, column) => {
            onRefused(null)
            begin(card, column)
          }}
          onClose={() => {
            onRefused(null)
            focus(refused.card.appointment.id)
          }}
        />
      )}
      {mover.moving && <MovingKeys mover={mover} onStep={props.onStep} view={props.view} />}
      {selectedId !== null && isFree && (
        <AppointmentPanel
          key={selectedId}
          id={selectedId}
          onClose={() => goWithQuery({ appointment: null })}
          onMove={movable && mover.isOffered ? moveIt : undefined}
          swap={swap && mover.isOffered ? swap : undefined}
        />
      )}
      {props.sessionId !== null && selectedId === null && isFree && (
        <SessionPanel
          key={props.sessionId}
          id={props.sessionId}
          onOpen={(id) => goWithQuery({ appointment: String(id) })}
          onChange={() => props.onSessionWish({ id: props.sessionId, at: null })}
          onClose={() => goWithQuery({ session: null })}
        />
      )}
    </>
  )
}

/** Work wherever the focus is, as long as an appointment is moved. */
function MovingKeys({ mover, onStep, view }: { mover: Mover; onStep(by: number): void; view: View }) {
  const words = useWords().board
  const step = (direction: Direction) => () => mover.step(direction)
  // In a layout effect: the key that is pressed right after the paint must already drop it.
  useLayoutEffect(() => {
    const drop = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !mover.moving?.target) return
      event.preventDefault()
      mover.drop()
    }
    addEventListener("keydown", drop)
    return () => removeEventListener("keydown", drop)
  })
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
