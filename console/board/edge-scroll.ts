/** While a card is dragged near an edge of the board, the board scrolls that way, faster the nearer. */

interface ScreenPoint {
  x: number
  y: number
}

const reachPx = 44
const fastestPx = 16

export interface EdgeScroll {
  /** Tells the present position of the pointer. */
  reach(at: ScreenPoint): void
  stop(): void
}

/** @param onScroll what lies under the pointer has changed */
export function edgeScroll(scroller: () => HTMLElement, onScroll: () => void): EdgeScroll {
  let by: ScreenPoint = { x: 0, y: 0 }
  let frame = 0
  const step = () => {
    frame = 0
    if (by.x === 0 && by.y === 0) return
    const element = scroller()
    const { scrollLeft, scrollTop } = element
    element.scrollBy(by.x, by.y)
    if (element.scrollLeft === scrollLeft && element.scrollTop === scrollTop) return
    onScroll()
    frame = requestAnimationFrame(step)
  }
  return {
    reach(at) {
      const { left, top, width, height } = innerOf(scroller())
      by = { x: speed(at.x - left, width), y: speed(at.y - top, height) }
      if (frame === 0) frame = requestAnimationFrame(step)
    },
    stop() {
      by = { x: 0, y: 0 }
      cancelAnimationFrame(frame)
    },
  }
}

/** Without the hours at the left and the heads at the top, which do not scroll. */
function innerOf(scroller: HTMLElement): { left: number; top: number; width: number; height: number } {
  const { left, top } = scroller.getBoundingClientRect()
  const axis = scroller.querySelector<HTMLElement>(".axis")?.offsetWidth ?? 0
  const heads = scroller.querySelector<HTMLElement>(".heads")?.offsetHeight ?? 0
  return {
    left: left + axis,
    top: top + heads,
    width: scroller.clientWidth - axis,
    height: scroller.clientHeight - heads,
  }
}

/** Pixels a frame at a distance from the beginning of a length; none beyond it, where other things lie. */
export function speed(at: number, length: number): number {
  const [before, after] = [at, length - at]
  if (before < -reachPx || after < -reachPx) return 0
  if (before < reachPx && before <= after)
    return -Math.ceil(fastestPx * Math.min(1, (reachPx - before) / reachPx))
  if (after < reachPx) return Math.ceil(fastestPx * Math.min(1, (reachPx - after) / reachPx))
  return 0
}
