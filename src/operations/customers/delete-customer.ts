import { z } from "zod"
import type { AppContext } from "../../context.ts"
import { customerView } from "../../model/customer.ts"
import { notFound } from "../../model/errors.ts"
import { flagText, idText } from "../../model/fields.ts"
import { stopIdentifying } from "../../store/contacts.ts"
import { archiveCustomer, findCustomer, findCustomerEvenArchived } from "../../store/customers.ts"
import type { Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { eraseCustomer } from "../shared/erase-customer.ts"
import { refuseInUse } from "../shared/refuse-in-use.ts"
import { write } from "../write.ts"
import { showCustomer } from "./show-customers.ts"

export const deleteCustomer = operation({
  name: "delete_customer",
  summary: "Archive or erase a customer",
  description:
    "Archives: the customer is no longer listed or booked, and the phone and external_ref are free for another. " +
    "With `erase=true` personal data is replaced everywhere, for good, also that of an archived customer; open " +
    "requests are cancelled. 409 `in_use` while there are future appointments (and, to archive, open requests).",
  noun: "Customers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  query: z.strictObject({ erase: flagText.optional() }),
  result: customerView,
  async run(context, call, { id, erase }) {
    return write(context, call, erase ? "erase_customer" : "archive_customer", async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, customerId: id })
      const customer = erase ? await erased(context, tx, call, id) : await archived(tx, call, id)
      const result = await showCustomer(context, tx, call.companyId, customer)
      return { result, targetId: id, fields: [erase ? "erased_at" : "archived_at"] }
    })
  },
})

async function archived(tx: Tx, { companyId, now }: Call, id: number) {
  const customer = found(await findCustomer(tx, companyId, id), notFound("customer"))
  await refuseInUse(tx, companyId, "customer", id, now)
  await stopIdentifying(tx, companyId, id)
  await archiveCustomer(tx, companyId, id, now)
  return customer
}

async function erased({ sealer }: AppContext, tx: Tx, { companyId, now, requestId }: Call, id: number) {
  found(await findCustomerEvenArchived(tx, companyId, id), notFound("customer"))
  await eraseCustomer(tx, { companyId, customerId: id, now, requestId, sealer })
  return found(await findCustomerEvenArchived(tx, companyId, id), notFound("customer"))
}
