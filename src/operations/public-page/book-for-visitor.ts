/** Books in a visitor's name: the same booking as everybody's, for the customer whose number was verified. */

import type { AppContext } from "../../context.ts"
import type { CompanyAppointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import type { PublicPage } from "../../model/public-page.ts"
import type { Address } from "../../model/views.ts"
import type { VerifiedVisit } from "../../model/visit.ts"
import { visitorAddress } from "../../rules/public-page/visitor-address.ts"
import { book } from "../appointments/book.ts"
import type { Call } from "../operation.ts"
import { grantTexts } from "../shared/consents.ts"
import { bookableType } from "./bookable-type.ts"
import { suppliedAddress } from "./supplied-address.ts"

export interface VisitorBooking {
  typeId: number
  providerId: number
  locationId: number
  startTime: string
  durationOptionId?: number | undefined
  schedulingRequestId?: number | undefined
  address?: Address | undefined
  textUpdates: boolean
}

/** Throws `registration_needed` for a number that belongs to nobody. */
export async function bookForVisitor(
  context: AppContext,
  call: Call,
  page: PublicPage,
  visit: VerifiedVisit,
  sent: VisitorBooking,
): Promise<CompanyAppointment> {
  const { customer, phone } = visit
  if (!customer) throw new Refusal("registration_needed")
  const requestId = sent.schedulingRequestId ?? null
  const { needsAddress } = await bookableType(context, page, sent.typeId, requestId !== null)
  const typed = visitorAddress(sent.address, needsAddress, customer)
  const booking = {
    customer_id: customer.id,
    appointment_type_id: sent.typeId,
    provider_id: sent.providerId,
    location_id: sent.locationId,
    start_time: sent.startTime,
    scheduling_request_id: requestId,
    duration_option_id: sent.durationOptionId ?? null,
  }
  return book(context, call, booking, {
    address: typed && (await suppliedAddress(context, typed)),
    alsoWrite: async (tx) => {
      if (sent.textUpdates) await grantTexts(tx, context.sealer, call.companyId, phone, call.now)
    },
  })
}
