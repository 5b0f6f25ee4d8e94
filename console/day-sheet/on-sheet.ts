/** The visits and classes of a board that stand on the sheet of a date, a person and a location. */
import type { Answer } from "../api/client.ts"
import { localDate } from "../formats.ts"

type Board = Answer<"readBoard">

export interface WhoseDay {
  date: string
  providerId: number | null
  locationId: number | null
}

type Work = Pick<Board["appointments"][number], "provider_id" | "providers" | "location_id" | "status">

/** The provider's own work, alone or beside others, at the location. */
const isOf =
  ({ providerId, locationId }: WhoseDay) =>
  ({ status, provider_id, providers, location_id }: Work) =>
    status !== "cancelled" &&
    (providerId === null ||
      provider_id === providerId ||
      (providers ?? []).some(({ id }) => id === providerId)) &&
    (locationId === null || location_id === locationId)

const dateIn =
  ({ locations }: Board) =>
  (instant: string, locationId: number) =>
    localDate(instant, locations.find(({ id }) => id === locationId)?.timezone ?? "UTC")

/** The providers with a working day on the date, by the clock of their location. */
export function visitsOn(board: Board, whose: WhoseDay): number[] {
  const dateOf = dateIn(board)
  return board.appointments
    .filter(isOf(whose))
    .filter(({ blocks, location_id }) =>
      blocks.some(({ start_time }) => dateOf(start_time, location_id) === whose.date),
    )
    .map(({ id }) => id)
}

export function classesOn(board: Board, whose: WhoseDay): number[] {
  const dateOf = dateIn(board)
  return (board.sessions ?? [])
    .filter(isOf(whose))
    .filter(({ start_time, location_id }) => dateOf(start_time, location_id) === whose.date)
    .map(({ id }) => id)
}
