/**
 * Making an appointment longer or shorter by its end: how far it may go, where it is held now, and the drop. The same for
 * pointer and keyboard.
 */
import { useEffect, useRef, useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { queries, useQuery } from "../api/queries.ts"
import { failureText } from "../parts/states.tsx"
import { lettersWork } from "../shell/letters.ts"
import { announce, notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { isMovable } from "./board-data.ts"
import { duration, timeAt } from "./board-formats.ts"
import type { Card, Column } from "./columns.ts"
import type { MoveWish } from "./moving.ts"
import type { DragGround } from "./use-drag.ts"

export interface Resizing {
  card: Card
  column: Column
  /** How long it is held. */
  minutes: number
  /** Null until it is known. */
  longest: number | null
}

export interface Resizer {
  resizing: Resizing | null
  begin(card: Card, column: Column): void
  /** Its end is held at this minute, or as near as it may be. */
  aim(minute: number): void
  step(by: number): void
  drop(): void
  putBack(): void
}

const stepMinutes = 5

/** A job over several days keeps its lengths, and one that has begun stays as it is. */
export const canResize = ({ appointment, start }: Card, now: number): boolean =>
  isMovable(appointment) && appointment.blocks.length === 1 && !appointment.planned && start > now

const lengthsOf = ({ id, version }: Card["appointment"]) => ({
  queryKey: ["lengths", id, version] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.readAppointmentLengths({ id }, { signal }),
  staleTime: 0,
})

interface Held {
  card: Card
  column: Column
  minutes: number
}

/** How near to what is wished the length may be. */
export function allowedLength(wished: number, shortest: number, longest: number): number {
  const rounded = Math.round(wished / stepMinutes) * stepMinutes
  return Math.min(Math.max(rounded, shortest), longest)
}

export function useResizer(propose: (wish: MoveWish) => void): Resizer {
  const words = useWords().board
  const [held, setHeld] = useState<Held | null>(null)
  const latest = useRef<Held | null>(null)
  const hold = (next: Held | null) => {
    latest.current = next
    setHeld(next)
  }
  const { data, error } = useQuery({
    ...lengthsOf(held?.card.appointment ?? noAppointment),
    enabled: held !== null,
  })
  const own = held ? held.card.end - held.card.start : 0
  const [shortest, longest] = [data?.shortest_minutes ?? own, data?.longest_minutes ?? own]
  const isKnown = held !== null && data !== undefined
  const shown = held && { ...held, longest: isKnown ? longest : null }
  const set = (minutes: number) => {
    const present = latest.current
    if (!present || !isKnown) return
    const allowed = allowedLength(minutes, shortest, longest)
    if (allowed !== present.minutes) hold({ ...present, minutes: allowed })
  }
  useEffect(() => {
    if (!held || !error) return
    hold(null)
    notify({ text: failureText(error) })
  }, [error])
  useEffect(() => {
    if (isKnown)
      announce(words.resizing({ name: held.card.appointment.customer.name, longest: duration(longest) }))
  }, [isKnown])
  const minutes = held?.minutes
  useEffect(() => {
    if (held && minutes !== own)
      announce(`${timeAt(held.column.location, held.card.start + held.minutes)}, ${duration(held.minutes)}`)
  }, [minutes])
  return {
    resizing: shown,
    begin(card, column) {
      void queries.prefetchQuery(lengthsOf(card.appointment))
      hold({ card, column, minutes: card.end - card.start })
    },
    aim: (minute) => latest.current && set(minute - latest.current.card.start),
    step: (by) => latest.current && set(latest.current.minutes + by),
    drop() {
      const present = latest.current
      hold(null)
      if (!present || present.minutes === present.card.end - present.card.start) return
      const { card, column } = present
      const blocks = [[card.start, card.start + present.minutes]] as const
      propose({ card, from: column, target: { column, start: card.start, blocks, isOverride: false } })
    },
    putBack: () => hold(null),
  }
}

const noAppointment = { id: 0, version: 0 } as Card["appointment"]

const steps: Readonly<Record<string, number>> = { ArrowDown: stepMinutes, ArrowUp: -stepMinutes }

/** `e` takes the end of the card that has the focus, arrows hold it, Enter drops it. Whether the key was one of these. */
export function resizeByKeys(
  event: KeyboardEvent,
  resizer: Resizer,
  { cardOf, now }: Pick<DragGround, "cardOf"> & { now: number },
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  if (!resizer.resizing) {
    const element = (event.target as Element).closest("[data-appointment]")
    const held = event.key === "e" && element && lettersWork() ? cardOf(element) : null
    if (!held || !canResize(held.card, now)) return false
    resizer.begin(held.card, held.column)
  } else if (event.key in steps) resizer.step(steps[event.key]! * (event.shiftKey ? 3 : 1))
  else if (event.key === "Enter") resizer.drop()
  else if (event.key === "Escape") resizer.putBack()
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
