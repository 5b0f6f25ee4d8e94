/**
 * Every fact that a search judges has the reasons that it leads to, or takes nothing away. A new rule needs a new fact: it
 * does not compile here without its reasons. One that needs none is found by the random schedules of EX-02.
 */
import { expect, it } from "vitest"
import type {
  LocationPlan,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../../../domain/model/availability.ts"
import type { ScheduleType } from "../../../../domain/model/schedules.ts"
import { type ReasonCode, reasonCodes } from "../../../../domain/model/slot-reasons.ts"

/** Names, ids, and what only ranks starts or shapes the answer. */
const takesNothing: readonly ReasonCode[] = []
const hours = ["closed", "closed_that_day", "short_day", "no_next_working_day"] as const
const grid = ["off_grid"] as const
const address = ["no_address", "out_of_service_area", "too_far"] as const

type ReasonsOf<Plan> = { [Field in keyof Required<Plan>]: readonly ReasonCode[] }

const ofInput: ReasonsOf<SearchInput> = {
  now: ["notice", "booking_window"],
  // A question's own wishes: an explanation asks about the day, the provider and the location that it is given.
  firstDay: takesNothing,
  endDay: takesNothing,
  locationFilter: takesNothing,
  providerFilter: takesNothing,
  type: takesNothing,
  locations: ["location_inactive", "not_offered_at_location"],
  providers: ["provider_inactive", "not_offered_by_provider"],
  request: ["request_dates", "request_provider", "request_location"],
  assignedProviderId: ["assigned_to_another"],
  serviceAddress: [...address, "unreachable"],
  customerJobs: ["customer_busy"],
  driving: ["unreachable"],
  freezeMinute: ["window_full"],
  resources: ["resource_taken"],
  askedProviderIds: takesNothing,
  // These only lift rules.
  present: takesNothing,
  moves: takesNothing,
  overrideEligibility: takesNothing,
}

const ofType: ReasonsOf<TypePlan> = {
  id: takesNothing,
  name: takesNothing,
  place: address,
  blockMinutes: hours,
  bufferBeforeMinutes: ["buffer"],
  bufferAfterMinutes: ["buffer"],
  slotIntervalMinutes: grid,
  starts: grid,
  minNoticeMinutes: ["notice"],
  bookingWindowDays: ["booking_window"],
  dailyLimit: ["daily_limit"],
  skipShortDays: ["no_next_working_day"],
  needs: ["resource_taken"],
  windowMinutes: ["window_full"],
  crew: ["crew_short"],
  parts: ["appointment", "calendar_busy", "buffer"],
  classes: ["no_session", "session_full"],
}

const ofProvider: ReasonsOf<ProviderPlan> = {
  id: takesNothing,
  name: takesNothing,
  startPoint: ["too_far", "unreachable"],
  maxTravelKm: ["too_far"],
  travel: ["unreachable"],
  hours,
  overrides: hours,
  timeOff: ["time_off", "no_next_working_day"],
  busy: ["appointment", "pending", "hold", "session", "buffer", "calendar_busy", "calendar_unread"],
  typeStarts: ["daily_limit"],
  jobs: ["unreachable"],
  team: ["window_full"],
}

const ofLocation: ReasonsOf<LocationPlan> = {
  id: takesNothing,
  name: takesNothing,
  zone: hours,
  point: address,
  serviceArea: address,
  closed: ["holiday", "no_next_working_day"],
}

/** A search's judgement of the type before it asks the engine. */
const beforeTheEngine: Partial<ReasonsOf<ScheduleType>> = {
  active: ["type_inactive"],
  kind: ["request_needed"],
}

it("EX-03 every fact of a search has its reasons, and every reason comes from one", () => {
  const maps = [ofInput, ofType, ofProvider, ofLocation, beforeTheEngine]
  const given = new Set(maps.flatMap((map) => Object.values(map).flat()))
  expect([...given].sort()).toEqual([...reasonCodes].sort())
})
