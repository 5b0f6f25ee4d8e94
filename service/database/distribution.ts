/**
 * A database that is spread over several machines by the Citus extension. Every row of a company is on the machine that its
 * company_id names, so nearly all statements concern one machine. `docs/scale.md` says when this is worth it.
 */
import type { ClientBase } from "pg"
import { hostTables, knownTables } from "../store/pg/whole-tables.ts"
import { type CatalogTable, readReferences, readTables } from "./catalog.ts"

export type Placement = "company" | "whole"

/** `company`: spread by company_id; `whole`: on the machine that the service connects to. */
export function placementOf({ name, columns }: Pick<CatalogTable, "name" | "columns">): Placement {
  if ([...knownTables, ...hostTables].includes(name)) return "whole"
  if (columns.includes("company_id")) return "company"
  throw new Error(`service/database/distribution.ts does not say where the table ${name} is kept`)
}

export interface KeptTable {
  name: string
  placement: Placement
  /** Whether it is kept as it should be. */
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

/**
 * Distributes the tables that are not yet; returns their names. Does nothing in a database without the extension. Rows that
 * a table holds already are moved, while writes to it wait.
 */
export async function distribute(client: ClientBase): Promise<string[]> {
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
    await client.query(text, values)
  }
  return names
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
