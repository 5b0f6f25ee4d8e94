import { z } from "zod"
import { companyAppointment } from "../../model/appointment.ts"
import { customerExportView } from "../../model/customer-export.ts"
import { notFound } from "../../model/errors.ts"
import { eventId } from "../../model/event.ts"
import { idText } from "../../model/fields.ts"
import { iso, isoOrNull } from "../../model/views.ts"
import { type AppointmentFilter, listAppointments } from "../../store/appointments.ts"
import { listContacts } from "../../store/contacts.ts"
import { eventsOfCustomer, requestsOfCustomer, textsOfCustomer } from "../../store/customer-export.ts"
import { findCustomerEvenArchived } from "../../store/customers.ts"
import { found, operation, staff } from "../operation.ts"
import { showCustomer } from "./show-customers.ts"

export const exportCustomer = operation({
  name: "export_customer",
  summary: "Export all that is kept of a customer",
  description: "Works for archived customers too, so that a request for one's data can always be answered.",
  noun: "Customers",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: customerExportView,
  async run(context, { companyId }, { id }) {
    const { db } = context
    const customer = found(await findCustomerEvenArchived(db, companyId, id), notFound("customer"))
    const appointments = await listAppointments(db, companyId, allOf(id))
    const requests = await requestsOfCustomer(db, companyId, id)
    const contacts = await listContacts(db, companyId, [id])
    const hashes = contacts.flatMap(({ phone }) => context.sealer.phoneHashes(companyId, phone))
    const texts = await textsOfCustomer(db, companyId, id, hashes)
    const events = await eventsOfCustomer(db, companyId, id)
    return {
      customer: await showCustomer(context, db, companyId, customer),
      address_latitude: customer.address_latitude,
      address_longitude: customer.address_longitude,
      archived_at: isoOrNull(customer.archived_at),
      erased_at: isoOrNull(customer.erased_at),
      appointments: appointments.map(companyAppointment),
      scheduling_requests: requests.map((request) => ({ ...request, created_at: iso(request.created_at) })),
      texts: texts.map((text) => ({
        ...text,
        created_at: iso(text.created_at),
        sent_at: isoOrNull(text.sent_at),
      })),
      events: events.map((event) => ({
        id: eventId(event.id),
        type: event.type,
        occurred_at: iso(event.occurred_at),
        data: event.data,
      })),
    }
  },
})

const allOf = (customerId: number): AppointmentFilter => ({
  customerId,
  status: null,
  providerId: null,
  locationId: null,
  from: null,
  to: null,
  updatedSince: null,
  after: null,
  limit: Number.MAX_SAFE_INTEGER,
})
