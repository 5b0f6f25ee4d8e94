/** The inbox and its entry in the rail read here what waits for staff. */
import { api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { tellArrivals } from "./arrivals.ts"
import type { Entry, Kind } from "./entry.ts"

/** The entries in the order in which they end. */
export const allWaiting = {
  queryKey: ["inbox", "all"] as const,
  queryFn: async (): Promise<readonly Entry[]> => {
    const entries = await api.readInbox()
    tellArrivals(entries)
    return entries
  },
}

const mostCounted = 99

/** "12", or "99+"; empty when nothing waits. */
export async function countInbox(): Promise<string> {
  const { length } = await queries.fetchQuery({ ...allWaiting, staleTime: 0 })
  if (length > mostCounted) return `${mostCounted}+`
  return length === 0 ? "" : `${length}`
}

export const readInboxAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["inbox"] })

export type Part = "bookings" | "calls" | "problems"

const parts: Record<Kind, Part> = {
  pending: "bookings",
  counter_proposal: "bookings",
  declined: "bookings",
  callback: "calls",
  not_understood: "calls",
  message_uncertain: "problems",
  message_failed: "problems",
  understaffed: "problems",
  endpoint_failing: "problems",
  calendar_failing: "problems",
}

export const partOf = ({ kind }: Entry): Part => parts[kind]
