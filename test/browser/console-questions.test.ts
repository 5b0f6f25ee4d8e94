/** A type's questions in the console: edited by hand and by keys, answered by staff, and read beside the appointment. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
  browser = await launch()
  const path = `/settings/types/${story.typeId}`
  ;({ page, complaints } = await signedInAt(service, browser, path, { timezoneId: "America/Chicago" }))
  await button("Add a question").waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
})

const button = (name: string) => page.getByRole("button", { name, exact: true })
const readType = async () => (await service.api("GET", `/appointment-types/${story.typeId}`)).body.data
const row = (name: RegExp) => page.locator(".question-name").filter({ hasText: name })
const save = async () => {
  await button("Save").click()
  await button("Discard").waitFor({ state: "detached" })
}

it("ML-06 questions are added, ordered by keys, made to depend, saved, and refused at their field", async () => {
  await button("Add a question").click()
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA")
  await page.keyboard.type("Where is the tank?")
  await page.getByLabel("Customers must answer").check()
  await button("Add a question").click()
  await page.getByLabel("Question", { exact: true }).fill("What does it burn?")
  await page.getByLabel("Kind").selectOption({ label: "One choice" })
  await page.getByLabel("Choices").fill("Gas\nOil\n")
  await page.getByLabel("Name in answers").fill("fuel")
  await page.getByLabel("Name in answers").press("Tab")

  // Alt and an arrow key move a question, as its buttons do, and the focus goes with it.
  await row(/What does it burn/).focus()
  const names = page.locator(".question-name b")
  const focused = () => page.evaluate("document.activeElement.closest('.question-name')?.textContent")
  const [fuel, tank] = ["What does it burn?", "Where is the tank?"]
  const press = (key: string) => page.keyboard.press(key)
  for (const [move, order] of [
    [() => press("Alt+ArrowUp"), [fuel, tank]],
    [() => press("Alt+ArrowDown"), [tank, fuel]],
    [() => button("Move up: What does it burn?").press("Enter"), [fuel, tank]],
  ] as const) {
    await move()
    await expect.poll(() => names.allTextContents()).toEqual(order)
    await expect.poll(focused).toMatch(/What does it burn/)
  }
  await row(/Where is the tank/).click()
  await page.getByLabel("Asked").selectOption({ label: "Only if “What does it burn?” is “Oil”" })
  await expectAccessibleInLightAndDark(page, "questions of a type")
  await save()
  expect(await readType()).toMatchObject({
    questions_version: 2,
    questions: [
      { key: "fuel", label: "What does it burn?", kind: "choice", options: ["Gas", "Oil"], required: false },
      {
        key: "question_1",
        label: "Where is the tank?",
        kind: "text",
        required: true,
        shown_if: { key: "fuel", is: "Oil" },
      },
    ],
  })

  await row(/What does it burn/).click()
  await page.getByLabel("Choices").fill("Gas")
  await button("Save").click()
  await page.getByText("Add at least two options.").waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA")
  await button("Discard").click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, "questions of a type, 390 px")
  await page.setViewportSize({ width: 1280, height: 800 })
})

it("ML-06 staff answer questions when they book, may leave them open, and read answers beside the appointment", async () => {
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await page.getByRole("button", { name: /^Book/ }).first().click()
  const panel = page.getByRole("dialog", { name: "Book" })
  const searched: string[] = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith("/customers")) searched.push(searchParams.get("search") ?? "")
  })
  // One letter finds too many to be asked for.
  for (const typed of ["S", "Sa", "Sam Poe"]) {
    await panel.getByRole("combobox").first().fill(typed)
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
  }
  await page
    .getByRole("option", { name: /Sam Poe/ })
    .first()
    .click()
  expect(searched).toEqual(["Sa", "Sam Poe"])
  await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
  await panel.getByLabel("What does it burn?").selectOption("Oil")
  await panel.getByLabel("Where is the tank?").fill("Behind <the> house")
  await expectAccessibleInLightAndDark(page, "questions in the booking panel")
  await panel.locator(".near-row").first().click()
  await panel.getByRole("button", { name: /^Book .*with/ }).click()
  await panel.waitFor({ state: "detached" })
  await page.getByText("Behind <the> house").waitFor()
  await expectAccessibleInLightAndDark(page, "answers beside an appointment")
  const { body } = await service.api("GET", "/appointments?status=scheduled")
  expect(body.data.at(-1).answers).toEqual([
    { key: "fuel", label: "What does it burn?", value: "Oil" },
    { key: "question_1", label: "Where is the tank?", value: "Behind <the> house" },
  ])
})
