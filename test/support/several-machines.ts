/** A database as if another of its machines had the rows of one company, for tests without such machines. */
import { DatabaseError } from "pg"
import type { Database, Db, Tx } from "../../service/platform/pg/database.ts"

export interface OtherMachine {
  db: Database
  /** Refuses every statement on the company's rows, as Citus does while the machine is away. */
  isAway: boolean
  /** Hides the company's events and deliveries, as while what wrote them is committed there. */
  isCommitting: boolean
}

/** Statements of the worker name their companies first. */
const concerns = (companyId: number, text: string, [first]: readonly unknown[] = []): boolean =>
  ofCompanies.test(text) && [first].flat().includes(companyId)
const ofCompanies =
  /\b(FROM|JOIN|UPDATE|INTO) (company|webhook_endpoint|event|event_d\d+|delivery|delivery_d\d+)\b/

export function machineOf(db: Database, companyId: number): OtherMachine {
  const machine: OtherMachine = { db, isAway: false, isCommitting: false }

  /** The rows that the machine would answer; null when the database itself answers. */
  function answer(text: string, values?: readonly unknown[]): object[] | null {
    if (!concerns(companyId, text, values)) return null
    if (machine.isAway)
      throw Object.assign(new DatabaseError("Connection refused", 0, "error"), { code: "08006" })
    if (!machine.isCommitting) return null
    if (text.includes("pg_prepared_xact")) return [{ gid: "citus_0_1_1_0" }]
    return /\bSELECT\b.*\bFROM (event|delivery)/s.test(text) ? [] : null
  }

  const query =
    (inner: Db): Db["query"] =>
    async <Row>(text: string, values?: readonly unknown[]) =>
      (answer(text, values) as Row[] | null) ?? inner.query<Row>(text, values)
  const write =
    (tx: Tx): Tx["write"] =>
    (text, values, answered) => {
      answer(text, values)
      tx.write(text, values, answered)
    }
  const statements = (inner: Db): Db => ({
    query: query(inner),
    first: async <Row>(text: string, values?: readonly unknown[]) =>
      (await query(inner)<Row>(text, values))[0] ?? null,
    some: async (text, values) => (await query(inner)(text, values)).length > 0,
  })
  machine.db = {
    ...db,
    ...statements(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, ...statements(tx), write: write(tx) })),
  }
  return machine
}
