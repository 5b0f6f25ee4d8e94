/** An appointment of the visit's own customer, with where it takes place. */

import type { AppContext } from "../../context.ts"
import type { Appointment } from "../../model/appointment.ts"
import { notFound } from "../../model/errors.ts"
import type { PublicPage } from "../../model/public-page.ts"
import type { Address } from "../../model/views.ts"
import type { VerifiedVisit } from "../../model/visit.ts"
import { findAppointment } from "../../store/appointments.ts"
import { findLocation } from "../../store/locations.ts"
import { findTypeForPage } from "../../store/public-page.ts"

/** The company's own place, where the visitor is to come to; null for visits and calls. */
export async function visitedAddress(
  context: AppContext,
  { companyId }: PublicPage,
  typeId: number,
  locationId: number,
): Promise<Address | null> {
  const type = await findTypeForPage(context.db, companyId, typeId)
  if (type?.place !== "at_location") return null
  return (await findLocation(context.db, companyId, locationId))?.address ?? null
}

export interface OwnAppointment {
  appointment: Appointment
  address: Address | null
  isAtLocation: boolean
}

/** Throws 404 for anybody else's. */
export async function ownAppointment(
  context: AppContext,
  page: PublicPage,
  visit: VerifiedVisit,
  id: number,
): Promise<OwnAppointment> {
  const appointment = await findAppointment(context.db, page.companyId, id)
  if (!appointment || appointment.customer_id !== visit.customer?.id) throw notFound("appointment")
  const { appointment_type_id: typeId, location_id: locationId } = appointment
  const type = await findTypeForPage(context.db, page.companyId, typeId)
  const address = await visitedAddress(context, page, typeId, locationId)
  return { appointment, address, isAtLocation: type?.place === "at_location" }
}
