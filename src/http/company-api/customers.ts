import { addContact } from "../../operations/contacts/add-contact.ts"
import { recordConsent } from "../../operations/contacts/record-consent.ts"
import { removeContact } from "../../operations/contacts/remove-contact.ts"
import { updateContact } from "../../operations/contacts/update-contact.ts"
import { createCustomer } from "../../operations/customers/create-customer.ts"
import { deleteCustomer } from "../../operations/customers/delete-customer.ts"
import { exportCustomer } from "../../operations/customers/export-customer.ts"
import { listCustomers } from "../../operations/customers/list-customers.ts"
import { readCustomer } from "../../operations/customers/read-customer.ts"
import { updateCustomer } from "../../operations/customers/update-customer.ts"
import type { Mount } from "../mount.ts"

export const customerMounts: readonly Mount[] = [
  { method: "GET", path: "/customers", operation: listCustomers },
  { method: "POST", path: "/customers", operation: createCustomer },
  { method: "GET", path: "/customers/:id", operation: readCustomer },
  { method: "PUT", path: "/customers/:id", operation: updateCustomer },
  { method: "DELETE", path: "/customers/:id", operation: deleteCustomer },
  { method: "GET", path: "/customers/:id/export", operation: exportCustomer },
  { method: "POST", path: "/customers/:id/contacts", operation: addContact },
  { method: "PUT", path: "/customers/:id/contacts/:contactId", operation: updateContact },
  { method: "DELETE", path: "/customers/:id/contacts/:contactId", operation: removeContact },
  { method: "POST", path: "/customers/:id/contacts/:contactId/consent", operation: recordConsent },
]
