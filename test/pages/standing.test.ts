/** PG-01 how the appointment of a tab stands, by what the service answers, and how often it is asked. */
import { beforeAll, expect, it } from "vitest"
import type { LinkView } from "../../domain/contracts/booking-link.ts"
import type { AppointmentView } from "../../domain/contracts/customer-pages.ts"
import type { BookedView } from "../../domain/contracts/public-page.ts"
import { afterTheTime } from "../../pages/customer/booking-link/later.ts"
import { reduce as reduceLink } from "../../pages/customer/booking-link/reduce.ts"
import { initialState as initialLink } from "../../pages/customer/booking-link/state.ts"
import { type Followed, followedFrom, isToCome } from "../../pages/customer/public-page/standing.ts"
import { followedAfter } from "../../pages/customer/public-page/standing-after.ts"
import type { Outcome } from "../../pages/shared/api.ts"
import { nextWaitMs } from "../../pages/shared/follow.ts"
import { hourAt, openLink, scheduledLink } from "./story.ts"

beforeAll(afterTheTime)

const messages = { confirmation: ["mail" as const], changes: [], reminders: [], answer: [] }
const hour = scheduledLink().appointment!
const asked: AppointmentView = { ...hour, pending: { answerBy: "2027-03-10T15:00:00.000Z", proposals: [] } }
const proposal = { ...hourAt("2027-03-18", 16), id: 1, providerName: "Ana Ruiz", locationName: null }
const bookedView = (appointment: AppointmentView): BookedView => ({
  ...{ appointment, messages, typeName: "Boiler service", clocks: {} },
  manageUrl: "https://book.test/a/token",
})
const found = (fields: Partial<LinkView>): Outcome<LinkView> => ({
  ok: true,
  data: { ...scheduledLink(), version: "2", messages, ...fields },
})
const failed = (code: "link_ended" | "offline", because?: "cancelled" | "started"): Outcome<never> => ({
  ...{ ok: false, code, retryAfterSeconds: null, outcomeUnknown: false },
  details: because ? { because } : {},
})
const before = Date.parse("2027-03-01T12:00:00.000Z")
const at = (was: AppointmentView, answer: Outcome<LinkView | null>, now = before): Followed | null =>
  followedAfter({ followed: followedFrom(bookedView(was)), booked: bookedView(was) }, answer, now)
const closed = (closedReason: LinkView["closedReason"], closedNote?: string) =>
  found({ state: "closed", closedReason, appointment: null, ...(closedNote ? { closedNote } : {}) })

it("PG-01 each answer has its standing", () => {
  const later = { ...hour, ...hourAt("2027-03-17", 15) }
  const withTimes = { ...asked, pending: { ...asked.pending!, proposals: [proposal] } }
  const declinedWish = { ...hourAt("2027-03-16", 15), timezone: "America/Chicago", note: "Away." }
  const open = { state: "open" as const, appointment: null }
  expect([
    at(hour, found({}))?.standing,
    at(hour, found({ appointment: later }))?.standing,
    at(asked, found({ appointment: asked }))?.standing,
    at(asked, found({ appointment: withTimes }))?.standing,
    at(asked, found({ appointment: later }))?.standing,
    at(asked, closed("declined", "Away."))?.standing,
    at(asked, found({ ...open, declinedWish }))?.standing,
    at(asked, closed("withdrawn"))?.standing,
    at(asked, found(open))?.standing,
    at(hour, found(open))?.standing,
    at(hour, failed("link_ended", "cancelled"))?.standing,
    at(hour, failed("link_ended", "started"), Date.parse(hour.startTime))?.standing,
    at(hour, failed("link_ended", "started"), Date.parse(hour.endTime))?.standing,
    at(hour, failed("link_ended"))?.standing,
  ]).toEqual([
    ...["booked", "moved", "waiting", "proposed", "confirmed", "declined", "declined", "withdrawn"],
    ...["withdrawn", "cancelled", "cancelled", "started", "over", "ended"],
  ])
  expect([
    at(asked, closed("declined", "Away."))?.note,
    at(asked, found({ ...open, declinedWish }))?.note,
  ]).toEqual([...["Away.", "Away."]])
})

it("PG-01 a restored tab shows nothing before an answer, and an answer without change leaves what is known", () => {
  const restored = { followed: null, booked: bookedView(hour) }
  expect(followedAfter(restored, failed("offline"), before)).toBeNull()
  expect(followedAfter(restored, found({}), before)?.standing).toBe("booked")
  expect(followedAfter(restored, failed("link_ended", "cancelled"), before)?.standing).toBe("cancelled")
  const known = at(hour, found({}))!
  const kept = { followed: known, booked: bookedView(hour) }
  expect(followedAfter(kept, { ok: true, data: null }, before + 5)).toEqual({
    ...known,
    checkedAt: before + 5,
  })
  expect(followedAfter(kept, failed("offline"), before + 9)).toEqual({ ...known, isAway: true })
  expect([isToCome(known), isToCome({ standing: "cancelled" })]).toEqual([true, false])
})

it("PG-01 it asks after 15 seconds growing to 60, soon again after a change, and as late as a refusal says", () => {
  const same: Outcome<null> = { ok: true, data: null }
  const waits = [15_000]
  for (let asks = 0; asks < 6; asks++) waits.push(nextWaitMs(waits.at(-1)!, same))
  expect(waits).toEqual([15_000, 22_500, 33_750, 50_625, 60_000, 60_000, 60_000])
  expect(nextWaitMs(60_000, found({}))).toBe(15_000)
  expect(nextWaitMs(15_000, failed("offline"))).toBe(22_500)
  expect(nextWaitMs(15_000, { ...failed("offline"), retryAfterSeconds: 90 } as Outcome<never>)).toBe(90_000)
})

it("PG-01 the link's own page: a change is shown, the same leaves the visitor where they are", () => {
  const chicago = { visitorZone: "America/Chicago", today: "2027-03-01", firstWeekday: 7 }
  const first = initialLink(scheduledLink(), chicago)
  const moving = reduceLink(first, { type: "startMoving" })
  const same = reduceLink(moving, { type: "changed", view: { ...scheduledLink(), version: "2" } })
  expect([same.step, same.moving, same.view.version]).toEqual(["choose", true, "2"])
  const later = { ...hour, ...hourAt("2027-03-17", 15) }
  const moved = reduceLink(moving, { type: "changed", view: { ...scheduledLink(), appointment: later } })
  expect(moved).toMatchObject({ step: "appointment", moving: false, notice: { changed: "moved" } })
  const opened = reduceLink(first, { type: "changed", view: openLink() })
  expect(opened).toMatchObject({ step: "choose", notice: { changed: "cancelled" } })
  const waiting = initialLink({ ...scheduledLink(), appointment: asked }, chicago)
  const yes = reduceLink(waiting, { type: "changed", view: scheduledLink() })
  expect(yes).toMatchObject({ step: "appointment", news: "booked", notice: null })
  const pending = reduceLink(first, { type: "writeStarted" })
  expect(reduceLink(pending, { type: "changed", view: openLink() })).toBe(pending)
  expect(reduceLink(first, { type: "ended", because: "cancelled" })).toMatchObject({
    step: "closed",
    view: { closedReason: "cancelled", appointment: null },
  })
  expect(reduceLink(first, { type: "ended", because: "started" }).step).toBe("ended")
  expect(reduceLink(first, { type: "ended" }).step).toBe("ended")
})
