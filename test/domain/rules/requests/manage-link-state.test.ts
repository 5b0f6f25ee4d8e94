import { expect, it } from "vitest"
import { manageLinkState, whyLinkEnded } from "../../../../domain/rules/requests/link-state.ts"

const start_at = new Date("2027-03-01T12:00:00Z")
const startMs = start_at.getTime()

it("an appointment's own link works until the appointment starts, and says that one was cancelled", () => {
  expect(manageLinkState({ status: "scheduled", start_at }, startMs - 1)).toBe("scheduled")
  expect(manageLinkState({ status: "scheduled", start_at }, startMs)).toBe("started")
  expect(manageLinkState({ status: "cancelled", start_at }, startMs - 1)).toBe("cancelled")
  expect(manageLinkState({ status: "cancelled", start_at }, startMs + 1)).toBe("cancelled")
})

it("TQ-02 LK-11 a link that was replaced gives no authority, and an actor without a link needs none", () => {
  const present = { request: { id: 5, link_version: 2 }, appointment: { id: 9, link_version: 1 } }
  const by = (linkVersion: number, id = 5) => ({ kind: "link", of: "request", id, linkVersion }) as const
  expect(whyLinkEnded(by(2), present)).toBeNull()
  expect(whyLinkEnded(by(1), present)?.code).toBe("link_ended")
  expect(whyLinkEnded(by(2, 6), present)?.code).toBe("link_ended")
  expect(whyLinkEnded(by(2), { ...present, request: null })?.code).toBe("link_ended")
  expect(whyLinkEnded({ kind: "system" }, { request: null, appointment: null })).toBeNull()
})
