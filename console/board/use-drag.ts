/**
 * Dragging cards with mouse, pen or finger: begins after a few pixels, so that a press still opens the card. Near its edges the
 * board scrolls. A card that rests over a day of a calendar, or over the way to the next one, turns the board to that day.
 */
import { useEffect, useRef } from "preact/hooks"
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

const thresholdPx = 5
/** A finger that rests this long takes the card; one that moves at once scrolls. */
const restMs = 350

export function useDrag(mover: Mover, ground: DragGround): { onPointerDown(event: PointerEvent): void } {
  const used = useRef({ mover, ground })
  used.current = { mover, ground }
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  function onPointerDown(event: PointerEvent): void {
    const element = (event.target as Element).closest("[data-appointment]")
    const held = element && event.button === 0 ? used.current.ground.cardOf(element) : null
    if (held?.card.appointment.status !== "scheduled" || !used.current.mover.isOffered) return
    const from = { x: event.clientX, y: event.clientY }
    /** How far below the card's top it was taken. */
    const graspedAt = (used.current.ground.at(from.x, from.y)?.minute ?? held.card.start) - held.card.start
    let isTaken = false
    let at = from
    const follow = () => {
      const { ground, mover } = used.current
      const under = ground.at(at.x, at.y)
      const target = under && mover.aim(under.column, under.minute - graspedAt)
      dragged!.hidden = target !== null
      dragged!.style.translate = `${at.x + 6}px ${at.y + 6}px`
    }
    const scrolling = edgeScroll(() => used.current.ground.scroller(), follow)
    const take = () => {
      isTaken = true
      dragged = cardInHand(held.card)
      used.current.mover.begin(held.card, held.column)
    }
    const rest = restOver((date) => used.current.ground.turnTo(date))
    const listening = new AbortController()
    const { signal } = listening
    const touched = event.pointerType === "touch" ? setTimeout(take, restMs) : undefined

    const move = (moved: PointerEvent) => {
      at = { x: moved.clientX, y: moved.clientY }
      if (!isTaken) {
        if (Math.hypot(at.x - from.x, at.y - from.y) < thresholdPx) return
        if (touched !== undefined) return finish()
        take()
      }
      moved.preventDefault()
      rest(dayAt(at))
      scrolling.reach(at)
      follow()
    }
    const up = () => {
      const day = isTaken ? dropDayAt(at) : null
      const { mover, ground } = used.current
      const under = ground.at(at.x, at.y)
      finish()
      if (!isTaken) return
      if (day !== null) ground.dropOn(day)
      else if (mover.moving?.target) mover.drop()
      else mover.dropAside(under && { column: under.column, minute: under.minute - graspedAt })
    }
    const stopScrolling = (moved: Event) => isTaken && moved.preventDefault()
    const putBack = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || !isTaken) return
      pressed.stopPropagation()
      used.current.mover.putBack()
      finish()
    }
    function finish(): void {
      clearTimeout(touched)
      rest(null)
      scrolling.stop()
      dragged?.remove()
      dragged = null
      listening.abort()
      end.current = null
      // The click that follows a drag opens nothing.
      if (isTaken) addEventListener("click", swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener("click", swallow, { capture: true }))
    }
    const cancel = () => {
      if (isTaken) used.current.mover.putBack()
      finish()
    }
    addEventListener("pointermove", move, { signal })
    addEventListener("pointerup", up, { signal })
    addEventListener("pointercancel", cancel, { signal })
    // Touches go to the element that they began on, also when another day has taken its place.
    event.target!.addEventListener("touchmove", stopScrolling, { passive: false, signal })
    addEventListener("keydown", putBack, { capture: true, signal })
    end.current = finish
  }
  return { onPointerDown }
}

/** Rested upon, a day opens, and the way to the next one leads on. Takes the day that is under the pointer. */
function restOver(open: (date: string) => void): (date: string | null) => void {
  let over: { date: string; timer: ReturnType<typeof setTimeout> } | null = null
  return (date) => {
    if (over?.date === date) return
    clearTimeout(over?.timer)
    over = date === null ? null : { date, timer: setTimeout(() => open(date), turnMs) }
    markDay(date)
  }
}

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

interface ScreenPoint {
  x: number
  y: number
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
