/** The edits of presses and keys in a week of hours, and the focus after each. */
import type { RefObject } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { lettersWork } from "../shell/letters.ts"
import { announce } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { longWeekday, timeOfDay } from "./week-formats.ts"
import {
  copied,
  dayMinutes,
  drawn,
  moved,
  roomAround,
  type Stretch,
  startingOn,
  stepMinutes,
  stretched,
  weekdayOf,
  weekdays,
  withoutOne,
} from "./week-stretches.ts"

interface EditedWeek {
  stretches: readonly Stretch[]
  /** Nothing is drawn over them. */
  blocked: readonly Stretch[]
  days: RefObject<HTMLElement | null>
  onChange(stretches: readonly Stretch[]): void
}

const ownDay = 8 * 60

/** The item under a key or a press: a piece of hours by its start, a closed day by its number. */
export const itemOf = (one: Stretch) => `at ${one.start}`
export const closedItem = (weekday: number) => `on ${weekday}`

export function useWeekEdits({ stretches, blocked, days, onChange }: EditedWeek) {
  const words = useWords().hours
  const [reached, setReached] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const items = weekdays.flatMap((weekday) => {
    const own = startingOn(stretches, weekday)
    return own.length > 0 ? own.map(itemOf) : [closedItem(weekday)]
  })
  // Synchronously, so that the next key finds the new focus.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const item = days.current!.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`)
    wanted.current = null
    item?.focus()
  })

  const said = ({ start, end }: Stretch) =>
    words.stretch({
      day: longWeekday(weekdayOf({ start, end })),
      from: timeOfDay(start % dayMinutes),
      to: timeOfDay(end % dayMinutes),
    })

  /** Changes the week and leaves the focus on what was changed, or near it. */
  function change(next: readonly Stretch[], focus: Stretch | number, spoken?: string): void {
    const item = typeof focus === "number" ? closedItem(focus) : itemOf(focus)
    wanted.current = item
    setReached(item)
    onChange(next)
    announce(spoken ?? (typeof focus === "number" ? "" : said(focus)))
  }

  function add(one: Stretch): void {
    const next = drawn(stretches, one, blocked)
    const made = next.find(({ start, end }) => start <= one.start && one.start < end) ?? next[0]
    if (made) change(next, made)
  }

  const open = (weekday: number) => {
    const start = (weekday - 1) * dayMinutes + 9 * 60
    add({ start, end: start + ownDay })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = (event.target as HTMLElement).dataset.item
    if (item === undefined) return
    const index = stretches.findIndex((one) => itemOf(one) === item)
    const isDone = walk(event.key, item) || (index >= 0 && changeByKey(event, index))
    if (isDone) event.preventDefault()
  }

  function walk(key: string, item: string): boolean {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (by === undefined) return false
    const next = items[items.indexOf(item) + by]
    if (next) days.current!.querySelector<HTMLElement>(`[data-item="${next}"]`)?.focus()
    return true
  }

  function changeByKey({ key, shiftKey }: KeyboardEvent, index: number): boolean {
    const one = stretches[index]!
    const by = { ArrowUp: -stepMinutes, ArrowDown: stepMinutes, PageUp: -60, PageDown: 60 }[key]
    if (by !== undefined) {
      const next = (shiftKey ? stretched : moved)(stretches, index, by, blocked)
      change(next, next[index]!)
    } else if (key === "Delete" || key === "Backspace") {
      const rest = withoutOne(stretches, index)
      change(rest, startingOn(rest, weekdayOf(one))[0] ?? weekdayOf(one), words.removed)
    } else if (key === "d" && lettersWork()) {
      const tomorrow = (weekdayOf(one) % 7) + 1
      const next = copied(stretches, weekdayOf(one), [tomorrow], blocked)
      change(next, startingOn(next, tomorrow)[0] ?? tomorrow)
    } else if (key === "Enter") {
      addAfter(index)
    } else return false
    return true
  }

  /** After an hour's break, four hours or as many as there are. */
  function addAfter(index: number): void {
    const one = stretches[index]!
    const room = roomAround(one, [...withoutOne(stretches, index), ...blocked])
    const start = one.end + 60
    const midnight = weekdayOf(one) * dayMinutes
    const end = Math.min(start + 4 * 60, room.end - stepMinutes, midnight)
    if (end - start >= stepMinutes) add({ start, end })
  }

  const current = reached !== null && items.includes(reached) ? reached : items[0]!
  return { current, reach: setReached, said, add, open, onKeyDown }
}
