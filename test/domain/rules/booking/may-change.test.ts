import { expect, it } from "vitest"
import type { Actor } from "../../../../domain/model/actor.ts"
import type { AppointmentStatus } from "../../../../domain/model/appointment.ts"
import { whyNotClosable, whyUnchangeable } from "../../../../domain/rules/booking/may-change.ts"

const now = Date.UTC(2026, 2, 10, 12)
const startingIn = (minutes: number, status: AppointmentStatus = "scheduled") => ({
  status,
  start_at: new Date(now + minutes * 60_000),
  cancels_at: null,
})
const staff: Actor = { kind: "api_key", apiKeyId: 1, role: "member" }
const holder: Actor = { kind: "link", of: "request", id: 7, linkVersion: 1 }
const agent: Actor = { kind: "agent", sessionId: 3, customerId: 5 }

it("customers and agents change an appointment until the notice before its start, staff until the start", () => {
  const notice = 120
  for (const customer of [holder, agent]) {
    expect(whyUnchangeable(startingIn(120), notice, customer, now)).toBeNull()
    expect(whyUnchangeable(startingIn(119), notice, customer, now)?.code).toBe("cancel_notice_passed")
  }
  expect(whyUnchangeable(startingIn(1), notice, staff, now)).toBeNull()
  expect(whyUnchangeable(startingIn(0), notice, staff, now)?.code).toBe("appointment_started")
})

it("an appointment is closed once it has started, unless it was cancelled", () => {
  expect(whyNotClosable(startingIn(1), now)?.code).toBe("appointment_not_started")
  expect(whyNotClosable(startingIn(0), now)).toBeNull()
  expect(whyNotClosable(startingIn(-60, "no_show"), now)).toBeNull()
  expect(whyNotClosable(startingIn(-60, "cancelled"), now)?.code).toBe("appointment_not_scheduled")
})

it("TQ-02 an appointment that is being cancelled is not closed, and one that was closed before is", () => {
  const cancels_at = new Date(now + 30_000)
  expect(whyNotClosable({ ...startingIn(-60), cancels_at }, now)?.code).toBe("appointment_not_scheduled")
  expect(whyNotClosable({ ...startingIn(-60, "completed"), cancels_at }, now)).toBeNull()
})
