import { afterEach, expect, it, vi } from "vitest"
import { bookingLinkClient } from "../../pages/customer/booking-link/client.ts"
import type { State } from "../../pages/customer/booking-link/state.ts"
import { bookWithFiles } from "../../pages/customer/booking-link/write-outcomes.ts"
import { linkWrites } from "../../pages/customer/booking-link/writes.ts"
import { newIdempotencyKey } from "../../pages/shared/api.ts"
import { anasFirst, openLink, scheduledLink } from "./story.ts"

type Sent = { path: string; init: RequestInit }

/** Answers requests in order; an Error stands for a lost answer. */
function answering(...answers: (Response | Error)[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, init })
    const answer = answers[sent.length - 1]
    if (!answer || answer instanceof Error) throw answer ?? new Error("nothing more to answer")
    return answer
  })
  return sent
}

const lost = new TypeError("network")
const done = (data: unknown, status = 200) => Response.json({ success: true, data }, { status })
const refused = (status: number, code: string, headers = {}) =>
  Response.json({ success: false, error: { code, message: code, request_id: "r" } }, { status, headers })
const header = (sent: Sent | undefined, name: string) => new Headers(sent?.init.headers).get(name)
const appointment = scheduledLink().appointment!

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("LK-09 sends the token in a header, never in an address", async () => {
  const sent = answering(done(openLink()))
  await bookingLinkClient("secret-token").read()
  expect(sent[0]!.path).toBe("/api/link")
  expect(header(sent[0], "x-booking-token")).toBe("secret-token")
})

it("asks under the same key what became of a booking whose answer was lost", async () => {
  vi.useFakeTimers()
  const sent = answering(
    lost,
    refused(409, "request_in_progress", { "retry-after": "1" }),
    done(scheduledLink(), 201),
  )
  const booking = linkWrites(bookingLinkClient("t")).book(anasFirst, {}, "one-key")
  await vi.runAllTimersAsync()
  expect((await booking).ok).toBe(true)
  expect(sent.map((each) => header(each, "idempotency-key"))).toEqual(["one-key", "one-key", "one-key"])
})

it("WN-03 books the person whose times the customer looks at, who is kept, and else whoever comes", async () => {
  const sent = answering(done(scheduledLink(), 201), done(scheduledLink(), 201))
  const looking = {
    view: openLink(),
    told: {},
    seats: 1,
    providerId: anasFirst.providerId,
  } as unknown as State
  const writes = linkWrites(bookingLinkClient("t"))
  await bookWithFiles(looking, anasFirst, writes, "one")
  await bookWithFiles({ ...looking, providerId: null }, anasFirst, writes, "two")
  const [kept, anyone] = sent.map(({ init }) => JSON.parse(String(init.body)))
  expect(kept).toMatchObject({ providerId: anasFirst.providerId, keepProvider: true })
  expect(anyone).not.toHaveProperty("keepProvider")
})

it("does not repeat a booking that was refused", async () => {
  const sent = answering(refused(503, "calendar_unavailable"))
  const outcome = await linkWrites(bookingLinkClient("t")).book(anasFirst, {}, newIdempotencyKey())
  expect(outcome).toMatchObject({ ok: false, code: "calendar_unavailable", outcomeUnknown: false })
  expect(sent).toHaveLength(1)
})

it("says how long to wait when there were too many tries", async () => {
  answering(refused(429, "rate_limited", { "retry-after": "42" }))
  expect(await linkWrites(bookingLinkClient("t")).book(anasFirst, {}, "k")).toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 42,
  })
})

it("looks at the link when the answer to a move or cancellation was lost", async () => {
  answering(lost, done(scheduledLink()))
  expect((await linkWrites(bookingLinkClient("t")).move(appointment, appointment.startTime)).ok).toBe(true)
  answering(lost, done(openLink()))
  expect((await linkWrites(bookingLinkClient("t")).cancel(appointment)).ok).toBe(true)
  answering(lost, done(scheduledLink()))
  expect(await linkWrites(bookingLinkClient("t")).cancel(appointment)).toMatchObject({
    ok: false,
    code: "offline",
  })
})

it("gives every wish a key of its own", () => {
  expect(new Set(Array.from({ length: 100 }, newIdempotencyKey)).size).toBe(100)
  expect(newIdempotencyKey()).toMatch(/^[\x21-\x7e]{1,255}$/)
})
