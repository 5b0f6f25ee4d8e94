/** How much at once, and how long. Milliseconds by the machine's own clock, but for the lease, which is by the Clock. */
export interface DeliveryLimits {
  /** Deliveries in this worker's hand, from the claim until their result is written. */
  slots: number
  /** Deliveries taken in one turn: their events together fit the socket's buffer, so that the database need not wait. */
  claimSize: number
  /** Requests to one endpoint at once; as many connections are kept to it. */
  atOnce: number
  /** Deliveries of one endpoint in hand, and so on all workers together: one of them holds it. */
  share: number
  /** Of an endpoint whose last attempt brought no answer. */
  slowShare: number
  /** Short enough that what a dead worker held is sent within half a minute, the look at the queue included. */
  leaseMs: number
  /** With less of it left a lease is prolonged. */
  keepMs: number
  /** With less of the lease left nothing is begun: ten seconds for the exchange, and two to write it down. */
  leaseReserveMs: number
  /** The longest pause between two looks at all of the queue, and for workers that died. */
  pollMs: number
  /** The shortest one under load, so that a look brings many; after one that brought all it could there is none. */
  claimPauseMs: number
  /** How long results gather before they are written together. */
  gatherMs: number
  /** The pause after the database could not be asked. */
  retryMs: number
}

export const defaultLimits: DeliveryLimits = {
  slots: 1_024,
  claimSize: 128,
  atOnce: 16,
  share: 64,
  slowShare: 4,
  leaseMs: 25_000,
  keepMs: 18_000,
  leaseReserveMs: 12_000,
  pollMs: 1_000,
  claimPauseMs: 20,
  gatherMs: 5,
  retryMs: 500,
}
