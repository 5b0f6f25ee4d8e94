/** All statements of the program by kind, as `api/statements.sql` shows them for review. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { placementOf } from "../../service/host/database/distribution.ts"
import {
  aboutAll,
  aboutBatch,
  copies,
  type Exception,
  isListed,
  locksOnOneMachine,
  worded,
} from "./host-statements.ts"
import { type Judged, judgeStatement, type Kind, type Placements } from "./readiness.ts"
import { readSources, root } from "./source-files.ts"
import { type Statement, statementsIn } from "./sql-texts.ts"

/** Modules whose statements are written once for several tables, and these tables. */
const standsFor: Readonly<Record<string, readonly string[]>> = {
  "service/platform/queue/leases.ts": [
    "text_due",
    "delivery_due",
    "calendar_push_due",
    "calendar_read_due",
    "cancel_due",
    "answer_due",
    "hold_due",
    "undo_due",
    "freed_due",
  ],
  "service/webhooks/deliveries-to-send.sql.ts": ["event"],
  "service/webhooks/delivery-results.sql.ts": ["delivery"],
  "service/ways-in/public-page/texted-codes.sql.ts": ["verification_code", "agent_contact_code"],
  "service/ledger/provider-calendars.sql.ts": ["calendar_read_due", "calendar_push_due", "calendar_event"],
  "service/privacy/sealed-rows.sql.ts": ["app_user"],
  "service/test-companies/test-clocks.sql.ts": ["verification_code"],
  "service/platform/pg/partitions.ts": ["event"],
  "service/ways-in/public-page/public-page.sql.ts": ["verified_visit v"],
}

/** The placement of each table of `api/schema.sql`. */
export function readPlacements(): Placements {
  const schema = readFileSync(join(root, "api/schema.sql"), "utf8")
  const tables = [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+) \(\n([\s\S]*?)\n\)/gm)]
  return new Map(
    tables.map(([, name, body]) => {
      const columns = [...body!.matchAll(/^ {2}(\w+) /gm)].map(([, column]) => column!)
      return [name!, placementOf({ name: name!, columns })]
    }),
  )
}

export interface ListedStatement extends Statement, Judged {}

/** Every statement of the program, judged; what the lists of exceptions allow is no problem. */
export function judgedStatements(placements: Placements): ListedStatement[] {
  return readSources(["service"])
    .flatMap(statementsIn)
    .flatMap(withTables)
    .map((statement) => ({ ...statement, ...judged(statement, placements) }))
}

const placeholder = /\b(FROM|JOIN|UPDATE|INTO) \?/g

function withTables({ path, text }: Statement): Statement[] {
  if (text.search(placeholder) < 0) return [{ path, text }]
  return (standsFor[path] ?? ["?"]).map((table) => ({ path, text: text.replace(placeholder, `$1 ${table}`) }))
}

export function judged(statement: Statement, placements: Placements): Judged {
  const { kind, problems } = judgeStatement(statement.text, placements)
  if (isListed(copies, statement))
    return { kind: "fan-out", problems: problems.filter((problem) => problem.includes("draws ids")) }
  const isFannedOut = kind === "fan-out" && !isListed([...aboutAll, ...aboutBatch], statement)
  const remaining = problems.filter(
    (problem) =>
      !(problem.includes("advisory lock") && isListed(locksOnOneMachine, statement)) &&
      !(/is not filtered|from another row/.test(problem) && isListed(aboutAll, statement)),
  )
  return { kind, problems: isFannedOut ? [...remaining, "asks all companies and is not listed"] : remaining }
}

const meanings: readonly [Kind, string][] = [
  ["routable", "Rows of one company: one machine answers."],
  ["fan-out", "Rows of several companies: every machine is asked. Each has its reason."],
  ["local", "Tables that one machine keeps whole, and statements without a table."],
]

/** The text of `api/statements.sql`. */
export function statementList(): string {
  const statements = judgedStatements(readPlacements())
  const sections = meanings.map(([kind, meaning]) => {
    const ofKind = statements.filter((statement) => statement.kind === kind)
    const byPath = Map.groupBy(ofKind, ({ path }) => path)
    const files = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, own]) => fileText(path, own))
    return `-- ${kind}: ${ofKind.length}. ${meaning}\n\n${files.join("\n")}`
  })
  return `-- All statements of the program by kind, written from its sources by \`npm run generate\`. docs/scale.md explains the kinds.\n\n${sections.join("\n")}`
}

function fileText(path: string, statements: readonly ListedStatement[]): string {
  const lines = statements.map((statement) => {
    const reason = statement.kind === "fan-out" ? whyOf(statement) : null
    return `${reason === null ? "" : `-- ${reason}\n`}${worded(statement.text)};\n`
  })
  return `-- ${path}\n${lines.join("")}`
}

function whyOf(statement: Statement): string {
  const listed = [...aboutAll, ...aboutBatch, ...copies].find((each: Exception) =>
    isListed([each], statement),
  )
  return listed?.why ?? "No reason is listed."
}
