/** The appointments that wait for staff to confirm them. */
import { api, type Row } from "../api/client.ts"
import { countOf } from "../api/count-of.ts"
import { rowsOf } from "../api/lists.ts"

export type Pending = Row<"listAppointments">

/** By its deadline, the first one first. */
export const allPending = {
  queryKey: ["appointments-of", "pending"] as const,
  queryFn: async (): Promise<Pending[]> => {
    const rows = await rowsOf(api.listAppointments({ status: "pending", limit: 100 }))
    return rows.sort((a, b) => deadlineOf(a) - deadlineOf(b) || a.id - b.id)
  },
}

export const deadlineOf = ({ answer_by }: Pick<Pending, "answer_by">): number => Date.parse(answer_by!)

/** Staff have proposed other times: it is for the customer to answer. */
export const isProposed = ({ proposals }: Pick<Pending, "proposals">): boolean => proposals !== undefined

/** How many there are: "12", or "99+"; empty without any. */
export const pendingCount = {
  queryKey: ["appointments-of", "pending", "count"] as const,
  queryFn: () => countOf((limit) => api.listAppointments({ status: "pending", limit })),
}
