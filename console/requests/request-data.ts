/** The reads of the requests' screens. */
import { type Answer, api, isRefusal, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type SchedulingRequest = Answer<"readSchedulingRequest">
export type Status = SchedulingRequest["status"]
export type OutreachPlan = Row<"listOutreachPlans">

export const statuses: readonly Status[] = ["open", "scheduled", "expired", "cancelled"]

export const orders = ["newest", "latest_date", "oldest"] as const
export type Order = (typeof orders)[number]

/** The requests that the list shows. Null for all. */
export interface Wanted {
  status: Status | null
  typeId: number | null
  search: string
  order: Order
}

export const requestsIn = ({ status, typeId, search, order }: Wanted, cursor: string | null) => ({
  queryKey: ["requests", status, typeId, search, order, cursor] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.listSchedulingRequests(
      {
        ...{ limit: 50, order },
        ...(status && { status }),
        ...(typeId !== null && { appointment_type_id: typeId }),
        ...(search !== "" && { search }),
        ...(cursor !== null && { cursor }),
      },
      { signal },
    ),
  placeholderData: (before: Answer<"listSchedulingRequests"> | undefined) => before,
})

export const requestOf = (id: number) => ({
  queryKey: ["requests", id] as const,
  queryFn: () => api.readSchedulingRequest({ id }),
})

/** Null when the request was never followed up. */
export const outreachOf = (id: number) => ({
  queryKey: ["requests", id, "outreach"] as const,
  queryFn: () =>
    api.readOutreach({ id }).catch((error: unknown) => {
      if (isRefusal(error, "not_found")) return null
      throw error
    }),
})

/** After a write to any request: lists, counts and pages of requests are read anew. */
export const readRequestsAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["requests"] })
