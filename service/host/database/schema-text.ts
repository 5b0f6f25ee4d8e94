/**
 * The schema of a database as SQL that a person reads in one sitting. Objects come in the order in which migrations made
 * them, each table with its comments, constraints, references and indexes.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ClientBase } from "pg"
import { connectTo } from "../../platform/pg/servers.ts"
import { openCluster } from "./cluster.ts"
import { migrate } from "./migrate.ts"
import { type Constraint, readSchemaParts, type SchemaTable, type TableColumn } from "./schema-parts.ts"

const HEADING =
  "-- The whole schema, written from the catalog by `npm run generate`. Change it by a new migration."
const LINE_WIDTH = 120

/** The text of `api/schema.sql`: the schema that all migrations make in a new PostgreSQL. */
export async function generateSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "appointed-schema-"))
  const cluster = await openCluster({ dataDir, durability: "none" })
  try {
    await migrate(cluster.url)
    const client = await connectTo(cluster.url)
    try {
      return await schemaText(client)
    } finally {
      await client.end()
    }
  } finally {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Writes the schema of a database. Running the text makes the same schema again, except for comments. Partitions, which
 * come and go by the day, are left out.
 */
export async function schemaText(client: ClientBase): Promise<string> {
  const { extensions, objects, tables } = await readSchemaParts(client)
  const blocks = [
    ...objects.map((object) => ({ ...object, text: plain(object.text) })),
    ...tables.map((table) => ({ oid: table.oid, kind: "table", text: tableText(table) })),
  ].sort((a, b) => a.oid - b.oid)
  // In the order of their texts: the catalog's own follows from when a table was renamed or made.
  const late = tables
    .flatMap((table) =>
      table.constraints
        .filter((constraint) => refersToLaterTable(table, constraint))
        .map((constraint) => `ALTER TABLE ${table.name} ADD ${constraintText(table, constraint)};`),
    )
    .sort()
  // A sequence or a type stands right above the table that uses it.
  const body = blocks.map(({ kind, text }) => `${text}\n${kind === "part" ? "" : "\n"}`).join("")
  return `${[HEADING, extensions.join("\n"), body.trimEnd(), late.join("\n")].filter((part) => part !== "").join("\n\n")}\n`
}

function tableText(table: SchemaTable): string {
  const own = table.constraints.filter((constraint) => !refersToLaterTable(table, constraint))
  const isInline = (constraint: Constraint) =>
    constraint.columns.length === 1 && hasDefaultName(table, constraint)
  const lines = [
    ...table.columns.map((column) => ({
      comment: column.comment,
      sql: columnText(
        column,
        own.filter((constraint) => isInline(constraint) && constraint.columns[0] === column.name),
      ),
    })),
    ...own
      .filter((constraint) => !isInline(constraint))
      .map((constraint) => ({ comment: null, sql: constraintText(table, constraint) })),
  ]
  const body = lines.map(
    ({ comment, sql }, index) =>
      `${commentText(comment, "  ")}  ${sql.replaceAll("\n", "\n  ")}${index < lines.length - 1 ? "," : ""}`,
  )
  const ending = [
    table.partitionKey && ` PARTITION BY ${table.partitionKey}`,
    table.options && ` WITH (${table.options})`,
  ].filter(Boolean)
  return [
    `${commentText(table.comment, "")}CREATE ${table.unlogged ? "UNLOGGED " : ""}TABLE ${table.name} (`,
    ...body,
    `)${ending.join("")};`,
    ...table.indexes.map((definition) => `${plain(definition).replace(" WHERE ", "\n  WHERE ")};`),
  ].join("\n")
}

function columnText(column: TableColumn, constraints: Constraint[]): string {
  const parts = [column.name, plain(column.type)]
  if (column.notNull) parts.push("NOT NULL")
  if (column.generated) parts.push(`GENERATED ALWAYS AS (${column.default}) STORED`)
  else if (column.identity)
    parts.push(`GENERATED ${column.identity === "a" ? "ALWAYS" : "BY DEFAULT"} AS IDENTITY`)
  else if (column.default !== null) parts.push(`DEFAULT ${plain(column.default)}`)
  for (const { kind, definition } of constraints) {
    if (kind === "p") parts.push("PRIMARY KEY")
    else if (kind === "u") parts.push("UNIQUE")
    else parts.push(plain(definition).replace(/^FOREIGN KEY \(\S+\) /, ""))
  }
  return parts.join(" ")
}

function constraintText(table: SchemaTable, constraint: Constraint): string {
  const definition = plain(constraint.definition)
  return hasDefaultName(table, constraint) ? definition : `CONSTRAINT ${constraint.name} ${definition}`
}

/** True where PostgreSQL would give the constraint its name by itself. */
function hasDefaultName({ name: table }: SchemaTable, { kind, name, columns }: Constraint): boolean {
  if (kind === "p") return name === `${table}_pkey`
  if (kind === "u") return name === `${table}_${columns.join("_")}_key`
  if (kind === "f") return name === `${table}_${columns.join("_")}_fkey`
  if (kind !== "c") return false
  const [only, ...others] = columns
  return others.length === 0
    ? name === `${table}_${only}_check`
    : /^_check\d*$/.test(name.slice(table.length))
}

const refersToLaterTable = (table: SchemaTable, { referenced }: Constraint) =>
  referenced !== null && referenced > table.oid

/** The catalog's spelling of an expression, without the casts and words that PostgreSQL adds to what a person writes. */
function plain(definition: string): string {
  return definition
    .replace(/('(?:[^']|'')*')::(?:regclass|timestamp with time zone|\w+(?:\[\])?)/g, "$1")
    .replace(/ = ANY \(ARRAY\[([^\]]*)\]\)/g, " IN ($1)")
    .replaceAll("timestamp with time zone", "timestamptz")
    .replace(/^(CREATE (?:UNIQUE )?INDEX \S+ ON )(?:ONLY )?(\S+) USING btree /, "$1$2 ")
}

/** The sentences as SQL comments above what they are about, wrapped. */
function commentText(comment: string | null, indent: string): string {
  if (comment === null) return ""
  const lines: string[] = [`${indent}--`]
  for (const word of comment.split(/\s+/)) {
    if (lines.at(-1)!.length + word.length >= LINE_WIDTH) lines.push(`${indent}--`)
    lines.push(`${lines.pop()} ${word}`)
  }
  return `${lines.join("\n")}\n`
}
