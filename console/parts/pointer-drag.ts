/**
 * One drag by mouse, pen or finger, from the press to the release. It begins after a few pixels, so that a press still presses.
 * Escape and a browser that takes the pointer away put everything back.
 */
export interface ScreenPoint {
  x: number
  y: number
}

/** The steps of a drag; one that is never taken only presses. */
export interface PointerDrag {
  take?(): void
  move(at: ScreenPoint): void
  drop(at: ScreenPoint): void
  putBack(): void
  /** Released where it was pressed. */
  press?(at: ScreenPoint, event: PointerEvent): void
  /** After each of these ends, and when the page lets go of it. */
  end?(): void
}

/** `drags`: at once, as a mouse does. `rests`: takes after a rest, and scrolls before. `scrolls`: never takes. */
export type Finger = "drags" | "rests" | "scrolls"

const thresholdPx = 5
/** A finger that rests this long takes what is under it; one that moves at once scrolls. */
const restMs = 350

/** Follows the pointer of a `pointerdown`. Answers how to let go of it before its release. */
export function followPointer(event: PointerEvent, finger: Finger, drag: PointerDrag): () => void {
  const { pointerId, pointerType, target } = event
  const from = pointOf(event)
  const isTouch = pointerType === "touch"
  let isTaken = false
  const listening = new AbortController()
  const { signal } = listening
  const take = () => {
    isTaken = true
    drag.take?.()
  }
  const resting = isTouch && finger === "rests" ? setTimeout(take, restMs) : undefined

  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return
    const at = pointOf(moved)
    if (!isTaken) {
      if (Math.hypot(at.x - from.x, at.y - from.y) < thresholdPx) return
      if (isTouch && finger !== "drags") return finish()
      take()
    }
    moved.preventDefault()
    drag.move(at)
  }
  const up = (released: PointerEvent) => {
    if (released.pointerId !== pointerId) return
    finish()
    if (isTaken) drag.drop(pointOf(released))
    else drag.press?.(pointOf(released), released)
  }
  const putBack = () => {
    finish()
    if (isTaken) drag.putBack()
  }
  const pressKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== "Escape" || !isTaken) return
    pressed.preventDefault()
    pressed.stopPropagation()
    putBack()
    // The button is still down: its release is no press either.
    addEventListener("pointerup", swallowClick, { capture: true, once: true })
  }
  const cancel = (cancelled: PointerEvent) => {
    if (cancelled.pointerId === pointerId) putBack()
  }
  function finish(): void {
    if (signal.aborted) return
    clearTimeout(resting)
    listening.abort()
    // The click that follows a drag opens nothing.
    if (isTaken) swallowClick()
    drag.end?.()
  }
  const stopScrolling = (moved: Event) => isTaken && moved.preventDefault()
  addEventListener("pointermove", move, { signal })
  addEventListener("pointerup", up, { signal })
  addEventListener("pointercancel", cancel, { signal })
  addEventListener("keydown", pressKey, { capture: true, signal })
  // Touches go to the element that they began on, also when another one has taken its place.
  target!.addEventListener("touchmove", stopScrolling, { passive: false, signal })
  return finish
}

/** Swallows the click that the browser makes of a release, where there is one. */
function swallowClick(): void {
  addEventListener("click", swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", swallow, { capture: true }))
}

const pointOf = ({ clientX, clientY }: PointerEvent): ScreenPoint => ({ x: clientX, y: clientY })

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}
