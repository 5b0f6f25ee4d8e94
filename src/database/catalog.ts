import type { ClientBase } from "pg"

/** A table of the schema, partitioned ones included, partitions themselves left out. */
export type CatalogTable = {
  name: string
  unlogged: boolean
  /** Such as "RANGE (id)"; null for an ordinary table. */
  partitionKey: string | null
}

export type CatalogColumn = {
  table: string
  /** As SQL writes it: quoted where it needs to be. */
  name: string
  type: string
  notNull: boolean
  default: string | null
  generated: boolean
  /** "a" for GENERATED ALWAYS, "d" for BY DEFAULT, "" for an ordinary column. */
  identity: string
}

export type CatalogPartition = { table: string; name: string; bound: string }

/** Objects that an extension brought belong to it, not to the schema. */
const NOT_OF_EXTENSION = (id: string) =>
  `NOT EXISTS (SELECT FROM pg_depend extension WHERE extension.objid = ${id} AND extension.deptype = 'e')`

/** All tables, by name. */
export async function readTables(client: ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    SELECT relname AS name, relpersistence = 'u' AS unlogged,
      CASE WHEN relkind = 'p' THEN pg_get_partkeydef(oid) END AS "partitionKey"
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND ${NOT_OF_EXTENSION("pg_class.oid")}
    ORDER BY relname COLLATE "C"`)
  return rows
}

/** All columns, by table, in their order. */
export async function readColumns(client: ClientBase): Promise<CatalogColumn[]> {
  const { rows } = await client.query<CatalogColumn>(`
    SELECT relname AS table, quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "notNull",
      pg_get_expr(adbin, adrelid) AS default, attgenerated <> '' AS generated, attidentity AS identity
    FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped
    ORDER BY relname COLLATE "C", attnum`)
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

/** Which table refers to which, tables that refer to themselves left out. */
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

/** One column of text, for statements that the catalog writes itself. */
export async function readDefinitions(client: ClientBase, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    sql.replaceAll("$EXTENSION_FREE", NOT_OF_EXTENSION("oid")),
  )
  return rows.map(({ definition }) => definition)
}
