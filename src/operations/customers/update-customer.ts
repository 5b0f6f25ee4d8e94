import { z } from "zod"
import { customerPatch, customerView } from "../../model/customer.ts"
import { withPatch } from "../../model/customer-changes.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { findCustomer, updateCustomer as store } from "../../store/customers.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { withPoint } from "../locate-address.ts"
import { found, operation, staff } from "../operation.ts"
import { setPhone } from "../shared/contacts.ts"
import { refuseUnknownProvider } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"
import { showCustomer } from "./show-customers.ts"

export const updateCustomer = operation({
  name: "update_customer",
  summary: "Change a customer",
  description:
    "Fields sent are changed. A new `phone` replaces the primary contact's number; null removes it.",
  noun: "Customers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: customerPatch,
  result: customerView,
  async run(context, call, input) {
    const { id, ...patch } = input
    const { companyId, now } = call
    const located = { ...patch, address: await withPoint(context, patch.address) }
    return write(context, call, "update_customer", async (tx) => {
      lockInOrder(tx, { companyId, customerId: id })
      const present = found(await findCustomer(tx, companyId, id), notFound("customer"))
      await refuseUnknownProvider(tx, companyId, patch.assigned_provider_id)
      const changed = withPatch(present, located)
      await store(tx, companyId, changed, now)
      if (patch.phone !== undefined) await setPhone(tx, companyId, id, patch.phone, now)
      const result = await showCustomer(context, tx, companyId, changed)
      return { result, targetId: id, customerId: id, fields: Object.keys(patch) }
    })
  },
})
