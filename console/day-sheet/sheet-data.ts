/** What a day's sheet reads: the visits and classes of one date with all that a provider who goes there needs to know. */
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
  isClass(entry) ? entry.session.start_time : blockOn(entry, date)

/** When the visit begins on the date: a job over several days begins on each of them. */
export const blockOn = (
  { appointment: { blocks, timezone, start_time } }: VisitEntry,
  date: string,
): string => blocks.find((block) => localDate(block.start_time, timezone) === date)?.start_time ?? start_time
