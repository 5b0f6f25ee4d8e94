import type { Appointment } from "../../model/appointment.ts"
import type { Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"

type Seen = Pick<Appointment, "id" | "customer_id" | "scheduling_request_id" | "provider_id">

/** Holds an appointment and all that changes with it, by what was seen of it: read it again under the locks. */
export function lockAppointment(tx: Tx, companyId: number, seen: Seen): void {
  lockInOrder(tx, {
    companyId,
    customerId: seen.customer_id,
    requestId: seen.scheduling_request_id,
    providerIds: [seen.provider_id],
    appointmentId: seen.id,
  })
}
