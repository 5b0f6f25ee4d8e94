/** Moving by keyboard: `m` takes the card that has the focus, arrows hold it over starts that work, Enter drops it. */

import { lettersWork } from "../shell/letters.ts"
import { isMovable } from "./board-data.ts"
import type { Mover } from "./moving.ts"
import type { DragGround } from "./use-drag.ts"

const directions = { ArrowUp: "earlier", ArrowDown: "later", ArrowLeft: "left", ArrowRight: "right" } as const

/** True where the key was one of these. */
export function moveByKeys(event: KeyboardEvent, mover: Mover, cardOf: DragGround["cardOf"]): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  // With Shift the arrows turn the days: a key of the screen.
  if (event.shiftKey && event.key in directions) return false
  if (!mover.moving) {
    const element = (event.target as Element).closest("[data-appointment]")
    const held = event.key === "m" && element && lettersWork() ? cardOf(element) : null
    if (!held || !isMovable(held.card.appointment)) return false
    mover.begin(held.card, held.column)
  } else if (event.key in directions) mover.step(directions[event.key as keyof typeof directions])
  else if (event.key === "Enter") {
    // Before a start is chosen, only Escape ends the move.
    if (mover.moving.target) mover.drop()
  } else if (event.key === "Escape") mover.putBack()
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
