import { describe, expect, it } from "vitest"
import type { Action } from "../../pages/customer/public-page/actions.ts"
import { hasStepBefore, reduce } from "../../pages/customer/public-page/reduce.ts"
import { boundsOf, initialState, type State } from "../../pages/customer/public-page/state.ts"
import { wishForRequest, wishForType } from "../../pages/customer/public-page/wish.ts"
import type { FailureNotice } from "../../pages/shared/api.ts"
import { missingTimes } from "../../pages/shared/times/times-state.ts"
import { learnClocksOf } from "./clocks.ts"
import { boilerService, homeVisit, publicPage, samsRequest, verifiedVisitOf } from "./public-page-story.ts"
import { anasFirst, marchTimes } from "./story.ts"

const chicago = { visitorZone: "America/Chicago", firstWeekday: 7 }
const opened = "2027-03-01T12:00:00.000Z"
const first = (types = publicPage().types) => initialState(publicPage(types), chicago, opened)
const following = (state: State, ...actions: Action[]) => actions.reduce(reduce, state)
const service: Action = { type: "pickWish", wish: wishForType(boilerService(), publicPage()) }
const visitHome: Action = { type: "pickWish", wish: wishForType(homeVisit, publicPage()) }
const choose: Action = { type: "pickTime", choice: anasFirst }
const sent: Action = {
  type: "codeSent",
  phone: "(512) 555-0123",
  sent: { verificationId: "a", expiresAt: opened, resendAfterSeconds: 30 },
}
const notice: FailureNotice = { code: "slot_taken", alternatives: [anasFirst], retryAfterSeconds: null }

describe("the way to a booking", () => {
  it("begins with what is offered; a single type needs no choosing", () => {
    expect(first().step).toBe("what")
    expect(first([boilerService()]).step).toBe("choose")
    expect(first([homeVisit]).step).toBe("where")
    expect(first([]).step).toBe("what")
  })

  it("PB-03 asks for an address only where the type needs one and none is on file", () => {
    expect(following(first(), service).step).toBe("choose")
    expect(following(first(), visitHome).step).toBe("where")
    expect(following(first(), visitHome, { type: "giveAddress" })).toMatchObject({
      step: "choose",
      addressGiven: true,
    })
    const known = { ...first(), verifiedVisit: verifiedVisitOf({ hasAddress: true }) }
    expect(following(known, visitHome).step).toBe("choose")
  })

  it("PB-05 asks for the number after the time is chosen, and keeps the time", () => {
    const proved = following(first(), service, choose, sent, {
      type: "verified",
      verifiedVisit: verifiedVisitOf(),
    })
    expect(proved).toMatchObject({ step: "confirm", choice: anasFirst, sent: null })
    expect(proved.verifiedVisit?.visitToken).toBe("v1")
    expect(following(proved, choose).step).toBe("confirm")
  })

  it("PG-05 a time that is lost while the code is checked is said all the same, and the code is asked for no other number", () => {
    const typing = following(first(), service, choose, sent)
    const lost = following(typing, { type: "started" }, { type: "timeRefused", notice })
    expect(following(lost, choose).step).toBe("code")
    const proved = following(lost, { type: "verified", verifiedVisit: verifiedVisitOf() })
    expect(proved).toMatchObject({ step: "choose", notice })
    expect(following(proved, choose)).toMatchObject({ step: "confirm", notice: null })
  })

  it("WL-01 joins the waiting list without a time: who is known at once, any other after the number is proved", () => {
    const chosen = following(first(), service, choose)
    expect(following(chosen, { type: "askToWait" })).toMatchObject({
      step: "phone",
      waits: true,
      choice: null,
    })
    const known = following(chosen, sent, { type: "verified", verifiedVisit: verifiedVisitOf() })
    expect(following(known, { type: "askToWait" })).toMatchObject({ step: "wait", waits: true, choice: null })
  })

  it("PB-07 asks whoever is new to call where registration is closed", () => {
    const verifiedVisit = verifiedVisitOf({ canRegister: false })
    expect(following(first(), service, choose, sent, { type: "verified", verifiedVisit }).step).toBe("call")
  })

  it("PB-10 shows the invitations when nothing was chosen, and searches within their dates", () => {
    const verifiedVisit = verifiedVisitOf({ customer: { firstName: "Sam" }, requests: [samsRequest] })
    const proved = following(first(), { type: "lookFor", what: "requests" }, sent, {
      type: "verified",
      verifiedVisit,
    })
    expect(proved.step).toBe("requests")
    const wish = wishForRequest(samsRequest)
    const chosen = following(proved, { type: "pickWish", wish })
    expect(chosen).toMatchObject({ step: "choose", from: "2027-04-04" })
    expect(boundsOf(chosen)).toEqual({ firstDate: "2027-04-05", lastDate: "2027-04-16" })
  })

  it("starts over with what was proved and typed, but no wish", () => {
    const done = { ...following(first(), service, choose), verifiedVisit: verifiedVisitOf() }
    expect(following(done, { type: "startOver" })).toMatchObject({ step: "what", wish: null, choice: null })
    expect(following(done, { type: "startOver" }).verifiedVisit).not.toBeNull()
  })
})

