import { expect, it } from "vitest"
import { manageLinkState, whyLinkEnded } from "../../../../domain/rules/requests/link-state.ts"

const start_at = new Date("2027-03-01T12:00:00Z")
const startMs = start_at.getTime()

const of = (status: "scheduled" | "completed" | "cancelled", on_the_way_at: Date | null = null) => ({
  ...{ status, start_at, end_at: new Date("2027-03-01T14:00:00Z"), on_the_way_at, arrived_at: null },
})

it("an appointment's own link works until the appointment starts, and says that one was cancelled", () => {
  expect(manageLinkState(of("scheduled"), startMs - 1)).toBe("scheduled")
  expect(manageLinkState(of("scheduled"), startMs)).toBe("started")
  expect(manageLinkState(of("cancelled"), startMs - 1)).toBe("cancelled")
  expect(manageLinkState(of("cancelled"), startMs + 1)).toBe("cancelled")
})

it("PV-03 the link of one whose provider is on the way says where things stand until the visit begins", () => {
  const away = of("scheduled", start_at)
  const hour = 3_600_000
  expect(manageLinkState(away, startMs + hour)).toBe("scheduled")
  expect(manageLinkState({ ...away, arrived_at: start_at }, startMs + hour)).toBe("started")
  expect(manageLinkState(away, startMs + 2 * hour)).toBe("started")
  expect(manageLinkState(of("completed", start_at), startMs + hour)).toBe("started")
  expect(manageLinkState(of("cancelled", start_at), startMs + hour)).toBe("cancelled")
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
