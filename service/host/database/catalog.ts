/** A dump's view of the catalog: tables with their columns, partitions and references, and how far sequences are. */
import type { ClientBase } from "pg"

export type CatalogTable = {
  name: string
  /** As SQL writes them: quoted where they need to be. Generated columns are left out. */
  columns: string[]
}

export type CatalogPartition = { table: string; name: string; bound: string }

/** All tables by name, partitioned ones included, partitions themselves and the tables of extensions left out. */
export async function readTables(client: ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    SELECT relname AS name, ARRAY(SELECT quote_ident(attname) FROM pg_attribute
      WHERE attrelid = o.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
    FROM pg_class o
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e')
    ORDER BY relname COLLATE "C"`)
  return rows
}

/** All partitions, with their bounds as PostgreSQL writes them. */
export async function readPartitions(client: ClientBase): Promise<CatalogPartition[]> {
  const { rows } = await client.query<CatalogPartition>(`
    SELECT parent.relname AS table, child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits
    JOIN pg_class child ON child.oid = inhrelid
    JOIN pg_class parent ON parent.oid = inhparent
    WHERE child.relnamespace = 'public'::regnamespace AND child.relkind = 'r' AND child.relispartition
    ORDER BY child.relname COLLATE "C"`)
  return rows
}

/** The references between tables, without those of a table to itself. */
export async function readReferences(client: ClientBase): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    SELECT DISTINCT source.relname AS from, target.relname AS to
    FROM pg_constraint
    JOIN pg_class source ON source.oid = conrelid
    JOIN pg_class target ON target.oid = confrelid
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`)
  return rows
}

/** The last value of every sequence; null for one that has given none yet. */
export async function readSequences(
  client: ClientBase,
): Promise<{ name: string; lastValue: string | null }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(`
    SELECT sequencename AS name, last_value::text AS "lastValue"
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename COLLATE "C"`)
  return rows
}
