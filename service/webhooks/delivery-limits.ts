/** How much at once, and how long. Milliseconds by the machine's own clock; the lease alone is by the Clock. */
export interface DeliveryLimits {
  /** Deliveries under a lease of this worker, until their results are written. */
  slots: number
  /** Deliveries leased in one look: their events together fit the socket's buffer, so that the database need not wait. */
  lookSize: number
  /** Requests to one endpoint at once, by this worker; as many connections are kept to it. */
  atOnce: number
  /** Deliveries of one endpoint under a lease, on all workers together. */
  share: number
  /** The same for an endpoint whose last attempt brought no answer. */
  silentShare: number
  /** A request that waits for longer makes its endpoint slow: it has no more under a lease than is sent at once. */
  slowAfterMs: number
  /** Deliveries of one company in the hands of this worker: the shares of its three endpoints. */
  companyShare: number
  /** So short that what a dead worker had leased is sent within half a minute, the look at the queue included. */
  leaseMs: number
  /** With less of the lease left no attempt begins: ten seconds for the exchange, and two to write it down. */
  leaseReserveMs: number
  /** The longest pause between two looks at the queue. */
  pollMs: number
  /** The shortest pause after a look that found less than it could, so that under load a look finds many. */
  restMs: number
  /** Results written together. */
  batchSize: number
  /** How long results gather before they are written together. */
  gatherMs: number
  /** The pause after the database could not be asked. */
  retryMs: number
}

export const defaultLimits: DeliveryLimits = {
  slots: 2_048,
  lookSize: 128,
  atOnce: 16,
  share: 64,
  silentShare: 4,
  slowAfterMs: 1_000,
  companyShare: 192,
  leaseMs: 25_000,
  leaseReserveMs: 12_000,
  pollMs: 1_000,
  restMs: 20,
  batchSize: 128,
  gatherMs: 5,
  retryMs: 500,
}
