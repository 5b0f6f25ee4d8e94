/**
 * From the drop of a card to the written move. A move that texts the customer is held at its new place until the texts are
 * read and agreed to; one that texts nobody is written at once. The way back is a move like any other.
 */
import { useState } from "preact/hooks"
import { useAfterRender } from "../../shared/after-render.ts"
import { type Answer, api, isRefusal } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { failureText } from "../parts/states.tsx"
import { announce, notify } from "../shell/notices.tsx"
import { useWords, type Words } from "../words/words.ts"
import { type Board, readBoardsAgain } from "./board-data.ts"
import { shortTimeAt, timeAt } from "./board-formats.ts"
import { instantOf, minuteOf } from "./columns.ts"
import { type MoveWish, rescheduleOf } from "./moving.ts"
import { focusCard } from "./walk.ts"

type Preview = Answer<"previewMove">

export interface HeldMove {
  wish: MoveWish
  /** Null until it is known which texts would go. */
  preview: Preview | null
}

export interface Moves {
  /** What is shown at its new place, but not written yet. */
  held: HeldMove | null
  propose(wish: MoveWish): void
  confirm(): void
  putBack(): void
}

export function useMoves(): Moves {
  const words = useWords().board
  const [held, setHeld] = useState<HeldMove | null>(null)
  const afterRender = useAfterRender()
  // In another column a card is another element.
  const focusMoved = ({ card }: MoveWish) => afterRender(() => focusCard(card.appointment.id))
  const write = async (wish: MoveWish, isTold: boolean) => {
    await moveAppointment(wish, { words, isTold, propose })
    setHeld((present) => (present?.wish === wish ? null : present))
    // A refused move went back, and took the focus away; where somebody went on meanwhile, it stays there.
    afterRender(() => {
      if (document.activeElement === document.body) focusCard(wish.card.appointment.id)
    })
  }
  async function propose(wish: MoveWish): Promise<void> {
    setHeld({ wish, preview: null })
    focusMoved(wish)
    // What is refused here is refused by the move too, which names the nearest start that works.
    const preview = await api.previewMove(rescheduleOf(wish)).catch(() => null)
    if (preview?.texts.some(({ reason }) => reason === null)) setHeld({ wish, preview })
    else await write(wish, false)
  }
  return {
    held,
    propose,
    confirm: () => held && write(held.wish, true),
    putBack: () => {
      setHeld(null)
      if (held) focusMoved(held.wish)
    },
  }
}

interface MoveOptions {
  words: Words["board"]
  /** A text goes to the customer. */
  isTold: boolean
  propose(wish: MoveWish): void
}

async function moveAppointment(wish: MoveWish, { words, isTold, propose }: MoveOptions): Promise<void> {
  const { card, from, target } = wish
  const { appointment } = card
  const { column, start } = target
  queries.setQueriesData<Board>({ queryKey: ["board"] }, (board) => board && boardAfter(board, wish))
  try {
    const moved = await api.rescheduleAppointment(rescheduleOf(wish))
    const text = words.moved(appointment.customer.name, timeAt(column.location, start), column.provider.name)
    notify({
      text: isTold ? `${text} ${words.textGoes}` : text,
      undo: () => propose(wayBack(wish, moved.version)),
    })
  } catch (error) {
    const alternatives = isRefusal(error, "slot_taken", "time_not_offered")
      ? error.details?.alternatives
      : undefined
    const nearest = alternatives?.[0]
    const hint = nearest
      ? ` ${words.nearest(shortTimeAt(from.location, minuteOf(nearest.start_time)), nearest.provider_name)}`
      : ""
    notify({ text: `${failureText(error as Error)}${hint}` })
    announce(failureText(error as Error))
  }
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["appointment", appointment.id] }),
    readBoardsAgain(),
  ])
}

/** The board with the appointment at its new place. */
export function boardAfter(board: Board, { card, target }: MoveWish): Board {
  const by = target.start - minuteOf(card.appointment.start_time)
  const shift = <Span extends { start_time: string; end_time: string }>(span: Span): Span => ({
    ...span,
    start_time: instantOf(minuteOf(span.start_time) + by),
    end_time: instantOf(minuteOf(span.end_time) + by),
  })
  const { provider, location } = target.column
  const at = { provider_id: provider.id, location_id: location.id }
  return {
    ...board,
    appointments: board.appointments.map((each) =>
      each.id === card.appointment.id && each.version === card.appointment.version
        ? { ...shift(each), ...at, blocks: each.blocks.map(shift), occupied: each.occupied.map(shift) }
        : each,
    ),
  }
}

/** Where it was before may break a rule by now, such as the notice: staff may go back all the same, but never onto another. */
function wayBack({ card, from, target }: MoveWish, version: number): MoveWish {
  const { appointment } = card
  const { provider, location } = target.column
  const start_time = instantOf(target.start)
  const moved = { ...appointment, version, start_time, provider_id: provider.id, location_id: location.id }
  const end = target.start + card.end - card.start
  return {
    card: { ...card, appointment: moved, start: target.start, end },
    from: target.column,
    target: { column: from, start: minuteOf(appointment.start_time), isOverride: true },
  }
}
