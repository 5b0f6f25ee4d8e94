import type { ClientBase } from "pg"
import { type CatalogColumn, readColumns, readDefinitions, readTables } from "./catalog.ts"

const HEADING =
  "-- The whole schema, written from the catalog by `npm run generate`. Change it by a new migration."

const EXTENSIONS = `SELECT format('CREATE EXTENSION %I;', extname) AS definition
  FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`

const SEQUENCES = `SELECT format('CREATE SEQUENCE %I AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s;',
    sequencename, data_type, increment_by, min_value, max_value, start_value) AS definition
  FROM pg_sequences
  WHERE schemaname = 'public' AND NOT EXISTS (
    SELECT FROM pg_depend WHERE objid = format('%I', sequencename)::regclass AND deptype = 'i')
  ORDER BY sequencename COLLATE "C"`

const TYPES = `SELECT format('CREATE TYPE %I AS (%s);', relname, string_agg(format('%I %s', attname,
    format_type(atttypid, atttypmod)), ', ' ORDER BY attnum)) AS definition
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'c' AND attnum > 0 AND NOT attisdropped
  GROUP BY relname ORDER BY relname COLLATE "C"`

const FUNCTIONS = `SELECT pg_get_functiondef(oid) || ';' AS definition
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p') AND $EXTENSION_FREE
  ORDER BY proname COLLATE "C", pg_get_function_identity_arguments(oid) COLLATE "C"`

/** Not-null constraints have entries of their own from PostgreSQL 18 on; the columns say them already. */
const CONSTRAINTS = `SELECT relname AS table, conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition,
    contype = 'f' AS "isReference"
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE connamespace = 'public'::regnamespace AND NOT relispartition AND contype <> 'n'
  ORDER BY relname COLLATE "C", conname COLLATE "C"`

const INDEXES = `SELECT pg_get_indexdef(pg_class.oid) || ';' AS definition
  FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
  WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
    AND NOT EXISTS (SELECT FROM pg_class owner WHERE owner.oid = indrelid AND owner.relispartition)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
  ORDER BY relname COLLATE "C"`

const TRIGGERS = `SELECT pg_get_triggerdef(pg_trigger.oid) || ';' AS definition
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = 'public'::regnamespace AND NOT relispartition AND NOT tgisinternal
  ORDER BY relname COLLATE "C", tgname COLLATE "C"`

type Constraint = { table: string; name: string; definition: string; isReference: boolean }

/**
 * Writes the schema of a database as SQL that would make it again. Equal schemas give equal texts, whatever
 * the order of their migrations; partitions, which come and go by the day, are left out.
 */
export async function schemaText(client: ClientBase): Promise<string> {
  const constraints = (await client.query<Constraint>(CONSTRAINTS)).rows
  const references = constraints.filter(({ isReference }) => isReference).map(addConstraint)
  const parts = [
    [HEADING],
    await readDefinitions(client, EXTENSIONS),
    await readDefinitions(client, SEQUENCES),
    await readDefinitions(client, TYPES),
    await tableTexts(
      client,
      constraints.filter(({ isReference }) => !isReference),
    ),
    await readDefinitions(client, INDEXES),
    references,
    await readDefinitions(client, FUNCTIONS),
    await readDefinitions(client, TRIGGERS),
  ]
  const sections = parts.map((statements) => statements.join("\n")).filter((section) => section !== "")
  return `${sections.join("\n\n")}\n`
}

async function tableTexts(client: ClientBase, constraints: Constraint[]): Promise<string[]> {
  const columns = await readColumns(client)
  const tables = await readTables(client)
  const texts = tables.map(({ name, unlogged, partitionKey }) => {
    const lines = [
      ...columns.filter(({ table }) => table === name).map(columnText),
      ...constraints.filter(({ table }) => table === name).map(constraintText),
    ]
    const kind = unlogged ? "UNLOGGED TABLE" : "TABLE"
    const ending = partitionKey ? `) PARTITION BY ${partitionKey};` : ");"
    return `CREATE ${kind} ${name} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n${ending}`
  })
  return [texts.join("\n\n")]
}

function columnText({ name, type, notNull, default: value, generated, identity }: CatalogColumn): string {
  const parts = [name, type]
  if (generated) parts.push(`GENERATED ALWAYS AS (${value}) STORED`)
  else if (identity) parts.push(`GENERATED ${identity === "a" ? "ALWAYS" : "BY DEFAULT"} AS IDENTITY`)
  else if (value !== null) parts.push(`DEFAULT ${value}`)
  if (notNull) parts.push("NOT NULL")
  return parts.join(" ")
}

function constraintText({ name, definition }: Constraint): string {
  return `CONSTRAINT ${name} ${definition}`
}

function addConstraint(constraint: Constraint): string {
  return `ALTER TABLE ${constraint.table} ADD ${constraintText(constraint)};`
}
