import { beforeAll, describe, expect, it } from "vitest"
import { afterTheTime } from "../../pages/customer/booking-link/later.ts"
import { type Action, reduce } from "../../pages/customer/booking-link/reduce.ts"
import { isLoading, missingTimes } from "../../pages/customer/booking-link/search.ts"
import { initialState, type State } from "../../pages/customer/booking-link/state.ts"
import { outcomeActions } from "../../pages/customer/booking-link/write-outcomes.ts"
import type { FailureCode, Outcome } from "../../pages/shared/api.ts"
import { byPartOfDay, labelsNeeded, openingsByDay } from "../../pages/shared/times/openings.ts"
import { nextAvailable, openDays, shownDay, suggested } from "../../pages/shared/times/times-state.ts"
import { learnClocksOf } from "./clocks.ts"
import { anasFirst, hourAt, marchTimes, openLink, scheduledLink } from "./story.ts"

beforeAll(afterTheTime)

learnClocksOf("America/Denver", "Asia/Tokyo")

const following = (state: State, ...actions: Action[]) => actions.reduce(reduce, state)
const chicago = { visitorZone: "America/Chicago", today: "2027-03-01", firstWeekday: 7 }
const nowhere = { visitorZone: null, today: null, firstWeekday: 7 }
const anyone = () => true
const open = () => initialState(openLink(), chicago)
const choose: Action = { type: "pickTime", choice: anasFirst }
const taken: Outcome<never> = {
  ok: false,
  code: "slot_taken",
  details: { alternatives: [anasFirst] },
  retryAfterSeconds: null,
  outcomeUnknown: false,
}
const noReader = { read: () => Promise.reject(new Error("not asked")) }

describe("times of a day", () => {
  it("stand under the place's date, by start, each once, with whoever has the most time free", () => {
    const days = openingsByDay([marchTimes()], anyone, null)
    expect([...days.keys()]).toEqual(["2027-03-16", "2027-03-17"])
    expect(days.get("2027-03-16")!.map((each) => each.providerName)).toEqual(["Ana Ruiz", "Ana Ruiz"])
    expect(byPartOfDay(days.get("2027-03-16")!, null).map(([part, list]) => [part, list.length])).toEqual([
      ["morning", 1],
      ["afternoon", 1],
    ])
  })

  it("follow the visitor's zone when asked to, and one provider when chosen", () => {
    expect([...openingsByDay([marchTimes()], anyone, "Asia/Tokyo").keys()]).toContain("2027-03-18")
    expect([...openingsByDay([marchTimes()], ({ providerId }) => providerId === 8, null).keys()]).toEqual([
      "2027-03-16",
    ])
  })

  it("are listed once when answers overlap", () => {
    expect(openingsByDay([marchTimes(), marchTimes()], anyone, null).get("2027-03-16")).toHaveLength(2)
  })

  it("stand in the order that their places' clocks show", () => {
    const [ana, bo] = marchTimes().providers
    const at = (place: typeof ana, locationId: number, timezone: string, ...starts: string[]) => ({
      ...place!,
      locationId,
      timezone,
      slots: starts.map((startTime) => ({ ...place!.slots[0]!, startTime })),
    })
    const answer = {
      ...marchTimes(),
      providers: [
        at(ana, 1, "America/Chicago", "2027-03-16T16:45:00.000Z", "2027-03-16T17:15:00.000Z"),
        at(bo, 2, "America/Denver", "2027-03-16T17:15:00.000Z"),
      ],
    }
    const shown = (zone: string | null) =>
      openingsByDay([answer], anyone, zone)
        .get("2027-03-16")!
        .map(({ locationId, startTime }) => `${locationId} ${startTime.slice(11, 16)}`)
    expect(shown(null)).toEqual(["2 17:15", "1 16:45", "1 17:15"])
    expect(shown("America/Chicago")).toEqual(["1 16:45", "1 17:15", "2 17:15"])
  })

  it("name their place only where there are several", () => {
    const [ana, bo] = marchTimes().providers
    expect(labelsNeeded([ana!, bo!])).toEqual({ location: false, zone: false })
    expect(labelsNeeded([ana!, { ...bo!, locationId: 2 }])).toEqual({ location: true, zone: false })
  })
})

