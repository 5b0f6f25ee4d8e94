import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { LocationPlan, ProviderPlan, SearchInput, Slot } from "../../../domain/model/availability.ts"
import { showSlot, showSlotTimes, slotAnswer } from "../../../domain/model/slot-search.ts"
import { blocksOf } from "../../../domain/rules/availability/blocks.ts"
import { searchSlots } from "../../../domain/rules/availability/find-slots.ts"
import { finished } from "../../../domain/rules/availability/steps.ts"
import { dayOfDate } from "../../../domain/time/dates.ts"
import { drawn, shareOfNumber } from "../../../test/support/trials.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { encodeSlots, encodeSlotsFor } from "./encode-slots.ts"

const firstDay = dayOfDate("2027-03-08")!

const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom('Ana "Quick" Ruiz', "back\\slash", "José Ünïcödé", "李雷 👩‍🔧", "\u2028\n\t", ""),
)

const locations: fc.Arbitrary<LocationPlan[]> = fc.tuple(names, names).map(([first, second]) => [
  { id: 1, name: first, zone: "America/New_York", point: null, serviceArea: { kind: "anywhere" } },
  { id: 2, name: second, zone: "Asia/Kathmandu", point: null, serviceArea: { kind: "anywhere" } },
])

const weekly = fc.record({
  locationId: fc.constantFrom(1, 2),
  weekday: fc.integer({ min: 1, max: 7 }),
  startMinute: fc.integer({ min: 0, max: 700 }),
  endMinute: fc.integer({ min: 720, max: 1439 }),
})

const busy = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 14 * 1440 }), fc.integer({ min: 15, max: 240 })), {
    maxLength: 20,
  })
  .map((stretches) =>
    Int32Array.from(
      stretches
        .sort((a, b) => a[0] - b[0])
        .flatMap(([after, minutes]) => [firstDay * 1440 + after, firstDay * 1440 + after + minutes]),
    ),
  )

const providers = fc
  .array(fc.record({ name: names, hours: fc.array(weekly, { maxLength: 6 }), busy }), { maxLength: 4 })
  .map((made) =>
    made.map(
      (fields, i): ProviderPlan => ({
        ...{ id: i + 1, startPoint: null, maxTravelKm: null, travel: null, overrides: [] },
        ...{ timeOff: new Int32Array(0), typeStarts: new Int32Array(0), jobs: [] },
        ...fields,
      }),
    ),
  )

const searches = fc.record({
  locations,
  providers,
  blockMinutes: fc.oneof(
    fc.integer({ min: 5, max: 300 }).map((minutes) => [minutes]),
    fc.array(fc.integer({ min: 30, max: 300 }), { minLength: 2, maxLength: 3 }),
  ),
  days: fc.integer({ min: 1, max: 14 }),
  slotIntervalMinutes: fc.constantFrom(5, 15, 30, 45),
})

type Search = typeof searches extends fc.Arbitrary<infer Value> ? Value : never

function foundBy(search: Search, reason: FoundSlots["reason"], warnings: string[]): FoundSlots {
  const input: SearchInput = {
    now: Date.UTC(2027, 1, 20),
    firstDay,
    endDay: firstDay + search.days,
    type: {
      ...{ id: 1, name: "Visit", place: "at_location", blockMinutes: search.blockMinutes, dailyLimit: null },
      ...{ bufferBeforeMinutes: 0, bufferAfterMinutes: 10, slotIntervalMinutes: search.slotIntervalMinutes },
      ...{ starts: "grid", minNoticeMinutes: 120, bookingWindowDays: 60, skipShortDays: false },
    },
    locations: search.locations,
    providers: search.providers,
    ...{ locationFilter: null, providerFilter: null, request: null, assignedProviderId: null },
    ...{ serviceAddress: null, customerJobs: [], driving: null, moves: false, overrideEligibility: false },
  }
  const result = searchSlots(input)
  // The serializer reads neither; they belong to the search.
  const loaded = {} as FoundSlots["loaded"]
  const nextAvailable = result.recommended[0] ?? null
  const unread = { choices: [], full: [], loaded, partBegin: null }
  return { input, result, bookable: result.offered, reason, warnings, nextAvailable, ...unread }
}

