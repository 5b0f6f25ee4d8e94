/** The small mutations of a module: each changes one place. */
import { parseSync } from "vite"

export interface Mutation {
  path: string
  /** The line of the file, from 1. */
  line: number
  kind: string
  start: number
  end: number
  replacement: string
}

type Change = Pick<Mutation, "kind" | "start" | "end" | "replacement">

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** All mutations of the module, in the order of its text. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const changes: Change[] = []
  visit(program as unknown as Node, (node) => changes.push(...changesAt(node, text)))
  return changes
    .map((change) => ({ path, line: lineAt(text, change.start), ...change }))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

export const mutated = (text: string, { start, end, replacement }: Mutation) =>
  text.slice(0, start) + replacement + text.slice(end)

const lineAt = (text: string, at: number) => text.slice(0, at).split("\n").length

/** Expressions that a type stands beside; every other node of TypeScript's own holds only types. */
const typedExpressions = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"])

function visit(node: Node, onNode: (node: Node) => void): void {
  if (node.type.startsWith("Import") && node.type !== "ImportExpression") return
  if (node.type.startsWith("TS")) {
    if (typedExpressions.has(node.type)) visit(node.expression as Node, onNode)
    return
  }
  onNode(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, onNode)
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string"

function changesAt(node: Node, text: string): Change[] {
  switch (node.type) {
    case "IfStatement":
      return [negated(node.test as Node, text), ...droppedGuard(node)]
    case "ConditionalExpression":
      return [negated(node.test as Node, text)]
    case "BinaryExpression":
      return otherOperator(node, text)
    case "LogicalExpression":
      return otherLogic(node, text)
    case "UnaryExpression":
      return node.operator === "!"
        ? [replace("condition negated", node, code(node.argument as Node, text))]
        : []
    case "AwaitExpression":
      return [replace("await removed", node, code(node.argument as Node, text))]
    case "ExpressionStatement":
      return typeof node.directive === "string" ? [] : [replace("statement dropped", node, ";")]
    case "Literal":
      return otherConstant(node)
    case "CallExpression":
      return otherCall(node, text)
    case "TemplateElement":
      return otherSql(node, text)
    default:
      return []
  }
}

const code = ({ start, end }: Node, text: string) => text.slice(start, end)

const replace = (kind: string, { start, end }: { start: number; end: number }, replacement: string) => ({
  kind,
  start,
  end,
  replacement,
})

const negated = (test: Node, text: string) => replace("condition negated", test, `!(${code(test, text)})`)

/** `if (…) return …` and `if (…) throw …` without an else. */
function droppedGuard(node: Node): Change[] {
  const { type } = node.consequent as Node
  const isGuard = type === "ReturnStatement" || type === "ThrowStatement" || type === "ContinueStatement"
  return isGuard && !node.alternate ? [replace("guard dropped", node, ";")] : []
}

const otherOperators: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
}

function otherOperator(node: Node, text: string): Change[] {
  const operator = String(node.operator)
  const [left, right] = [node.left as Node, node.right as Node]
  const other = otherOperators[operator]
  if (!other || (operator === "+" && (isText(left) || isText(right)))) return []
  const isComparison = /[<>=]/.test(operator)
  const at = text.indexOf(operator, left.end)
  return [replace(isComparison ? "comparison swapped" : "arithmetic swapped", span(at, operator), other)]
}

const isText = (node: Node): boolean =>
  node.type === "TemplateLiteral" ||
  (node.type === "Literal" && typeof node.value === "string") ||
  (node.type === "BinaryExpression" && (isText(node.left as Node) || isText(node.right as Node)))

const span = (start: number, operator: string) => ({ start, end: start + operator.length })

function otherLogic(node: Node, text: string): Change[] {
  const operator = String(node.operator)
  const left = node.left as Node
  if (operator === "??") return [replace("default dropped", node, code(left, text))]
  const at = text.indexOf(operator, left.end)
  return [replace("logic swapped", span(at, operator), operator === "&&" ? "||" : "&&")]
}

function otherConstant(node: Node): Change[] {
  if (typeof node.value === "boolean") return [replace("constant changed", node, String(!node.value))]
  return typeof node.value === "number" ? [replace("off by one", node, String(node.value + 1))] : []
}

const otherMethods: Record<string, string> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
}

/** Calls that give back what they are called on, in another order or fewer. */
const selecting = new Set(["filter", "toSorted", "sort", "toReversed", "slice", "trim"])

function otherCall(node: Node, text: string): Change[] {
  const callee = node.callee as Node
  if (callee.type !== "MemberExpression" || callee.computed) return []
  const property = callee.property as Node
  const name = code(property, text)
  const other = otherMethods[name]
  // `min` and `max` of a schema are limits of another kind, and dropping one is found by the contract.
  const isOfMath = code(callee.object as Node, text) === "Math"
  const isLimit = (name === "min" || name === "max") && !isOfMath
  if (other && !isLimit) return [replace("method swapped", property, other)]
  return selecting.has(name) ? [replace("selection dropped", node, code(callee.object as Node, text))] : []
}

const sqlChanges: readonly [kind: string, pattern: RegExp, replacement: string][] = [
  [
    "lock dropped",
    /\s+FOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)(?: OF \w+)?(?: SKIP LOCKED| NOWAIT)?/g,
    "",
  ],
  ["SQL comparison swapped", / < /g, " <= "],
  ["SQL comparison swapped", / <= /g, " < "],
  ["SQL comparison swapped", / > /g, " >= "],
  ["SQL comparison swapped", / >= /g, " > "],
  ["SQL condition negated", /\bIS NULL\b/g, "IS NOT NULL"],
  ["SQL condition negated", /\bIS NOT NULL\b/g, "IS NULL"],
  ["SQL condition negated", /\bNOT EXISTS\b/g, "EXISTS"],
  ["SQL order swapped", / DESC\b/g, ""],
  ["SQL order swapped", /(?<=\bORDER BY [\w.]+)(?=\s*(?:$|[,)`\n]| LIMIT| FOR ))/g, " DESC"],
  // Without brackets, which the rest of the condition may need, and never the company, which a test of its own demands.
  [
    "SQL condition dropped",
    /(?<!\bBETWEEN\s+\S+)\s+AND (?!(?:\w+\.)?company_id\b)[^()`]+?(?=\s+(?:AND|ORDER|LIMIT|RETURNING|FOR|GROUP|ON) |\)|`|$)/g,
    "",
  ],
  ["SQL assignment dropped", /(?<=\bSET\s[^()]*),\s*\w+ = [^,()]+?(?=\s*(?:,|WHERE|FROM|`|$))/g, ""],
]

/** Only in texts that are SQL; a text for people may hold the same words. */
function otherSql(node: Node, text: string): Change[] {
  const sql = code(node, text)
  if (!/\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|FROM)\b/.test(sql)) return []
  return sqlChanges.flatMap(([kind, pattern, replacement]) =>
    [...sql.matchAll(pattern)].map((match) =>
      replace(kind, span(node.start + match.index, match[0]), replacement),
    ),
  )
}
