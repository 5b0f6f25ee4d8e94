/** The providers and locations of one type of appointment for a caller: those that a search would look through. */

import {
  locationQuestion,
  locationsView,
  providerQuestion,
  providersView,
} from "../../../domain/model/agent/bookable.ts"
import { sayChoice, todayIn } from "../../../domain/model/agent/say.ts"
import { emptySentence } from "../../../domain/model/agent/sentences.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type {
  EmptyReason,
  ProviderLocation,
  SearchInput,
  ServiceAddress,
} from "../../../domain/model/availability.ts"
import { notFound, Refusal } from "../../../domain/model/errors.ts"
import type { ScheduleType } from "../../../domain/model/schedules.ts"
import { addressLine } from "../../../domain/model/views.ts"
import { asPromptData, spokenName } from "../../../domain/model/written-by-people.ts"
import { listedByName } from "../../../domain/rules/agent/listed.ts"
import { eligibleLocations } from "../../../domain/rules/availability/eligible-locations.ts"
import { FilterNotUsable } from "../../../domain/rules/availability/filter-not-usable.ts"
import { planSearch } from "../../../domain/rules/availability/plan-search.ts"
import { isOpen } from "../../../domain/rules/requests/request-state.ts"
import { type AreaVerdict, judgeServiceArea } from "../../../domain/rules/service-areas/service-area.ts"
import { utcDayOf } from "../../../domain/time/units.ts"
import { waysToLocations } from "../../company/locations.sql.ts"
import { loadSchedules } from "../../ledger/schedules.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import { type AgentCall, agentTool } from "./agent-tool.ts"

export const listLocationsForCaller = agentTool({
  name: "list_locations",
  summary: "List the locations for a type",
  description:
    "Lists where the caller may have this type, with address, directions and hours. Only when the caller asks: find_slots covers all locations.",
  refusals: ["filter_not_usable", "not_found", "request_needed", "type_not_bookable"],
  writes: false,
  input: locationQuestion,
  result: locationsView,
  async run(context, call, { appointment_type_id: typeId, name }) {
    const { type, providerLocations, reason } = await eligibleForCaller(context, call, {
      typeId,
      locationId: null,
    })
    const { language, timezone } = call.session.listener
    const today = todayIn(language, timezone, call.now)
    if (type.place === "remote") {
      return {
        ...today,
        locations: [],
        more: false,
        reason,
        say: wordsIn(language).types.noLocation,
      }
    }
    const all = [...new Map(providerLocations.map(({ location }) => [location.id, location])).values()]
    const { listed: locations, more } = listedByName(all, name)
    // An appointment at the caller's has no address of the company's.
    const isVisited = type.place === "at_location"
    const ways = isVisited ? await waysTo(context, call.companyId, locations) : new Map<number, Way>()
    return {
      ...today,
      locations: locations.map(({ id, zone, ...location }) => ({
        id,
        name: spokenName(location.name),
        timezone: zone,
        ...(ways.get(id) ?? unknownWay),
      })),
      more,
      reason,
      say:
        reason === null
          ? sayChoice(
              language,
              locations.map((location) => spokenName(location.name)),
            )
          : emptySentence(language, reason, { locationId: null }),
    }
  },
})

export const listProvidersForCaller = agentTool({
  name: "list_providers",
  summary: "List the people for a type",
  description:
    "Lists with whom the caller may book this type. Only when the caller asks for somebody by name. Empty when provider_choice is false.",
  refusals: ["filter_not_usable", "not_found", "request_needed", "type_not_bookable"],
  writes: false,
  input: providerQuestion,
  result: providersView,
  async run(context, call, { appointment_type_id: typeId, location_id: locationId, name }) {
    const found = await eligibleForCaller(context, call, { typeId, locationId: locationId ?? null })
    const { language, timezone } = call.session.listener
    if (!found.type.provider_choice) {
      return {
        ...todayIn(language, timezone, call.now),
        providers: [],
        more: false,
        reason: "no_provider_choice",
        say: wordsIn(language).types.weChoose,
      }
    }
    const all = [...new Map(found.providerLocations.map(({ provider }) => [provider.id, provider])).values()]
    const { listed: providers, more } = listedByName(all, name)
    return {
      ...todayIn(language, timezone, call.now),
      providers: providers.map((provider) => ({ id: provider.id, name: spokenName(provider.name) })),
      more,
      reason: found.reason,
      say:
        found.reason === null
          ? sayChoice(
              language,
              providers.map((provider) => spokenName(provider.name)),
            )
          : emptySentence(language, found.reason, { locationId }),
    }
  },
})

