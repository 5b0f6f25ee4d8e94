/** PostgreSQL cannot be started here; the message says why and what to do about it. */
export class ClusterError extends Error {
  override name = "ClusterError"
}
