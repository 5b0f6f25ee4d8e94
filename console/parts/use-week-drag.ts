/** Drawing, moving and lengthening hours of a week by a pointer. Escape leaves the week as it was. */
import type { RefObject } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { followPointer, type ScreenPoint } from "./pointer-drag.ts"
import { dayMinutes, drawn, replaced, type Stretch, stepMinutes, weekdayOf } from "./week-stretches.ts"

interface WeekDragGround {
  stretches: readonly Stretch[]
  blocked: readonly Stretch[]
  /** The seven columns, from midnight to midnight. */
  days: RefObject<HTMLElement | null>
  onChange(stretches: readonly Stretch[], weekday: number): void
  /** Free room was pressed and nothing was drawn. */
  onTap(weekday: number, minute: number): void
}

interface Spot {
  weekday: number
  /** The minute of the day, not rounded. */
  minute: number
}

type Grip = "draw" | "move" | "start" | "end"

interface Drag {
  grip: Grip
  index: number
  from: Spot
}

/** The week as the drag would leave it, null while nothing is dragged. */
export function useWeekDrag(ground: WeekDragGround): {
  draft: readonly Stretch[] | null
  onPointerDown(event: PointerEvent): void
} {
  const [draft, setDraft] = useState<readonly Stretch[] | null>(null)
  const letGo = useRef<(() => void) | null>(null)
  const latest = useRef(ground)
  latest.current = ground
  useLayoutEffect(() => () => letGo.current?.(), [])

  function spotAt({ x, y }: ScreenPoint): Spot {
    const { left, top, width, height } = latest.current.days.current!.getBoundingClientRect()
    const column = Math.floor(((x - left) / width) * 7)
    return {
      weekday: Math.max(0, Math.min(6, column)) + 1,
      minute: Math.max(0, Math.min(dayMinutes, ((y - top) / height) * dayMinutes)),
    }
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    const target = event.target as HTMLElement
    const piece = target.closest<HTMLElement>("[data-index]")
    // A finger scrolls, but for what it has tapped before.
    if (event.pointerType === "touch" && piece && !piece.classList.contains("reached")) return
    const grip: Grip = piece ? ((target.dataset.edge as "start" | "end" | undefined) ?? "move") : "draw"
    const from = spotAt({ x: event.clientX, y: event.clientY })
    const drag: Drag = { grip, index: Number(piece?.dataset.index ?? -1), from }
    letGo.current = followPointer(event, grip === "draw" ? "scrolls" : "drags", {
      move: (at) => setDraft(leftBy(drag, spotAt(at), latest.current)),
      drop(at) {
        const to = spotAt(at)
        latest.current.onChange(leftBy(drag, to, latest.current), to.weekday)
      },
      putBack: () => {},
      press(at, released) {
        const to = spotAt(at)
        if (grip === "draw" && !isButton(released.target)) latest.current.onTap(to.weekday, to.minute)
      },
      end() {
        setDraft(null)
        letGo.current = null
      },
    })
  }

  return { draft, onPointerDown }
}

/** A closed day is a button, which opens the day by its click. */
const isButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest("button") !== null

const rounded = (minute: number) => Math.round(minute / stepMinutes) * stepMinutes
const weekMinute = ({ weekday, minute }: Spot) => (weekday - 1) * dayMinutes + rounded(minute)

/** The week as a drag to this spot leaves it. */
function leftBy({ grip, index, from }: Drag, to: Spot, { stretches, blocked }: WeekDragGround): Stretch[] {
  if (grip === "draw") return drawnOver(from, to, stretches, blocked)
  const one = stretches[index]!
  if (grip === "move") {
    const by = weekMinute(to) - (from.weekday - 1) * dayMinutes - rounded(from.minute)
    return replaced(stretches, index, { start: one.start + by, end: one.end + by }, blocked)
  }
  if (grip === "start") {
    const start = Math.min((weekdayOf(one) - 1) * dayMinutes + rounded(to.minute), one.end - stepMinutes)
    return replaced(stretches, index, { start: Math.max(start, one.end - dayMinutes), end: one.end }, blocked)
  }
  const end = Math.max(endNear(one, rounded(to.minute)), one.start + stepMinutes)
  return replaced(stretches, index, { start: one.start, end: Math.min(end, one.start + dayMinutes) }, blocked)
}

/** The end of a stretch over midnight is dragged on the next day. */
function endNear(one: Stretch, minute: number): number {
  const midnight = (weekdayOf(one) - 1) * dayMinutes
  return midnight + minute + (one.end - midnight > dayMinutes ? dayMinutes : 0)
}

/** A drag over several days draws the same hours on each. */
function drawnOver(
  from: Spot,
  to: Spot,
  stretches: readonly Stretch[],
  blocked: readonly Stretch[],
): Stretch[] {
  const [first, last] = [Math.min(from.weekday, to.weekday), Math.max(from.weekday, to.weekday)]
  const [top, bottom] = [Math.min(from.minute, to.minute), Math.max(from.minute, to.minute)]
  const start = Math.floor(top / stepMinutes) * stepMinutes
  const end = Math.max(rounded(bottom), start + stepMinutes)
  let all = [...stretches]
  for (let weekday = first; weekday <= last; weekday++) {
    const midnight = (weekday - 1) * dayMinutes
    all = drawn(all, { start: midnight + start, end: midnight + end }, blocked)
  }
  return all
}
