import { describe, expect, it } from "vitest"
import type { SessionTimes } from "../../../../domain/model/sign-in.ts"
import { hasEnded, sessionEnd } from "../../../../domain/rules/sign-in/session-end.ts"

const session: SessionTimes = {
  role: "member",
  inCookie: true,
  createdAt: new Date("2027-03-01T08:00Z"),
  lastUsedAt: new Date("2027-03-01T10:00Z"),
  expiresAt: new Date("2027-03-15T08:00Z"),
  adminIdleMinutes: 30,
  adminLongestHours: 8,
}
const endOf = (changes: Partial<SessionTimes>) =>
  new Date(sessionEnd({ ...session, ...changes })).toISOString()

describe("HO-06 a session", () => {
  it.each([
    ["in a cookie ends twelve hours after its last use", {}, "2027-03-01T22:00:00.000Z"],
    ["of a program ends at its latest time, used or not", { inCookie: false }, "2027-03-15T08:00:00.000Z"],
    ["of an admin ends after the company's idle minutes", { role: "admin" }, "2027-03-01T10:30:00.000Z"],
    [
      "of an admin ends after the company's longest hours, also while it is used",
      { role: "admin", lastUsedAt: new Date("2027-03-01T15:59Z") },
      "2027-03-01T16:00:00.000Z",
    ],
    [
      "of an admin's program knows no idleness, and the longest hours",
      { role: "admin", inCookie: false },
      "2027-03-01T16:00:00.000Z",
    ],
    [
      "of an admin is that of a member where the company sets nothing",
      { role: "admin", adminIdleMinutes: null, adminLongestHours: null },
      "2027-03-01T22:00:00.000Z",
    ],
    [
      "that is used always ends at its latest time",
      { lastUsedAt: new Date("2027-03-15T07:00Z") },
      "2027-03-15T08:00:00.000Z",
    ],
  ] as const)("%s", (_what, changes, end) => {
    expect(endOf(changes)).toBe(end)
  })

  it("has ended at its end, and not a millisecond before", () => {
    const end = sessionEnd(session)
    expect([hasEnded(session, end - 1), hasEnded(session, end)]).toEqual([false, true])
  })
})
