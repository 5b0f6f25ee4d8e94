/** The write of a move, with its way back. */
import { api, isRefusal } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { failureText } from "../parts/states.tsx"
import { announce, notify } from "../shell/notices.tsx"
import type { Words } from "../words/words.ts"
import { type Board, type BoardAppointment, readBoardsAgain } from "./board-data.ts"
import { shortTimeAt, timeAt } from "./board-formats.ts"
import { instantOf } from "./columns.ts"
import { type MoveWish, rescheduleOf } from "./moving.ts"

/** Shows the appointment where it was dropped, writes, and shows what the service made of it. */
export async function moveAppointment(wish: MoveWish, words: Words["board"]): Promise<void> {
  const { card, from, target } = wish
  const { appointment } = card
  const { column, start } = target
  showMoved(appointment, wish)
  try {
    const moved = await api.rescheduleAppointment(rescheduleOf(wish))
    const text = words.moved(appointment.customer.name, timeAt(column.location, start), column.provider.name)
    notify({ text, undo: () => putBack(wish, moved.version, words) })
  } catch (error) {
    const alternatives = isRefusal(error, "slot_taken", "time_not_offered")
      ? error.details?.alternatives
      : undefined
    const nearest = alternatives?.[0]
    const hint = nearest
      ? ` ${words.nearest(shortTimeAt(from.location, Math.floor(Date.parse(nearest.start_time) / 60_000)), nearest.provider_name)}`
      : ""
    notify({ text: `${failureText(error as Error)}${hint}` })
    announce(failureText(error as Error))
  }
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["appointment", appointment.id] }),
    readBoardsAgain(),
  ])
}

/** Until the service has answered. */
function showMoved(appointment: BoardAppointment, { card, target }: MoveWish): void {
  const by = target.start - card.start
  const shifted = (instant: string) => instantOf(Math.floor(Date.parse(instant) / 60_000) + by)
  const shift = <Span extends { start_time: string; end_time: string }>(span: Span): Span => ({
    ...span,
    start_time: shifted(span.start_time),
    end_time: shifted(span.end_time),
  })
  queries.setQueriesData<Board>(
    { queryKey: ["board"] },
    (board) =>
      board && {
        ...board,
        appointments: board.appointments.map((each) =>
          each.id === appointment.id
            ? {
                ...shift(each),
                provider_id: target.column.provider.id,
                location_id: target.column.location.id,
                blocks: each.blocks.map(shift),
                occupied: each.occupied.map(shift),
              }
            : each,
        ),
      },
  )
}

/** Where it was before may break a rule by now, such as the notice: staff may go back all the same, but never onto another. */
async function putBack({ card, from }: MoveWish, version: number, words: Words["board"]): Promise<void> {
  try {
    await api.rescheduleAppointment({
      id: card.appointment.id,
      start_time: card.appointment.start_time,
      provider_id: from.provider.id,
      location_id: from.location.id,
      if_version: version,
      override_eligibility: true,
    })
    notify({ text: words.putBack })
  } catch (error) {
    notify({ text: failureText(error as Error) })
  }
  await readBoardsAgain()
}
