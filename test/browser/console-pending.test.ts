/** CL-09 in the console: what waits for staff, answered by keys; on the board a pending card looks pending. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../support/story.ts"
import { expectAccessibleInLightAndDark, launch } from "./browser.ts"
import { expectFocus } from "./keyboard.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let complaints: string[]
const ids: Record<string, number> = {}

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await put(service, `/appointment-types/${story.typeId}`, { confirmation: "staff" })
  for (const [name, start_time] of [
    ["Zara Quill", "2027-03-03T16:00:00.000Z"],
    ["Lou Park", "2027-03-03T18:00:00.000Z"],
    ["Kit Moss", "2027-03-03T20:00:00.000Z"],
  ] as const) {
    const customer_id = await makeCustomer(service, { name, phone: null })
    const booking = { customer_id, appointment_type_id: story.typeId, provider_id: story.anaId, start_time }
    ids[name] = (await make(service, "/appointments", booking)).id
    service.clock.advanceMs(60_000)
  }
  browser = await launch()
  const viewport = { width: 1280, height: 800 }
  ;({ page, complaints } = await signedInAt(service, browser, "/?date=2027-03-02", { viewport }))
  await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
})

const statusOf = async (name: string) =>
  (await service.api("GET", `/appointments/${ids[name]}`)).body.data.status
const shows = (name: string) =>
  page.getByRole("heading", { name: `${name} asks for Boiler service` }).waitFor()

it("CL-09 what waits is answered from the list by keys: yes, other times, no with a reason", async () => {
  await page.keyboard.press("r")
  await page.getByRole("link", { name: /^To confirm/ }).waitFor()
  await page.keyboard.press("y")
  await shows("Zara Quill")
  await expectAccessibleInLightAndDark(page, "pending")
  await page.keyboard.press("y")
  await page.getByRole("heading", { name: "Confirm it?" }).waitFor()
  await page.keyboard.press("Escape")
  await expectFocus(page, /^Confirm/)
  await page.keyboard.press("y")
  await page.getByRole("heading", { name: "Confirm it?" }).waitFor()
  await page.keyboard.press("Control+Enter")
  await expect.poll(() => statusOf("Zara Quill")).toBe("scheduled")

  await shows("Lou Park")
  await page.keyboard.press("x")
  await expectFocus(page, /^Decline$/)
  await page.keyboard.press("Escape")
  await expectFocus(page, /^Decline\b.*X/)
  await page.keyboard.press("Enter")
  await expectFocus(page, /^Decline$/)
  await page.getByLabel("Reason, which the customer reads").fill("We do no tiles.")
  await page.getByRole("button", { name: "Decline", exact: true }).click()
  await expect.poll(() => statusOf("Lou Park")).toBe("cancelled")

  await shows("Kit Moss")
  await page.keyboard.press("p")
  await page.locator(".next-time").first().click()
  await page.getByRole("button", { name: "Propose this time" }).click()
  await page.getByRole("heading", { name: "Proposed times" }).waitFor()
  const { body } = await service.api("GET", `/appointments/${ids["Kit Moss"]}`)
  expect(body.data).toMatchObject({ status: "pending", proposals: [{ id: expect.any(Number) }] })
})

it("CL-09 the board shows a pending card as pending, and its panel answers it", async () => {
  await page.goto(`${service.apiUrl}/console/?date=2027-03-03`)
  const card = page.locator(".appointment.pending")
  await card.click()
  await page.getByText("Answer by").waitFor()
  await page.getByRole("button", { name: "Confirm", exact: true }).click()
  await page.getByRole("heading", { name: "Confirm it?" }).waitFor()
  await page.locator("form.question").getByRole("button", { name: "Confirm", exact: true }).click()
  await expect.poll(() => statusOf("Kit Moss")).toBe("scheduled")
})
