import { expect, it } from "vitest"
import { manageLinkState } from "../../../../domain/rules/requests/link-state.ts"

const start_at = new Date("2027-03-01T12:00:00Z")
const startMs = start_at.getTime()

it("an appointment's own link works until the appointment starts, and says that one was cancelled", () => {
  expect(manageLinkState({ status: "scheduled", start_at }, startMs - 1)).toBe("scheduled")
  expect(manageLinkState({ status: "scheduled", start_at }, startMs)).toBe("started")
  expect(manageLinkState({ status: "cancelled", start_at }, startMs - 1)).toBe("cancelled")
  expect(manageLinkState({ status: "cancelled", start_at }, startMs + 1)).toBe("cancelled")
})
