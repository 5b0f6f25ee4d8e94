import { addContact, recordConsent, removeContact, updateContact } from "../../operations/contacts.ts"
import {
  createCustomer,
  deleteCustomer,
  exportCustomer,
  listCustomers,
  readCustomer,
  updateCustomer,
} from "../../operations/customers.ts"
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
