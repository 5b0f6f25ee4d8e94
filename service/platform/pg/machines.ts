/**
 * The machine of a distributed database that holds a company's rows. The machine that the service connects to knows it by
 * itself, so that it says so while another hangs. Plain PostgreSQL has no such machines.
 */
import type pg from "pg"
import { connectTo } from "./servers.ts"

/** Companies seldom move between machines. */
const knownForMs = 30_000
const mostAtOnce = 1_000

export interface Machine {
  /** Host and port, as Citus knows it. */
  name: string
  /** A number that names a company whose rows would be there. */
  probe: number
}

export class Machines {
  readonly #url: string
  #client: pg.Client | null = null
  #machines: Machine[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #found = new Map<number, string | null>()
  readonly #unknown = new Set<number>()
  #reading: Promise<void> | null = null

  constructor(url: string) {
    this.#url = url
  }

  /** All but the one that the service connects to. */
  get list(): readonly Machine[] {
    return this.#machines
  }

  /** Null: it is not known yet, or on the machine that the service connects to. What is not known is looked up soon. */
  of(companyId: number): string | null {
    if (this.#machines.length === 0) return null
    const known = this.#found.get(companyId)
    if (known !== undefined) return known
    if (this.#unknown.size < mostAtOnce) this.#unknown.add(companyId)
    return null
  }

  /** Reads anew what is old or not known. Never two at once. */
  refresh(): Promise<void> {
    this.#reading ??= this.#refresh()
      .catch(() => this.#drop())
      .finally(() => {
        this.#reading = null
      })
    return this.#reading
  }

  async close(): Promise<void> {
    const reading = this.#reading
    this.#drop()
    await reading
  }

  get isToRead(): boolean {
    return this.#unknown.size > 0 || performance.now() - this.#readAt > knownForMs
  }

  async #refresh(): Promise<void> {
    if (performance.now() - this.#readAt > knownForMs) {
      this.#machines = await this.#readMachines()
      this.#found = new Map()
      this.#readAt = performance.now()
    }
    const asked = [...this.#unknown]
    this.#unknown.clear()
    if (asked.length === 0 || this.#machines.length === 0) return
    const { rows } = await (await this.#connected()).query<{ id: string; name: string | null }>(
      machinesOfCompanies,
      [asked],
    )
    for (const { id, name } of rows) this.#found.set(Number(id), name)
  }

  async #readMachines(): Promise<Machine[]> {
    const client = await this.#connected()
    const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
    if (rowCount === 0) return []
    const spread = await client.query(
      "SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('company')",
    )
    if (spread.rowCount === 0) return []
    const { rows } = await client.query<{ name: string; probe: string }>(machinesWithRows)
    return rows.map(({ name, probe }) => ({ name, probe: Number(probe) }))
  }

  async #connected(): Promise<pg.Client> {
    this.#client ??= await connectTo(this.#url, { connectionTimeoutMillis: 5_000 })
    return this.#client
  }

  #drop(): void {
    void this.#client?.end().catch(() => undefined)
    this.#client = null
  }
}

const shardOf = (companyId: string) => `
  JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('company', ${companyId})
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'`

/** Thousand numbers meet every machine. Group 0 is the machine that is asked. */
const machinesWithRows = `
  SELECT n.nodename || ':' || n.nodeport AS name, min(v) AS probe
  FROM generate_series(1::bigint, 1000) v ${shardOf("v")}
  WHERE n.groupid <> 0 GROUP BY 1 ORDER BY 1`

const machinesOfCompanies = `
  SELECT v AS id, CASE WHEN n.groupid <> 0 THEN n.nodename || ':' || n.nodeport END AS name
  FROM unnest($1::bigint[]) v ${shardOf("v")}`
