import { customerInput, customerView } from "../../model/customer.ts"
import { newCustomer } from "../../model/customer-changes.ts"
import { insertCustomer } from "../../store/customers.ts"
import { withPoint } from "../locate-address.ts"
import { operation, staff } from "../operation.ts"
import { addNumber } from "../shared/contacts.ts"
import { refuseUnknownProvider } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"
import { showCustomer } from "./show-customers.ts"

export const createCustomer = operation({
  name: "create_customer",
  summary: "Create a customer",
  description: "409 `external_ref_taken` or `phone_taken` when another customer of the company has it.",
  noun: "Customers",
  roles: staff,
  body: customerInput,
  result: customerView,
  status: 201,
  async run(context, call, input) {
    const { companyId, now } = call
    const located = { ...input, address: await withPoint(context, input.address) }
    return write(context, call, "create_customer", async (tx) => {
      await refuseUnknownProvider(tx, companyId, input.assigned_provider_id)
      const customer = await insertCustomer(tx, companyId, newCustomer(located), now)
      if (input.phone) {
        await addNumber(tx, companyId, customer.id, { phone: input.phone, label: null, primary: true }, now)
      }
      const result = await showCustomer(context, tx, companyId, customer)
      return { result, targetId: customer.id, customerId: customer.id, fields: Object.keys(input) }
    })
  },
})
