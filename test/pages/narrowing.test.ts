/** Above the calendar stands a list for what is a choice, and nothing for what is not. */
import { h } from "preact"
import { renderToString } from "preact-render-to-string"
import { beforeEach, expect, it } from "vitest"
import { type Language, speak } from "../../pages/shared/language.ts"
import { Narrowing } from "../../pages/shared/times/narrowing.tsx"
import { textsIn } from "../support/html-texts.ts"

const words = {
  location: "Where",
  provider: "With",
  anyProvider: "Anyone",
  length: "How long",
  chooseLocation: "Choose",
}
beforeEach(() => speak({ locale: "en", words, formats: {}, firstWeekday: 7 } as unknown as Language))

const locations = ["Downtown", "Harbour", "Airport"].map((name, at) => ({
  ...{ id: at + 1, name, city: "Austin", address: null, timezone: "America/Chicago" },
}))
const providers = [
  { id: 1, name: "Ana", locationIds: [1, 2] },
  { id: 2, name: "Ben", locationIds: [1] },
]
const lengths = [
  { id: 1, label: "Half an hour" },
  { id: 2, label: "Two hours" },
]

/** The legend of what is shown side by side, and the label of each list with what it offers. */
function shown(given: object, times: object = {}): string[] {
  const state = { locationId: null, providerId: null, asksWhere: false, answers: [], ...times }
  const props = { times: state, locations: locations.slice(0, 1), providers: [], dispatch() {}, ...given }
  const html = renderToString(h(Narrowing, props as unknown as Parameters<typeof Narrowing>[0]))
  const legends = [...html.matchAll(/<legend[^>]*>([^<]*)/g)].map(([, text]) => text!)
  const lists = [...html.matchAll(/<label class="filter">(.*?)<\/label>/g)].map(([, list]) =>
    textsIn(list!).join("|"),
  )
  return [...legends, ...lists]
}

it("PB-02 what is not a choice is not asked", () => {
  expect(shown({})).toEqual([])
  expect(shown({ providers: providers.slice(0, 1), lengths: lengths.slice(0, 1) })).toEqual([])
})

it("PB-02 a few locations stand side by side, and many are one list", () => {
  expect(shown({ locations: locations.slice(0, 2) })).toEqual(["Where"])
  const many = shown({ locations, providers }, { asksWhere: true, choosesWhere: true })
  expect(many).toEqual(["Where|Choose|Austin: Downtown|Austin: Harbour|Austin: Airport"])
})

it("PB-02 who comes is a choice of those who work where the customer goes", () => {
  expect(shown({ providers })).toEqual(["With|Anyone|Ana|Ben"])
  expect(shown({ providers }, { locationId: 2 })).toEqual([])
  expect(
    shown({ providers, locations }, { locationId: 1, asksWhere: true, choosesWhere: true }),
  ).toHaveLength(2)
})

it("PB-02 lengths are one list, without one that stands for all", () => {
  expect(shown({ lengths, lengthId: 2 })).toEqual(["How long|Half an hour|Two hours"])
})
