/** The catalog's view of the schema: the parts out of which `schema-text.ts` writes it. */
import type { ClientBase } from "pg"

export type TableColumn = {
  /** As SQL writes it: quoted where it needs to be. */
  name: string
  type: string
  notNull: boolean
  default: string | null
  generated: boolean
  /** "a" for GENERATED ALWAYS, "d" for BY DEFAULT, "" for an ordinary column. */
  identity: string
  comment: string | null
}

export type Constraint = {
  name: string
  /** p(rimary key), u(nique), f(oreign key), c(heck) or x (exclusion). */
  kind: string
  columns: string[]
  definition: string
  /** The oid of the table that a foreign key refers to. */
  referenced: number | null
}

export type SchemaTable = {
  oid: number
  name: string
  unlogged: boolean
  /** Such as "RANGE (id)"; null for an ordinary table. */
  partitionKey: string | null
  /** Storage parameters, such as "fillfactor=70". */
  options: string | null
  comment: string | null
  columns: TableColumn[]
  constraints: Constraint[]
  indexes: string[]
}

/** A `part` serves the table after it; a `whole` stands alone. Oids grow in the order in which objects were made. */
export type SchemaObject = { oid: number; kind: "part" | "whole"; text: string }

export type SchemaParts = { extensions: string[]; objects: SchemaObject[]; tables: SchemaTable[] }

/** Objects that an extension brought belong to it, not to the schema. */
const NOT_OF_EXTENSION = "NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'e')"

const EXTENSIONS = `SELECT format('CREATE EXTENSION %I;', extname) AS text
  FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`

/** Sequences of identity columns (dependency 'i') come with their columns. */
const SEQUENCES = `SELECT oid::int, 'part' AS kind, format('CREATE SEQUENCE %I%s;', relname,
    CASE WHEN (format_type(seqtypid, NULL), seqincrement, seqmin, seqmax, seqstart) = ('bigint', 1, 1, 9223372036854775807, 1)
      THEN '' ELSE format(' AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s',
        format_type(seqtypid, NULL), seqincrement, seqmin, seqmax, seqstart) END) AS text
  FROM pg_class o JOIN pg_sequence ON seqrelid = oid
  WHERE relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = o.oid AND deptype = 'i')`

const TYPES = `SELECT o.oid::int, 'part' AS kind, format(E'CREATE TYPE %I AS (\\n  %s\\n);', relname,
    string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), E',\\n  ' ORDER BY attnum)) AS text
  FROM pg_class o JOIN pg_attribute ON attrelid = o.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'c' AND attnum > 0 AND NOT attisdropped
  GROUP BY o.oid, relname`

/** One that an index calls serves the index's table. */
const FUNCTIONS = `SELECT coalesce(served, oid)::int AS oid, CASE WHEN served IS NULL THEN 'whole' ELSE 'part' END AS kind,
    trim(pg_get_functiondef(oid), E'\\n') || ';' AS text
  FROM pg_proc o LEFT JOIN LATERAL (
    SELECT min(indrelid) AS served FROM pg_depend JOIN pg_index ON indexrelid = objid
    WHERE refclassid = 'pg_proc'::regclass AND refobjid = o.oid AND classid = 'pg_class'::regclass) ON true
  WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p') AND ${NOT_OF_EXTENSION}`

const TRIGGERS = `SELECT o.oid::int, 'whole' AS kind, pg_get_triggerdef(o.oid, true) || ';' AS text
  FROM pg_trigger o JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = 'public'::regnamespace AND NOT relispartition AND NOT tgisinternal`

const VIEWS = `SELECT oid::int, 'whole' AS kind, format(E'CREATE VIEW %I AS\\n%s', relname, pg_get_viewdef(oid, true)) AS text
  FROM pg_class o
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND ${NOT_OF_EXTENSION}`

const TABLES = `SELECT oid::int, quote_ident(relname) AS name, relpersistence = 'u' AS unlogged,
    CASE WHEN relkind = 'p' THEN pg_get_partkeydef(oid) END AS "partitionKey",
    array_to_string(reloptions, ', ') AS options, obj_description(oid, 'pg_class') AS comment
  FROM pg_class o
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND ${NOT_OF_EXTENSION}`

const COLUMNS = `SELECT attrelid::int AS table, quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type,
    attnotnull AS "notNull", pg_get_expr(adbin, adrelid, true) AS default, attgenerated <> '' AS generated,
    attidentity AS identity, col_description(attrelid, attnum) AS comment
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped AND attrelid = ANY ($1)
  ORDER BY attrelid, attnum`

/** Not-null constraints have entries of their own from PostgreSQL 18 on; the columns say them already. */
const CONSTRAINTS = `SELECT conrelid::int AS table, conname AS name, contype AS kind, NULLIF(confrelid, 0)::int AS referenced,
    pg_get_constraintdef(oid, true) AS definition,
    ARRAY(SELECT quote_ident(attname) FROM unnest(conkey) WITH ORDINALITY AS key (number, ordinal)
      JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY ordinal) AS columns
  FROM pg_constraint
  WHERE contype IN ('p', 'u', 'f', 'c', 'x') AND conrelid = ANY ($1)
  ORDER BY conrelid, array_position('{p,u,f,c,x}', contype::text), oid`

const INDEXES = `SELECT indrelid::int AS table, pg_get_indexdef(indexrelid, 0, true) AS definition
  FROM pg_index
  WHERE indrelid = ANY ($1)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
  ORDER BY indrelid, indexrelid`

/** Reads everything in the schema `public`; partitions are left out. */
export async function readSchemaParts(client: ClientBase): Promise<SchemaParts> {
  const extensions = (await client.query<{ text: string }>(EXTENSIONS)).rows.map(({ text }) => text)
  const objects: SchemaObject[] = []
  for (const sql of [SEQUENCES, TYPES, FUNCTIONS, TRIGGERS, VIEWS])
    objects.push(...(await client.query<SchemaObject>(sql)).rows)
  const bare = (await client.query<SchemaTable>(TABLES)).rows
  const oids = bare.map(({ oid }) => oid)
  const columns = (await client.query<TableColumn & { table: number }>(COLUMNS, [oids])).rows
  const constraints = (await client.query<Constraint & { table: number }>(CONSTRAINTS, [oids])).rows
  const indexes = (await client.query<{ definition: string; table: number }>(INDEXES, [oids])).rows
  const tables = bare.map((table) => {
    const isOwn = (row: { table: number }) => row.table === table.oid
    return {
      ...table,
      columns: columns.filter(isOwn),
      constraints: constraints.filter(isOwn),
      indexes: indexes.filter(isOwn).map(({ definition }) => definition),
    }
  })
  return { extensions, objects, tables }
}