function plainAnswer({ input, result, reason, warnings, nextAvailable }: FoundSlots) {
  const blocks = (slot: Slot) => blocksOf(input, slot.provider, slot.location, slot.start)!
  const placed = (slot: Slot) => showSlot(slot, blocks(slot))
  return {
    providers: result.offered.map(({ provider, location, starts }) => ({
      provider_id: provider.id,
      provider_name: provider.name,
      location_id: location.id,
      location_name: location.name,
      timezone: location.zone,
      slots: Array.from(starts, (start) => showSlotTimes(blocks({ provider, location, start }))),
    })),
    recommended: result.recommended.map(placed),
    reason,
    warnings,
    next_available: nextAvailable && placed(nextAvailable),
    more_from: null,
  }
}

/** The whole body; throws when it is not as long as it was said to be. */
function asText(found: FoundSlots): string {
  const { bytes, pieces } = finished(encodeSlots(found))
  const body = Buffer.concat([...pieces()])
  expect(body.length).toBe(bytes)
  return body.toString("utf8")
}

/** The point at which two texts part, with a little of both; null when they are the same. */
function difference(ours: string, plain: string): string | null {
  if (ours === plain) return null
  let at = 0
  while (ours[at] === plain[at]) at += 1
  return `${ours.slice(at - 40, at + 40)} instead of ${plain.slice(at - 40, at + 40)}`
}

describe("the serializer of slots", () => {
  it("SL-01 writes what JSON.stringify writes of the plain objects, byte by byte", () => {
    let slotsSeen = 0
    fc.assert(
      fc.property(searches, fc.array(names, { maxLength: 2 }), (search, warnings) => {
        const found = foundBy(search, null, warnings)
        const plain = plainAnswer(found)
        slotsSeen += plain.providers.reduce((sum, { slots }) => sum + slots.length, 0)
        expect(difference(asText(found), JSON.stringify({ success: true, data: plain }))).toBeNull()
        slotAnswer.parse(plain)
      }),
      drawn(150, 20_270_301),
    )
    expect(slotsSeen).toBeGreaterThan(shareOfNumber(10_000))
  })

  it("writes an answer without any place, with its reason", () => {
    const nobody: Search = {
      ...{ locations: [], providers: [], blockMinutes: [60], days: 7, slotIntervalMinutes: 30 },
    }
    const found = foundBy(nobody, "no_provider_offers_type", [])
    expect(JSON.parse(asText(found)).data).toEqual({
      ...{ providers: [], recommended: [], reason: "no_provider_offers_type", warnings: [] },
      next_available: null,
      more_from: null,
    })
  })
})

it("FX-12 no step of writing the times of several services works out what follows more than one of them", () => {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({
    locationId: 1,
    weekday,
    startMinute: 0,
    endMinute: 1439,
  }))
  const location = { id: 1, name: "Downtown", zone: "America/New_York", point: null }
  const found = foundBy(
    {
      locations: [{ ...location, serviceArea: { kind: "anywhere" } }],
      providers: [1, 2, 3].map((id) => ({
        ...{ id, name: "Ana", startPoint: null, maxTravelKm: null, travel: null, overrides: [], hours },
        ...{ timeOff: none, typeStarts: none, jobs: [], busy: none },
      })),
      ...{ blockMinutes: [30], days: 7, slotIntervalMinutes: 5 },
    },
    null,
    [],
  )
  const partsAt = vi.fn(() => [])
  const audience = {
    words: { start: "start", end: "end" },
    ...{ providerLocationOf: () => ({ id: 1 }), slotOf: () => ({ parts: [] }), restOf: () => ({ rest: 1 }) },
  }
  const steps = encodeSlotsFor(audience, { ...found, partsAt })
  let [before, most] = [0, 0]
  for (let isDone = false; !isDone; ) {
    isDone = steps.next().done === true
    most = Math.max(most, partsAt.mock.calls.length - before)
    before = partsAt.mock.calls.length
  }
  expect(before).toBeGreaterThan(2_000)
  expect(most).toBe(1)
})

const none = new Int32Array(0)
