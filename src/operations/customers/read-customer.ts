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
  async run(house, call, { id }) {
    const customer = found(await findCustomer(house.db, call.companyId, id), notFound("customer"))
    return showCustomer(house, house.db, call.companyId, customer)
  },
})
