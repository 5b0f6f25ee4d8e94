import { expect, it } from "vitest"
import type { AppointmentStatus } from "../../../../domain/model/appointment.ts"
import { reopeningOf } from "../../../../domain/rules/booking/judge-reopening.ts"

const now = Date.UTC(2027, 2, 1, 12)
const ago = (seconds: number) => new Date(now - seconds * 1_000)
const of = (status: AppointmentStatus, fields: { cancels_at?: Date; closed_at?: Date } = {}) =>
  reopeningOf({ status, cancels_at: null, closed_at: null, ...fields }, now)

it("DS-05 what nobody has heard of is taken back untold: a cancel that waits, and a mark of the last ten seconds", () => {
  expect(of("scheduled")).toBe("none")
  expect(of("scheduled", { cancels_at: ago(-5) })).toBe("untold")
  // Late, but the worker has not come to it.
  expect(of("scheduled", { cancels_at: ago(5) })).toBe("untold")
  expect(of("completed", { closed_at: ago(10) })).toBe("untold")
  expect(of("no_show", { closed_at: ago(10.001) })).toBe("told")
  expect(of("completed")).toBe("told")
  expect(of("cancelled", { closed_at: ago(1) })).toBe("anew")
})
