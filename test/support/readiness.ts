/**
 * Whether statements and the schema are fit for a database that is spread over machines by company, judged by their texts:
 * no such database is needed. `docs/scale.md` says which kinds of statements there are.
 */

import type { Placement } from "../../src/database/distribution.ts"
import type { SchemaParts, SchemaTable } from "../../src/database/schema-parts.ts"
import { tablesOf, unnamedTables } from "./sql-texts.ts"

/**
 * `routable`: rows of one company, so one machine answers. `reference`: tables that each machine has. `fan-out`: rows of
 * several companies, so every machine is asked. `local`: tables that are kept whole, and statements without a table.
 */
export type Kind = "routable" | "reference" | "fan-out" | "local"

export interface Judged {
  kind: Kind
  problems: string[]
}

export type Placements = ReadonlyMap<string, Placement>

export function judgeStatement(text: string, placements: Placements): Judged {
  const touched = tablesOf(text).filter((table) => placements.has(table))
  const kept = (placement: Placement) => touched.filter((table) => placements.get(table) === placement)
  const [ofCompany, reference, whole] = [kept("company"), kept("reference"), kept("whole")]
  const problems = [
    ...mixtures({ ofCompany, reference, whole }, writtenIn(text)),
    ...(ofCompany.length > 0 ? companyProblems(text, ofCompany) : []),
    ...(ofCompany.length + reference.length > 0 && writesInWith.test(text) ? ["writes rows in a WITH"] : []),
    ...(/\bpg_(try_)?advisory/.test(text) ? ["takes an advisory lock, which holds on one machine only"] : []),
    ...(changesConsent.test(text) ? ["changes or removes a statement of consent"] : []),
    ...(/\b(FROM|JOIN|UPDATE|INTO) \?/.test(text) ? ["names no table"] : []),
  ]
  return { kind: kindOf(text, { ofCompany, reference }), problems }
}

interface Touched {
  ofCompany: readonly string[]
  reference: readonly string[]
  whole: readonly string[]
}

function kindOf(text: string, { ofCompany, reference }: Pick<Touched, "ofCompany" | "reference">): Kind {
  if (ofCompany.length > 0) return isOfOneCompany(text) ? "routable" : "fan-out"
  return reference.length > 0 ? "reference" : "local"
}

/** One company comes as a parameter; `?` is an expression of the program. */
const isOfOneCompany = (text: string): boolean =>
  /\bcompany_id\s*=\s*(\$\d+|\?)/.test(text) ||
  /\bINSERT INTO \w+( AS \w+)?\s*\(company_id\b[^)]*\)\s*(VALUES\s*(\(\$\d+|\?)|SELECT (DISTINCT )?\$\d+)/.test(
    text,
  )

const writtenIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:INSERT INTO|(?<!FOR |DO |KEY )UPDATE|DELETE FROM)\s+(\w+)/g)].map(
    ([, table]) => table!,
  )

/** A transaction may write tables of all kinds, a statement of one. */
function mixtures({ ofCompany, reference, whole }: Touched, written: readonly string[]): string[] {
  if (whole.length > 0 && ofCompany.length + reference.length > 0)
    return [`joins ${whole[0]}, which one machine has, with ${[...ofCompany, ...reference][0]}`]
  if (ofCompany.length > 0 && reference.some((table) => written.includes(table)))
    return [`writes ${reference[0]}, which every machine has, by rows of ${ofCompany[0]}`]
  return []
}

const writesInWith = /\bAS (NOT )?(MATERIALIZED )?\(\s*(INSERT|UPDATE|DELETE)\b/
const changesConsent = /\bDELETE FROM consent\b|\bUPDATE consent\b(?! AS kept SET phone_sealed)/

function companyProblems(text: string, ofCompany: readonly string[]): string[] {
  const isInsert = /\bINSERT INTO\b/.test(text)
  return [
    ...(/\bFROM unnest\([\s\S]*\bEXISTS \(/.test(text) && !isOfOneCompany(text)
      ? ["asks a query for each of the rows that it is given"]
      : []),
    ...unnamedTables(text, ofCompany).map((table) => `${table} is not filtered by its company_id`),
    ...(/company_id\s*=\s*\(\s*SELECT/.test(text) ? ["takes its company from a query"] : []),
    ...(/\bctid\b/.test(text) ? ["finds rows by ctid"] : []),
    ...(/SKIP LOCKED/.test(text) && !isOfOneCompany(text) ? ["skips locked rows of all companies"] : []),
    ...(isInsert && /\bnextval\(/.test(text) && readsCompanyRows(text, ofCompany)
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

const volatile = /\b(clock_timestamp|gen_random_uuid|random|nextval|now|statement_timestamp)\(/

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

/** What in the schema keeps a company's rows from being kept together on one machine. */
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
