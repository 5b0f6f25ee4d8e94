/** Dragging the end of a card with mouse, pen or finger. At the foot of the board it scrolls. */
import { useEffect, useRef } from "preact/hooks"
import { followPointer, type ScreenPoint } from "../parts/pointer-drag.ts"
import type { Column } from "./columns.ts"
import { edgeScroll } from "./edge-scroll.ts"
import { canResize, type Resizer } from "./resizing.ts"
import type { DragGround } from "./use-drag.ts"

interface EdgeGround extends Pick<DragGround, "cardOf" | "scroller" | "now"> {
  /** The minute of the column at a height of the screen. */
  minuteIn(column: Column, y: number): number
  /** Without a connection nothing can be changed. */
  isOffered: boolean
}

/** Returns whether the press was on an end. */
export function useEdgeDrag(resizer: Resizer, ground: EdgeGround): (event: PointerEvent) => boolean {
  const used = useRef({ resizer, ground })
  used.current = { resizer, ground }
  const letGo = useRef<(() => void) | null>(null)
  useEffect(() => () => letGo.current?.(), [])
  return (event) => {
    const element = (event.target as Element).closest(".edge")?.closest("[data-appointment]")
    const held = element && event.button === 0 ? ground.cardOf(element) : null
    if (!held || !ground.isOffered || !canResize(held.card, ground.now)) return false
    let at: ScreenPoint = { x: event.clientX, y: event.clientY }
    const graspedAt = ground.minuteIn(held.column, at.y) - held.card.end
    const follow = () => {
      const { resizer, ground } = used.current
      resizer.aim(ground.minuteIn(held.column, at.y) - graspedAt)
    }
    const scrolling = edgeScroll(() => used.current.ground.scroller(), follow)
    letGo.current = followPointer(event, "drags", {
      take: () => used.current.resizer.begin(held.card, held.column),
      move(point) {
        at = point
        scrolling.reach(at)
        follow()
      },
      drop: () => used.current.resizer.drop(),
      putBack: () => used.current.resizer.putBack(),
      end() {
        scrolling.stop()
        letGo.current = null
      },
    })
    return true
  }
}
