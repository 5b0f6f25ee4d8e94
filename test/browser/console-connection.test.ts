/** A board whose service does not answer: it says so, shows what it last knew as such, and moves nothing. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessible, launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let browser: Browser
let page: Page
let samsId: number

beforeAll(async () => {
  service = await startService()
  const story = await tellStory(service)
  const sams = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-02T16:00:00.000Z",
  })
  samsId = sams.id
  browser = await launch()
  const context = await browser.newContext({ viewport: { width: 1350, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await signInByKeys(page, (await makeUser(service)).email)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const card = () => page.locator(`[data-appointment="${samsId}"]`)
const banner = () => page.getByText(/No connection\. This is how it was at 6:00.AM\./)
const live = () => page.getByText("Live", { exact: true }).waitFor()
/** From now on the service takes requests and answers none, as one that hangs; its stream of events stays open. */
const hang = () => page.route("**/*", () => new Promise(() => undefined))

it("DS-08 a service that hangs is said to be away, what is shown is old, and a move that was begun is put back", async () => {
  await live()
  await card().focus()
  await page.keyboard.press("m")
  await page.locator(".legal").first().waitFor()
  await hang()
  await banner().waitFor()
  await page.getByText("No connection", { exact: true }).waitFor()
  await page.getByText("There is no connection to the service, so nothing can be moved.").waitFor()
  await expect.poll(() => page.locator(".legal").count()).toBe(0)
  await page.locator(".board-body.is-old").waitFor()
  await card().waitFor()
  await expectAccessible(page, "without a connection")

  await card().focus()
  await page.keyboard.press("m")
  expect(await page.getByRole("heading", { name: "Moving Sam Poe" }).count()).toBe(0)
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await live()
  await banner().waitFor({ state: "detached" })
  await page.keyboard.press("m")
  await page.locator(".legal").first().waitFor()
  await page.keyboard.press("Escape")
})

it("DS-08 without a network it says so, and offers no move in an appointment's panel", async () => {
  await live()
  await card().click()
  const move = page.locator(".panel").getByRole("button", { name: /^Move/ })
  await move.waitFor()
  await page.context().setOffline(true)
  await banner().waitFor()
  await move.waitFor({ state: "detached" })
  await page.context().setOffline(false)
  await live()
  await move.waitFor()
})
