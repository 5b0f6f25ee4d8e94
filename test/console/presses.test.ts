import { expect, it } from "vitest"
import {
  afterPresses,
  bodyOf,
  isForLater,
  type OwnVisit,
  type Press,
  requestOf,
} from "../../console/seat/presses.ts"

const at = Date.parse("2027-03-02T15:00:00.000Z")
const visit = {
  id: 7,
  version: 3,
  status: "scheduled",
  planned_start: "2027-03-02T15:15:00.000Z",
  on_the_way_at: null,
  expected_at: null,
  arrived_at: null,
  closed_at: null,
  no_show_reason: null,
} as unknown as OwnVisit

const pressed = (deed: Press["deed"], more: Parameters<typeof bodyOf>[2] = { at }): Press => ({
  ...{ id: 1, key: "k", userId: 1, visitId: 7, name: "Mia Dunn", deed },
  ...{ at: more.at, body: bodyOf(deed, visit, more) },
})

it("PV-02 a visit looks as it will be once all that waits is sent", () => {
  const away = afterPresses(visit, [pressed("on-the-way")])
  expect(away).toMatchObject({ on_the_way_at: "2027-03-02T15:00:00.000Z", expected_at: visit.planned_start })
  const later = afterPresses(visit, [pressed("on-the-way"), pressed("on-the-way", { at, minutes: 40 })])
  expect(later.expected_at).toBe("2027-03-02T15:40:00.000Z")
  const done = afterPresses(visit, [pressed("arrived"), pressed("complete", { at: at + 60_000 })])
  expect(done).toMatchObject({ status: "completed", closed_at: "2027-03-02T15:01:00.000Z" })
  expect(afterPresses(visit, [pressed("complete"), pressed("reopen")]).status).toBe("scheduled")
  const vain = afterPresses(visit, [pressed("no-show", { at, reason: "no_way_in" })])
  expect(vain).toMatchObject({ status: "no_show", no_show_reason: "no_way_in" })
  expect(afterPresses(visit, [pressed("on-the-way"), pressed("not-going")]).on_the_way_at).toBeNull()
})

it("PV-07 neither another visit's press nor one that was not taken changes how a visit looks", () => {
  const others = [
    { ...pressed("complete"), visitId: 8 },
    { ...pressed("complete"), refused: "version_conflict" },
  ]
  expect(afterPresses(visit, others)).toEqual(visit)
})

it("PV-07 a press names the version that was seen and its time, and is sent again where the answer says nothing of it", () => {
  expect(pressed("on-the-way", { at, minutes: 12 }).body).toEqual({
    ...{ if_version: 3, at: "2027-03-02T15:00:00.000Z", minutes: 12 },
  })
  expect(requestOf(pressed("no-show"))).toEqual(["POST", "/appointments/7/no-show"])
  expect(requestOf(pressed("not-going"))).toEqual(["DELETE", "/appointments/7/on-the-way"])
  expect([502, 429, 409].map((status) => isForLater(status, undefined))).toEqual([true, true, false])
  expect(isForLater(409, "idempotency_key_running")).toBe(true)
})
