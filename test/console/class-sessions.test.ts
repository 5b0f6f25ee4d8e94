/** CL-07 what the console makes of a press, a drag and a form: who is to give a session, where, when and with what. */
import { expect, it } from "vitest"
import type { Column, SessionCard } from "../../console/board/columns.ts"
import {
  changedBack,
  columnOf,
  draftOf,
  type Known,
  newSession,
  newSessionAt,
  wishBack,
  wishOf,
  withType,
} from "../../console/board/session-draft.ts"

const [yoga, massage, pilates] = [7, 8, 9]
const [yui, lena, ben] = [1, 2, 3]
const person = (id: number, ...types: number[]) => ({ id, active: true, appointment_type_ids: types })
const providers = [person(yui, yoga), person(lena, yoga, pilates), person(ben, massage)]
const location = { id: 4, active: true, timezone: "America/Chicago" }
const known = {
  board: { providers, locations: [location] },
  types: [
    { id: massage, active: true, seats: undefined, location_ids: null },
    { id: yoga, active: true, seats: 12, location_ids: null },
    { id: pilates, active: true, seats: 6, location_ids: null },
  ],
  date: "2027-03-02",
} as unknown as Known

const columnFor = (id: number, resource: object | null = null): Column =>
  ({
    ...{ key: `${id}`, location, date: "2027-03-02", resource },
    provider: providers.find((each) => each.id === id) ?? person(id),
  }) as unknown as Column

const card = {
  ...{ start: 600, end: 660, beside: [] },
  session: {
    ...{ id: 5, appointment_type: { id: yoga, name: "Yoga" }, provider_id: yui },
    providers: [{ id: yui }, { id: lena }],
  },
} as unknown as SessionCard

const dragged = (from: number, to: number, resource: object | null = null) =>
  wishOf({ card, from: columnFor(from, resource), target: { column: columnFor(to), start: 615 } }).at!
    .providerIds

it("CL-07 who is dragged out of a column makes room for its provider, and nobody gives a class twice", () => {
  expect(dragged(yui, yui)).toEqual([yui, lena])
  expect(dragged(yui, lena)).toEqual([yui, lena])
  expect(dragged(lena, ben)).toEqual([yui, ben])
  expect(dragged(99, ben, {})).toEqual([yui, lena])
})

it("CL-07 a session is held over those who offer its type, and over a room with who leads it", () => {
  const columns = [columnFor(yui), columnFor(ben), columnFor(99, {})]
  expect(columnOf(columns, card, columns[0]!)).toBe(columns[0])
  expect(columnOf(columns, card, columns[1]!)).toBeNull()
  expect(columnOf(columns, card, columns[2]!)).toBe(columns[0])
})

it("CL-07 a press on a free time fills the form with a class that its provider gives, by the location's clock", () => {
  const start = Date.parse("2027-03-02T16:15:00.000Z") / 60_000
  const draft = draftOf(newSessionAt({ providerId: lena, locationId: 4, start }), null, known)!
  expect(draft).toMatchObject({ typeId: yoga, leadId: lena, date: "2027-03-02", time: "10:15", seats: "12" })
  expect(newSession({ ...draft, besideIds: [yui, lena], everyWeeks: 2, count: "3" }, known)).toMatchObject({
    ...{ provider_ids: [lena, yui], start_time: "2027-03-02T16:15:00.000Z", seats: 12 },
    repeat: { every_weeks: 2, count: 3 },
  })
  expect(withType({ ...draft, leadId: yui, besideIds: [lena] }, pilates, known)).toMatchObject({
    ...{ leadId: lena, seats: "6", locationId: 4 },
  })
  // A provider who gives no class: the first class with the first provider who gives it.
  const other = draftOf(newSessionAt({ providerId: ben, locationId: 4, start }), null, known)
  expect(other).toMatchObject({ typeId: yoga, leadId: yui })
})

it("CL-07 the way back of a change has the time, people, seats and rooms of before, by the form and at once", () => {
  const start_time = "2027-03-02T16:15:00.000Z"
  const before = {
    ...{ id: 5, version: 3, appointment_type: { id: yoga }, provider: { id: yui }, start_time, seats: 9 },
    ...{ providers: [{ id: yui }, { id: lena }], location: { id: 4 }, resources: [{ id: 21 }] },
  } as unknown as Parameters<typeof wishBack>[0]
  const moved = { ...before, version: 4, start_time: "2027-03-03T20:00:00.000Z", seats: 12, resources: [] }
  expect(draftOf(wishBack(before), moved, known)).toMatchObject({
    ...{ leadId: yui, besideIds: [lena], locationId: 4, date: "2027-03-02", time: "10:15" },
    ...{ seats: "9", resourceIds: [21] },
  })
  expect(changedBack(before, moved.version)).toEqual({
    ...{ id: 5, if_version: 4, start_time, seats: 9, provider_ids: [yui, lena], location_id: 4 },
    ...{ resource_ids: [21], silent_channels: ["sms", "mail"] },
  })
})
