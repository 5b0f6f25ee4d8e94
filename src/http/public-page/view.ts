/** What the public page shows. Before a number is verified, nothing depends on its owner. */

import type {
  BookedView,
  CodeSentView,
  PageView,
  PublicSlotsView,
  VerifiedVisitView,
} from "../../../web/public-page/contract.ts"
import { companyAppointment } from "../../model/appointment.ts"
import type { PublicPage, PublicType } from "../../model/public-page.ts"
import { totalMinutes } from "../../model/scheduling-request.ts"
import { iso } from "../../model/views.ts"
import type { VisitorBooked } from "../../operations/public-page/book.ts"
import type { SentCode } from "../../operations/public-page/request-code.ts"
import type { ShownVisit } from "../../operations/public-page/verified-visit.ts"
import type { FoundSlots } from "../../operations/slots/find-slots.ts"
import type { BotCheck } from "../../ports.ts"
import { besideSlots, customersSlots } from "../customer-host/slots.ts"
import { addressLine, appointmentView, companyView } from "../customer-host/views.ts"
import type { SlotAudience } from "../encode-slots.ts"

export interface PublicPageParts {
  slug: string
  page: PublicPage
  types: readonly PublicType[]
  botCheck: BotCheck
  bookUrl: string
}

export function publicPageView({ slug, page, types, botCheck, bookUrl }: PublicPageParts): PageView {
  const { kind, siteKey } = botCheck
  const challengePath = kind === "altcha" ? `/api/pages/${slug}/bot-check` : null
  return {
    company: companyView(page, bookUrl),
    newCustomersAllowed: page.new_customers === "allowed",
    types: types.map(typeView),
    botCheck: { kind, siteKey, challengePath },
  }
}

const typeView = (type: PublicType): PageView["types"][number] => ({
  id: type.id,
  name: type.name,
  description: type.description,
  durationMinutes: totalMinutes(type.block_minutes),
  blockMinutes: type.block_minutes,
  durationOptions: type.duration_options,
  place: type.place,
  needsAddress: type.place === "at_customer",
  locations: type.locations,
  providers: type.provider_choice ? type.providers : [],
})

/** How visitors read a search's answer: a provider's entry says the six things that the specification lists. */
export function visitors(range: PublicSlotsView["range"]): SlotAudience {
  return {
    ...customersSlots(range),
    restOf: (found) => ({ in_area: isInArea(found), range, ...besideSlots(found) }),
  }
}

function isInArea({ input, reason }: FoundSlots): boolean | null {
  if (input.type.place !== "at_customer" || reason === "no_address") return null
  return reason !== "out_of_service_area"
}

export const codeSentView = ({ expiresAt, ...code }: SentCode): CodeSentView => ({
  ...code,
  expiresAt: iso(new Date(expiresAt)),
})

export function visitView({ visit, requests, canRegister, textUpdates }: ShownVisit): VerifiedVisitView {
  return {
    expiresAt: iso(visit.expiresAt),
    customer: visit.customer && { firstName: visit.customer.first_name },
    canRegister,
    hasAddress: visit.customer?.hasAddress ?? false,
    textUpdates,
    requests: requests.map((request) => ({
      id: request.id,
      typeId: request.appointment_type_id,
      typeName: request.type_name,
      durationMinutes: totalMinutes(request.block_minutes),
      durationLabel: request.duration_label,
      blockMinutes: request.block_minutes,
      earliestDate: request.earliest_date,
      latestDate: request.latest_date,
    })),
  }
}

export function bookedView(booked: VisitorBooked): BookedView {
  const { appointment, manageUrl, isChangeable } = booked
  const locationAddress = booked.locationAddress && addressLine(booked.locationAddress)
  return {
    typeName: appointment.type_name,
    appointment: appointmentView(companyAppointment(appointment, null), { locationAddress, isChangeable }),
    manageUrl,
  }
}
