/** WN-01: beside the steps after the choice of a window, who comes is named where the customer chose them, and else left open. */
import { type ComponentType, h } from "preact"
import { renderToString } from "preact-render-to-string"
import { expect, it } from "vitest"
import { ChosenTime as ChosenByLink } from "../../pages/customer/booking-link/steps/chosen.tsx"
import { bookingLinkWords } from "../../pages/customer/booking-link/words.ts"
import { ChosenTime as ChosenOnPage } from "../../pages/customer/public-page/steps/chosen.tsx"
import { publicPageWords } from "../../pages/customer/public-page/words.ts"
import { textsIn } from "../support/html-texts.ts"
import { homeVisit } from "./public-page-story.ts"
import { anasFirst, openLink } from "./story.ts"

const window = { ...anasFirst, kind: "window" as const }
const speakPage = async () => publicPageWords.speak(await publicPageWords.load("en"))
const speakLink = async () => bookingLinkWords.speak(await bookingLinkWords.load("en"))
const typed = { line1: "", postalCode: "", seats: 1 }
const wish = { ...homeVisit, locations: [] }

it.each([
  ["on the company's page", speakPage, ChosenOnPage, { wish, draft: typed, held: null }],
  ["by a link", speakLink, ChosenByLink, { view: openLink(), moving: false }],
])("WN-01 %s", async (_, speak, Shown, state) => {
  await speak()
  const shown = (choice: object, providerId: number | null) => {
    const props = { state: { ...state, choice, providerId, zone: null }, commands: { dispatch() {} } }
    return textsIn(renderToString(h(Shown as ComponentType<object>, props)))
  }
  expect(shown(window, window.providerId)).toContain("Ana Ruiz")
  expect(shown(window, null)).not.toContain("Ana Ruiz")
  expect(shown(anasFirst, null)).toContain("Ana Ruiz")
})
