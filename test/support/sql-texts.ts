/** The SQL in the project's modules, and which tables a statement reads or writes without naming the company. */
import type { Source } from "./source-files.ts"

export interface Statement {
  path: string
  /** An expression within a template reads as `?`, the call of a function as `name(?)`. */
  text: string
}

interface Node {
  type?: string
  value?: unknown
  name?: string
  id?: Node
  init?: Node | null
  quasis?: { value: { cooked: string } }[]
  expressions?: Node[]
  callee?: Node
}

const isStatement = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\s/

/** Constants of the module are put where a template names them, and are then no statements of their own. */
export function statementsIn({ path, program }: Source): Statement[] {
  const constants = new Map<string, Node>()
  const texts: Node[] = []
  visit(program, (node) => {
    if (node.type === "VariableDeclarator" && node.id?.name && isText(node.init))
      constants.set(node.id.name, node.init)
    if (isText(node)) texts.push(node)
  })
  const used = new Set<Node>()
  const textOf = (node: Node): string => {
    if (node.type === "Literal") return String(node.value)
    const [first, ...others] = node.quasis!
    return others.reduce(
      (text, { value }, index) => text + embedded(node.expressions![index]!) + value.cooked,
      first!.value.cooked,
    )
  }
  const embedded = (expression: Node): string => {
    const constant = constants.get(expression.name ?? "")
    if (constant) {
      used.add(constant)
      return textOf(constant)
    }
    return expression.type === "CallExpression" && expression.callee?.name
      ? `${expression.callee.name}(?)`
      : "?"
  }
  const read = texts.map((node) => ({ node, text: textOf(node) }))
  return read
    .filter(({ node, text }) => isStatement.test(text) && !used.has(node))
    .map(({ text }) => ({ path, text }))
}

const isText = (node: Node | null | undefined): node is Node =>
  node?.type === "TemplateLiteral" || (node?.type === "Literal" && typeof node.value === "string")

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see)
  else if (value !== null && typeof value === "object") {
    see(value as Node)
    for (const each of Object.values(value)) visit(each, see)
  }
}

/** Words that may follow a table's name without being its alias. */
const keywords = [
  ...[
    "WHERE",
    "SET",
    "ON",
    "ORDER",
    "JOIN",
    "CROSS",
    "LEFT",
    "INNER",
    "FULL",
    "USING",
    "GROUP",
    "LIMIT",
    "FOR",
    "AND",
  ],
  ...["RETURNING", "VALUES", "SELECT", "UNION", "HAVING", "DEFAULT", "TABLESAMPLE"],
].join("|")
const reference = new RegExp(
  `\\b(FROM|JOIN|UPDATE|INTO|USING)\\s+(?:ONLY\\s+)?(\\w+)(?:\\s+AS)?(?:\\s+(?!(?:${keywords})\\b)(\\w+))?`,
  "g",
)

export const tablesOf = (text: string): string[] => [...text.matchAll(reference)].map(([, , table]) => table!)

/**
 * True where a company comes from outside the statement: as a parameter, in rows that are given, or by a key of the
 * directory that leads to one.
 */
export const isBoundToCompany = (text: string): boolean =>
  /company_id\s*=\s*(\$\d|ANY|\?)|INSERT INTO|\(company_id, \w+\) (=|IN)/.test(text) ||
  /\bkind = '\w+' AND (\w+\.)?key = (\$\d|\?)/.test(text) ||
  /\)\s+AS \w+ \(company_id/.test(text)

/** The tables out of `companyTables` that the statement touches without a `company_id = …` of their own. */
export function unnamedTables(text: string, companyTables: readonly string[]): string[] {
  return [...text.matchAll(reference)].flatMap(({ 1: verb, 2: table, 3: alias, index }) => {
    if (!companyTables.includes(table!)) return []
    const isNamed =
      verb === "INTO" ? insertsCompany(text.slice(index)) : namesCompany(text, index, alias ?? table!)
    return isNamed ? [] : [table!]
  })
}

const insertsCompany = (insert: string) => /^INTO\s+\w+(\s+AS\s+\w+)?\s*\([^)]*\bcompany_id\b/.test(insert)

/** By its alias, wherever in the statement, or without one in its own part of it. */
function namesCompany(text: string, index: number, alias: string): boolean {
  const conditions = text.replace(/\bSET\b[\s\S]*?\b(FROM|WHERE)\b/g, (set) =>
    set.replace(/company_id/g, "written"),
  )
  const byAlias = new RegExp(
    `\\b${alias}\\.company_id\\s*=|=\\s*${alias}\\.company_id\\b|\\(\\s*${alias}\\.company_id,[^)]*\\)\\s*(=|IN)`,
  )
  const bare = /(?<![.\w])company_id\s*=|\(company_id,[^)]*\)\s*(=|IN)|USING \(company_id/
  return byAlias.test(conditions) || bare.test(partAround(conditions, index))
}

/** The innermost query around `index`, without the queries within it. */
function partAround(text: string, index: number): string {
  let start = index
  for (let depth = 0; start > 0; start -= 1) {
    if (text[start] === ")") depth += 1
    if (text[start] !== "(") continue
    if (depth === 0) break
    depth -= 1
  }
  const rest = text.slice(start === 0 ? 0 : start + 1)
  return withoutQueries(rest.slice(0, closingOf(rest)))
}

/** The index at which the parenthesis closes that was open before `text`; the text's end when none was. */
function closingOf(text: string): number {
  let depth = 0
  for (const [at, letter] of [...text].entries()) {
    if (letter === "(") depth += 1
    if (letter === ")") depth -= 1
    if (depth < 0) return at
  }
  return text.length
}

function withoutQueries(text: string): string {
  const begin = text.search(/\(\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/)
  if (begin < 0) return text
  const within = text.slice(begin + 1)
  return text.slice(0, begin) + withoutQueries(within.slice(closingOf(within)))
}
