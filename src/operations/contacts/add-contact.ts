import { z } from "zod"
import { contactInput, contactView } from "../../model/contact.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { findPrimaryContact } from "../../store/contacts.ts"
import { findCustomer } from "../../store/customers.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { showContact } from "../customers/show-customers.ts"
import { found, operation, staff } from "../operation.ts"
import { addNumber } from "../shared/contacts.ts"
import { write } from "../write.ts"

export const addContact = operation({
  name: "add_contact",
  summary: "Add a number to a customer",
  description:
    "The number identifies the customer from now on. 409 `phone_taken` when it identifies another one.",
  noun: "Contacts",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: contactInput,
  result: contactView,
  status: 201,
  async run(context, call, input) {
    const { companyId, now } = call
    return write(context, call, "add_contact", async (tx) => {
      lockInOrder(tx, { companyId, customerId: input.id })
      found(await findCustomer(tx, companyId, input.id), notFound("customer"))
      const primary = input.primary ?? (await findPrimaryContact(tx, companyId, input.id)) === null
      const number = { phone: input.phone, label: input.label ?? null, primary }
      const contact = await addNumber(tx, companyId, input.id, number, now)
      const result = await showContact(context, tx, companyId, contact)
      return { result, targetId: contact.id, customerId: input.id, fields: ["phone", "label", "primary"] }
    })
  },
})
