/** Makes or changes many customers by the ids that another system knows them by, in one transaction. */
import { isDeepStrictEqual } from "node:util"
import type { Customer } from "../../domain/model/customer.ts"
import {
  type BulkCustomer,
  type BulkRowResult,
  bulkCustomersInput,
  bulkCustomersView,
  bulkShown,
} from "../../domain/model/customer-bulk.ts"
import { changedCustomer, changedFields, newCustomer } from "../../domain/model/customer-changes.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { postalPart } from "../../domain/model/views.ts"
import { type BulkFacts, freedNumbers, judgeBulk } from "../../domain/rules/customers/judge-bulk.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { isOwnProvider } from "../company/providers.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { nextVersion } from "../platform/next-version.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { customersByRef, numbersAbout, recentlyErased } from "./bulk-customers.sql.ts"
import { addNumber, setPhone } from "./change-contacts.ts"
import * as store from "./customers.sql.ts"
import { noteChanged, noteCreated } from "./note-customer.ts"

export const upsertCustomers = operation({
  name: "upsert_customers",
  noun: "Customers",
  roles: staff,
  events: ["customer.changed", "customer.created"],
  summary: "Make or change many customers by external_ref",
  description:
    "Up to 500 rows, each with its own fate: a row that is refused keeps no other from being written. Fields sent are changed, as by a change of " +
    "one. Of two rows with one `external_ref` the first counts. A number may move from one row's customer to another's. The reference of a " +
    "customer who was erased within 30 days is refused, so that nobody comes back by a nightly run; one who is archived is made anew. A new address is located later.",
  body: bulkCustomersInput,
  result: bulkCustomersView,
  isLong: true,
  async run(context, call, { rows }) {
    return untilNobodyIsFaster(() => writeRows(context, call, rows))
  },
})

const mostTries = 3

/** A customer or a number that another request makes meanwhile breaks the batch by law: judged again, it is there. Throws `busy` after three tries. */
async function untilNobodyIsFaster<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const wasFaster =
        error instanceof Refusal && (error.code === "external_ref_taken" || error.code === "phone_taken")
      if (!wasFaster) throw error
      if (tries === mostTries) throw new Refusal("busy")
    }
  }
}

const writeRows = (context: AppContext, call: Call, rows: readonly BulkCustomer[]) =>
  write(context, call, "upsert_customers", async (tx) => {
    // One after the other: two batches in different orders would wait for each other.
    await lockCompany(tx, call.companyId)
    const { known, facts } = await load(tx, call, rows)
    const judged = judgeBulk(rows, facts)
    await freeNumbers(tx, call, rows, judged, facts)
    const results: BulkRowResult[] = []
    for (const [index, row] of rows.entries()) {
      results.push(await writeRow(tx, call, row, judged[index]!, known.get(row.external_ref)))
    }
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
    const isUnchanged = results.every(({ fate }) => fate === "unchanged" || fate === "refused")
    return { result: bulkShown(results), targetId: null, fields, ofMany: true, isUnchanged }
  })

/** Locks those who are there, and reads them under their locks. */
async function load(tx: Tx, { companyId, now }: Call, rows: readonly BulkCustomer[]) {
  const refs = [...new Set(rows.map(({ external_ref }) => external_ref))]
  const seen = await customersByRef(tx, companyId, refs)
  lockInOrder(tx, { companyId, customerIds: seen.map(({ id }) => id) })
  const known = new Map((await customersByRef(tx, companyId, refs)).map((one) => [one.external_ref!, one]))
  const phones = rows.flatMap(({ phone }) => (typeof phone === "string" ? [phone] : []))
  const ids = [...known.values()].map(({ id }) => id)
  const providerIds = new Set<number>()
  for (const id of new Set(rows.map(({ assigned_provider_id }) => assigned_provider_id))) {
    if (typeof id === "number" && (await isOwnProvider(tx, companyId, id))) providerIds.add(id)
  }
  const facts: BulkFacts = {
    idOf: new Map([...known].map(([ref, { id }]) => [ref, id])),
    numbers: await numbersAbout(tx, companyId, { ids, phones }),
    erased: await recentlyErased(tx, companyId, refs, now),
    providerIds,
    unfit: rows.map((row) => whyUnfit(row, known.get(row.external_ref))),
  }
  return { known, facts }
}

/** More pairs of metadata than a customer may carry, with those that are there. */
function whyUnfit(row: BulkCustomer, present: Customer | undefined): Refusal | null {
  try {
    if (present) changedCustomer(present, row)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Numbers that move between rows leave their owners first. */
async function freeNumbers(
  tx: Tx,
  { companyId, now }: Call,
  rows: readonly BulkCustomer[],
  judged: readonly (Refusal | null)[],
  facts: BulkFacts,
): Promise<void> {
  const wanted = new Set(rows.flatMap(({ phone }, index) => (judged[index] === null && phone ? [phone] : [])))
  for (const [phone, ownerId] of freedNumbers(rows, judged, facts)) {
    if (wanted.has(phone)) await setPhone(tx, companyId, ownerId, { phone: null, shared: undefined }, now)
  }
}

async function writeRow(
  tx: Tx,
  call: Call,
  row: BulkCustomer,
  refusal: Refusal | null,
  present: Customer | undefined,
): Promise<BulkRowResult> {
  const about = { external_ref: row.external_ref, reason: null }
  if (refusal) {
    const { code, message, field } = refusal
    const reason = { code, message, field: field ?? null }
    return { ...about, fate: "refused", id: present?.id ?? null, reason }
  }
  if (!present) return { ...about, fate: "made", id: await makeOne(tx, call, row) }
  const isChanged = await changeOne(tx, call, row, present)
  return { ...about, fate: isChanged ? "changed" : "unchanged", id: present.id }
}

async function makeOne(tx: Tx, call: Call, row: BulkCustomer): Promise<number> {
  const { companyId, now } = call
  const { id } = await store.insertCustomer(tx, companyId, newCustomer(row), now)
  const { phone, shared_phone: shared } = row
  if (phone) await addNumber(tx, companyId, id, { phone, shared, label: null, primary: true }, now)
  await noteCreated(tx, call, id)
  return id
}

async function changeOne(tx: Tx, call: Call, row: BulkCustomer, present: Customer): Promise<boolean> {
  const { companyId, now } = call
  const { id } = present
  const changed = changedCustomer(present, withoutSameAddress(row, present))
  const fields = changedFields(present, changed)
  if (row.phone !== undefined) {
    const number = { phone: row.phone, shared: row.shared_phone }
    if (await setPhone(tx, companyId, id, number, now)) fields.push("contacts")
  }
  if (fields.length === 0) return false
  await nextVersion(tx, "customer", { companyId, id })
  await store.updateCustomer(tx, companyId, changed)
  await noteChanged(tx, call, id, fields)
  return true
}

/** The address that is there keeps the point that it was located at. */
function withoutSameAddress({ address, ...row }: BulkCustomer, present: Customer) {
  if (address === undefined) return row
  const isSame = address && present.address && isDeepStrictEqual(postalPart(address), present.address)
  return isSame && address.latitude === undefined ? row : { ...row, address }
}
