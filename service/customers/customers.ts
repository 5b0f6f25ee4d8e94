/** A company's customers: their records and their end. */
import { z } from "zod"
import { customerInput, customerPatch, customerView } from "../../domain/model/customer.ts"
import { changedCustomer, changedFields, newCustomer } from "../../domain/model/customer-changes.ts"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { filterOf, syncFilters } from "../../domain/model/external-data.ts"
import { byId, email, line, page, phone } from "../../domain/model/fields.ts"
import { defaultLimit, orderField, pageById } from "../../domain/model/paging.ts"
import { customerSearch } from "../../domain/rules/customers/customer-search.ts"
import { withPoint } from "../company/locate-address.ts"
import { refuseUnknownProvider } from "../company/refuse-unknown.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { addNumber, setPhone } from "./change-contacts.ts"
import { searchCustomers } from "./customer-search.sql.ts"
import * as store from "./customers.sql.ts"
import { noteChanged, noteCreated } from "./note-customer.ts"
import { showCustomer, showCustomers } from "./show-customers.ts"

const common = { noun: "Customers", roles: staff, result: customerView }

export const createCustomer = operation({
  ...common,
  name: "create_customer",
  events: ["customer.created"],
  refusals: ["external_ref_taken", "not_found", "phone_taken"],
  summary: "Create a customer",
  description:
    "409 `external_ref_taken` or `phone_taken` when another customer of the company has it. A phone is kept all the same " +
    "with `shared_phone: true`.",
  body: customerInput,
  status: 201,
  async run(context, call, input) {
    const { companyId, now } = call
    const located = { ...input, address: await withPoint(context, input.address) }
    return write(context, call, "create_customer", async (tx) => {
      await refuseUnknownProvider(tx, companyId, input.assigned_provider_id)
      const customer = await store.insertCustomer(tx, companyId, newCustomer(located), now)
      if (input.phone) {
        const number = { phone: input.phone, shared: input.shared_phone, label: null, primary: true }
        await addNumber(tx, companyId, customer.id, number, now)
      }
      await noteCreated(tx, call, customer.id)
      const result = await showCustomer(tx, context.sealer, companyId, customer)
      return { result, targetId: customer.id, customerId: customer.id, fields: Object.keys(input) }
    })
  },
})

export const listCustomers = listOperation({
  ...common,
  name: "list_customers",
  summary: "List customers, or find them",
  description:
    "`search` gives the best matches first, as one page: every word begins a word of the name, or is part of the name, the " +
    "email or `external_ref`; digits begin or end any of the customer's numbers, with or without +1. Accents, capitals, apostrophes, " +
    "hyphens and blanks do not matter. Customers on a street or with a postal code that begins so come behind, and last those with a " +
    "name that is one letter off.",
  query: z.strictObject({
    ...page,
    ...orderField,
    ...syncFilters,
    email: email.optional(),
    phone: phone.optional().meta({ description: "Any of the customer's numbers." }),
    search: line(100).optional().meta({ description: "Goes alone, with a `limit`." }),
  }),
  async run(context, call, { email = null, phone = null, search, ...asked }) {
    if (search !== undefined) {
      const { external_ref, metadata, ids, updated_since, cursor, order } = asked
      const others = [external_ref, metadata, email, phone, ids, updated_since, cursor, order]
      if (others.some((other) => other != null)) {
        throw invalid("search", "goes alone, with a limit")
      }
      const limit = asked.limit ?? defaultLimit
      const found = await searchCustomers(context.db, call.companyId, customerSearch(search), limit)
      return {
        rows: await showCustomers(context.db, context.sealer, call.companyId, found),
        next_cursor: null,
      }
    }
    const filter = { ...filterOf(asked), email, phone }
    const { rows, next_cursor } = await pageById(
      asked,
      (span) => store.listCustomers(context.db, call.companyId, { ...span, ...filter }),
      (customer) => customer,
    )
    return { rows: await showCustomers(context.db, context.sealer, call.companyId, rows), next_cursor }
  },
})

export const readCustomer = operation({
  ...common,
  name: "read_customer",
  seat: "customer",
  summary: "Read a customer",
  params: byId,
  async run(context, call, { id }) {
    const customer = found(await store.findCustomer(context.db, call.companyId, id), notFound("customer"))
    return showCustomer(context.db, context.sealer, call.companyId, customer)
  },
})

export const updateCustomer = operation({
  ...common,
  name: "update_customer",
  events: ["customer.changed"],
  refusals: ["external_ref_taken", "phone_taken"],
  summary: "Change a customer",
  description:
    "Fields sent are changed. A new `phone` replaces the primary contact's number; null removes it. What stands as it is sent already " +
    "changes nothing: neither `version` nor `updated_at`, and no event is raised.",
  params: byId,
  body: customerPatch,
  async run(context, call, { id, if_version: ifVersion, ...patch }) {
    const { companyId, now } = call
    const located = { ...patch, address: await withPoint(context, patch.address) }
    return write(context, call, "update_customer", async (tx) => {
      const present = found(await lockCustomer(tx, companyId, id), notFound("customer"))
      refuseOtherVersion(present, ifVersion)
      await refuseUnknownProvider(tx, companyId, patch.assigned_provider_id)
      const changed = changedCustomer(present, located)
      const fields = changedFields(present, changed)
      if (patch.phone !== undefined) {
        const number = { phone: patch.phone, shared: patch.shared_phone }
        if (await setPhone(tx, companyId, id, number, now)) fields.push("contacts")
      }
      const isUnchanged = fields.length === 0
      const version = isUnchanged
        ? present.version
        : await nextVersion(tx, "customer", { companyId, id, ifVersion })
      if (!isUnchanged) await store.updateCustomer(tx, companyId, changed)
      const updated_at = isUnchanged ? present.updated_at : await noteChanged(tx, call, id, fields)
      const result = await showCustomer(tx, context.sealer, companyId, { ...changed, version, updated_at })
      return { result, targetId: id, customerId: id, fields: Object.keys(patch), isUnchanged }
    })
  },
})

async function lockCustomer(tx: Tx, companyId: number, id: number) {
  lockInOrder(tx, { companyId, customerId: id })
  return store.findCustomer(tx, companyId, id)
}
