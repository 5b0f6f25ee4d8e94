import { describe, expect, it } from "vitest"
import type { Refusal } from "../../../../domain/model/errors.ts"
import type { Hold } from "../../../../domain/model/hold.ts"
import { isLive, networkTurn, noticeFrom, whyNotTheirs } from "../../../../domain/rules/holds/live-hold.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const at = (seconds: number) => new Date(now + seconds * 1_000)
const hold: Hold = {
  clock_offset: null,
  ...{ id: 1, customer_id: null, appointment_type_id: 2, provider_id: 3, location_id: 4 },
  ...{
    start_at: at(3_600),
    end_at: at(7_200),
    holder: null,
    visitor: null,
    network: null,
    network_turn: null,
    made_by: "api",
  },
  ...{ created_at: at(-60), expires_at: at(240) },
}
const wish = { typeId: 2, providerId: 3, startMinute: at(3_600).getTime() / 60_000 }

describe("a hold", () => {
  it("CL-08 holds until its end and not a millisecond longer", () => {
    expect(isLive(hold, at(240).getTime() - 1)).toBe(true)
    expect(isLive(hold, at(240).getTime())).toBe(false)
  })

  it("CL-08 is its customer's, or anybody's while it has none", () => {
    expect(whyNotTheirs(hold, 7)).toBeNull()
    expect(whyNotTheirs({ customer_id: 7 }, 7)).toBeNull()
    expect(whyNotTheirs({ customer_id: 8 }, 7)?.field).toBe("hold_id")
  })

  it("CL-08 counts the notice of its own time from when it was held, and of another from now", () => {
    expect(noticeFrom(hold, wish, now)).toBe(at(-60).getTime())
    expect(noticeFrom(null, wish, now)).toBe(now)
    for (const other of [{ typeId: 9 }, { providerId: 9 }, { startMinute: wish.startMinute + 30 }])
      expect(noticeFrom(hold, { ...wish, ...other }, now)).toBe(now)
  })

  it("CL-08 is the fourth of a network only when one of the three has ended, which the refusal names", () => {
    const others = (...seconds: number[]) =>
      seconds.map((end, i) => ({ id: i, network_turn: i + 1, expires_at: at(end) }))
    expect(networkTurn(others(), now)).toBe(1)
    expect(networkTurn(others(10, 20), now)).toBe(3)
    expect(networkTurn(others(10, 0, 20), now)).toBe(2)
    const refusal = networkTurn(others(30, 10.2, 20), now) as Refusal
    expect([refusal.code, refusal.retryAfterSeconds]).toEqual(["rate_limited", 11])
  })
})
