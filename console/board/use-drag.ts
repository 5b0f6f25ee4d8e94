/**
 * Dragging cards with mouse, pen or finger. Near its edges the board scrolls. A card that rests over a day of a calendar, or
 * over the button to the next day, turns the board to that day.
 */
import { useEffect, useRef } from "preact/hooks"
import { followPointer, type ScreenPoint } from "../parts/pointer-drag.ts"
import { isMovable } from "./board-data.ts"
import type { Card, Column, SessionCard } from "./columns.ts"
import { edgeScroll } from "./edge-scroll.ts"
import type { Mover } from "./moving.ts"
import { isMovableSession, type SessionMover } from "./session-move.ts"
import { swappableAt } from "./swapping.ts"

export interface DragGround {
  /** The column and the minute under a point of the screen. */
  at(x: number, y: number): { column: Column; minute: number } | null
  cardOf(element: Element): { card: Card; column: Column } | null
  sessionOf(element: Element): { card: SessionCard; column: Column } | null
  now: number
  scroller(): HTMLElement
  /** Shows another date. */
  turnTo(date: string): void
  /** The card was left on a day of a calendar. */
  dropOn(date: string): void
  /** The label of a card in hand that would change places with the customer's. */
  namedSwap(customer: string): string
}

let dragged: HTMLElement | null = null
/** True while a pointer holds a card. */
export const isDragging = (): boolean => dragged !== null

/** Rests over a day this long to open it. */
const turnMs = 400

/** The piece that is taken off the board: an appointment's card, or a session of a class. */
interface Taken {
  start: number
  name: string
  begin(): void
  /** True where it is held over a start. */
  aim(column: Column, minute: number): boolean
  /** The card with which it would change places, left there. */
  onto(under: { column: Column; minute: number }): Card | null
  drop(under: { column: Column; minute: number } | null): void
  dropOn(date: string): void
  putBack(): void
}

interface Used {
  mover: Mover
  sessions: SessionMover
  ground: DragGround
}

export function useDrag(
  mover: Mover,
  sessions: SessionMover,
  ground: DragGround,
): { onPointerDown(event: PointerEvent): void } {
  const used = useRef<Used>({ mover, sessions, ground })
  used.current = { mover, sessions, ground }
  const letGo = useRef<(() => void) | null>(null)
  useEffect(() => () => letGo.current?.(), [])

  function onPointerDown(event: PointerEvent): void {
    const taken = event.button === 0 ? takenAt(event.target as Element, () => used.current) : null
    if (!taken) return
    let at: ScreenPoint = { x: event.clientX, y: event.clientY }
    /** How far below the card's top it was taken. */
    const graspedAt = (used.current.ground.at(at.x, at.y)?.minute ?? taken.start) - taken.start
    const follow = () => {
      const under = used.current.ground.at(at.x, at.y)
      const onto = under && taken.onto(under)
      dragged!.hidden = under !== null && !onto && taken.aim(under.column, under.minute - graspedAt)
      dragged!.textContent = onto ? used.current.ground.namedSwap(onto.appointment.customer.name) : taken.name
      markCard(onto)
      dragged!.style.translate = `${at.x + 6}px ${at.y + 6}px`
    }
    const scrolling = edgeScroll(() => used.current.ground.scroller(), follow)
    const rest = restOver((date) => used.current.ground.turnTo(date))
    letGo.current = followPointer(event, "rests", {
      take() {
        dragged = cardInHand(taken.name)
        taken.begin()
      },
      move(point) {
        at = point
        rest(dayAt(at))
        scrolling.reach(at)
        follow()
      },
      drop(point) {
        const day = dropDayAt(point)
        const under = used.current.ground.at(point.x, point.y)
        if (day !== null) taken.dropOn(day)
        else taken.drop(under && { column: under.column, minute: under.minute - graspedAt })
      },
      putBack: taken.putBack,
      end() {
        rest(null)
        markCard(null)
        scrolling.stop()
        dragged?.remove()
        dragged = null
        letGo.current = null
      },
    })
  }
  return { onPointerDown }
}

/** The movable piece under the pointer; null for anything else. */
function takenAt(element: Element, used: () => Used): Taken | null {
  const { mover, ground } = used()
  if (!mover.isOffered) return null
  const [card, session] = [element.closest("[data-appointment]"), element.closest("[data-session]")]
  if (session) return takenSession(ground.sessionOf(session), used)
  const held = card && ground.cardOf(card)
  if (!held || !isMovable(held.card.appointment)) return null
  return {
    start: held.card.start,
    name: held.card.appointment.customer.name,
    begin: () => used().mover.begin(held.card, held.column),
    aim: (column, minute) => used().mover.aim(column, minute) !== null,
    onto(under) {
      const onto = swappableAt(under, held.card, used().ground.now)
      if (onto) used().mover.aimAside()
      return onto
    },
    drop: (under) => (used().mover.moving?.target ? used().mover.drop() : used().mover.dropAside(under)),
    dropOn: (date) => used().ground.dropOn(date),
    putBack: () => used().mover.putBack(),
  }
}

function takenSession(held: ReturnType<DragGround["sessionOf"]>, used: () => Used): Taken | null {
  if (!held || !isMovableSession(held.card, used().ground.now)) return null
  return {
    start: held.card.start,
    name: held.card.session.appointment_type.name,
    begin: () => used().sessions.begin(held.card, held.column),
    aim: (column, minute) => used().sessions.aim(column, minute) !== null,
    onto: () => null,
    drop: () => used().sessions.drop(),
    dropOn: (date) => used().sessions.dropOn(date),
    putBack: () => used().sessions.putBack(),
  }
}

/**
 * Opens a day over which the pointer rests, and turns pages over a button to other days. Call it with the day under
 * the pointer.
 */
function restOver(open: (date: string) => void): (date: string | null) => void {
  let over: { date: string; timer: ReturnType<typeof setTimeout> } | null = null
  return (date) => {
    if (over?.date === date) return
    clearTimeout(over?.timer)
    over = date === null ? null : { date, timer: setTimeout(() => open(date), turnMs) }
    markDay(date)
  }
}

const elementAt = ({ x, y }: ScreenPoint, selector: string) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>(selector)

const dropDayAt = (at: ScreenPoint): string | null => elementAt(at, "[data-day]")?.dataset.day ?? null
const dayAt = (at: ScreenPoint): string | null =>
  dropDayAt(at) ?? elementAt(at, "[data-turn]")?.dataset.turn ?? null

function markDay(date: string | null): void {
  for (const marked of document.querySelectorAll(".is-over")) marked.classList.remove("is-over")
  if (date !== null)
    for (const day of document.querySelectorAll(`[data-day="${date}"]`)) day.classList.add("is-over")
}

/** Marks the cards of the one with which the card in hand would change places. */
function markCard(card: Card | null): void {
  for (const marked of document.querySelectorAll(".would-swap")) marked.classList.remove("would-swap")
  if (card !== null)
    for (const drawn of document.querySelectorAll(`[data-appointment="${card.appointment.id}"]`))
      drawn.classList.add("would-swap")
}

/** The card that is drawn at the pointer while no start is near. */
function cardInHand(name: string): HTMLElement {
  const element = document.createElement("div")
  element.className = "in-hand"
  element.ariaHidden = "true"
  element.textContent = name
  document.body.append(element)
  return element
}
