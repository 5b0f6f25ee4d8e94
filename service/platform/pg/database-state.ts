/** A server's report about itself in one statement. */
export interface DatabaseState {
  /** The number of the newest migration; 0 when there is none. */
  migration: number
  /** A standby, or a database whose sessions are set to read only. */
  isReadOnly: boolean
  /** The standbys that commits wait for, as the server names them. */
  standbys: string
  /** Commits of this role that have waited for a standby for more than a second. */
  waitingCommits: number
  /** Set while the database is being spread over machines, or has just been. */
  spreading: "now" | "just" | null
}

/** A bare statement: it travels by itself, and behind a BEGIN. */
export const stateQuestion = `SELECT coalesce(max(number), 0) AS migration, current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('synchronous_standby_names') AS standbys,
    (SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user
       AND query_start < clock_timestamp() - interval '1 second') AS "waitingCommits",
    (SELECT CASE WHEN ended_at IS NULL THEN 'now' WHEN ended_at > clock_timestamp() - interval '10 seconds' THEN 'just' END
     FROM spreading) AS spreading
  FROM migration`

export const stateOf = (row: unknown): DatabaseState => row as DatabaseState
