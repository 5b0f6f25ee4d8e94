import { z } from "zod"
import { contactView } from "../../model/contact.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { deleteContact, lockContact } from "../../store/contacts.ts"
import { showContact } from "../customers/show-customers.ts"
import { found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const removeContact = operation({
  name: "remove_contact",
  summary: "Remove a customer's number",
  description:
    "No other number takes the place of a removed primary one. Consent and opt-out stay with the number.",
  noun: "Contacts",
  roles: staff,
  params: z.strictObject({ id: idText, contactId: idText }),
  result: contactView,
  async run(context, call, { id, contactId }) {
    const { companyId } = call
    return write(context, call, "remove_contact", async (tx) => {
      const contact = found(await lockContact(tx, companyId, id, contactId), notFound("contact"))
      const result = await showContact(context, tx, companyId, contact)
      await deleteContact(tx, companyId, contactId)
      return { result, targetId: contactId, customerId: id, fields: ["phone"] }
    })
  },
})
