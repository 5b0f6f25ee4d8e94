/** A customer's numbers, and the consent that was given or withdrawn for each. */
import { z } from "zod"
import { consentInput, contactInput, contactPatch, contactView } from "../../domain/model/contact.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, idText } from "../../domain/model/fields.ts"
import { nextVersion } from "../platform/next-version.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { addNumber, changeNumber } from "./change-contacts.ts"
import { deleteContact, findPrimaryContact, insertConsent, lockContact } from "./contacts.sql.ts"
import { findCustomer } from "./customers.sql.ts"
import { noteChanged } from "./note-customer.ts"
import { keyedPhone } from "./record-consents.ts"
import { showContact } from "./show-customers.ts"

const common = { noun: "Contacts", roles: staff, result: contactView }
const byContact = z.strictObject({ id: idText, contactId: idText })

export const addContact = operation({
  ...common,
  name: "add_contact",
  events: ["customer.changed"],
  refusals: ["phone_taken"],
  summary: "Add a number to a customer",
  description:
    "The number identifies the customer from now on. 409 `phone_taken` when it identifies another one; `shared_phone: true` " +
    "keeps it all the same.",
  params: byId,
  body: contactInput,
  status: 201,
  async run(context, call, input) {
    const { companyId, now } = call
    return write(context, call, "add_contact", async (tx) => {
      lockInOrder(tx, { companyId, customerId: input.id })
      found(await findCustomer(tx, companyId, input.id), notFound("customer"))
      const primary = input.primary ?? (await findPrimaryContact(tx, companyId, input.id)) === null
      const number = { phone: input.phone, shared: input.shared_phone, label: input.label ?? null, primary }
      const contact = await addNumber(tx, companyId, input.id, number, now)
      await nextVersion(tx, "customer", { companyId, id: input.id })
      await noteChanged(tx, call, input.id, ["contacts"])
      const result = await showContact(tx, context.sealer, companyId, contact)
      return { result, targetId: contact.id, customerId: input.id, fields: ["phone", "label", "primary"] }
    })
  },
})

export const updateContact = operation({
  ...common,
  name: "update_contact",
  events: ["customer.changed"],
  refusals: ["phone_taken"],
  summary: "Change a customer's number",
  description:
    "Fields sent are changed. What was said of a number stays with that number when it is replaced.",
  params: byContact,
  body: contactPatch,
  async run(context, call, { id, contactId, if_version: ifVersion, ...patch }) {
    const { companyId } = call
    return write(context, call, "update_contact", async (tx) => {
      const present = found(await lockContact(tx, companyId, id, contactId), notFound("contact"))
      const wanted = {
        phone: patch.phone ?? present.phone,
        shared: patch.shared_phone,
        label: patch.label === undefined ? present.label : patch.label,
        primary: patch.primary ?? present.is_primary,
        ifVersion,
      }
      const contact = await changeNumber(tx, companyId, present, wanted, call.now)
      const isUnchanged = contact.version === present.version
      if (!isUnchanged) {
        await nextVersion(tx, "customer", { companyId, id })
        await noteChanged(tx, call, id, ["contacts"])
      }
      const result = await showContact(tx, context.sealer, companyId, contact)
      return { result, targetId: contactId, customerId: id, fields: Object.keys(patch), isUnchanged }
    })
  },
})

export const removeContact = operation({
  ...common,
  name: "remove_contact",
  events: ["customer.changed"],
  summary: "Remove a customer's number",
  description:
    "No other number takes the place of a removed primary one. Consent and opt-out stay with the number.",
  params: byContact,
  async run(context, call, { id, contactId }) {
    const { companyId } = call
    return write(context, call, "remove_contact", async (tx) => {
      const contact = found(await lockContact(tx, companyId, id, contactId), notFound("contact"))
      const result = await showContact(tx, context.sealer, companyId, contact)
      await deleteContact(tx, companyId, contactId)
      await nextVersion(tx, "customer", { companyId, id })
      await noteChanged(tx, call, id, ["contacts"])
      return { result, targetId: contactId, customerId: id, fields: ["phone"] }
    })
  },
})

export const recordConsent = operation({
  ...common,
  name: "record_consent",
  summary: "Record consent, or an opt-out, for a number",
  description:
    "Adds to the history of the number; the newest entry of a channel counts. It belongs to the number, " +
    "for every customer who has it, and stays when the contact is removed.",
  params: byContact,
  body: consentInput,
  status: 201,
  async run(context, call, { id, contactId, ...consent }) {
    const { companyId, now } = call
    return write(context, call, "record_consent", async (tx) => {
      const contact = found(await lockContact(tx, companyId, id, contactId), notFound("contact"))
      const phone = keyedPhone(context.sealer, companyId, contact.phone)
      await insertConsent(tx, companyId, { ...consent, ...phone, at: new Date(now) })
      const result = await showContact(tx, context.sealer, companyId, contact)
      return { result, targetId: contactId, customerId: id, fields: Object.keys(consent) }
    })
  },
})
