/**
 * A database that is spread over several machines by the Citus extension. Every row of a company is on the machine that its
 * company_id names, so nearly all statements concern one machine. `docs/scale.md` says when this is worth it.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { ClientBase } from "pg"
import { hostTables, knownTables } from "../../platform/pg/whole-tables.ts"
import { type CatalogTable, readReferences, readTables } from "./catalog.ts"
import { ClusterError } from "./cluster-error.ts"

export type Placement = "company" | "whole"

/** `company`: spread by company_id; `whole`: on the machine that the service connects to. */
export function placementOf({ name, columns }: Pick<CatalogTable, "name" | "columns">): Placement {
  if ([...knownTables, ...hostTables].includes(name)) return "whole"
  if (columns.includes("company_id")) return "company"
  throw new Error(`service/host/database/distribution.ts does not say where the table ${name} is kept`)
}

export interface KeptTable {
  name: string
  placement: Placement
  /** True where it is kept as it should be. */
  isDistributed: boolean
}

export interface CitusState {
  version: string
  /** Machines that hold rows. */
  nodes: { name: string; port: number }[]
  tables: KeptTable[]
}

/** Null in a database without the extension. */
export async function readCitus(client: ClientBase): Promise<CitusState | null> {
  const extension = await client.query<{ version: string }>(
    "SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'",
  )
  if (!extension.rows[0]) return null
  const nodes = await client.query<{ name: string; port: number }>(
    `SELECT nodename AS name, nodeport AS port FROM pg_dist_node
     WHERE shouldhaveshards AND isactive AND noderole = 'primary' ORDER BY nodeid`,
  )
  const known = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON oid = logicalrelid",
  )
  const settled = new Set(known.rows.map(({ name }) => name))
  const tables = (await readTables(client)).map((table) => {
    const placement = placementOf(table)
    return {
      name: table.name,
      placement,
      isDistributed: settled.has(table.name) || hostTables.includes(table.name),
    }
  })
  return { version: extension.rows[0].version, nodes: nodes.rows, tables }
}

/** True where the companies' rows are spread, so that new tables go to their machines as they are made. */
export async function isSpread(client: ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rowCount } = await client.query(
    "SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('company')",
  )
  return rowCount !== 0
}

/** True where it may be spread now. A filled one is spread when an operator says so, and never by a start. */
export async function spreadsByItself(client: ClientBase): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  if (await isSpread(client)) return true
  return (await client.query("SELECT FROM company LIMIT 1")).rowCount === 0
}

async function hasCitus(client: ClientBase): Promise<boolean> {
  return (await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rowCount !== 0
}

/** Set while a filled database is being spread, so that some of its tables are and others are not. */
export async function readSpreading(client: ClientBase): Promise<"under way" | null> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('spreading') IS NOT NULL AS exists",
  )
  if (!rows[0]!.exists) return null
  const open = await client.query("SELECT FROM spreading WHERE ended_at IS NULL")
  return open.rowCount === 0 ? null : "under way"
}

/**
 * Spreads a filled database, table by table, and goes on where an earlier try was broken off. Meanwhile the service
 * answers 503: statements would meet tables of which some are spread. Calls `done` with each table.
 */
export async function spreadFilled(client: ClientBase, done: (table: string) => void): Promise<string[]> {
  await client.query(
    `INSERT INTO spreading (began_at) VALUES (now())
     ON CONFLICT (is_only) DO UPDATE SET began_at = now(), ended_at = NULL`,
  )
  // A query behind it waits no longer than this; then the others pass, and it is tried again.
  await client.query("SET lock_timeout = '1s'")
  const names = await distribute(client, async (table, work) => {
    await untilFree(work)
    done(table)
  })
  await client.query("UPDATE spreading SET ended_at = now()")
  return names
}

/**
 * Distributes the tables that are not yet; returns their names. Does nothing in a database without the extension. Rows that
 * a table holds already are moved, while writes to it wait.
 */
export async function distribute(
  client: ClientBase,
  place: (table: string, work: () => Promise<unknown>) => Promise<unknown> = (_table, work) => work(),
): Promise<string[]> {
  const state = await readCitus(client)
  const waiting = state?.tables.filter(({ isDistributed }) => !isDistributed) ?? []
  const names = referencedFirst(
    waiting.map(({ name }) => name),
    await readReferences(client),
  )
  const placements = new Map(waiting.map(({ name, placement }) => [name, placement]))
  // Its function only refuses, and reads no other row: that is what makes a trigger unsafe on a part of a table.
  if (names.length > 0) await client.query("SET citus.enable_unsafe_triggers = on")
  for (const name of names) {
    const [text, ...values] = distributing(name, placements.get(name)!)
    await place(name, () => client.query(text, values)).catch((error) => {
      throw placingFailed(name, error)
    })
  }
  return names
}

/** Citus's own words with its hint, instead of the point in the program that met them. A lock is for the caller to judge. */
function placingFailed(
  table: string,
  error: Error & { code?: string; detail?: string; hint?: string },
): Error {
  if (inTheWay.has(error.code ?? "")) return error
  const sentences = [error.message, error.detail, error.hint].filter(Boolean).join(". ")
  return new ClusterError(`Citus cannot put the table ${table} in its place: ${sentences}`, { cause: error })
}

/** lock_not_available, deadlock_detected: statements of the service were in the way, and are not for long. */
const inTheWay = new Set(["55P03", "40P01"])
const mostTries = 60

async function untilFree(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!inTheWay.has((error as { code?: string }).code ?? "") || tries === mostTries) throw error
      await pause(1_000)
    }
  }
}

function distributing(name: string, placement: Placement): [text: string, ...values: string[]] {
  if (placement === "whole") return ["SELECT citus_add_local_table_to_metadata($1)", name]
  // The other tables of a company's rows are beside its row in `company`.
  const beside = name === "company" ? "none" : "company"
  return ["SELECT create_distributed_table($1, 'company_id', colocate_with => $2)", name, beside]
}

/** Each table after those that it refers to: a reference must find its target in its final place. */
function referencedFirst(
  names: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const ordered = new Set<string>()
  const visit = (name: string) => {
    if (ordered.has(name) || !names.includes(name)) return
    for (const { from, to } of references) if (from === name) visit(to)
    ordered.add(name)
  }
  // The others are placed beside it, whether they refer to it or not.
  for (const name of ["company", ...names]) visit(name)
  return [...ordered]
}
