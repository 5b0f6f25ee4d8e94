/** The locks of what answers a pending appointment: its own, and those of everybody whose time is kept for it. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Locks } from "../platform/pg/locks.ts"

type Seen = Pick<
  Appointment,
  "id" | "customer_id" | "scheduling_request_id" | "provider_id" | "crew" | "proposals" | "version"
>

/** Its providers, those of its proposed times, and `more`. */
export const providersOf = (seen: Seen, more: readonly number[] = []): number[] => {
  const proposed = seen.proposals.flatMap(({ provider, crew = [] }) => [provider, ...crew])
  const all = [...providerIdsOf(seen), ...proposed.map(({ id }) => id), ...more]
  return [...new Set(all)].sort((a, b) => a - b)
}

export const locksOfPending = (seen: Seen, more: readonly number[] = []): Omit<Locks, "companyId"> => ({
  customerId: seen.customer_id,
  requestId: seen.scheduling_request_id,
  providerIds: providersOf(seen, more),
  appointmentId: seen.id,
})

/** Throws `busy` when other times were proposed since it was `seen`: then the wrong providers are locked. */
export function requireSameProviders(seen: Seen, locked: Seen): void {
  const held = new Set(providersOf(seen))
  if (providersOf(locked).some((id) => !held.has(id))) throw new Refusal("busy", { retryAfterSeconds: 1 })
}
