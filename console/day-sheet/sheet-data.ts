/** What a day's sheet reads: the visits of one date with all that a provider who goes there needs to know. */
import { type Answer, api } from "../api/client.ts"
import { localDate } from "../formats.ts"

type Board = Answer<"readBoard">

export interface SheetEntry {
  appointment: Answer<"readAppointment">
  customer: Answer<"readCustomer">
}

export interface WhoseDay {
  date: string
  providerId: number | null
  locationId: number | null
}

/** So many are read at the same time: a place with a hundred visits leaves others their turn. */
const atOnce = 6

export const visitsOf = (board: Board | undefined, whose: WhoseDay) => ({
  queryKey: ["board", "sheet", whose] as const,
  enabled: board !== undefined,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SheetEntry[]> => {
    const ids = idsOn(board!, whose)
    const visits: SheetEntry[] = []
    for (let at = 0; at < ids.length; at += atOnce)
      visits.push(...(await Promise.all(ids.slice(at, at + atOnce).map((id) => readVisit(id, signal)))))
    return visits.sort((a, b) => blockOn(a, whose.date).localeCompare(blockOn(b, whose.date)))
  },
})

async function readVisit(id: number, signal: AbortSignal): Promise<SheetEntry> {
  const appointment = await api.readAppointment({ id }, { signal })
  const customer = await api.readCustomer({ id: appointment.customer_id }, { signal })
  return { appointment, customer }
}

/** Those with a working day on the date, by the clock of their place. */
function idsOn({ appointments, locations }: Board, { date, providerId, locationId }: WhoseDay): number[] {
  const zones = new Map(locations.map(({ id, timezone }) => [id, timezone]))
  return appointments
    .filter(
      ({ status, provider_id, location_id, blocks }) =>
        status !== "cancelled" &&
        (providerId === null || provider_id === providerId) &&
        (locationId === null || location_id === locationId) &&
        blocks.some(({ start_time }) => localDate(start_time, zones.get(location_id) ?? "UTC") === date),
    )
    .map(({ id }) => id)
}

/** When the visit begins on the date: a job over several days begins on each of them. */
export const blockOn = (
  { appointment: { blocks, timezone, start_time } }: SheetEntry,
  date: string,
): string => blocks.find((block) => localDate(block.start_time, timezone) === date)?.start_time ?? start_time
