/** Books for a visitor whose number was verified, and reads what the visitor has booked. */

import type { Appointment } from "../../../domain/model/appointment.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { PublicPage, VerifiedVisit } from "../../../domain/model/public-page.ts"
import type { SentAnswers } from "../../../domain/model/question.ts"
import type { ScheduleType } from "../../../domain/model/schedules.ts"
import type { Address } from "../../../domain/model/views.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { whyNotTheirs } from "../../../domain/rules/holds/live-hold.ts"
import { visitorAddress } from "../../../domain/rules/public-page/visitor-bookings.ts"
import { type Booked, book, type SuppliedAddress } from "../../booking/book.ts"
import { type BookedGroup, bookGroup } from "../../booking/book-group.ts"
import { locateServiceAddress } from "../../company/locate-address.ts"
import { findLocation } from "../../company/locations.sql.ts"
import { ownAppointment } from "../../company/refuse-unknown.ts"
import { grantTexts } from "../../customers/record-consents.ts"
import type { HoldOwner } from "../../ledger/holds.sql.ts"
import { liveHoldOfVisitor } from "../../ledger/kept-by-hold.ts"
import { requireOwnRequest } from "../../ledger/lock-requests.ts"
import { type MessagesToCome, messagesToCome, noMessages } from "../../messages/messages-to-come.ts"
import type { AppContext } from "../../platform/context.ts"
import { managingUrl } from "../../platform/links.ts"
import type { Call } from "../../platform/operation.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { bookableType } from "./find-times.ts"
import { findTypeForPage } from "./public-page.sql.ts"

export interface VisitorBooking {
  typeId: number
  providerId: number
  /** The visitor has chosen the person of a promised window. */
  keepProvider?: true | undefined
  locationId: number
  startTime: string
  durationOptionId?: number | undefined
  schedulingRequestId?: number | undefined
  address?: Address | undefined
  textUpdates: boolean
  answers?: SentAnswers | undefined
  /** The seats of a class. */
  seats?: number | undefined
  /** Types that follow at the same coming, one person for all where `sameProvider`, and where each part is. */
  thenTypeIds?: number[] | undefined
  sameProvider?: boolean | undefined
  parts?: { providerId: number; startTime: string }[] | undefined
}

/** The visitor's view of the booking. */
export interface VisitorBooked {
  appointment: Appointment
  /** The services that follow it in the same visit; left out for none. */
  others?: readonly Appointment[]
  place: ScheduleType["place"]
  /** The address of the location. */
  address: Address | null
  /** The link by which the visitor moves and cancels it; null when links are not set up. */
  manageUrl: string | null
  isChangeable: boolean
  /** The messages that are sent about it. */
  messages: MessagesToCome
}

/** The same booking as in every interface; what `owner` holds becomes the appointment. Throws `registration_needed` for a number that identifies no customer. */
export async function bookForVisitor(
  context: AppContext,
  call: Call,
  page: PublicPage,
  visit: VerifiedVisit,
  sent: VisitorBooking,
  owner: HoldOwner,
): Promise<VisitorBooked> {
  const { customer } = visit
  if (!customer) throw new Refusal("registration_needed")
  if (sent.thenTypeIds)
    return bookComing(context, call, page, visit, { ...sent, thenTypeIds: sent.thenTypeIds }, owner)
  const requestId = sent.schedulingRequestId ?? null
  await requireOwnRequest(context.db, call.companyId, customer, requestId)
  const { needsAddress } = await bookableType(context, page, sent.typeId, requestId !== null)
  const typed = visitorAddress(sent.address, needsAddress, customer)
  const own = await liveHoldOfVisitor(context.db, call, owner)
  const booking = {
    customer_id: customer.id,
    hold_id: own && whyNotTheirs(own, customer.id) === null ? own.id : null,
    appointment_type_id: sent.typeId,
    provider_id: sent.providerId,
    keep_provider: sent.keepProvider,
    location_id: sent.locationId,
    start_time: sent.startTime,
    scheduling_request_id: requestId,
    duration_option_id: sent.durationOptionId ?? null,
    answers: sent.answers,
    seats: sent.seats,
  }
  const texting = textsBeside(context, call, visit, sent)
  return book(context, call, booking, (booked) => shownTo(context, call, booked, texting.toCome), {
    address: typed && (await suppliedAddress(context, typed)),
    alsoWrite: texting.alsoWrite,
  })
}

