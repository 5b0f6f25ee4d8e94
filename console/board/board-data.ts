/** The board's reads: the days around the one that is shown, the types, and all as minutes. */

import { addDays } from "../../ui/dates.ts"
import { type Answer, api, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Board = Answer<"readBoard">
export type BoardAppointment = Board["appointments"][number]
export type BoardSession = NonNullable<Board["sessions"]>[number]
/** A cancel waits, and can still be taken back. */
export const isLeaving = ({ status, cancels_at }: Pick<BoardAppointment, "status" | "cancels_at">): boolean =>
  status === "scheduled" && cancels_at !== null

/** It may be moved. */
export const isMovable = (appointment: Pick<BoardAppointment, "status" | "cancels_at">): boolean =>
  appointment.status === "scheduled" && appointment.cancels_at === null

export type BoardProvider = Board["providers"][number]
export type BoardResource = NonNullable<Board["resources"]>[number]
export type BoardLocation = Board["locations"][number]
export type AppointmentType = Row<"listAppointmentTypes">

export const boardOf = (date: string, days: number) => ({
  queryKey: ["board", date, days] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.readBoard({ date, days }, { signal }),
  // The previous board stays visible while the next one loads.
  placeholderData: (before: Board | undefined) => before,
})

/** Fetches the neighbours of what is shown, so that one step shows them at once. */
export function fetchNeighbours(date: string, days: number): void {
  for (const step of [days, -days]) {
    const { placeholderData: _, ...options } = boardOf(addDays(date, step), days)
    queries.prefetchQuery(options)
  }
}

/** After a write, and when an event says that something changed. */
export async function readBoardsAgain(): Promise<void> {
  const read = (name: string) => queries.invalidateQueries({ queryKey: [name] })
  await Promise.all([read("board"), read("starts")])
}

export const appointmentOf = (id: number) => ({
  queryKey: ["appointment", id] as const,
  queryFn: () => api.readAppointment({ id }),
})

/** After a write to an appointment. */
export async function readAppointmentAgain(id: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["appointment", id] }),
    queries.invalidateQueries({ queryKey: ["class-session"] }),
    queries.invalidateQueries({ queryKey: ["appointments-of"] }),
    queries.invalidateQueries({ queryKey: ["history"] }),
    queries.invalidateQueries({ queryKey: ["inbox"] }),
    readBoardsAgain(),
  ])
}

/** Hues away from green, which means "can", and from vermilion, which means "now". */
const hues = [258, 88, 306, 218, 352, 60, 280, 110, 330, 235]

/** The hue of each type, the same on every day. */
export function huesOf(types: readonly AppointmentType[]): ReadonlyMap<number, number> {
  const ids = types.map(({ id }) => id).sort((a, b) => a - b)
  return new Map(ids.map((id, at) => [id, hues[at % hues.length]!]))
}
