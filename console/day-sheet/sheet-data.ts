/** The reads of a day's sheet: the visits and classes of one date with all that a provider who goes there needs to know. */
import { type Answer, api } from "../api/client.ts"
import { localDate } from "../formats.ts"
import { classesOn, visitsOn, type WhoseDay } from "./on-sheet.ts"

type Board = Answer<"readBoard">

export interface VisitEntry {
  appointment: Answer<"readAppointment">
  customer: Answer<"readCustomer">
}

/** With who comes. */
export interface ClassEntry {
  session: Answer<"readClassSession">
}

export type SheetEntry = VisitEntry | ClassEntry

export const isClass = (entry: SheetEntry): entry is ClassEntry => "session" in entry

/** So many are read at the same time: a place with a hundred visits leaves others their turn. */
const atOnce = 6

export const visitsOf = (board: Board | undefined, whose: WhoseDay) => ({
  queryKey: ["board", "sheet", whose] as const,
  enabled: board !== undefined,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SheetEntry[]> => {
    const entries: SheetEntry[] = [
      ...(await inParts(visitsOn(board!, whose), (id) => readVisit(id, signal))),
      ...(await inParts(classesOn(board!, whose), async (id) => ({
        session: await api.readClassSession({ id }, { signal }),
      }))),
    ]
    return entries.sort((a, b) => startOn(a, whose.date).localeCompare(startOn(b, whose.date)))
  },
})

async function inParts<Entry>(
  ids: readonly number[],
  read: (id: number) => Promise<Entry>,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let at = 0; at < ids.length; at += atOnce)
    entries.push(...(await Promise.all(ids.slice(at, at + atOnce).map(read))))
  return entries
}

async function readVisit(id: number, signal: AbortSignal): Promise<VisitEntry> {
  const appointment = await api.readAppointment({ id }, { signal })
  const customer = await api.readCustomer({ id: appointment.customer_id }, { signal })
  return { appointment, customer }
}

const startOn = (entry: SheetEntry, date: string): string =>
  isClass(entry) ? entry.session.start_time : stretchOn(entry, date).start_time

/**
 * When the work is on the date: a job over several days begins on each of them, and within a promised window the work is where
 * it is planned.
 */
export function stretchOn(
  { appointment: { blocks, timezone, planned_start, work_minutes, start_time, end_time } }: VisitEntry,
  date: string,
): { start_time: string; end_time: string } {
  if (planned_start !== undefined && work_minutes !== undefined)
    return {
      start_time: planned_start,
      end_time: new Date(Date.parse(planned_start) + work_minutes * 60_000).toISOString(),
    }
  return blocks.find((block) => localDate(block.start_time, timezone) === date) ?? { start_time, end_time }
}

/** The drive to the visit, in minutes, of the person whose sheet it is or else of who leads; null where none is judged. */
export function driveTo(
  { providers }: Board,
  { appointment }: VisitEntry,
  providerId: number | null,
): number | null {
  const comes = providers.find(({ id }) => id === (providerId ?? appointment.provider.id))
  const trip = comes?.trips.find(({ appointment_id }) => appointment_id === appointment.id)
  return trip ? Math.round((Date.parse(trip.end_time) - Date.parse(trip.start_time)) / 60_000) : null
}
