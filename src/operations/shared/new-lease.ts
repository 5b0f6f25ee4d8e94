import type { Clock, Random } from "../../ports.ts"
import type { Lease } from "../../store/queue/leases.ts"

/** A lease from now on. Each has its own token, so that a worker writes nothing under a lease that it has lost. */
export function newLease({ clock, random }: { clock: Clock; random: Random }, leaseMs: number): Lease {
  const now = clock.now()
  return { token: Buffer.from(random.bytes(12)).toString("base64url"), now, until: now + leaseMs }
}
