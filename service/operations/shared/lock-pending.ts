/** The locks of what answers a pending appointment: its own, and those of everybody whose time is kept for it. */
import type { Appointment } from "../../../domain/model/appointment.ts"
import { providerIdsOf } from "../../../domain/model/crew.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"

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

/** A turn at each provider, in the order of their ids, so that no two wait for each other. */
export async function takeTurns(
  { gate }: { gate: { enter(providerId: number): Promise<Disposable> } },
  seen: Seen,
  more: readonly number[] = [],
): Promise<DisposableStack> {
  const turns = new DisposableStack()
  try {
    for (const id of providersOf(seen, more)) turns.use(await gate.enter(id))
    return turns
  } catch (error) {
    turns.dispose()
    throw error
  }
}

export function lockPending(
  tx: Tx,
  companyId: number,
  seen: Seen,
  more: readonly number[] = [],
  resourceIds: readonly number[] = [],
): void {
  lockInOrder(tx, {
    companyId,
    customerId: seen.customer_id,
    requestId: seen.scheduling_request_id,
    providerIds: providersOf(seen, more),
    resourceIds,
    appointmentId: seen.id,
  })
}

/** Throws `busy` when other times were proposed since it was `seen`: then the wrong providers are locked. */
export function requireSameProviders(seen: Seen, locked: Seen): void {
  const held = new Set(providersOf(seen))
  if (providersOf(locked).some((id) => !held.has(id))) throw new Refusal("busy", { retryAfterSeconds: 1 })
}
