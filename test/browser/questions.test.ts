/** The questions of a type, on the public page and the booking link: between the time and what books it. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { makeLink } from "../support/link.ts"
import { put } from "../support/story.ts"
import { alive, expectAccessibleEverywhere, type Visitor, visit } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { expectFocus } from "./keyboard.ts"
import { giveName, openPublicPageStage, type PublicPageStage, proveNumber } from "./public-page-stage.ts"

let stage: PublicPageStage
let visitor: Visitor

const questions = [
  { key: "display", label: "What does the display show?", kind: "text", required: true },
  { key: "fuel", label: "What does it burn?", kind: "choice", options: ["Gas", "Oil"], required: true },
  {
    key: "tank_size",
    label: "How many litres does the tank hold?",
    kind: "number",
    required: true,
    shown_if: { key: "fuel", is: "Oil" },
  },
  { key: "rooms", label: "Which rooms are cold?", kind: "choices", options: ["Kitchen", "Bath", "Loft"] },
  { key: "since", label: "Since when?", kind: "date" },
  { key: "more", label: "Anything else?", kind: "long_text" },
  { key: "owner", label: "I have the owner’s permission.", kind: "consent", required: true },
]

beforeAll(async () => {
  stage = await openPublicPageStage()
  await put(stage.service, `/appointment-types/${stage.story.typeId}`, { questions })
})
afterAll(() => stage.stop())
afterEach(async () => {
  const { complaints } = visitor
  await visitor.close()
  expect(complaints).toEqual([])
})

const answersOf = async (): Promise<Record<string, unknown>> => {
  const { body } = await stage.service.api("GET", "/appointments?status=scheduled&limit=100")
  const { answers } = body.data.at(-1)
  return Object.fromEntries(answers.map(({ key, value }: { key: string; value: unknown }) => [key, value]))
}

it("ML-06 the public page asks after the time and before the number, and keeps what was answered", async () => {
  visitor = await stage.open()
  const { page } = visitor
  await alive(page)
  await button(page, /^Boiler service/).click()
  await pickTime(page, /March 2,/, "9:00")
  await heading(page, "A few questions").waitFor()
  await expectFocus(page, "A few questions")
  await expectAccessibleEverywhere(page, "questions")

  // The first that is wrong gets the focus, and each says what is missing.
  await button(page, "Continue").click()
  await expectFocus(page, "question-display")
  expect(await page.getByText("Please answer this question.").count()).toBe(2)
  await page.getByText("Please tick this box to continue.").waitFor()
  await expectAccessibleEverywhere(page, "questions that were left open")

  await page.getByLabel("What does the display show?").fill("E9, <b>blinking</b>")
  expect(await page.getByText("How many litres").count()).toBe(0)
  await page.getByRole("radio", { name: "Oil" }).check()
  // A question that an answer brings up leaves the focus where it is.
  await page.getByLabel("How many litres").waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.type")).toBe("radio")
  await page.getByLabel("How many litres").fill("about ten")
  await page.getByRole("checkbox", { name: "Bath" }).check()
  await page.getByLabel("Since when? (optional)").fill("2027-02-20")
  await page.getByLabel("I have the owner’s permission.").check()
  await button(page, "Continue").click()
  await page.getByText("Please enter a number.").waitFor()
  await expectFocus(page, "question-tank_size")

  await page.reload()
  await alive(page)
  await page.getByLabel("How many litres").waitFor()
  expect(await page.getByLabel("What does the display show?").inputValue()).toBe("E9, <b>blinking</b>")
  await page.getByLabel("How many litres").fill("1200,5")
  await button(page, "Continue").click()
  await heading(page, "Your mobile number").waitFor()

  // Back leads to them, and on again.
  await page.goBack()
  await heading(page, "A few questions").waitFor()
  await button(page, "Continue").click()
  await proveNumber(page, stage.service, stage.newNumber())
  await giveName(page)
  await button(page, /^Book Tue/).click()
  await heading(page, "You’re booked").waitFor()
  expect(await answersOf()).toEqual({
    display: "E9, <b>blinking</b>",
    fuel: "Oil",
    tank_size: 1200.5,
    rooms: ["Bath"],
    since: "2027-02-20",
    owner: true,
  })
})

it("ML-06 a booking link asks the same, and questions that changed meanwhile are asked anew", async () => {
  const link = await makeLink(stage.service, stage.story, { provider_id: stage.story.benId })
  visitor = await visit(stage.browser, stage.service, link.url, { width: 320 })
  const { page } = visitor
  await alive(page)
  await pickTime(page, /March 3,/, "9:00")
  await heading(page, "A few questions").waitFor()
  await page.getByLabel("What does the display show?").fill("E9")
  await page.getByRole("radio", { name: "Gas" }).check()
  await page.getByLabel("I have the owner’s permission.").check()
  await page.reload()
  await alive(page)
  await heading(page, "A few questions").waitFor()
  await button(page, "Continue").click()
  const added = { key: "floor", label: "Which floor?", kind: "text", required: true }
  await put(stage.service, `/appointment-types/${stage.story.typeId}`, { questions: [...questions, added] })
  await button(page, /^Book Wed/).click()
  await heading(page, "A few questions").waitFor()
  await expectFocus(page, "question-floor")
  await page.getByLabel("Which floor?").fill("3rd")
  await button(page, "Continue").click()
  await button(page, /^Book Wed/).click()
  await heading(page, "You’re booked").waitFor()
  const { body } = await stage.service.api("GET", `/appointments?provider_id=${stage.story.benId}`)
  expect(body.data.at(-1).answers.at(-1)).toEqual({ key: "floor", label: "Which floor?", value: "3rd" })
  await put(stage.service, `/appointment-types/${stage.story.typeId}`, { questions })

  // A move asks nothing.
  await button(page, "Move").click()
  await pickTime(page, /March 4,/, "2:00")
  await button(page, "Move to Thu, Mar 4 at 2:00 PM").waitFor()
})

it.each([
  ["fr-FR", "Quelques questions", "Continuer", "Veuillez répondre à cette question."],
  ["es-ES", "Algunas preguntas", "Continuar", "Responda a esta pregunta, por favor."],
])("ML-06 asks in %s", async (locale, title, goOn, missing) => {
  visitor = await stage.open({ locale, width: 320 })
  const { page } = visitor
  await alive(page)
  await button(page, /^Boiler service/).click()
  await page
    .getByRole("gridcell", { name: /^\S+ 2 mars|^\S+, 2 de marzo/ })
    .first()
    .click()
  await page
    .getByRole("button", { name: /^9[:.h ]00|^09[:. h]+00/ })
    .first()
    .click()
  await heading(page, title).waitFor()
  await button(page, goOn).click()
  await page.getByText(missing).first().waitFor()
  await expectAccessibleEverywhere(page, `questions in ${locale}`)
})
