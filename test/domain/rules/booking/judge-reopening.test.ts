import { expect, it } from "vitest"
import type { AppointmentStatus } from "../../../../domain/model/appointment.ts"
import { reopeningOf } from "../../../../domain/rules/booking/judge-reopening.ts"

const now = Date.UTC(2027, 2, 1, 12)
const ago = (seconds: number) => new Date(now - seconds * 1_000)
const of = (status: AppointmentStatus, cancels_at: Date | null = null, markWaits = false) =>
  reopeningOf({ status, cancels_at }, markWaits)

it("DS-05 what nobody has heard of is taken back untold: a cancel that waits, and a mark that is not told yet", () => {
  expect(of("scheduled")).toBe("none")
  expect(of("scheduled", ago(-5))).toBe("untold")
  // Late, but the worker has not come to it.
  expect(of("scheduled", ago(5))).toBe("untold")
  expect(of("completed", null, true)).toBe("untold")
  expect(of("no_show")).toBe("told")
  expect(of("cancelled")).toBe("anew")
})
