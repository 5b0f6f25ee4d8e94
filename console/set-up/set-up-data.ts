/** The reads of the set-up. It keeps nothing of its own: how far it is shows in what the API has. */
import { addDays } from "../../ui/dates.ts"
import { type Answer, api, type Row } from "../api/client.ts"

export type Readiness = Answer<"readReadiness">
export type ReadinessItem = Readiness["items"][number]
export type Location = Row<"listLocations">
export type AppointmentType = Row<"listAppointmentTypes">
export type Provider = Row<"listProviders">
export type Channel = Row<"listChannels">

export const readiness = {
  queryKey: ["readiness"] as const,
  queryFn: () => api.readReadiness(),
}
export interface FirstTime {
  startTime: string
  provider: string
  /** The zone of the location. */
  timezone: string
}

/** The first time that a type can be booked; null for none. */
export const firstTimeOf = (typeId: number | undefined, today: string) => ({
  queryKey: ["first-time", typeId, today] as const,
  queryFn: async (): Promise<FirstTime | null> => {
    const asked = { appointment_type_id: typeId!, start_date: today, end_date: addDays(today, 31) }
    const { providers, next_available } = await api.findSlots(asked)
    const starts = providers.flatMap(({ slots, provider_name, timezone }) =>
      slots.map(({ start_time }) => ({ startTime: start_time, provider: provider_name, timezone })),
    )
    const [first] = starts.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
    if (first) return first
    if (!next_available) return null
    const { start_time, provider_name, timezone } = next_available
    return { startTime: start_time, provider: provider_name, timezone }
  },
  enabled: typeId !== undefined,
})
