/**
 * The statements of a migration as a database takes them that is spread by Citus. It passes a change of a table on to its
 * machines as it came, and they take one at a time.
 */

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

/** One by one; a new column comes without its condition, which is added behind it under the name that PostgreSQL gives it. */
export const statementsFor = (sql: string): string[] =>
  statementsIn(sql).flatMap((statement) => {
    const { head, table, column, type, condition } = conditionedColumn.exec(statement)?.groups ?? {}
    if (column === undefined) return [statement]
    return [
      `${head} ADD COLUMN ${column} ${type};`,
      `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_check CHECK ${condition};`,
    ]
  })

const conditionedColumn =
  /^(?<head>(?:--[^\n]*\n|\s)*ALTER TABLE (?<table>\w+))\s+ADD COLUMN (?<column>\w+) (?<type>[^(,]+?) CHECK (?<condition>\([\s\S]*\));$/
