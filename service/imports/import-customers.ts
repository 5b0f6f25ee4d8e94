/** Takes customers over from a file, hundreds in one transaction. A run that is repeated changes nothing. */

import { Refusal } from "../../domain/model/errors.ts"
import {
  type CustomerRow,
  importCustomersInput,
  importShown,
  importView,
} from "../../domain/model/imports.ts"
import { findNamed, readOrRefusal, textOf } from "../../domain/rules/imports/cells.ts"
import { judgeCustomers } from "../../domain/rules/imports/judge-customers.ts"
import { type ImportedCustomer, readCustomer } from "../../domain/rules/imports/read-customer.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, type Call, operation } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import { write } from "../platform/write.ts"
import { insertImportedCustomers, marksOf } from "./imported-customers.ts"
import { customersWith, drawCustomerIds, lockImports, namedRecords } from "./imports.sql.ts"
import { eventsSaid, recordOptOuts } from "./record-opt-outs.ts"

export const importCustomers = operation({
  name: "import_customers",
  events: ["customer.created"],
  summary: "Import customers out of a file's rows",
  description:
    "Up to 500 rows, each judged by itself: a row that is refused keeps no other from being made. A customer who is there, by " +
    "`external_ref` or else by the number or email under the same name, is never changed; an opt-out of texts or mails is recorded also " +
    "then, where the number or email has said nothing here. Addresses are located later.",
  noun: "Imports",
  roles: adminOnly,
  body: importCustomersInput,
  result: importView,
  isLong: true,
  async run(context, call, { dry_run, rows }) {
    if (dry_run)
      return importShown(true, (await judged(context, context.db, call, { rows, drawn: null })).results)
    return importRows(context, call, rows)
  },
})

/** A customer or a number that another request makes meanwhile breaks the batch by law: judged again, it is there. */
const mostTries = 3

async function importRows(context: AppContext, call: Call, rows: readonly CustomerRow[]) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write(context, call, "import_customers", async (tx) => {
        lockImports(tx, call.companyId)
        const drawn = await drawCustomerIds(tx, rows.length)
        const { results, made, customers, said } = await judged(context, tx, call, { rows, drawn })
        if (made.length > 0) await insertImportedCustomers(tx, call, made)
        await recordOptOuts(tx, context.sealer, call, customers, said)
        const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
        return { result: importShown(false, results), targetId: null, fields, ofMany: true }
      })
    } catch (error) {
      const wasMadeMeanwhile =
        error instanceof Refusal && (error.code === "external_ref_taken" || error.code === "phone_taken")
      if (!wasMadeMeanwhile || tries === mostTries) throw error
    }
  }
}

/** `drawn` has an id for each row; null in a dry run. */
async function judged(
  { sealer }: AppContext,
  db: Db,
  { companyId }: Call,
  { rows, drawn }: { rows: readonly CustomerRow[]; drawn: readonly number[] | null },
) {
  const providerOf = await assignedProviders(db, companyId, rows)
  const read = await inSlices(readEach(rows, providerOf))
  const customers = read.flatMap((row) => (row instanceof Refusal ? [] : [row]))
  const [known, said] = await Promise.all([
    customersWith(db, companyId, marksOf(customers)),
    eventsSaid(db, sealer, companyId, customers),
  ])
  const { results, made } = judgeCustomers(read, known, said, drawn)
  // Consents in a refused row are not taken over either.
  const taken = read.flatMap((row, index) =>
    row instanceof Refusal || results[index]!.fate === "refused" ? [] : [row],
  )
  return { results, made, said, customers: taken }
}

type FindProvider = (text: string, cell: string) => number

/** Providers are read only where a row names one. */
async function assignedProviders(
  db: Db,
  companyId: number,
  rows: readonly CustomerRow[],
): Promise<FindProvider> {
  const isNamed = rows.some((row) => textOf(row, "assigned_provider") !== null)
  return findNamed(isNamed ? (await namedRecords(db, companyId)).providers : [], "provider")
}

/** Reading the numbers of 500 rows takes 20 ms, so it may be interrupted after each. */
function* readEach(
  rows: readonly CustomerRow[],
  providerOf: FindProvider,
): Generator<void, (ImportedCustomer | Refusal)[]> {
  const read: (ImportedCustomer | Refusal)[] = []
  for (const row of rows) {
    read.push(readOrRefusal(() => readRow(row, providerOf)))
    yield
  }
  return read
}

function readRow(row: CustomerRow, providerOf: FindProvider): ImportedCustomer {
  const reference = { cell: "external_ref", text: textOf(row, "external_ref") }
  const customer = readCustomer(row, reference, textOf(row, "notes"))
  const assigned = textOf(row, "assigned_provider")
  return assigned === null
    ? customer
    : { ...customer, assigned_provider_id: providerOf(assigned, "assigned_provider") }
}