describe("the page's state", () => {
  it("opens at the first weeks and their first day with times, knowing most already", () => {
    const state = open()
    expect(state).toMatchObject({ step: "choose", from: "2027-02-28" })
    const days = openDays(state)
    expect(shownDay(state, days)).toBe("2027-03-16")
    expect(suggested(state, days)).toHaveLength(1)
    expect(missingTimes(state)).toEqual([{ startDate: "2027-04-01", endDate: "2027-04-04" }])
  })

  it("MD-11 suggests the best of the chosen place and person over all windows, the earlier weeks first", () => {
    const [ana, bo] = marchTimes().providers.map(({ slots: _, ...place }) => place)
    const at = (place: typeof ana, startTime: string) => ({
      ...place!,
      ...marchTimes().providers[0]!.slots[0]!,
      startTime,
    })
    const first = {
      ...marchTimes(),
      recommendedFor: [
        { locationId: null, providerId: ana!.providerId, times: [at(ana, "2027-03-17T15:00:00.000Z")] },
        { locationId: null, providerId: bo!.providerId, times: [at(bo, "2027-03-16T15:00:00.000Z")] },
      ],
    }
    const second = {
      ...marchTimes(),
      range: { startDate: "2027-04-01", endDate: "2027-04-04" },
      recommended: [at(bo, "2027-04-02T15:00:00.000Z")],
    }
    const state = { ...open(), answers: [second, first] }
    const startsOf = (providerId: number | null) => {
      const chosen = { ...state, providerId }
      return suggested(chosen, openDays(chosen)).map(({ startTime }) => startTime)
    }
    expect(startsOf(bo!.providerId)).toEqual(["2027-03-16T15:00:00.000Z", "2027-04-02T15:00:00.000Z"])
    expect(startsOf(ana!.providerId)).toEqual(["2027-03-17T15:00:00.000Z"])
    expect(startsOf(null)[0]).toBe("2027-03-17T15:00:00.000Z")
  })

  it("MD-13 never suggests the time that a moved appointment has", () => {
    const plain = { ...open(), answers: [{ ...marchTimes(), recommended: [] }] }
    const [first] = suggested(plain, openDays(plain))
    const { startTime } = first!
    const others = openDays(plain, startTime)
    expect([...others.values()].flat().map((each) => each.startTime)).not.toContain(startTime)
    expect(suggested(plain, others, startTime).length).toBeGreaterThan(0)
  })

  it("PG-06 suggests what is near the time that is moved, and opens there", () => {
    const plain = open()
    const present = "2027-03-17T15:00:00.000Z"
    const others = openDays(plain, present)
    expect(shownDay(plain, others, present)).toBe("2027-03-16")
    expect(suggested(plain, others, present).map(({ startTime }) => startTime)).toEqual([
      ...["2027-03-16T15:00:00.000Z", "2027-03-16T19:00:00.000Z"],
    ])
  })

  it("what was done before the device's zone was known stays", () => {
    const found: Action = { type: "deviceFound", zone: "Asia/Tokyo", today: "2027-03-02" }
    const moving = following(initialState(scheduledLink(), nowhere), { type: "startMoving" }, found)
    expect(moving).toMatchObject({ step: "choose", moving: true, visitorZone: "Asia/Tokyo", answers: [] })
    const { answers } = following(initialState(openLink(), nowhere), found)
    expect(answers).toEqual([openLink().slots])
  })

  it("asks for other weeks' times, within the bookable dates only", () => {
    const state = following(open(), { type: "showWeeks", from: "2027-05-09" })
    expect(missingTimes(state)).toEqual([{ startDate: "2027-05-09", endDate: "2027-05-16" }])
    expect(isLoading(state)).toBe(true)
  })

  it("LK-08 a taken time goes back to the times: choice cleared, times asked afresh, the rest kept", async () => {
    const chosen = following(
      open(),
      { type: "pickProvider", providerId: 7 },
      { type: "pickDay", day: "2027-03-16" },
      choose,
      { type: "writeStarted" },
    )
    const next = following(chosen, ...(await outcomeActions(taken, "booked", chosen, noReader)))
    expect(next).toMatchObject({
      step: "choose",
      choice: null,
      pending: false,
      answers: [],
      providerId: 7,
      day: "2027-03-16",
      from: "2027-02-28",
      notice: { tone: "alert", code: "slot_taken", alternatives: [anasFirst] },
    })
    expect(isLoading(next)).toBe(true)
  })

  it("drops times that were asked for before the taken one was known", () => {
    const refused = following(open(), { type: "timeRefused", notice: noticeNamed("slot_taken") })
    expect(reduce(refused, { type: "slotsArrived", generation: 0, answers: [marchTimes()] })).toBe(refused)
    const arrived = reduce(refused, { type: "slotsArrived", generation: 1, answers: [marchTimes()] })
    expect(arrived.answers).toHaveLength(1)
  })

  it("LK-03 a booking shows the appointment, and moving starts in its weeks with its own times", () => {
    const booked = following(
      open(),
      choose,
      { type: "writeStarted" },
      { type: "booked", view: scheduledLink() },
    )
    expect(booked).toMatchObject({ step: "appointment", news: "booked", pending: false, choice: null })
    const moving = following(booked, { type: "startMoving" })
    expect(moving).toMatchObject({ step: "choose", moving: true, from: "2027-02-28", answers: [] })
    expect(following(moving, { type: "keepAppointment" })).toMatchObject({
      step: "appointment",
      moving: false,
    })
  })

  it("offers other times after a cancellation", () => {
    const asked = following(initialState(scheduledLink(), nowhere), { type: "askCancel" })
    const cancelled = following(asked, { type: "writeStarted" }, { type: "cancelled", view: openLink() })
    expect(cancelled).toMatchObject({ step: "choose", notice: { tone: "status", code: "cancelled" } })
  })

  it("leaves nothing while a request is on its way", () => {
    const waiting = following(open(), choose, { type: "writeStarted" })
    expect(reduce(waiting, { type: "chooseAgain" })).toBe(waiting)
  })

  it("LK-06 an ended link keeps the number it knows", async () => {
    const gone: Outcome<never> = { ...taken, code: "link_ended", details: {} }
    const state = open()
    expect(following(state, ...(await outcomeActions(gone, "booked", state, noReader)))).toMatchObject({
      step: "ended",
      view: { company: { name: "Northwind", phone: "+15125550100" } },
    })
  })

  it("tells what changed when somebody else moved the appointment", async () => {
    const state = initialState(scheduledLink(), nowhere)
    const view = scheduledLink()
    const moved = { ...view, appointment: { ...view.appointment!, ...hourAt("2027-03-18", 15), version: 2 } }
    const conflict: Outcome<never> = { ...taken, code: "version_conflict", details: {} }
    const reader = { read: async () => ({ ok: true as const, data: moved }) }
    const next = following(state, ...(await outcomeActions(conflict, "cancelled", state, reader)))
    expect(next).toMatchObject({
      step: "appointment",
      notice: { code: "version_conflict", changed: "moved" },
    })
    expect(next.view.appointment!.version).toBe(2)
  })

  it("leads from empty weeks to the next time", () => {
    const next = { ...anasFirst, ...hourAt("2027-05-04", 15) }
    const empty = { ...marchTimes(), providers: [], recommended: [], nextAvailable: next }
    const state = initialState({ ...openLink(), slots: empty }, nowhere)
    expect(nextAvailable(state)?.date).toBe("2027-05-04")
  })

  it("MD-35 the next time is the earliest that is known, whatever answer came first", () => {
    const empty = { ...marchTimes(), providers: [], recommended: [] }
    const leadingTo = (date: string, startDate: string, endDate: string) => ({
      ...{ ...empty, range: { startDate, endDate } },
      nextAvailable: { ...anasFirst, ...hourAt(date, 15) },
    })
    const open = { ...openLink(), slots: { ...empty, nextAvailable: null } }
    const answers = [
      leadingTo("2028-02-01", "2027-07-01", "2027-08-01"),
      leadingTo("2027-12-01", "2027-03-01", "2027-04-01"),
    ]
    const state = { ...initialState(open, nowhere), answers }
    expect(nextAvailable(state)?.date).toBe("2027-12-01")
    expect(nextAvailable({ ...state, answers: answers.toReversed() })?.date).toBe("2027-12-01")
    // Times that an answer lists are known, too, such as those of weeks that the visitor has looked at.
    const listed = { ...marchTimes(), recommended: [], nextAvailable: null }
    const before = { ...state, from: "2027-01-31", answers: [...answers, listed] }
    expect(nextAvailable(before)?.date).toBe("2027-03-16")
  })
})

function noticeNamed(code: FailureCode) {
  return { tone: "alert" as const, code, alternatives: [], retryAfterSeconds: null, changed: null }
}
