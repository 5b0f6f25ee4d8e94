/**
 * The statements of a migration as a database takes them that is spread by Citus. It passes a change of a table on to its
 * machines as it came, and they take one at a time.
 */

/**
 * The beginning of a migration's transaction. A part of a table after the other: Citus refuses most changes of tables behind
 * one in the same transaction that it made on all parts at once.
 */
export const beginFor = (spread: boolean, lockTimeoutMs: number): string =>
  `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}` +
  (spread ? "; SET LOCAL citus.multi_shard_modify_mode = 'sequential'" : "")

/** A text in quotes, a body in dollars, a comment, or the end of a statement. */
const parts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;/g

/** Cuts behind each semicolon that ends a statement. What comes behind the last is a part too unless it says nothing. */
export function statementsIn(sql: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const { 0: part, index } of sql.matchAll(parts)) {
    if (part !== ";") continue
    statements.push(sql.slice(from, index + 1).trim())
    from = index + 1
  }
  const rest = sql.slice(from).trim()
  return isSaying(rest) ? [...statements, rest] : statements
}

const isSaying = (text: string): boolean => text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() !== ""

/**
 * One by one, and one change of a table at a time; a new column comes without its condition, which is added behind it under its
 * own name or the one that PostgreSQL gives it.
 */
export const statementsFor = (sql: string): string[] =>
  statementsIn(sql).flatMap((statement) => {
    const { head, table, changes } = tableChange.exec(statement)?.groups ?? {}
    if (changes === undefined) return [statement]
    const [first, ...others] = changesIn(changes).flatMap((change) => withoutCondition(table!, change))
    return [`${head} ${first};`, ...others.map((change) => `ALTER TABLE ${table} ${change};`)]
  })

const tableChange = /^(?<head>(?:--[^\n]*\n|\s)*ALTER TABLE (?<table>\w+))\s+(?<changes>\S[\s\S]*);$/

function withoutCondition(table: string, change: string): string[] {
  const { column, type, name, condition } = conditionedColumn.exec(change)?.groups ?? {}
  if (column === undefined) return [change]
  return [
    `ADD COLUMN ${column} ${type}`,
    `ADD CONSTRAINT ${name ?? `${table}_${column}_check`} CHECK ${condition}`,
  ]
}

const conditionedColumn =
  /^ADD COLUMN (?<column>\w+) (?<type>.+?)(?: CONSTRAINT (?<name>\w+))? CHECK (?<condition>\([\s\S]*\))$/

/** The changes of one ALTER TABLE: cut at the commas that stand in no text and in no brackets. */
function changesIn(changes: string): string[] {
  const found: string[] = []
  let from = 0
  let depth = 0
  for (const { 0: part, index } of changes.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]/g)) {
    if (part === "(") depth += 1
    if (part === ")") depth -= 1
    if (part !== "," || depth > 0) continue
    found.push(changes.slice(from, index).trim())
    from = index + 1
  }
  return [...found, changes.slice(from).trim()]
}
