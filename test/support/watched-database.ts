/**
 * The database of a test's service, which refuses statements of the program that a database spread over machines would
 * refuse or ask of every machine. The statements are judged as they are sent, with their values, no matter which code wrote
 * their texts.
 */
import { relative } from "node:path"
import type { Database, Tx } from "../../service/platform/pg/database.ts"
import { equalities, type Placements } from "./readiness.ts"
import { root } from "./source-files.ts"
import { judged, readPlacements } from "./statement-list.ts"

interface Known {
  problems: readonly string[]
  /** Parameters that may not be NULL. */
  required: readonly number[]
}

let placements: Placements | undefined
/** Null for statements that a test sends by itself. */
const known = new Map<string, Known | null>()

export function watched(db: Database): Database {
  return {
    ...db,
    ...watchedStatements(db),
    transaction: (work) =>
      db.transaction((tx) => work({ ...tx, ...watchedStatements(tx), write: write(tx) })),
  }
}

type Statements = Pick<Database, "query" | "first" | "some">

const watchedStatements = (db: Statements): Statements => ({
  query: (text, values) => {
    check(text, values)
    return db.query(text, values)
  },
  first: (text, values) => {
    check(text, values)
    return db.first(text, values)
  },
  some: (text, values) => {
    check(text, values)
    return db.some(text, values)
  },
})

const write =
  (tx: Tx): Tx["write"] =>
  (text, values, answered) => {
    check(text, values)
    tx.write(text, values, answered)
  }

function check(text: string, values: readonly unknown[] = []): void {
  if (!known.has(text)) known.set(text, judgeNow(text))
  const found = known.get(text)
  if (!found) return
  const nulls = found.required.filter((number) => (values[number - 1] ?? null) === null)
  const problems = [
    ...found.problems,
    ...nulls.map((number) => `compares a column with $${number}, which is NULL`),
  ]
  if (problems.length > 0) throw new Error(`This statement ${problems.join(", and ")}: ${text}`)
}

function judgeNow(text: string): Known | null {
  const path = senderOf(new Error().stack ?? "")
  if (path === null) return null
  placements ??= readPlacements()
  // A day's own table is one like its parent.
  const ofParents = text.replace(/\b(event|audit|delivery)_d\d+\b/g, "$1")
  const { kind, problems } = judged({ path, text: ofParents }, placements)
  return { problems, required: kind === "routable" || kind === "fan-out" ? equalities(ofParents) : [] }
}

/** The program's module that called the watched method; null when it was a test's. */
function senderOf(stack: string): string | null {
  const caller = stack.split("\n").find((line) => line.includes(root) && !line.includes("watched-database"))
  const [, path] = /\(?(?:file:\/\/)?(\/[^():]+):\d+:\d+\)?$/.exec(caller ?? "") ?? []
  const own = path === undefined ? "" : relative(root, path)
  return own.startsWith("service/") && !own.endsWith(".test.ts") ? own : null
}
