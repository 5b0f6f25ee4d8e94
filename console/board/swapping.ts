/**
 * Two visits change places in one deed: both or none. For ten seconds it is taken back without a trace; later the way back is
 * another swap.
 */
import { useState } from "preact/hooks"
import { api, isRefusal } from "../api/client.ts"
import { failureText } from "../parts/states.tsx"
import { announce, notify } from "../shell/notices.tsx"
import { useWords, type Words } from "../words/words.ts"
import { isMovable, readAppointmentAgain } from "./board-data.ts"
import type { Card, Column } from "./columns.ts"
import { undoSeconds } from "./reopening.ts"
import { isDecisive } from "./why-first.ts"

export interface Swapped {
  card: Card
  column: Column
}

/** A promised window is planned with its day, so only one with a start is swapped, before it begins. */
export const isSwappable = ({ appointment, promise }: Card, now: number): boolean =>
  isMovable(appointment) && promise === null && Date.parse(appointment.start_time) > now * 60_000

/** The card under a pointer that carries another one: over its middle half, since beside it a start may be near. */
export function swappableAt(
  { column, minute }: { column: Column; minute: number },
  held: Card,
  now: number,
): Card | null {
  if (column.resource !== null || !isSwappable(held, now)) return null
  const found = column.cards.find((each) => {
    const quarter = (each.end - each.start) / 4
    return minute >= each.start + quarter && minute <= each.end - quarter && isSwappable(each, now)
  })
  return found && found.appointment.id !== held.appointment.id ? found : null
}

/** The visit and all of the shown days with which it can change places, the nearest in time first; null where it cannot. */
export function swapsOf(
  columns: readonly Column[],
  held: Card,
  now: number,
): { own: Swapped; others: readonly Swapped[] } | null {
  const all = new Map<number, Swapped>()
  for (const column of columns)
    for (const card of column.cards) {
      const { id, provider_id } = card.appointment
      const isLeads = provider_id === column.provider.id
      if (column.resource === null && isLeads && card.day === 1 && isSwappable(card, now))
        all.set(id, { card, column })
    }
  const own = all.get(held.appointment.id)
  if (!own) return null
  const away = ({ card }: Swapped) => Math.abs(card.start - held.start)
  const others = [...all.values()].filter((each) => each !== own).sort((a, b) => away(a) - away(b))
  return others.length > 0 ? { own, others } : null
}

/** The reason that keeps the first from where the second is, even if all others were moved; null where there is none. */
export async function whyNeverAt(
  { appointment }: Card,
  { card: other, column }: Swapped,
  signal: AbortSignal,
): Promise<string | null> {
  const { starts } = await api.explainSlots(
    {
      appointment_id: appointment.id,
      provider_id: other.appointment.provider_id,
      location_id: column.location.id,
      start_time: other.appointment.start_time,
      override_eligibility: true,
    },
    { signal },
  )
  return starts[0]?.reasons.find(isDecisive)?.message ?? null
}

export interface Swap {
  isRunning: boolean
  /** The rule that a second press of the same pair overrides, or what refused it. */
  refused: { pair: string; said: string; isRule: boolean } | null
  run(a: Card, b: Card): void
}

const pairOf = (a: Card, b: Card) => `${a.appointment.id} ${b.appointment.id}`

/** @param onDone is called once both have changed places */
export function useSwap(onDone: () => void): Swap {
  const words = useWords().board
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState<Swap["refused"]>(null)
  async function run(a: Card, b: Card): Promise<void> {
    if (isRunning) return
    const pair = pairOf(a, b)
    setRunning(true)
    try {
      await swapBoth(a, b, refused?.pair === pair && refused.isRule, words)
      setRunning(false)
      onDone()
    } catch (error) {
      const said = failureText(error as Error)
      setRunning(false)
      setRefused({ pair, said, isRule: isRefusal(error as Error, "time_not_offered", "customer_busy") })
      announce(said)
    }
  }
  return { isRunning, refused, run: (a, b) => void run(a, b) }
}

async function swapBoth(a: Card, b: Card, isOverride: boolean, words: Words["board"]): Promise<void> {
  const wish = {
    a: a.appointment.id,
    b: b.appointment.id,
    ...(isOverride ? { override_eligibility: true } : {}),
  }
  const { undo } = await api.swapAppointments({ ...wish, hold_messages_seconds: undoSeconds })
  const names = { one: a.appointment.customer.name, other: b.appointment.customer.name }
  const readAgain = () => Promise.all([readAppointmentAgain(wish.a), readAppointmentAgain(wish.b)])
  const takeBack = async () => {
    try {
      if (undo) await api.undo({ token: undo.token })
      else throw new TypeError("it was told at once")
      notify({ text: words.movedBack })
    } catch (error) {
      if (error instanceof TypeError || isRefusal(error as Error, "too_late")) await swapAgain()
      else notify({ text: failureText(error as Error) })
    }
    await readAgain()
  }
  // Both have heard of it, so they hear of this as well.
  const swapAgain = async () => {
    try {
      await api.swapAppointments({ ...wish, override_eligibility: true })
      notify({ text: words.swappedAgain(names) })
    } catch (error) {
      notify({ text: failureText(error as Error) })
    }
  }
  notify({ text: undo ? words.swapped(names) : words.swappedAtOnce(names), undo: () => void takeBack() })
  await readAgain()
}
