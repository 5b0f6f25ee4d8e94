/** An appointment of another system is kept or not: by its records and its length, not by hours, notice or the grid. */
import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../../../domain/model/schedules.ts"
import { type ImportWish, judgeImport } from "../../../../domain/rules/imports/judge-appointment.ts"
import { at } from "../availability/story.ts"
import { downtown, loaded, now, request, visit } from "../booking/loaded.ts"

/** Sunday, 28 February 2027, seven minutes past three in the morning in Chicago: no rule would offer it. */
const start = at("2027-02-28 03:07")

const wish: ImportWish = {
  now,
  customerId: 3,
  typeId: 2,
  providerId: 1,
  otherIds: [],
  locationId: 1,
  startMinute: start,
  endMinute: null,
  seats: null,
  hasAddress: false,
}

/** Length, option and request; or the refusal with its field. */
function outcome(wished: Partial<ImportWish> = {}, changes: Partial<LoadedSchedules> = {}): string {
  const result = judgeImport(loaded(changes), { ...wish, ...wished })
  if (result instanceof Refusal) return `${result.code} ${result.field}`
  const { blocks, durationOption, request: kept } = result
  const lengths = blocks.map((block) => block.end - block.start).join("+")
  return [lengths, durationOption?.label, kept && `request ${kept.id}`].filter(Boolean).join(", ")
}

describe("an imported appointment", () => {
  it("TQ-02 is kept at any time, also in the past, as long as the type or as it says", () => {
    expect(outcome()).toBe("60")
    expect(outcome({ endMinute: start + 45 })).toBe("45")
    expect(outcome({ endMinute: start + 60 })).toBe("60")
    // As long as one of the type's options, it is that option.
    expect(outcome({ endMinute: start + 120 })).toBe("120, Long")
    expect(outcome({ startMinute: at("2026-02-02 09:00") })).toBe("60")
  })

  it("TQ-02 ends after it starts, at most a day later", () => {
    expect(outcome({ endMinute: start })).toBe("invalid_input end_time")
    expect(outcome({ endMinute: start - 30 })).toBe("invalid_input end_time")
    expect(outcome({ endMinute: start + 1 })).toBe("1")
    expect(outcome({ endMinute: start + 1_440 })).toBe("1440")
    expect(outcome({ endMinute: start + 1_441 })).toBe("invalid_input end_time")
  })

  it("TQ-02 needs a type, a location and a provider that go together", () => {
    expect(outcome({}, { type: null })).toBe("type_not_bookable appointment_type")
    expect(outcome({ locationId: 2 })).toBe("time_not_offered location")
    expect(outcome({ providerId: 2 })).toBe("time_not_offered provider")
    const atHome = { type: { ...visit, place: "at_customer" as const } }
    expect(outcome({}, atHome)).toBe("address_needed line1")
    expect(outcome({ hasAddress: true }, atHome)).toBe("60")
  })

  it("TQ-02 takes up the customer's open request that it fits, and no other", () => {
    const earliest = { earliest_date: "2027-02-01" }
    expect(outcome({}, { open_request: { ...request, ...earliest } })).toBe("60, request 7")
    expect(outcome({}, { open_request: { ...request, earliest_date: "2027-03-01" } })).toBe("60")
    expect(outcome({ endMinute: start + 45 }, { open_request: { ...request, block_minutes: [60] } })).toBe(
      "45",
    )
  })

  it("TQ-02 of a job over several days follows the provider's working days", () => {
    const days = { type: { ...visit, block_minutes: [60, 60] } }
    expect(outcome({ startMinute: at("2027-03-01 09:00") }, days)).toBe("60+60")
    expect(outcome({ startMinute: at("2027-03-01 11:30") }, days)).toBe("time_not_offered start_time")
    // Appointments that are there do not move its days: overlap is for the database to refuse.
    const busy = loaded(days).providers.map((ana) => ({
      ...ana,
      busy: Int32Array.of(at("2027-03-02 09:00"), at("2027-03-02 12:00")),
    }))
    expect(outcome({ startMinute: at("2027-03-01 09:00") }, { ...days, providers: busy })).toBe("60+60")
    expect(outcome({}, { ...days, locations: [downtown] })).toBe("time_not_offered start_time")
  })
})
