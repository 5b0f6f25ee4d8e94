/** Staff and the waiting list: who waits beside a gap, one press to offer it, and the list with what it has filled. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let customerId: number
let entryId: number

beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
  customerId = await makeCustomer(service, { name: "Hugo Lang", phone: "+15125550177" })
  const wish = { customer_id: customerId, appointment_type_id: story.typeId, latest_date: "2027-03-20" }
  entryId = (await make(service, "/waiting-entries", wish)).id
  const nora = await makeUser(service)
  browser = await launch()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/`)
  await signInByKeys(page, nora.email)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const stateNow = async () => (await service.api("GET", `/waiting-entries/${entryId}`)).body.data.state

describe("the waiting list in the console", () => {
  it("WL-05 a free stretch on the board says how many wait for it, and one press says who", async () => {
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
    const marks = page.getByRole("grid").getByRole("button", { name: "1 waits" })
    await marks.first().waitFor()
    await expectAccessible(page, "a board with people who wait")
    await marks.first().click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByRole("heading", { name: "One waits for such a time" }).waitFor()
    await panel.getByText("Hugo Lang").waitFor()
    expect(await marks.count()).toBe(0)
    await page.keyboard.press("Escape")
    await marks.first().waitFor()
  })

  it("WL-05 says beside a gap who waits for it, and one press offers it", async () => {
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
    await page.getByRole("button", { name: /^Book/ }).first().click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
    await panel.locator(".near-row").first().click()
    await panel.getByRole("heading", { name: "One waits for such a time" }).waitFor()
    await expectAccessible(page, "who waits beside a gap")
    await panel.getByRole("button", { name: /^Offer .*, Hugo Lang$/ }).click()
    await panel.getByText("Offered", { exact: true }).waitFor()
    expect(await stateNow()).toBe("offered")
  })

  it("WL-05 lists who waits with what the list has filled, and takes someone off", async () => {
    await page.goto(`${service.apiUrl}/console/waiting?state=all`)
    await page.getByRole("link", { name: "Hugo Lang" }).waitFor()
    await page.getByText("0 of 1").waitFor()
    await expectAccessible(page, "waiting list")
    await expectNoSidewaysScroll(page, "waiting list")
    await page.getByLabel("State").selectOption("booked")
    await page.getByText("Nobody waits").waitFor()
    await page.goto(`${service.apiUrl}/console/customers/${customerId}`)
    const card = page.getByRole("region", { name: "Waiting list" })
    await card.getByText("Any day, any time").waitFor()
    await card.getByRole("button", { name: "Take off" }).click()
    await card.getByText("Taken off").waitFor()
    expect(await stateNow()).toBe("withdrawn")
  })
})
