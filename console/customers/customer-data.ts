/** The reads of the customers' screens. */
import { type Answer, api, type Row } from "../api/client.ts"
import { rowsOf } from "../api/lists.ts"
import { queries } from "../api/queries.ts"

export type Customer = Answer<"readCustomer">
export type Contact = Customer["contacts"][number]
export type Appointment = Row<"listAppointments">
export type SchedulingRequest = Row<"listSchedulingRequests">

export const shownAtOnce = 50

export const customersBy = (search: string) => ({
  queryKey: ["customers", search] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.listCustomers({ limit: shownAtOnce, ...(search === "" ? {} : { search }) }, { signal }),
  // The rows before stay in view while the next ones are on their way.
  placeholderData: (before: Answer<"listCustomers"> | undefined) => before,
})

export const customerOf = (id: number) => ({
  queryKey: ["customer", id] as const,
  queryFn: () => api.readCustomer({ id }),
})

export const appointmentsOf = (customerId: number) => ({
  queryKey: ["appointments-of", customerId] as const,
  queryFn: async (): Promise<Appointment[]> => {
    const all = await rowsOf(api.listAppointments({ customer_id: customerId, limit: 100 }))
    return all.sort((a, b) => a.start_time.localeCompare(b.start_time))
  },
})

export const requestsOf = (customerId: number) => ({
  queryKey: ["requests", "of", customerId] as const,
  queryFn: () => api.listSchedulingRequests({ customer_id: customerId, limit: 100 }),
})

/** After a write to the customer. */
export async function readCustomerAgain(id: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["customer", id] }),
    queries.invalidateQueries({ queryKey: ["customers"] }),
    queries.invalidateQueries({ queryKey: ["history", id] }),
  ])
}
