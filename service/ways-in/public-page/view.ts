/** The view of the public page. Before a number is verified, nothing depends on its owner. */

import type { LocationView, ProviderView } from "../../../domain/contracts/customer-pages.ts"
import type {
  BookedView,
  CodeSentView,
  PageView,
  PublicSlotsView,
  SchedulingRequestView,
  VerifiedVisitView,
} from "../../../domain/contracts/public-page.ts"
import { companyAppointment } from "../../../domain/model/appointment.ts"
import { pictureUrl } from "../../../domain/model/picture.ts"
import type {
  BookableRequest,
  OfferingLocation,
  OfferingProvider,
  PublicPage,
  PublicType,
} from "../../../domain/model/public-page.ts"
import { totalMinutes } from "../../../domain/model/scheduling-request.ts"
import { iso } from "../../../domain/model/views.ts"
import type { BotCheck } from "../../platform/ports.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { clocksOf } from "../customer-host/clocks.ts"
import { besideSlots, customersSlots } from "../customer-host/slots.ts"
import { appointmentView, companyView, faceView, locationView, withParts } from "../customer-host/views.ts"
import type { SlotAudience } from "../http/encode-slots.ts"
import type { VisitorBooked } from "./book.ts"
import { isLinkable } from "./find-times.ts"
import type { SentCode } from "./request-code.ts"
import type { ShownVisit } from "./verified-visit.ts"

export interface PublicPageParts {
  slug: string
  page: PublicPage
  types: readonly PublicType[]
  botCheck: BotCheck
  canSendCodes: boolean
  canTextLinks: boolean
  bookUrl: string
}

export function publicPageView(parts: PublicPageParts): PageView {
  const { slug, page, types, botCheck, canSendCodes, canTextLinks, bookUrl } = parts
  const { kind, siteKey } = botCheck
  const challengePath = kind === "altcha" ? `/api/pages/${slug}/bot-check` : null
  return {
    company: companyView(page, bookUrl),
    newCustomersAllowed: page.new_customers === "allowed",
    canSendCodes,
    canTextLinks,
    types: types.map((type) => typeView(type, bookUrl)),
    locations: locationsOf(types),
    botCheck: { kind, siteKey, challengePath },
  }
}

const typeView = (type: PublicType, bookUrl: string): PageView["types"][number] => ({
  id: type.id,
  name: type.name,
  description: type.description,
  ...(type.category === null ? {} : { category: type.category }),
  ...faceView(type, bookUrl),
  durationMinutes: totalMinutes(type.block_minutes),
  blockMinutes: type.block_minutes,
  durationOptions: type.duration_options,
  place: type.place,
  needsAddress: type.place === "at_customer",
  locationIds: visited(type).map(({ id }) => id),
  providers: type.provider_choice ? type.providers.map((one) => faceOfProvider(one, bookUrl)) : [],
  questions: type.questions,
  isLinkable: isLinkable(type),
  ...askedOf(type),
})

const askedOf = ({ confirmation }: Pick<PublicType, "confirmation">): { isAsked?: true } =>
  confirmation === "staff" ? { isAsked: true } : {}

/** The locations that visitors come to. A type at the customer's or a remote one names none. */
const visited = ({ place, locations }: PublicType) => (place === "at_location" ? locations : [])

function locationsOf(types: readonly PublicType[]): LocationView[] {
  const byId = new Map(types.flatMap(visited).map((location) => [location.id, locationView(location)]))
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, "en"))
}

const providerView = ({ id, name, location_ids }: OfferingProvider): ProviderView => ({
  id,
  name,
  locationIds: location_ids,
})

function faceOfProvider(provider: OfferingProvider, bookUrl: string): ProviderView {
  const { about, image_hash } = provider
  const imageUrl = pictureUrl(image_hash, bookUrl)
  return {
    ...providerView(provider),
    ...(about === null ? {} : { about }),
    ...(imageUrl === null ? {} : { imageUrl }),
  }
}

/** How visitors read a search's answer: a provider's entry says the six things that the specification lists. */
export function visitors(range: PublicSlotsView["range"]): SlotAudience {
  return {
    ...customersSlots(range),
    restOf: (found, next) => ({ in_area: isInArea(found), range, ...besideSlots(found, next) }),
  }
}

/** True where no address is judged: of a type at a location, and before an address is known or can be placed. */
const isInArea = ({ reason }: FoundSlots): boolean => reason !== "out_of_service_area"

export const codeSentView = ({ expiresAt, ...code }: SentCode): CodeSentView => ({
  ...code,
  expiresAt: iso(new Date(expiresAt)),
})

export function visitView(shown: ShownVisit): VerifiedVisitView {
  const { visit, requests, requestedTypes, canRegister, textUpdates, assignedProvider } = shown
  const types = new Map(requestedTypes.map((type) => [type.id, type]))
  return {
    expiresAt: iso(visit.expiresAt),
    customer: visit.customer && { firstName: visit.customer.first_name },
    canRegister,
    hasAddress: visit.customer?.hasAddress ?? false,
    textUpdates,
    assignedProvider,
    requests: requests.flatMap((request) => {
      const type = types.get(request.appointment_type_id)
      return type ? [requestView(request, type)] : []
    }),
  }
}

/** The request's own location or provider leaves nothing to choose. */
function requestView(request: BookableRequest, type: PublicType): SchedulingRequestView {
  const { id, location_id, provider_id, block_minutes } = request
  const isOffered = (location: OfferingLocation) => location_id === null || location.id === location_id
  const isChoice = type.provider_choice && provider_id === null
  return {
    id,
    typeId: type.id,
    typeName: type.name,
    description: type.description,
    place: type.place,
    durationMinutes: totalMinutes(block_minutes),
    durationLabel: request.duration_label,
    blockMinutes: block_minutes,
    earliestDate: request.earliest_date,
    latestDate: request.latest_date,
    locations: visited(type).filter(isOffered).map(locationView),
    providers: isChoice ? type.providers.map(providerView) : [],
    questions: type.questions,
    ...askedOf(type),
  }
}

export function bookedView(booked: VisitorBooked): BookedView {
  const { appointment, manageUrl, messages, ...surroundings } = booked
  const { others = [], ...of } = surroundings
  const all = [appointment, ...others]
  return {
    typeName: appointment.type_name,
    appointment: withParts(appointmentView(companyAppointment(appointment, null), of), all),
    manageUrl,
    clocks: clocksOf([appointment.timezone], appointment.start_at.getTime()),
    messages,
  }
}
