import { z } from "zod"
import { consentInput, contactView } from "../../model/contact.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { insertConsent } from "../../store/consents.ts"
import { lockContact } from "../../store/contacts.ts"
import { showContact } from "../customers/show-customers.ts"
import { found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const recordConsent = operation({
  name: "record_consent",
  summary: "Record consent, or an opt-out, for a number",
  description:
    "Adds to the history of the number; the newest entry of a channel counts. It holds for the number alone, " +
    "whoever's contact it is, and stays when the contact goes.",
  noun: "Contacts",
  roles: staff,
  params: z.strictObject({ id: idText, contactId: idText }),
  body: consentInput,
  result: contactView,
  status: 201,
  async run(context, call, { id, contactId, ...consent }) {
    const { companyId, now } = call
    return write(context, call, "record_consent", async (tx) => {
      const contact = found(await lockContact(tx, companyId, id, contactId), notFound("contact"))
      const phone_hash = context.sealer.phoneHash(companyId, contact.phone)
      await insertConsent(tx, companyId, { ...consent, phone_hash, at: new Date(now) })
      const result = await showContact(context, tx, companyId, contact)
      return { result, targetId: contactId, customerId: id, fields: Object.keys(consent) }
    })
  },
})
