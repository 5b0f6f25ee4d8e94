/**
 * From the drop of a card to the written move. A move that texts the customer is held at its new place until the texts are
 * read and agreed to; one that sends no text is written at once. For ten seconds the way back leaves no trace; later it is a move
 * like any other.
 */
import { useState } from "preact/hooks"
import { useAfterRender } from "../../ui/after-render.ts"
import { type Answer, api, isRefusal, Refusal } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { meets } from "../parts/spans.ts"
import { failureText } from "../parts/states.tsx"
import { type TellingChannel, toldBy, whatGoes } from "../parts/told.ts"
import type { ChosenStart, MoveConflict } from "../series/move-conflicts.tsx"
import { firstScope, type Scope, scopeFields } from "../series/scope.tsx"
import { announce, notify } from "../shell/notices.tsx"
import { useWords, type Words } from "../words/words.ts"
import { type Board, type BoardAppointment, readAppointmentAgain, readBoardsAgain } from "./board-data.ts"
import { dateAt, spanAt, timeAt } from "./board-formats.ts"
import { instantOf, minuteOf, toSpan } from "./columns.ts"
import { changesOf, isElsewhere, type MoveWish, type RefusedDrop, rescheduleOf } from "./moving.ts"
import { tookMoveBack, undoSeconds } from "./reopening.ts"
import { focusCard } from "./walk.ts"

type Preview = Answer<"previewMove">

export interface HeldMove {
  wish: MoveWish
  /** Null until it is known which texts would go, or that it cannot be shown. */
  preview: Preview | Error | null
  /** The conflict of a refused move of several of a series: those that have nowhere to go. */
  conflict?: MoveConflict
}

export interface Moves {
  /** The move that is shown at its new place, but not written yet. */
  held: HeldMove | null
  propose(wish: MoveWish): void
  /** @param silent the channels on which the customer gets no message, for this once */
  confirm(silent: readonly TellingChannel[], scope?: Scope, conflicts?: ChosenStart[]): void
  putBack(): void
}

/** @param onRefused gets the start of a move that could not be made because of its time */
export function useMoves(onRefused: (refused: RefusedDrop) => void): Moves {
  const words = useWords().board
  const [held, setHeld] = useState<HeldMove | null>(null)
  const afterRender = useAfterRender()
  // In another column a card is another element.
  const focusMoved = ({ card }: MoveWish) => afterRender(() => focusCard(card.appointment.id))
  const write = async (wish: MoveWish, said: Omit<MoveOptions, "words" | "propose" | "onRefused">) => {
    const conflict = await moveAppointment(wish, { words, ...said, propose, onRefused })
    // The question stays until each has somewhere to go.
    setHeld((present) => (present?.wish !== wish ? present : conflict && { ...present, conflict }))
    // A refused move draws the card anew at its old place, which loses the focus. The focus returns to the card,
    // unless the user has moved it elsewhere.
    afterRender(() => {
      if (document.activeElement === document.body) focusCard(wish.card.appointment.id)
    })
  }
  async function propose(wish: MoveWish): Promise<void> {
    setHeld({ wish, preview: null })
    focusMoved(wish)
    const preview = await api.previewMove(rescheduleOf(wish)).catch((error: Error) => error)
    if (preview instanceof Refusal) {
      tellRefusal(preview, wish, onRefused)
      setHeld((present) => (present?.wish === wish ? null : present))
      focusMoved(wish)
    } else if (
      preview instanceof Error ||
      preview.texts.some(({ reason }) => reason === null) ||
      isElsewhere(wish) ||
      wish.card.appointment.series_id !== undefined ||
      wish.card.appointment.group_id !== undefined
    ) {
      // No message goes out without a question, even when the preview of the messages failed; and no move to another place.
      setHeld({ wish, preview })
    } else await write(wish, { told: [], silent: [] })
  }
  return {
    held,
    propose,
    confirm(silent, scope, conflicts) {
      if (!held) return
      const isKnown = held.preview !== null && !(held.preview instanceof Error)
      const told = isKnown ? toldBy(held.preview as Preview, silent) : null
      void write(held.wish, { told, silent, scope, conflicts })
    },
    putBack: () => {
      setHeld(null)
      if (held) focusMoved(held.wish)
    },
  }
}

interface MoveOptions {
  words: Words["board"]
  /** The channels on which the customer hears of it; null when they are not known. */
  told: readonly TellingChannel[] | null
  silent: readonly TellingChannel[]
  /** The scope of an appointment in a series; left out for one. */
  scope?: Scope | undefined
  /** Other starts of those that had nowhere to go. */
  conflicts?: ChosenStart[] | undefined
  propose(wish: MoveWish): void
  onRefused(refused: RefusedDrop): void
}

