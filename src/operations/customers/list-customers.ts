import { z } from "zod"
import { customerView } from "../../model/customer.ts"
import { email, externalRef, page, phone } from "../../model/fields.ts"
import { pageById } from "../../model/paging.ts"
import { listCustomers as rowsOf } from "../../store/customers.ts"
import { listOperation, staff } from "../operation.ts"
import { showCustomers } from "./show-customers.ts"

export const listCustomers = listOperation({
  name: "list_customers",
  summary: "List customers, or find one",
  noun: "Customers",
  roles: staff,
  query: z.strictObject({
    ...page,
    external_ref: externalRef.optional(),
    email: email.optional(),
    phone: phone.optional().meta({ description: "Any of the customer's numbers." }),
  }),
  result: customerView,
  async run(context, call, input) {
    const { rows, next_cursor } = await pageById(input, (span) =>
      rowsOf(context.db, call.companyId, {
        ...span,
        externalRef: input.external_ref ?? null,
        email: input.email ?? null,
        phone: input.phone ?? null,
      }),
    )
    return { rows: await showCustomers(context, context.db, call.companyId, rows), next_cursor }
  },
})
