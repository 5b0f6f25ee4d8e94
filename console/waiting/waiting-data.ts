/** Staff's reads of the waiting list. */
import { type Answer, api, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Entry = Row<"listWaitingEntries">
export type EntryState = Entry["state"]
export type WaitingForGap = Answer<"findWaitingForGap">["waiting"][number]

/** "Cut, Colour": what is waited for in one visit, mostly one. */
export const typeNamesOf = ({ appointment_types: types }: Pick<Entry, "appointment_types">): string =>
  types.map(({ name }) => name).join(", ")

export const states: readonly EntryState[] = [
  "waiting",
  "offered",
  "held",
  "booked",
  "declined",
  "expired",
  "withdrawn",
]

export interface EntriesAsked {
  state: EntryState | null
  typeId: number | null
  customerId: number | null
  cursor: string | null
}

export const entriesBy = ({ state, typeId, customerId, cursor }: EntriesAsked) => ({
  queryKey: ["waiting", state, typeId, customerId, cursor] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.listWaitingEntries(
      {
        limit: 50,
        ...(state !== null && { state }),
        ...(typeId !== null && { appointment_type_id: typeId }),
        ...(customerId !== null && { customer_id: customerId }),
        ...(cursor !== null && { cursor }),
      },
      { signal },
    ),
  placeholderData: (before: Answer<"listWaitingEntries"> | undefined) => before,
})

/** The bookings by the list from one day until another. */
export const summaryOf = (from: string, to: string) => ({
  queryKey: ["waiting", "summary", from, to] as const,
  queryFn: () => api.readWaitingSummary({ from, to }),
})

export interface Gap {
  providerId: number
  /** Instants. */
  from: string
  to: string
}

export const waitingFor = ({ providerId, from, to }: Gap) => ({
  queryKey: ["waiting", "gap", providerId, from, to] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const gap = { provider_id: providerId, start_time: from, end_time: to }
    return (await api.findWaitingForGap(gap, { signal })).waiting
  },
})

export type WaitedForGap = Answer<"findWaitedForGaps">["gaps"][number]

/** The free stretches that somebody waits for, from one instant until another. */
export const waitedForGaps = (from: string, to: string) => ({
  queryKey: ["waiting", "gaps", from, to] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.findWaitedForGaps({ start_time: from, end_time: to }, { signal })).gaps,
})

export const readWaitingAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["waiting"] })