describe("refusals", () => {
  const confirming = following(first(), service, choose, sent, {
    type: "verified",
    verifiedVisit: verifiedVisitOf(),
  })
  const typed = following(confirming, { type: "typed", values: { firstName: "Rosa" } })

  it("of the time: fresh times, the choice cleared, the name kept", () => {
    const refused = following(typed, { type: "timeRefused", notice })
    expect(refused).toMatchObject({ step: "choose", choice: null, notice, answers: [] })
    expect(refused.generation).toBe(typed.generation + 1)
    expect(refused.draft.firstName).toBe("Rosa")
  })

  it("VC-03 of the verified visit: the number again, the choice and the name kept", () => {
    const expired = following(typed, { type: "verifiedVisitExpired", notice })
    expect(expired).toMatchObject({ step: "phone", verifiedVisit: null, choice: anasFirst })
    expect(expired.draft.firstName).toBe("Rosa")
  })

  it("of the address: asks for another one, also where the page did not know that one is needed", () => {
    const refused = following(first(), service, { type: "addressRefused", notice })
    expect(refused).toMatchObject({ step: "where", addressGiven: false, wish: { needsAddress: true } })
  })

  it("PB-01 PB-02 of the page or the type: closed, or what is offered now", () => {
    expect(following(typed, { type: "offerChanged", view: null }).step).toBe("closed")
    const now = following(typed, { type: "offerChanged", view: publicPage([homeVisit]) })
    expect(now).toMatchObject({ step: "what", wish: null, notice: { code: "no_longer_offered" } })
  })

  it("of the code: told at its field until it is typed again", () => {
    const wrong = following(first(), service, choose, sent, { type: "codeWrong" })
    expect(wrong).toMatchObject({ step: "code", invalid: { code: true } })
    expect(following(wrong, { type: "typed", values: { code: "1" } }).invalid).toEqual({})
  })

  it("a registration that came through is not asked for again", () => {
    const verifiedVisit = {
      ...verifiedVisitOf({ customer: { firstName: "Rosa" } }),
      warnings: ["email_taken" as const],
    }
    const { visitToken: _, ...told } = verifiedVisit
    const booked = following(
      typed,
      { type: "registered", verifiedVisit: told },
      { type: "timeRefused", notice },
    )
    expect(booked).toMatchObject({ emailTaken: true, verifiedVisit: { customer: { firstName: "Rosa" } } })
    expect(booked.verifiedVisit?.visitToken).toBe("v1")
  })
})