/** Several types in one visit, each of which the page offers. */
async function bookComing(
  context: AppContext,
  call: Call,
  page: PublicPage,
  visit: VerifiedVisit,
  sent: VisitorBooking & { thenTypeIds: number[] },
  owner: HoldOwner,
): Promise<VisitorBooked> {
  for (const typeId of [sent.typeId, ...sent.thenTypeIds]) await bookableType(context, page, typeId, false)
  const own = await liveHoldOfVisitor(context.db, call, owner)
  const customerId = visit.customer!.id
  const { typeIds, parts, sameProvider } = comingOf(sent)
  const booking = {
    customer_id: customerId,
    hold_id: own && whyNotTheirs(own, customerId) === null ? own.id : null,
    appointment_type_ids: typeIds,
    provider_id: sent.providerId,
    location_id: sent.locationId,
    start_time: sent.startTime,
    same_provider: sameProvider,
    parts,
  }
  const texting = textsBeside(context, call, visit, sent)
  const show = ({ appointments: [appointment, ...others], ...booked }: BookedGroup): VisitorBooked => ({
    ...shownTo(context, call, { appointment, request: null, ...booked }, texting.toCome),
    others,
  })
  return bookGroup(context, call, booking, show, {
    alsoWrite: (tx, [first]) => texting.alsoWrite(tx, first),
  })
}

type VisitorComing = Pick<
  VisitorBooking,
  "typeId" | "providerId" | "locationId" | "startTime" | "sameProvider" | "parts"
> & { thenTypeIds: number[] }

/** A visitor's wish for several types, as bookings and holds take it. */
export const comingOf = (sent: VisitorComing) => ({
  typeIds: [sent.typeId, ...sent.thenTypeIds],
  providerId: sent.providerId,
  startTime: sent.startTime,
  locationId: sent.locationId,
  sameProvider: sent.sameProvider === true,
  overrideEligibility: false,
  parts: sent.parts?.map(({ providerId, startTime }) => ({ provider_id: providerId, start_time: startTime })),
})

/** The consent to texts is written with the booking, and the booking says what will be sent. */
function textsBeside(
  context: AppContext,
  call: Call,
  { phone }: VerifiedVisit,
  { textUpdates }: Pick<VisitorBooking, "textUpdates">,
) {
  const texting = {
    toCome: noMessages,
    async alsoWrite(tx: Tx, appointment: Appointment): Promise<void> {
      if (textUpdates) await grantTexts(tx, context.sealer, call.companyId, phone, call.now)
      texting.toCome = await messagesToCome(tx, context, call, appointment)
    },
  }
  return texting
}

function shownTo(
  context: AppContext,
  { actor, now }: Call,
  { appointment, request, loaded, withLink }: Booked,
  messages: MessagesToCome,
): VisitorBooked {
  const { place, cancel_notice_minutes } = loaded.type!
  const location = loaded.locations.find(({ id }) => id === appointment.location_id)
  const manageUrl = withLink ? managingUrl(context, appointment, request) : null
  return {
    appointment,
    place,
    address: location?.address ?? null,
    manageUrl,
    isChangeable:
      manageUrl !== null && whyUnchangeable(appointment, cancel_notice_minutes, actor, now) === null,
    messages,
  }
}

/** The address, located as far as the geocoder can. */
export async function suppliedAddress(context: AppContext, address: Address): Promise<SuppliedAddress> {
  return { address, serviceAddress: await locateServiceAddress(context, address) }
}

/** The address of the company's location that the customer comes to; null for a type at the customer's or remote. */
async function visitedAddress(
  context: AppContext,
  { companyId }: PublicPage,
  typeId: number,
  locationId: number,
): Promise<Address | null> {
  const type = await findTypeForPage(context.db, companyId, typeId)
  if (type?.place !== "at_location") return null
  return (await findLocation(context.db, companyId, locationId))?.address ?? null
}

export interface VisitorAppointment {
  appointment: Appointment
  address: Address | null
  isAtLocation: boolean
}

/** An appointment of the visit's customer. Throws 404 for another customer's. */
export async function visitorAppointment(
  context: AppContext,
  page: PublicPage,
  visit: VerifiedVisit,
  id: number,
): Promise<VisitorAppointment> {
  const customerId = visit.customer?.id ?? null
  const appointment = await ownAppointment(context.db, page.companyId, customerId, { id })
  const { appointment_type_id: typeId, location_id: locationId } = appointment
  const type = await findTypeForPage(context.db, page.companyId, typeId)
  const address = await visitedAddress(context, page, typeId, locationId)
  return { appointment, address, isAtLocation: type?.place === "at_location" }
}
