/** CL-08: what the page holds for its visitor, and from when to when. */
import { expect, it } from "vitest"
import { holdWanted } from "../../pages/customer/public-page/hold-wanted.ts"
import type { State } from "../../pages/customer/public-page/state.ts"
import { anasFirst } from "./story.ts"

const state = (more: object) =>
  ({
    ...{ choice: anasFirst, wish: { typeId: 1, thenTypeIds: [], request: null } },
    ...{ sent: { codeSentTo: "+15125550123" }, verifiedVisit: null, step: "code", durationOptionId: null },
    ...more,
  }) as unknown as State

it("CL-08 a chosen time is held once a code was sent or the visitor is known, until it is booked", () => {
  expect(holdWanted(state({}))).not.toBeNull()
  expect(holdWanted(state({ sent: null, verifiedVisit: {} }))).not.toBeNull()
  expect(holdWanted(state({ sent: null }))).toBeNull()
  expect(holdWanted(state({ step: "choose" }))).toBeNull()
  expect(holdWanted(state({ step: "booked" }))).toBeNull()
  expect(holdWanted(state({ choice: null }))).toBeNull()
  expect(holdWanted(state({ wish: null }))).toBeNull()
})

it("CL-08 another time, length or type is another hold, and seats of a class are held by none", () => {
  const another = [{ durationOptionId: 3 }, { wish: { typeId: 2, thenTypeIds: [], request: null } }]
  const later = { choice: { ...anasFirst, startTime: "2027-03-17T15:00:00.000Z" } }
  const wanted = [{}, later, ...another].map((more) => holdWanted(state(more)))
  expect(new Set(wanted).size).toBe(wanted.length)
  expect(holdWanted(state({ choice: { ...anasFirst, sessionId: 4 } }))).toBeNull()
})
