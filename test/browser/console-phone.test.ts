/** The console on a phone: five entries, names to switch between, moves that are put back, panels that keep to themselves. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { expectNothingCut } from "./cut-texts.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let samsId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  const sams = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-02T16:00:00.000Z",
  })
  samsId = sams.id
  browser = await launch()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 844 },
    hasTouch: true,
    reducedMotion: "reduce",
  })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await signInByKeys(page, (await makeUser(service)).email)
  await page.setViewportSize({ width: 390, height: 844 })
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
beforeEach(async () => {
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await card().waitFor()
})

const card = () => page.locator(`[data-appointment="${samsId}"]`)
const rail = () => page.getByRole("navigation", { name: "Console" })
const names = () => page.getByRole("group", { name: "Provider" })
const current = () => names().locator("[aria-current]").innerText()

it("DS-09 has five entries at the bottom, the last of which leads to the rest", async () => {
  expect(await rail().locator("> ul > li").allInnerTexts()).toEqual([
    "Board",
    "For you",
    "Requests",
    "Customers",
    "More",
  ])
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page, `the board at ${width}`)
    await expectNothingCut(page, "the rail", { within: ".rail", widths: [width] })
  }
  await rail().getByRole("button", { name: "More" }).tap()
  const more = page.getByRole("dialog", { name: "More" })
  expect(await more.getByRole("link").allInnerTexts()).toEqual([
    ...["Messages", "Agents", "Reports", "Set up", "Developers", "People", "You"],
  ])
  await expectAccessibleInLightAndDark(page, "more")
  await more.getByRole("link", { name: "Reports" }).tap()
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor()
  expect(await more.count()).toBe(0)
  expect(await rail().locator("[aria-current]").innerText()).toBe("More")
})

it("DS-09 switches between people by their names, and says whose day fills the screen", async () => {
  await expect.poll(current).toBe("Ana Ruiz")
  await names().getByRole("button", { name: "Ben Okafor" }).tap()
  await expect.poll(current).toBe("Ben Okafor")
  const isInView = async () => {
    const heads = page.getByRole("columnheader").filter({ hasText: "Ben Okafor" })
    const box = (await heads.boundingBox())!
    return box.x >= 0 && box.x < 100
  }
  await expect.poll(isInView).toBe(true)
  await names().getByRole("button", { name: "Ana Ruiz" }).tap()
  await expect.poll(current).toBe("Ana Ruiz")
})

it("DS-09 a started move is put back by a finger", async () => {
  await card().tap()
  await page.getByRole("button", { name: /^Move/ }).tap()
  await page.locator(".legal").first().waitFor()
  await page.getByRole("button", { name: "Next free times" }).tap()
  await page.locator(".next-time", { hasText: "Ben Okafor" }).first().tap()
  await page.getByRole("button", { name: /^Move to .*Ben Okafor/ }).waitFor()
  await expectNothingCut(page, "a move with its time", { within: ".moving-tools", widths: [320, 390] })
  await page.getByRole("button", { name: "Put it back" }).tap()
  await expect.poll(() => page.locator(".legal").count()).toBe(0)
})

it("DS-09 a notice covers neither a panel's buttons nor the ways at the bottom", async () => {
  await card().tap()
  const panel = page.getByRole("dialog", { name: "Sam Poe" })
  await panel.getByRole("button", { name: /^Cancel/ }).tap()
  await panel.getByRole("button", { name: "Yes, cancel" }).tap()
  // The question has a button of this name too, so the state is what says that it is answered.
  await panel.getByText("Being cancelled").waitFor()
  const keep = panel.getByRole("button", { name: /^Keep it/ })
  await keep.waitFor()
  const notice = page.locator(".notice")
  await notice.getByText("Sam Poe is cancelled.").waitFor()
  for (const below of [keep, rail()]) {
    const [own, others] = [(await notice.boundingBox())!, (await below.boundingBox())!]
    expect(own.y + own.height).toBeLessThanOrEqual(others.y)
  }
  await keep.tap()
  await panel.getByRole("button", { name: /^Cancel/ }).waitFor()
})

it("DS-09 a panel that covers the board does not speak of what is lit on it", async () => {
  await page.getByRole("button", { name: /^Book/ }).tap()
  const panel = page.getByRole("dialog", { name: "Book" })
  await panel.waitFor()
  expect(await panel.getByText("lit on the board").count()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 844 })
  await panel.getByText("lit on the board").waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
})
