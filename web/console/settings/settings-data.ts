/** What the settings read. Everything that was set is read again after a write. */
import { type Answer, api, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { allTypes } from "../board/board-data.ts"
import { readSessionAgain } from "../session.ts"

export type Location = Answer<"readLocation">
export type AppointmentType = Answer<"readAppointmentType">
export type Provider = Answer<"readProvider">
export type Channel = Row<"listChannels">
export type ProviderCalendar = Row<"listCalendars">
export type TimeOff = Row<"listTimeOff">

async function all<One>(pages: AsyncIterable<One>): Promise<One[]> {
  const rows: One[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

export const allLocations = {
  queryKey: ["locations"] as const,
  queryFn: () => all(api.listLocations({ limit: 100 })),
}
export { allTypes }
export const allProviders = {
  queryKey: ["providers"] as const,
  queryFn: () => all(api.listProviders({ limit: 100 })),
}
export const allChannels = {
  queryKey: ["channels"] as const,
  queryFn: () => all(api.listChannels({ limit: 100 })),
}

export const locationOf = (id: number) => ({
  queryKey: ["locations", id] as const,
  queryFn: () => api.readLocation({ id }),
})
export const typeOf = (id: number) => ({
  queryKey: ["appointment-types", id] as const,
  queryFn: () => api.readAppointmentType({ id }),
})
export const providerOf = (id: number) => ({
  queryKey: ["providers", id] as const,
  queryFn: () => api.readProvider({ id }),
})
export const hoursOf = (id: number) => ({
  queryKey: ["providers", id, "hours"] as const,
  queryFn: () => api.readProviderHours({ id }),
})
export const timeOffOf = (id: number) => ({
  queryKey: ["providers", id, "time-off"] as const,
  queryFn: () => all(api.listTimeOff({ id, limit: 100 })),
})
export const calendarsOf = (id: number) => ({
  queryKey: ["providers", id, "calendars"] as const,
  queryFn: () => all(api.listCalendars({ id })),
})

/** A setting may change much: the board, offered times, names everywhere. */
export async function readAllAgain(): Promise<void> {
  await Promise.all([
    readSessionAgain(),
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" }),
  ])
}
