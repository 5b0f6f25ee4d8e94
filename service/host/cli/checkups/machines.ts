/** The other machines of a database that Citus spreads: whether they answer the one that the service connects to. */
import { connectTo } from "../../../platform/pg/servers.ts"
import { type Finding, messageOf, ok, wrong } from "./finding.ts"

const name = "database machine"
/** A machine that answers later than this hangs. */
const answerWithinMs = 3_000

interface Machine {
  host: string
  port: number
}

/** A machine's answer, or the reason for its absence. */
export type MachineAnswer = { walLevel: string; preparedTransactions: number } | { reason: string }

/** No findings on plain PostgreSQL. */
export async function checkMachines(url: string): Promise<Finding[]> {
  const client = await connectTo(url, { connectionTimeoutMillis: 5_000 })
  try {
    const citus = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
    if (citus.rowCount === 0) return []
    const { rows } = await client.query<Machine>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0 ORDER BY nodeid",
    )
    if (rows.length === 0) return [ok(name, "Citus has no other: all rows are on the first")]
    const answers = await Promise.all(rows.map((machine) => ask(url, machine)))
    return rows.map(({ host, port }, index) => findingOf(`${host}:${port}`, answers[index]!))
  } finally {
    await client.end()
  }
}

/** Each over a connection of its own, since one of them may hang. */
async function ask(url: string, { host, port }: Machine): Promise<MachineAnswer> {
  const client = await connectTo(url, {
    connectionTimeoutMillis: 5_000,
    query_timeout: answerWithinMs,
  })
  try {
    const { rows } = await client.query<{ success: boolean; result: string }>(
      "SELECT success, result FROM master_run_on_worker(ARRAY[$1], ARRAY[$2::int], ARRAY[$3], false)",
      [
        host,
        port,
        "SELECT current_setting('wal_level') || ' ' || current_setting('max_prepared_transactions')",
      ],
    )
    const { success, result } = rows[0]!
    if (!success) return { reason: (await reasonOf(url, host, port)) ?? result }
    const [walLevel = "", prepared] = result.split(" ")
    return { walLevel, preparedTransactions: Number(prepared) }
  } catch (error) {
    return { reason: messageOf(error) }
  } finally {
    // One that waits for a machine that hangs would not end.
    void client.end().catch(() => undefined)
  }
}

/** Citus's own words when it connects to the machine, which it leaves out where it runs a command there. */
async function reasonOf(url: string, host: string, port: number): Promise<string | null> {
  const client = await connectTo(url, { query_timeout: answerWithinMs })
  try {
    await client.query("SELECT citus_check_connection_to_node($1, $2)", [host, port])
    const { rows } = await client.query<{ company: string }>(
      `SELECT min(v) AS company FROM generate_series(1::bigint, 1000) v
       JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('company', v)
       JOIN pg_dist_node n ON n.groupid = p.groupid WHERE n.nodename = $1 AND n.nodeport = $2`,
      [host, port],
    )
    await client.query(`SELECT FROM company WHERE company_id = ${Number(rows[0]!.company)}`)
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    void client.end().catch(() => undefined)
  }
}

export function findingOf(machine: string, answer: MachineAnswer): Finding {
  if ("reason" in answer) {
    const reason = answer.reason.split(middle).at(-1)!
    return wrong(name, `${machine} does not answer the first: ${reason}`, mendFor(reason))
  }
  const { walLevel, preparedTransactions } = answer
  if (preparedTransactions === 0) {
    const says = `max_prepared_transactions is 0 on ${machine}, so nothing that two machines write together can commit`
    return wrong(name, says, "set it to the number of connections, and restart that machine")
  }
  if (walLevel !== "logical") {
    const says = `wal_level is ${walLevel} on ${machine}, so companies cannot be moved while they are used`
    return wrong(name, says, "set it to logical, and restart that machine")
  }
  return ok(name, `${machine} answers`)
}

const mends: readonly [RegExp, string][] = [
  [
    /no password supplied/,
    "give every machine the password of the role, in pg_dist_authinfo or .pgpass: docs/scale.md says how",
  ],
  [
    /password authentication failed/,
    "the password in pg_dist_authinfo or .pgpass is not the role's on that machine: set one of them",
  ],
  [/no pg_hba.conf entry/, "let pg_hba.conf of that machine admit the role from every other machine"],
  [/database .* does not exist|role .* does not exist/, "make the role and the database on that machine too"],
  [
    /refused|no route|could not translate|failed to connect/i,
    "start PostgreSQL there, and let it listen at that address",
  ],
  [
    /timeout|timed out/i,
    "it takes connections and does not answer, so it hangs: restart it, or end it so that its standby takes over",
  ],
]

const mendFor = (reason: string): string =>
  mends.find(([pattern]) => pattern.test(reason))?.[1] ?? "see that machine's PostgreSQL log"

const begins = "connection to the remote node "
const middle = " failed with the following error: "

/** The finding in an error about another machine; null when it is about the one that the service connects to. */
export function machineFailure(error: unknown): Finding | null {
  const [, told] = messageOf(error).split(begins)
  const [machine, reason] = told?.split(middle) ?? []
  return reason === undefined ? null : findingOf(machine!.split("@").at(-1)!, { reason })
}
