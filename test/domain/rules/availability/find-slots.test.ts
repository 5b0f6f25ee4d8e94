import { expect, it } from "vitest"
import type { LocationPlan, SearchInput } from "../../../../domain/model/availability.ts"
import { isOffered, nextAvailable, searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { ana, at, ben, day, downtown, harbour, hours, search, visit, WEEKDAYS } from "./story.ts"

const anaAtBoth = {
  ...ana,
  hours: [...hours(WEEKDAYS, "09:00", "12:00"), ...hours([1], "13:00", "15:00", 2)],
}
const twoPlaces = { locations: [downtown, harbour], providers: [anaAtBoth, ben] }

const onSite = { ...visit, place: "at_customer" as const }
const nearby = { point: { latitude: 41.9, longitude: -87.65 }, postalCode: "60614", country: "US" }
const faraway = { point: { latitude: 34.05, longitude: -118.24 }, postalCode: "90012", country: "US" }

function serving(serviceArea: LocationPlan["serviceArea"], location = downtown): LocationPlan {
  return { ...location, serviceArea }
}

function placesOf(input: SearchInput): string[] {
  return searchSlots(input).offered.map(({ provider, location, starts }) => {
    return `${provider.name} at ${location.name}: ${starts.length}`
  })
}

function outcome(changes: Partial<SearchInput>) {
  const { offered, reason, unusableFilter } = searchSlots(search(changes))
  return { found: offered.length, reason, field: unusableFilter?.field ?? null }
}

const noone = { found: 0, reason: null, field: null }

it("SL-01 searches every provider at every location where the provider has hours", () => {
  expect(placesOf(search(twoPlaces))).toEqual([
    "Ana at Downtown: 3",
    "Ana at Harbour: 2",
    "Ben at Downtown: 3",
  ])
})

it("SL-10 filters narrow what is searched", () => {
  expect(placesOf(search({ ...twoPlaces, locationFilter: 2 }))).toEqual(["Ana at Harbour: 2"])
  expect(placesOf(search({ ...twoPlaces, providerFilter: 2 }))).toEqual(["Ben at Downtown: 3"])
})

it("SL-07 the assigned provider is the only one searched", () => {
  expect(placesOf(search({ ...twoPlaces, assignedProviderId: 2 }))).toEqual(["Ben at Downtown: 3"])
})

it("AG-13 a request's own place and provider bound the search", () => {
  const request = { earliestDay: null, latestDay: day("2027-03-09"), locationId: 1, providerId: 1 }
  expect(placesOf(search({ ...twoPlaces, request }))).toEqual(["Ana at Downtown: 3"])
})

it("SL-06 no reason is given when there are just no times", () => {
  expect(outcome({ firstDay: day("2027-02-27"), endDay: day("2027-03-01") })).toEqual(noone)
})

it("SL-06 no_provider_offers_type: nobody at all, or nobody with hours at an allowed location", () => {
  const reason = { ...noone, reason: "no_provider_offers_type" }
  expect(outcome({ providers: [] })).toEqual(reason)
  expect(outcome({ locations: [] })).toEqual(reason)
  expect(outcome({ locations: [harbour] })).toEqual(reason)
})

it("SL-06 provider_does_not_offer_type: the filter's, the request's or the assigned provider is not among them", () => {
  const reason = { ...noone, reason: "provider_does_not_offer_type" }
  const request = { earliestDay: null, latestDay: day("2027-03-09"), locationId: null, providerId: 9 }
  expect(outcome({ providerFilter: 9 })).toEqual(reason)
  expect(outcome({ assignedProviderId: 9 })).toEqual(reason)
  expect(outcome({ request })).toEqual(reason)
  expect(outcome({ ...twoPlaces, providerFilter: 2, locationFilter: 2 })).toEqual(reason)
})

it("SL-06 MD-02 no_address: the type takes place at the customer and nothing is known; address_not_found: nothing that an area needs", () => {
  expect(outcome({ type: onSite })).toEqual({ ...noone, reason: "no_address" })
  const reason = { ...noone, reason: "address_not_found" }
  expect(outcome({ type: onSite, serviceAddress: { point: null, postalCode: " ", country: null } })).toEqual(
    reason,
  )
  const codeOnly = { point: null, postalCode: "60614", country: "US" }
  const locations = [serving({ kind: "radius", km: 20 })]
  expect(outcome({ type: onSite, locations, serviceAddress: codeOnly })).toEqual(reason)
  // As long as one location could not tell, none of the others' "no" counts.
  const [radius] = locations
  const codes = { ...serving({ kind: "postal_codes", codes: ["10001"] }), id: 2 }
  const both = { ...ana, hours: [...ana.hours, ...ana.hours.map((hours) => ({ ...hours, locationId: 2 }))] }
  const twice = { type: onSite, locations: [radius!, codes], providers: [both] }
  expect(outcome({ ...twice, serviceAddress: codeOnly })).toEqual(reason)
  const inCodes = { ...codeOnly, postalCode: "10001" }
  expect(outcome({ ...twice, serviceAddress: inCodes })).toMatchObject({ reason: null })
})

it("SL-06 out_of_service_area: no location serves the place, or nobody travels so far", () => {
  const reason = { ...noone, reason: "out_of_service_area" }
  const locations = [serving({ kind: "radius", km: 20 })]
  expect(outcome({ type: onSite, locations, serviceAddress: faraway })).toEqual(reason)
  const providers = [{ ...ana, maxTravelKm: 20 }]
  expect(outcome({ type: onSite, providers, serviceAddress: faraway })).toEqual(reason)
  expect(outcome({ type: onSite, providers, serviceAddress: nearby }).found).toBe(1)
})

it("SL-06 a type that is not at the customer asks for no address and no area", () => {
  const locations = [serving({ kind: "radius", km: 20 })]
  expect(outcome({ locations, serviceAddress: faraway }).found).toBe(1)
  expect(outcome({ type: { ...visit, place: "remote" }, locations }).found).toBe(1)
})

it("BK-10 staff judgement lifts the service area", () => {
  const locations = [serving({ kind: "radius", km: 20 })]
  const providers = [{ ...ana, maxTravelKm: 20 }]
  const lifted = { type: onSite, locations, providers, serviceAddress: faraway, overrideEligibility: true }
  expect(outcome(lifted).found).toBe(1)
})

it("searches only those locations that serve the customer's place", () => {
  const locations = [
    serving({ kind: "postal_codes", codes: ["60614"] }),
    serving({ kind: "radius", km: 1 }, harbour),
  ]
  expect(placesOf(search({ ...twoPlaces, type: onSite, locations, serviceAddress: nearby }))).toEqual([
    "Ana at Downtown: 3",
    "Ben at Downtown: 3",
  ])
})

it("SL-10 a filter that the customer cannot use says so in a sentence", () => {
  const request = { earliestDay: null, latestDay: day("2027-03-09"), locationId: 1, providerId: 1 }
  const sentences: [Partial<SearchInput>, string, string][] = [
    [{ providerFilter: 1, assignedProviderId: 2 }, "provider_id", "These appointments are always with Ben."],
    [{ request, assignedProviderId: 2 }, "provider_id", "These appointments are always with Ben."],
    [{ request, providerFilter: 2 }, "provider_id", "This appointment is to be with Ana."],
    [{ request, locationFilter: 2 }, "location_id", "This appointment is to be at Downtown."],
    [{ locationFilter: 7 }, "location_id", "Boiler service is not offered at that location."],
  ]
  for (const [changes, field, say] of sentences) {
    expect(searchSlots(search({ ...twoPlaces, ...changes })).unusableFilter).toMatchObject({ field, say })
    expect(outcome({ ...twoPlaces, ...changes })).toEqual({ ...noone, field })
  }
})

it("SL-10 a location filter that does not serve the customer's address says so", () => {
  const locations = [serving({ kind: "radius", km: 20 })]
  const { unusableFilter } = searchSlots(
    search({ type: onSite, locations, serviceAddress: faraway, locationFilter: 1 }),
  )
  expect(unusableFilter).toMatchObject({ field: "location_id", say: "Downtown does not serve your address." })
})

it("TR-07 a provider filter is to blame only when another provider could come", () => {
  const locations = [serving({ kind: "anywhere" })]
  const near = { ...ana, maxTravelKm: 5 }
  const wanted = { type: onSite, locations, serviceAddress: faraway, providerFilter: 1 }
  const refused = searchSlots(search({ ...wanted, providers: [near, ben] }))
  expect(refused).toMatchObject({
    reason: null,
    unusableFilter: { field: "provider_id", say: "Ana does not come to your address." },
  })
  const alone = { ...ben, maxTravelKm: 5 }
  expect(outcome({ ...wanted, providers: [near, alone] })).toMatchObject({
    reason: "out_of_service_area",
    field: null,
  })
  expect(outcome({ ...wanted, providers: [near, ben], moves: true })).toMatchObject({
    reason: "out_of_service_area",
    field: null,
  })
})

it("SL-09 what is offered may be booked, and nothing else: not beside the grid, not elsewhere, not by another", () => {
  const input = search(twoPlaces)
  const tenOClock = at("2027-03-01 10:00")
  expect(isOffered(input, 1, 1, tenOClock)).toBe(true)
  expect(isOffered(input, 1, 1, tenOClock + 1)).toBe(false)
  expect(isOffered(input, 1, 2, tenOClock)).toBe(false)
  expect(isOffered(input, 9, 1, tenOClock)).toBe(false)
  expect(isOffered({ ...input, assignedProviderId: 2 }, 1, 1, tenOClock)).toBe(false)
  expect(isOffered(input, 1, 1, at("2027-03-05 10:00"))).toBe(true)
})

it("finds the next bookable start after an empty range, wherever it is", () => {
  const input = search({ ...twoPlaces, providers: [ben, anaAtBoth] })
  expect(nextAvailable(input, day("2027-03-06"), day("2027-05-01"))).toEqual({
    provider: anaAtBoth,
    location: downtown,
    start: at("2027-03-08 09:00"),
  })
  expect(nextAvailable(input, day("2027-03-06"), day("2027-03-08"))).toBeNull()
})

it("looks for the next start beyond a month, and no further than the booking window", () => {
  const away = { ...ana, timeOff: Int32Array.of(at("2027-02-01 00:00"), at("2027-04-21 10:00")) }
  const input = search({ providers: [away] })
  expect(nextAvailable(input, input.firstDay, day("2027-06-01"))?.start).toBe(at("2027-04-21 10:00"))
  const type = { ...visit, bookingWindowDays: 57 }
  expect(nextAvailable({ ...input, type }, input.firstDay, day("2027-06-01"))).toBeNull()
})
