/**
 * Judges that statements and the schema are fit for a database that is spread over machines by company, by their texts: no
 * such database is needed. `docs/scale.md` says which kinds of statements there are.
 */

import type { Placement } from "../../service/host/database/distribution.ts"
import type { SchemaParts, SchemaTable } from "../../service/host/database/schema-parts.ts"
import { tablesOf, unnamedTables } from "./sql-texts.ts"

/**
 * `routable`: rows of one company, so one machine answers. `fan-out`: rows of several companies, so every machine is asked.
 * `local`: tables that are kept whole, and statements without a table.
 */
export type Kind = "routable" | "fan-out" | "local"

export interface Judged {
  kind: Kind
  problems: string[]
}

export type Placements = ReadonlyMap<string, Placement>

export function judgeStatement(text: string, placements: Placements): Judged {
  const touched = tablesOf(text).filter((table) => placements.has(table))
  const kept = (placement: Placement) => touched.filter((table) => placements.get(table) === placement)
  const [ofCompany, whole] = [kept("company"), kept("whole")]
  const problems = [
    // A transaction may write tables of both kinds, a statement of one.
    ...(ofCompany.length > 0 && whole.length > 0
      ? [`joins ${whole[0]}, which one machine has, with ${ofCompany[0]}`]
      : []),
    ...(ofCompany.length > 0 ? companyProblems(text, ofCompany) : []),
    ...(ofCompany.length > 0 && writesInWith.test(text) ? ["writes rows in a WITH"] : []),
    ...(/\bpg_(try_)?advisory/.test(text) ? ["takes an advisory lock, which holds on one machine only"] : []),
    ...(changesConsent.test(text) ? ["changes or removes a statement of consent"] : []),
    ...(/\b(FROM|JOIN|UPDATE|INTO) \?/.test(text) ? ["names no table"] : []),
  ]
  return { kind: kindOf(text, ofCompany), problems }
}

function kindOf(text: string, ofCompany: readonly string[]): Kind {
  if (ofCompany.length === 0) return "local"
  return isOfOneCompany(text) ? "routable" : "fan-out"
}