describe("Back", () => {
  const back: Action = { type: "stepBack" }

  it("leads step by step to the beginning, where it leaves the page", () => {
    const atCode = following(first(), visitHome, { type: "giveAddress" }, choose, sent)
    const steps = [atCode]
    while (hasStepBefore(steps.at(-1)!)) steps.push(following(steps.at(-1)!, back))
    expect(steps.map(({ step }) => step)).toEqual(["code", "phone", "choose", "where", "what"])
  })

  it("does not undo a booking", () => {
    expect(hasStepBefore({ ...following(first(), service, choose), step: "booked" })).toBe(false)
    expect(hasStepBefore(first([boilerService()]))).toBe(false)
  })
})

it("late answers of another search are dropped", () => {
  const state = following(first(), service)
  const late: Action = { type: "slotsArrived", generation: state.generation - 1, answers: [marchTimes()] }
  expect(following(state, late).answers).toEqual([])
})

it("the calendar begins today, wherever on the continent that is", () => {
  const early = initialState(
    publicPage(),
    { ...chicago, visitorZone: "Asia/Tokyo" },
    "2027-03-01T22:00:00.000Z",
  )
  expect(boundsOf(early)).toEqual({ firstDate: "2027-03-01", lastDate: "2029-03-28" })
})

it("what was done before the device's zone was known stays; a remote visit is then shown in that zone", () => {
  learnClocksOf("America/Chicago")
  const unknown = initialState(publicPage(), { visitorZone: null, firstWeekday: 7 }, opened)
  const found: Action = { type: "deviceFound", zone: "America/Chicago" }
  const remote = { ...wishForType(boilerService(), publicPage()), place: "remote" as const }
  const wanted = following(unknown, { type: "pickWish", wish: remote }, found)
  expect(wanted).toMatchObject({ step: "choose", wish: remote, zone: "America/Chicago", today: "2027-03-01" })
  expect(following(unknown, visitHome, { type: "typed", values: { city: "Austin" } }, found)).toMatchObject({
    step: "where",
    draft: { city: "Austin" },
    zone: null,
  })
})

it("a zone whose clock comes late changes no times that are in their own zones", () => {
  const late: Action = { type: "pickZone", zone: "America/Winnipeg" }
  expect(following(first(), service, late).zone).toBeNull()
})

describe("TR-52 many locations", () => {
  const locations = [1, 2, 3, 4, 5].map((id) => ({
    id,
    name: `Shop ${id}`,
    address: null,
    city: "Austin",
    timezone: "America/Chicago",
  }))
  const wish = { ...wishForType(boilerService(), publicPage()), locations }

  it("are asked for first: nothing is searched before, and then that one only", () => {
    const asked = following(first(), { type: "pickWish", wish })
    expect(asked).toMatchObject({ step: "choose", asksWhere: true, locationId: null })
    expect(missingTimes(asked, boundsOf(asked))).toEqual([])
    const chosen = following(asked, { type: "pickLocation", locationId: 3 })
    expect(missingTimes(chosen, boundsOf(chosen))).not.toEqual([])
    expect(following(chosen, { type: "pickLocation", locationId: 4 }).generation).toBe(chosen.generation + 1)
  })

  it("PG-03 a few are asked for too, unless the visitor's clock is that of one of them; a choice stays for the next type", () => {
    const [downtown, harbour] = locations
    const among = (...few: typeof locations) =>
      ({ type: "pickWish", wish: { ...wish, locations: few } }) as const
    const denver = { ...harbour!, id: 9, timezone: "America/Denver" }
    const visitor: Action = { type: "deviceFound", zone: "America/Denver" }
    const asked = following(first(), visitor, among(downtown!, harbour!))
    expect(asked).toMatchObject({ asksWhere: false, locationId: null })
    expect(missingTimes(asked, boundsOf(asked))).toEqual([])
    expect(following(first(), visitor, among(downtown!, denver)).locationId).toBe(9)
    expect(following({ ...first(), visitorZone: null }, among(downtown!, denver), visitor).locationId).toBe(9)
    const chosen = following(asked, { type: "pickLocation", locationId: 2 })
    expect(chosen.generation).toBe(asked.generation)
    expect(missingTimes(chosen, boundsOf(chosen))).not.toEqual([])
    expect(following(chosen, among(harbour!, denver)).locationId).toBe(2)
  })
})