interface Way {
  street_address: string | null
  directions: string | null
  opening_hours: string | null
}

const unknownWay: Way = { street_address: null, directions: null, opening_hours: null }
const mostRead = { address: 200, directions: 500, openingHours: 300 }

/** How callers find each location, as an agent reads it to them. */
async function waysTo(
  { db }: AppContext,
  companyId: number,
  locations: readonly { id: number }[],
): Promise<ReadonlyMap<number, Way>> {
  const ids = locations.map(({ id }) => id)
  const rows = await waysToLocations(db, companyId, ids)
  const read = (text: string | null, most: number) => (text === null ? null : asPromptData(text, most))
  return new Map(
    rows.map(({ id, address, directions, opening_hours }) => [
      id,
      {
        street_address: address && asPromptData(addressLine(address), mostRead.address),
        directions: read(directions, mostRead.directions),
        opening_hours: read(opening_hours, mostRead.openingHours),
      },
    ]),
  )
}

interface Eligible {
  type: ScheduleType
  providerLocations: readonly ProviderLocation[]
  reason: EmptyReason | null
}

/** Throws for an unknown type or location, one that is not offered, and a location that the caller can't use. */
async function eligibleForCaller(
  context: AppContext,
  call: AgentCall,
  asked: { typeId: number; locationId: number | null },
): Promise<Eligible> {
  const { type, input } = await searchOfCaller(context, call, asked)
  const { providerLocations, reason, unusableFilter } = eligibleLocations(input)
  if (unusableFilter) throw new FilterNotUsable(unusableFilter)
  return { type, providerLocations, reason }
}

/**
 * The verdict on the address for a type that takes place at the caller's, as a search would give it; null where no provider
 * offers it.
 */
export async function areaVerdictForCaller(
  context: AppContext,
  call: AgentCall,
  typeId: number,
  serviceAddress: ServiceAddress,
): Promise<AreaVerdict | null> {
  const { input } = await searchOfCaller(context, call, { typeId, locationId: null, serviceAddress })
  const { providerLocations, reason } = eligibleLocations(input)
  if (providerLocations.length > 0) return "serves"
  if (reason === "out_of_service_area") return "does_not_serve"
  if (reason !== "address_not_found") return null
  const isCodeNeeded = input.locations.some(
    ({ serviceArea, point }) => judgeServiceArea(serviceArea, point, serviceAddress) === "code_needed",
  )
  return isCodeNeeded ? "code_needed" : "cannot_tell"
}

/** The search that the caller's wish for the type would make. */
async function searchOfCaller(
  context: AppContext,
  { companyId, session, now }: AgentCall,
  {
    typeId,
    locationId,
    serviceAddress = null,
  }: { typeId: number; locationId: number | null; serviceAddress?: ServiceAddress | null },
): Promise<{ type: ScheduleType; input: SearchInput }> {
  const day = utcDayOf(now)
  const loaded = await loadSchedules(context.db, {
    companyId,
    typeId,
    firstDay: day,
    endDay: day + 31,
    customerId: session.customer?.id ?? null,
    requestId: null,
    providerId: null,
    locationId,
    movedAppointmentId: null,
    blockCount: null,
    onlyWanted: false,
    now,
  })
  const { type, open_request: open } = loaded
  if (!type) throw notFound("appointment type", "appointment_type_id")
  if (!loaded.knows_location) throw notFound("location", "location_id")
  if (!type.active) throw new Refusal("type_not_bookable")
  const request = open && isOpen(open, now, loaded) ? open : null
  if (type.kind === "by_request" && request === null) throw new Refusal("request_needed")
  const input = planSearch(loaded, {
    now,
    firstDay: day,
    endDay: day + 31,
    locationId,
    providerId: null,
    blockMinutes: null,
    request,
    serviceAddress,
    moves: false,
    overrideEligibility: false,
  })
  return { type, input }
}
