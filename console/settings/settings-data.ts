/** The reads of the settings. Everything that was set is read again after a write. */
import { type Answer, api, type Row } from "../api/client.ts"
import { rowsOf } from "../api/lists.ts"

export type Location = Answer<"readLocation">
export type AppointmentType = Answer<"readAppointmentType">
export type Provider = Answer<"readProvider">
export type Channel = Row<"listChannels">
export type MailDomain = Row<"listMailDomains">
export type ProviderCalendar = Row<"listCalendars">
export type CalendarFeed = Row<"listCalendarFeeds">
export type TimeOff = Row<"listTimeOff">
export type Resource = Answer<"readResource">

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
export const timeOffOf = (id: number) => ({
  queryKey: ["providers", id, "time-off"] as const,
  queryFn: () => rowsOf(api.listTimeOff({ id, limit: 100 })),
})
export const resourceOf = (id: number) => ({
  queryKey: ["resources", id] as const,
  queryFn: () => api.readResource({ id }),
})
export const resourceTimeOffOf = (id: number) => ({
  queryKey: ["resources", id, "time-off"] as const,
  queryFn: () => rowsOf(api.listResourceTimeOff({ id, limit: 100 })),
})
export const closedDatesFrom = (from: string) => ({
  queryKey: ["company", "time-off", from] as const,
  queryFn: () => rowsOf(api.listCompanyTimeOff({ from, limit: 100 })),
})
export const holidaysOf = (country: string, year: number) => ({
  queryKey: ["holidays", country, year] as const,
  queryFn: () => api.listHolidays({ country, year }),
  staleTime: 60 * 60_000,
})
export const allFeeds = {
  queryKey: ["calendar-feeds"] as const,
  queryFn: () => rowsOf(api.listCalendarFeeds({ limit: 100 })),
}
export const calendarsOf = (id: number) => ({
  queryKey: ["providers", id, "calendars"] as const,
  queryFn: () => rowsOf(api.listCalendars({ id })),
})
