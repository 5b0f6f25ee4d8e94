import { z } from "zod"
import { customerView } from "../../model/customer.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { findCustomer } from "../../store/customers.ts"
import { found, operation, staff } from "../operation.ts"
import { showCustomer } from "./show-customers.ts"

export const readCustomer = operation({
  name: "read_customer",
  summary: "Read a customer",
  noun: "Customers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: customerView,
  async run(context, call, { id }) {
    const customer = found(await findCustomer(context.db, call.companyId, id), notFound("customer"))
    return showCustomer(context, context.db, call.companyId, customer)
  },
})
