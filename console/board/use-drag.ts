/** Dragging cards with mouse, pen or finger: begins after a few pixels, so that a press still opens the card. */
import { useEffect, useRef } from "preact/hooks"
import type { Card, Column } from "./columns.ts"
import type { Mover } from "./moving.ts"

export interface DragGround {
  /** The column and the minute under a point of the screen. */
  at(x: number, y: number): { column: Column; minute: number } | null
  cardOf(element: Element): { card: Card; column: Column } | null
}

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
    if (held?.card.appointment.status !== "scheduled") return
    const from = { x: event.clientX, y: event.clientY }
    /** How far below the card's top it was taken. */
    const graspedAt = (used.current.ground.at(from.x, from.y)?.minute ?? held.card.start) - held.card.start
    let isDragging = false
    const take = () => {
      isDragging = true
      used.current.mover.begin(held.card, held.column)
    }
    const rest = event.pointerType === "touch" ? setTimeout(take, restMs) : undefined

    const move = (moved: PointerEvent) => {
      const distance = Math.hypot(moved.clientX - from.x, moved.clientY - from.y)
      if (!isDragging) {
        if (distance < thresholdPx) return
        if (rest !== undefined) return finish()
        take()
      }
      moved.preventDefault()
      const under = used.current.ground.at(moved.clientX, moved.clientY)
      if (under) used.current.mover.aim(under.column, under.minute - graspedAt)
    }
    const up = () => {
      if (isDragging) used.current.mover.drop()
      finish()
    }
    const stopScrolling = (touched: TouchEvent) => isDragging && touched.preventDefault()
    const putBack = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || !isDragging) return
      pressed.stopPropagation()
      used.current.mover.putBack()
      finish()
    }
    function finish(): void {
      clearTimeout(rest)
      removeEventListener("pointermove", move)
      removeEventListener("pointerup", up)
      removeEventListener("pointercancel", cancel)
      removeEventListener("touchmove", stopScrolling)
      removeEventListener("keydown", putBack, true)
      end.current = null
      // The click that follows a drag opens nothing.
      if (isDragging) addEventListener("click", swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener("click", swallow, { capture: true }))
    }
    const cancel = () => {
      used.current.mover.putBack()
      finish()
    }
    addEventListener("pointermove", move)
    addEventListener("pointerup", up)
    addEventListener("pointercancel", cancel)
    addEventListener("touchmove", stopScrolling, { passive: false })
    addEventListener("keydown", putBack, true)
    end.current = finish
  }
  return { onPointerDown }
}

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}
