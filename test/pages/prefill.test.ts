/** The choices and contact details that the page's address, or the site around it, fills in. */
import { afterEach, expect, it } from "vitest"
import { prefilled } from "../../pages/customer/public-page/prefill.ts"
import { initialState } from "../../pages/customer/public-page/state.ts"
import { boilerService, publicPage } from "./public-page-story.ts"

const visitor = { visitorZone: null, firstWeekday: 7 }
const page = (types = [boilerService(), boilerService({ id: 2, name: "Window", providers: [] })]) =>
  initialState(publicPage(types), visitor, "2027-03-01T12:00:00.000Z")
const fill = (given: object, state = page()) => {
  globalThis.prefill = given
  return prefilled(state)
}

afterEach(() => {
  globalThis.prefill = undefined
})

it("PG-07 names type, place and person by id or name, and fills in name, email and phone", () => {
  const given = {
    type: "boiler SERVICE",
    place: "1",
    person: "Bo Lind",
    email: " sam@example.com ",
    phone: "5125550123",
  }
  expect(fill({ ...given, name: "Mary Ann Poe" })).toEqual([
    {
      type: "typed",
      values: { firstName: "Mary Ann", lastName: "Poe", email: "sam@example.com", phone: "5125550123" },
    },
    { type: "pickWish", wish: expect.objectContaining({ typeId: 1 }) },
    { type: "pickLocation", locationId: 1 },
    { type: "pickProvider", providerId: 8 },
  ])
  expect(globalThis.prefill).toBeUndefined()
  expect(prefilled(page())).toEqual([])
})

it("PG-07 ignores what the page does not have, a person where visitors choose none, and what is no short text", () => {
  expect(fill({ type: "99", place: "Mars", person: "Ana Ruiz", colour: "red" })).toEqual([])
  expect(fill({ type: "2", person: "Ana Ruiz", place: "Mars" }).map(({ type }) => type)).toEqual(["pickWish"])
  expect(fill({ type: { id: 1 }, name: 7, email: "x".repeat(201), phone: null })).toEqual([])
  const elsewhere = boilerService({ providers: [{ id: 7, name: "Ana Ruiz", locationIds: [2] }] })
  const actions = fill({ place: "Downtown", person: "7" }, page([elsewhere]))
  expect(actions.map(({ type }) => type)).toEqual(["pickLocation"])
})

it("PG-07 takes a person and a place without a type where the page has one type alone", () => {
  expect(fill({ person: "8" }, page([boilerService()]))).toEqual([{ type: "pickProvider", providerId: 8 }])
})
