/** A manage link as its holder meets it: an appointment without a request, and the same page as a booking link's. */
import { type Link, linkOf } from "./link.ts"
import type { TestService } from "./service.ts"
import { make, type Story } from "./story.ts"

export interface ManageLink extends Link {
  appointmentId: number
}

/** Books Ana's hour that starts at the UTC instant, by the company, and opens the appointment's own link. */
export async function makeManageLink(
  service: TestService,
  story: Story,
  startTime: string,
  fields = {},
): Promise<ManageLink> {
  const appointment = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: startTime,
    ...fields,
  })
  return { ...linkOf(service, String(appointment.manage_url)), appointmentId: appointment.id }
}

/** The link that the appointment has now. */
export async function presentManageLink(service: TestService, appointmentId: number): Promise<ManageLink> {
  const { body } = await service.api("GET", `/appointments/${appointmentId}`)
  return { ...linkOf(service, String(body.data.manage_url)), appointmentId }
}
