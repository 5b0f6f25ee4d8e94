import { z } from "zod"
import { contactPatch, contactView } from "../../model/contact.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { lockContact } from "../../store/contacts.ts"
import { showContact } from "../customers/show-customers.ts"
import { found, operation, staff } from "../operation.ts"
import { changeNumber } from "../shared/contacts.ts"
import { write } from "../write.ts"

export const updateContact = operation({
  name: "update_contact",
  summary: "Change a customer's number",
  description:
    "Fields sent are changed. What was said of a number stays with that number when it is replaced.",
  noun: "Contacts",
  roles: staff,
  params: z.strictObject({ id: idText, contactId: idText }),
  body: contactPatch,
  result: contactView,
  async run(context, call, { id, contactId, ...patch }) {
    const { companyId } = call
    return write(context, call, "update_contact", async (tx) => {
      const present = found(await lockContact(tx, companyId, id, contactId), notFound("contact"))
      const wanted = {
        phone: patch.phone ?? present.phone,
        label: patch.label === undefined ? present.label : patch.label,
        primary: patch.primary ?? present.is_primary,
      }
      const contact = await changeNumber(tx, companyId, present, wanted)
      const result = await showContact(context, tx, companyId, contact)
      return { result, targetId: contactId, customerId: id, fields: Object.keys(patch) }
    })
  },
})