/** Returns those that have nowhere to go, where the move of several was refused for them. */
async function moveAppointment(wish: MoveWish, options: MoveOptions): Promise<MoveConflict | null> {
  const { words, told, silent, conflicts, propose, onRefused } = options
  const { card, target } = wish
  const scope = options.scope ?? firstScope(card.appointment)
  let conflict: MoveConflict | null = null
  const { appointment } = card
  const { column, blocks } = target
  queries.setQueriesData<Board>({ queryKey: ["board"] }, (board) => board && boardAfter(board, wish))
  try {
    const moved = await api.rescheduleAppointment({
      ...rescheduleOf(wish),
      silent_channels: [...silent],
      hold_messages_seconds: undoSeconds,
      ...scopeFields(appointment, scope),
      ...(conflicts ? { conflicts } : {}),
    })
    const moveBack = () => propose(wayBack(wish, moved.version))
    const text = words.moved({
      name: appointment.customer.name,
      time: `${dateAt(column.location, blocks[0]![0])}, ${card.promise ? spanAt(column.location, blocks[0]!) : timeAt(column.location, blocks[0]![0])}`,
      provider: column.provider.name,
    })
    const goes = told && (told.length > 0 || silent.length > 0) ? [whatGoes(told, words)] : []
    notify({
      text: [text, ...changesOf(wish, words).map((change) => `${change}.`), ...goes].join(" "),
      undo: () => void takeMoveBack(moved, moveBack, words),
    })
  } catch (error) {
    if (isRefusal(error, "series_conflict") && error.details)
      conflict = { scope, occurrences: error.details.occurrences }
    else tellRefusal(error as Error, wish, onRefused)
  }
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["appointment", appointment.id] }),
    readBoardsAgain(),
  ])
  return conflict
}

async function takeMoveBack(
  moved: Answer<"rescheduleAppointment">,
  moveBack: () => void,
  words: Words["board"],
): Promise<void> {
  try {
    if (await tookMoveBack(moved)) notify({ text: words.movedBack })
    else return moveBack()
  } catch (error) {
    notify({ text: failureText(error as Error) })
  }
  await readAppointmentAgain(moved.id)
}

/** A refusal of the time is shown where the card was dropped; any other refusal is a notice. */
function tellRefusal(error: Error, wish: MoveWish, onRefused: (refused: RefusedDrop) => void): void {
  const { card, from, target } = wish
  const said = failureText(error)
  if (isRefusal(error, "slot_taken", "time_not_offered", "customer_busy"))
    onRefused({ card, from, column: target.column, minute: target.start, said })
  else {
    notify({ text: said })
    announce(said)
  }
}

/** The board with the appointment at its new place, each working day at its own; it may come from another date. */
export function boardAfter(board: Board, { card, target }: MoveWish): Board {
  const { provider, location } = target.column
  const move = (appointment: BoardAppointment): BoardAppointment => {
    const by = (at: number) =>
      (target.blocks[at]?.[0] ?? target.start) - minuteOf(appointment.blocks[at]!.start_time)
    const endBy = (at: number) => {
      const end = target.blocks[at]?.[1]
      return end === undefined ? by(at) : end - minuteOf(appointment.blocks[at]!.end_time)
    }
    const shift = <Block extends { start_time: string; end_time: string }>(
      block: Block,
      at: number,
    ): Block => ({
      ...block,
      start_time: instantOf(minuteOf(block.start_time) + by(at)),
      end_time: instantOf(minuteOf(block.end_time) + endBy(at)),
    })
    const blocks = appointment.blocks.map(shift)
    const { planned } = appointment
    return {
      ...appointment,
      // The answer says at which minute of the window the work is planned.
      ...(planned ? { planned: { ...planned, ...atStartOf(blocks[0]!, planned) } } : {}),
      start_time: blocks[0]!.start_time,
      end_time: blocks.at(-1)!.end_time,
      provider_id: provider.id,
      location_id: location.id,
      blocks,
      occupied: appointment.occupied.map(shift),
    }
  }
  const { id, version } = card.appointment
  const { appointments } = board
  if (appointments.some((each) => each.id === id)) {
    const isMoved = (each: BoardAppointment) => each.id === id && each.version === version
    return { ...board, appointments: appointments.map((each) => (isMoved(each) ? move(each) : each)) }
  }
  const shown = toSpan(board)
  const comesHere = target.blocks.some((block) => meets(block, shown))
  return comesHere ? { ...board, appointments: [...appointments, move(card.appointment)] } : board
}

const atStartOf = (
  { start_time }: { start_time: string },
  planned: { start_time: string; end_time: string },
) => ({
  start_time,
  end_time: instantOf(minuteOf(start_time) + minuteOf(planned.end_time) - minuteOf(planned.start_time)),
})

/**
 * The former time may break a rule by now, such as the notice. Staff may return there anyway, but never onto another
 * appointment.
 */
function wayBack({ card, from, target }: MoveWish, version: number): MoveWish {
  const { appointment } = card
  const { provider, location } = target.column
  const blocks = target.blocks.map(([start, end]) => ({
    start_time: instantOf(start),
    end_time: instantOf(end),
  }))
  const start_time = blocks[0]!.start_time
  const moved = {
    ...appointment,
    version,
    start_time,
    blocks,
    provider_id: provider.id,
    location_id: location.id,
  }
  const end = target.blocks[card.day - 1]?.[1] ?? target.start + card.end - card.start
  return {
    card: { ...card, appointment: moved, start: target.start, end },
    from: target.column,
    target: { column: from, start: card.start, blocks: appointment.blocks.map(toSpan), isOverride: true },
  }
}
