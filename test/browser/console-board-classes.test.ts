/** CL-07 the board: a session of a class as one card, who comes to it, and its cancel. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  const yogaId = await makeType(service, {
    name: "Yoga",
    duration_minutes: 60,
    seats: 12,
    min_notice_minutes: 0,
  })
  const usual = { appointment_type_ids: [yogaId], weekly_hours: weekdays(story.locationId) }
  const yuiId = await makeProvider(service, { name: "Yui Abe", ...usual })
  const lenaId = await makeProvider(service, { name: "Lena Roy", ...usual })
  const given = {
    ...{ appointment_type_id: yogaId, location_id: story.locationId },
    start_time: "2027-03-02T16:00:00.000Z",
  }
  await make(service, "/class-sessions", { ...given, provider_ids: [yuiId, lenaId] })
  const customer_id = await makeCustomer(service, { name: "Kim Lee" })
  await make(service, "/appointments", { ...given, customer_id, provider_id: yuiId, seats: 3 })
  browser = await launch()
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await signInByKeys(page, (await makeUser(service)).email)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
})

it("CL-07 a session is one card of each who gives it, opens who comes, and is cancelled after a question", async () => {
  const cards = page.getByRole("grid").getByRole("button", { name: /^Yoga · 3 of 12.*10:00.AM to 11:00.AM/ })
  const cardOf = (name: string) =>
    page
      .getByRole("gridcell")
      .filter({ has: page.getByRole("list", { name, exact: true }) })
      .getByRole("button")
  await cards.first().waitFor()
  expect(await cardOf("Yui Abe").allTextContents()).toEqual([expect.stringContaining("with Lena Roy")])
  expect(await cardOf("Lena Roy").allTextContents()).toEqual([expect.stringContaining("with Yui Abe")])
  expect(await page.getByRole("grid").getByText("Kim Lee").count()).toBe(0)

  await cardOf("Yui Abe").click()
  const panel = page.getByRole("dialog")
  await panel.getByText("3 of 12 seats are taken").waitFor()
  await panel.getByText("Kim Lee").first().waitFor()
  await expectAccessibleInLightAndDark(page, "a session's panel")
  await panel.getByRole("button", { name: "Show Kim Lee" }).click()
  await panel.getByRole("heading", { name: "Kim Lee" }).waitFor()
  await page.keyboard.press("Escape")

  await panel.getByRole("button", { name: "Cancel this class" }).click()
  await panel.getByText("each customer is told").waitFor()
  await panel.getByRole("button", { name: "Keep it" }).click()
  await page.keyboard.press("Escape")
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02&view=week`)
  await page
    .getByRole("link", { name: /Yoga · 3 of 12/ })
    .first()
    .click()
  await panel.getByRole("button", { name: "Cancel this class" }).click()
  await panel.getByRole("button", { name: "Yes, cancel" }).click()
  await panel.getByText("Cancelled", { exact: true }).waitFor()
  await cards.first().waitFor({ state: "detached" })
  const { body } = await service.api("GET", "/appointments?status=cancelled")
  expect(body.data).toMatchObject([{ seats: 3 }])
})