/** One company comes as a parameter; `?` is an expression of the program. */
const isOfOneCompany = (text: string): boolean =>
  /\bcompany_id\s*=\s*(\$\d+|\?)/.test(text) ||
  /\bINSERT INTO \w+( AS \w+)?\s*\(company_id\b[^)]*\)\s*(VALUES\s*(\(\$\d+|\?)|SELECT (DISTINCT )?\$\d+)/.test(
    text,
  )

const writesInWith = /\bAS (NOT )?(MATERIALIZED )?\(\s*(INSERT|UPDATE|DELETE)\b/
const changesConsent =
  /\bDELETE FROM consent\b(?! WHERE company_id = \$1 AND company_id >= 1000000000)|\bUPDATE consent\b(?! AS kept SET phone_sealed| SET source = 'erased' )/

function companyProblems(text: string, ofCompany: readonly string[]): string[] {
  const isInsert = /\bINSERT INTO\b/.test(text)
  return [
    ...(/\bFROM unnest\([\s\S]*\bEXISTS \(/.test(text) && !isOfOneCompany(text)
      ? ["asks a query for each of the rows that it is given"]
      : []),
    ...unnamedTables(text, ofCompany).map((table) => `${table} is not filtered by its company_id`),
    ...(/company_id\s*=\s*\(\s*SELECT/.test(text) ? ["takes its company from a query"] : []),
    ...(isOfOneCompany(text) && takesCompanyOfOuterRow(text)
      ? ["asks a query whose company comes from another row"]
      : []),
    ...(isInsert && queriesInBrackets(text).some((query) => !/\bFROM\b/.test(query))
      ? ["inserts by a query without FROM, to which no condition can be added"]
      : []),
    ...(/\bctid\b/.test(text) ? ["finds rows by ctid"] : []),
    ...(/SKIP LOCKED/.test(text) && !isOfOneCompany(text) ? ["skips locked rows of all companies"] : []),
    ...(/\b(INSERT|SELECT)\b/.test(text) && /\bnextval\(/.test(text) && readsCompanyRows(text, ofCompany)
      ? ["draws ids beside rows of a company"]
      : []),
    ...(/\bSELECT\b[\s\S]*\bON CONFLICT\b[\s\S]*\$\d/.test(text)
      ? ["takes a parameter behind ON CONFLICT of selected rows"]
      : []),
    ...(!isInsert && /\b(UPDATE|DELETE)\b/.test(text) && volatile.test(text)
      ? ["writes by a function that each machine would answer for itself"]
      : []),
  ]
}

/** True where a query in brackets takes its company from a row that it does not read itself. */
const takesCompanyOfOuterRow = (text: string): boolean =>
  queriesInBrackets(text).some((query) => {
    const read = new Set(
      [
        ...query.matchAll(
          /\b(?:FROM|JOIN)\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?(?!ON\b|WHERE\b|JOIN\b)(\w+))?/g,
        ),
      ].flat(),
    )
    return [...query.matchAll(/\b(\w+)\.company_id = (\w+)\.company_id/g)].some(
      ([, one, other]) => read.has(one!) !== read.has(other!),
    )
  })

/** Each without what stands in brackets of its own. */
function queriesInBrackets(text: string): string[] {
  const found: string[] = []
  const open: string[] = []
  for (const part of text.split(/([()])/)) {
    if (part === "(") open.push("")
    else if (part === ")") found.push(open.pop() ?? "")
    else if (open.length > 0) open[open.length - 1] += part
  }
  return found.filter((each) => /^\s*SELECT\b/.test(each))
}

/** `convert_to` and `to_char` of a column go by settings, which may differ between machines. */
const volatile =
  /\b(clock_timestamp|gen_random_uuid|random|nextval|now|statement_timestamp|convert_to|convert_from|to_char)\(/

const readsCompanyRows = (text: string, ofCompany: readonly string[]) =>
  [...text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].some(([, table]) => ofCompany.includes(table!))

/**
 * The parameters that stand in an equality with a column and so may not be NULL: `id = $2`. A filter that may be left out is
 * `($2::bigint IS NULL OR id = $2)`, and a row that may be missing is found by `id = coalesce($2::bigint, 0)`.
 */
export function equalities(text: string): number[] {
  const conditions = text.replace(/\bSET\b[\s\S]*?(?=\b(FROM|WHERE|RETURNING)\b|$)/g, "")
  const compared = [...conditions.matchAll(/[\w")]\s*=\s*\$(\d+)\b/g)].map(([, number]) => Number(number))
  return [...new Set(compared)].filter((number) => !new RegExp(`\\$${number}(::\\w+)? IS NULL\\b`).test(text))
}

/** The faults in the schema that keep a company's rows from one machine. */
export function schemaProblems({ tables, objects }: SchemaParts, placements: Placements): string[] {
  const isOfCompany = ({ name }: Pick<SchemaTable, "name">) => placements.get(name) === "company"
  const byOid = new Map(tables.map((table) => [table.oid, table]))
  return [
    ...tables
      .filter(isOfCompany)
      .flatMap((table) => [
        ...table.constraints
          .filter(({ kind, columns }) => "pufx".includes(kind) && !columns.includes("company_id"))
          .map(({ name }) => `${table.name}: ${name} has no company_id`),
        ...table.constraints
          .filter(({ referenced }) => referenced !== null && !isOfCompany(byOid.get(referenced)!))
          .map(({ name }) => `${table.name}: ${name} refers to a table that is kept elsewhere`),
        ...table.indexes
          .filter((index) => index.startsWith("CREATE UNIQUE") && !/\(company_id\b/.test(index))
          .map((index) => `${table.name}: ${index.split(" ")[3]} has no company_id`),
      ]),
    ...tables
      .filter((table) => !isOfCompany(table))
      .flatMap((table) =>
        table.constraints
          .filter(({ kind }) => kind === "f")
          .map(({ name }) => `${table.name}: ${name} refers from a table that is kept elsewhere`),
      ),
    ...objects.flatMap(({ text }) => {
      const [, trigger, table] = /^CREATE TRIGGER (\w+) [\s\S]*? ON (\w+)/.exec(text) ?? []
      return table !== undefined && isOfCompany({ name: table }) ? [`${table}: ${trigger} is a trigger`] : []
    }),
  ]
}
