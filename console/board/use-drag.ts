/**
 * Dragging cards with mouse, pen or finger. Near its edges the board scrolls. A card that rests over a day of a calendar, or
 * over the button to the next day, turns the board to that day.
 */
import { useEffect, useRef } from "preact/hooks"
import { followPointer, type ScreenPoint } from "../parts/pointer-drag.ts"
import { isMovable } from "./board-data.ts"
import type { Card, Column } from "./columns.ts"
import { edgeScroll } from "./edge-scroll.ts"
import type { Mover } from "./moving.ts"

export interface DragGround {
  /** The column and the minute under a point of the screen. */
  at(x: number, y: number): { column: Column; minute: number } | null
  cardOf(element: Element): { card: Card; column: Column } | null
  scroller(): HTMLElement
  /** Shows another date. */
  turnTo(date: string): void
  /** The card was left on a day of a calendar. */
  dropOn(date: string): void
}

let dragged: HTMLElement | null = null
/** Whether a pointer holds a card. */
export const isDragging = (): boolean => dragged !== null

/** Rests over a day this long to open it. */
const turnMs = 400

export function useDrag(mover: Mover, ground: DragGround): { onPointerDown(event: PointerEvent): void } {
  const used = useRef({ mover, ground })
  used.current = { mover, ground }
  const letGo = useRef<(() => void) | null>(null)
  useEffect(() => () => letGo.current?.(), [])

  function onPointerDown(event: PointerEvent): void {
    const element = (event.target as Element).closest("[data-appointment]")
    const held = element && event.button === 0 ? used.current.ground.cardOf(element) : null
    if (!held || !isMovable(held.card.appointment) || !used.current.mover.isOffered) return
    let at: ScreenPoint = { x: event.clientX, y: event.clientY }
    /** How far below the card's top it was taken. */
    const graspedAt = (used.current.ground.at(at.x, at.y)?.minute ?? held.card.start) - held.card.start
    const follow = () => {
      const { ground, mover } = used.current
      const under = ground.at(at.x, at.y)
      const target = under && mover.aim(under.column, under.minute - graspedAt)
      dragged!.hidden = target !== null
      dragged!.style.translate = `${at.x + 6}px ${at.y + 6}px`
    }
    const scrolling = edgeScroll(() => used.current.ground.scroller(), follow)
    const rest = restOver((date) => used.current.ground.turnTo(date))
    letGo.current = followPointer(event, "rests", {
      take() {
        dragged = cardInHand(held.card)
        used.current.mover.begin(held.card, held.column)
      },
      move(point) {
        at = point
        rest(dayAt(at))
        scrolling.reach(at)
        follow()
      },
      drop(point) {
        const day = dropDayAt(point)
        const { mover, ground } = used.current
        const under = ground.at(point.x, point.y)
        if (day !== null) ground.dropOn(day)
        else if (mover.moving?.target) mover.drop()
        else mover.dropAside(under && { column: under.column, minute: under.minute - graspedAt })
      },
      putBack: () => used.current.mover.putBack(),
      end() {
        rest(null)
        scrolling.stop()
        dragged?.remove()
        dragged = null
        letGo.current = null
      },
    })
  }
  return { onPointerDown }
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

/** What is drawn at the pointer while no start is near. */
function cardInHand({ appointment }: Card): HTMLElement {
  const element = document.createElement("div")
  element.className = "in-hand"
  element.ariaHidden = "true"
  element.textContent = appointment.customer.name
  document.body.append(element)
  return element
}
