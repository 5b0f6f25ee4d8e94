/** How an appointment moves over a board that is turned meanwhile: begun here or elsewhere, held, dropped, put back. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { queries } from "../api/queries.ts"
import { localDate, longDay } from "../formats.ts"
import { useLine } from "../live.ts"
import { failureText } from "../parts/states.tsx"
import { goWithQuery, presentAddress } from "../router.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { isMovable } from "./board-data.ts"
import { type Card, type Column, type Filters, leadColumn, toSpan } from "./columns.ts"
import type { Moves } from "./move-appointment.ts"
import { type Mover, type RefusedDrop, useMover, type WantedTime } from "./moving.ts"
import { nearestOn } from "./nearest-on-day.ts"
import { useSpokenMove } from "./spoken-move.ts"
import { firstSearched, pairKey, startsOf } from "./starts.ts"
import { focusCard } from "./walk.ts"

interface BoardMoveProps {
  columns: readonly Column[]
  /** The columns are of the date that the address names. */
  isReady: boolean
  filters: Filters
  today: string
  /** The appointment whose move another page has started. */
  movedId: number | null
  moves: Moves
  /** The board shows one provider's week. */
  isWeekOfOne: boolean
  onRefused(refused: RefusedDrop | null): void
  onDate(date: string): void
  onDock(isOpen: boolean): void
}

export function useBoardMove(props: BoardMoveProps) {
  const { columns, isReady, filters, today, movedId, onDate } = props
  const words = useWords().board
  const providers = useMemo(() => columns.filter(({ resource }) => resource === null), [columns])
  const held = useMover(providers, isReady, { propose: props.moves.propose, refuse: props.onRefused })
  useSpokenMove(held.moving, providers)
  /** Over a room the appointment stays with who leads it. */
  const movedTo = (column: Column) => (column.resource && held.moving ? held.moving.from : column)
  const focus = useFocusing(columns, held.moving !== null)
  const isAway = useLine() === "away"
  const take = (card: Card, column: Column) => {
    if (isAway) notify({ text: words.noMoveAway })
    else held.begin(card, column)
  }
  /** Takes the card: the board then waits for arrows, or for a press on a start. */
  const begin = (card: Card, column: Column) => {
    take(card, column)
    focus(card.appointment.id)
  }
  useEffect(() => {
    if (!isAway || !held.moving) return
    held.putBack()
    notify({ text: words.noMoveAway })
  }, [isAway])
  const mover: Mover = {
    ...held,
    isOffered: !isAway,
    begin: take,
    aim: (column, minute) => held.aim(movedTo(column), minute),
    dropAside: (under) => held.dropAside(under && { ...under, column: movedTo(under.column) }),
    putBack() {
      const { card, from } = held.moving ?? {}
      held.putBack()
      if (!card || !from) return
      focus(card.appointment.id)
      if (!columns.some(({ date: shown }) => shown === from.date)) onDate(from.date)
    },
  }
  // Another page, or the week's table, opens the board with a move that has already begun, the palette also at the wished date.
  useEffect(() => {
    if (movedId === null || !isReady) return
    const to = presentAddress().query.get("to")
    goWithQuery({ move: null, to: null }, { replace: true })
    const found = cardIn(columns, movedId)
    if (!found) return notify({ text: words.moveGone })
    begin(found.card, found.column)
    if (to !== null) onDate(to)
  }, [movedId, isReady, columns])
  const failure = held.moving?.error ?? null
  useEffect(() => {
    if (failure) notify({ text: failureText(failure) })
  }, [failure])

  /** Shows the date, and clears the filters when they hide the provider. */
  function hold(shown: string, time: WantedTime | null): void {
    props.onDock(false)
    const { providerId, locationId } = filters
    const isHidden = time && providerId !== null && time.providerId !== providerId
    const isElsewhere = time && locationId !== null && time.locationId !== locationId
    goWithQuery({
      date: shown === today ? null : shown,
      ...(isHidden ? { provider: null } : {}),
      ...(isElsewhere ? { location: null } : {}),
      ...(isHidden || !props.isWeekOfOne ? { view: null } : {}),
    })
    focus(null)
  }

  /** A press on a place without a near start shows why. */
  function dropAt(column: Column, minute: number): void {
    if (mover.aim(column, minute)) held.drop()
    else if (held.moving?.starts) mover.dropAside({ column, minute })
  }

  /** A cancelled appointment takes no time, so a press on its card is a press on the place below. */
  function dropOn({ appointment, start }: Card, column: Column): void {
    if (appointment.status === "cancelled") dropAt(column, start)
    else if (held.moving?.card.appointment.id !== appointment.id) mover.dropAside({ column, minute: start })
  }

  async function dropOnDay(day: string): Promise<void> {
    if (!held.moving) return
    const best = await bestOn(held.moving.card, held.moving.from, day).catch((error: Error) => error)
    if (best === null) notify({ text: words.nothingOn({ day: longDay(day) }) })
    else if (best instanceof Error) notify({ text: failureText(best) })
    else held.hold(best, { drops: true })
    hold(day, best instanceof Error ? null : best)
  }

  return { mover, begin, focus, hold, dropAt, dropOn, dropOnDay }
}

/**
 * Returns a function that focuses a card after the next render, or with null the board itself. The focus is never
 * lost, so the next key still works.
 */
function useFocusing(columns: readonly Column[], isMoving: boolean): (appointmentId: number | null) => void {
  const wished = useRef<number | null | undefined>(undefined)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && isMoving
    if (wished.current === undefined && !isLost) return
    const isFound = typeof wished.current === "number" && focusCard(wished.current)
    if (isFound || wished.current === null) wished.current = undefined
    if (!isFound) document.querySelector<HTMLElement>(".grid")?.focus({ preventScroll: true })
  }, [columns, count])
  return (appointmentId) => {
    wished.current = appointmentId
    setCount((before) => before + 1)
  }
}

/** The same person at the nearest time of day, else the best time of the date; null where nothing is free on it. */
async function bestOn(card: Card, { location }: Column, date: string): Promise<WantedTime | null> {
  const { id, provider_id: providerId } = card.appointment
  const span = { start_date: firstSearched(card, date), end_date: addDays(date, 1) }
  const own = { appointment_id: id, ...span, provider_ids: [providerId], all_starts: true }
  const { jobs } = await queries.fetchQuery(startsOf(own))
  const here = jobs.get(pairKey({ providerId, locationId: location.id })) ?? []
  // A window is chosen by how its day would be driven.
  const nearest = card.promise === null ? nearestOn(here, { card, date, timezone: location.timezone }) : null
  if (nearest) return { providerId, locationId: location.id, blocks: [...nearest.blocks] }
  const { best } = await queries.fetchQuery(startsOf({ appointment_id: id, ...span, with_starts: false }))
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

/** The card of an appointment that may be moved. */
export function cardIn(
  columns: readonly Column[],
  appointmentId: number,
): { card: Card; column: Column } | null {
  for (const column of columns) {
    const card = column.cards.find(({ appointment }) => appointment.id === appointmentId)
    if (card && isMovable(card.appointment)) return { card, column: leadColumn(columns, card, column) }
  }
  return null
}
