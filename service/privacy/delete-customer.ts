/** A customer's end: archived, or erased for good. */
import { z } from "zod"
import { customerInEvent, customerView } from "../../domain/model/customer.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, flagText } from "../../domain/model/fields.ts"
import { lockUnused } from "../company/lock-unused.ts"
import { stopIdentifying } from "../customers/contacts.sql.ts"
import * as store from "../customers/customers.sql.ts"
import { noteArchived, noteErased } from "../customers/note-customer.ts"
import { showCustomer } from "../customers/show-customers.ts"
import { removeFiles } from "../files/remove-file.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { endWaitingOfCustomer } from "../taking/waiting-by-booking.ts"
import { eraseCustomer } from "./erase-customer.ts"

export const deleteCustomer = operation({
  noun: "Customers",
  roles: staff,
  result: customerView,
  name: "delete_customer",
  events: ["customer.archived", "customer.erased"],
  refusals: ["in_use"],
  summary: "Archive or erase a customer",
  description:
    "Archives: the customer is no longer listed or booked, and the phone and external_ref are free for another. " +
    "With `erase=true` personal data is replaced everywhere, for good, also that of an archived customer; open " +
    "requests are cancelled. 409 `in_use` while there are future appointments (and, to archive, open requests).",
  params: byId,
  query: z.strictObject({ erase: flagText.optional() }),
  async run(context, call, { id, erase }) {
    const ended = await write(context, call, erase ? "erase_customer" : "archive_customer", async (tx) => {
      const customer = erase ? await erased(context, tx, call, id) : await archived(tx, call, id)
      const result = await showCustomer(tx, context.sealer, call.companyId, customer)
      return { result, targetId: id, customerId: id, fields: [erase ? "erased_at" : "archived_at"] }
    })
    // The rows say which bytes go: what does not now is done by the worker.
    if (erase) await removeFiles(context, call.companyId)
    return ended
  },
})

async function lockCustomer(tx: Tx, companyId: number, id: number) {
  lockInOrder(tx, { companyId, customerId: id })
  return store.findCustomer(tx, companyId, id)
}

async function archived(tx: Tx, call: Call, id: number) {
  await lockUnused(tx, call, { noun: "customer", id, lock: lockCustomer })
  await stopIdentifying(tx, call.companyId, id, call.now)
  const told = customerInEvent((await store.findCustomerForEvent(tx, call.companyId, id))!)
  await endWaitingOfCustomer(tx, call, id, told)
  await store.archiveCustomer(tx, call.companyId, id, call.now)
  await noteArchived(tx, call, id)
  return found(await store.findCustomerEvenArchived(tx, call.companyId, id), notFound("customer"))
}

async function erased({ sealer }: AppContext, tx: Tx, call: Call, id: number) {
  const { companyId, now, requestId } = call
  lockInOrder(tx, { companyId, customerId: id })
  const known = found(await store.findCustomerEvenArchived(tx, companyId, id), notFound("customer"))
  await eraseCustomer(tx, { companyId, customerId: id, now, requestId, sealer })
  if (known.erased_at === null) await noteErased(tx, call, known)
  return found(await store.findCustomerEvenArchived(tx, companyId, id), notFound("customer"))
}
