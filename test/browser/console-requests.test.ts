/** The list of requests: searched, narrowed and ordered. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../support/story.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  const sweep = await makeType(service, { name: "Chimney sweep" })
  for (const [name, latest_date, appointment_type_id] of [
    ["Zara Quill", "2027-03-20", story.typeId],
    ["Lou Park", "2027-03-12", sweep],
    ["Zara Quince", "2027-03-15", story.typeId],
  ] as const) {
    const customer_id = await makeCustomer(service, { name, phone: null })
    await make(service, "/scheduling-requests", { customer_id, latest_date, appointment_type_id })
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

const names = () => page.locator("td.subject strong").allInnerTexts()
const shows = (...wanted: string[]) => expect.poll(names).toEqual(wanted)

it("DS-12 requests are searched, narrowed by type and ordered; their state is told where it differs", async () => {
  await page.getByRole("link", { name: "Requests" }).first().click()
  await shows("Zara Quince", "Lou Park", "Zara Quill")
  expect(await page.getByRole("columnheader", { name: "State" }).count()).toBe(0)
  await page.getByLabel("Order").selectOption("latest_date")
  await shows("Lou Park", "Zara Quince", "Zara Quill")
  await page.getByLabel("Find").fill("zara qu")
  await shows("Zara Quince", "Zara Quill")
  await page.getByLabel("Type").selectOption({ label: "Chimney sweep" })
  await page.getByRole("heading", { name: "No request fits" }).waitFor()
  await page.getByRole("button", { name: "Show all" }).click()
  await shows("Lou Park", "Zara Quince", "Zara Quill")
  await page.getByRole("button", { name: "All", exact: true }).click()
  await page.getByRole("columnheader", { name: "State" }).waitFor()
  // The choices are in the address.
  await page.reload()
  await shows("Lou Park", "Zara Quince", "Zara Quill")
  await expectAccessibleInLightAndDark(page, "requests")
})

it("DS-12 the list of requests that wait is read anew when one is booked, and nothing is cut on a phone", async () => {
  const { body } = await service.api("GET", "/scheduling-requests?search=zara%20quill")
  const { id, customer_id } = body.data[0]
  await make(service, "/appointments", {
    ...{ customer_id, scheduling_request_id: id, appointment_type_id: story.typeId },
    ...{ provider_id: story.anaId, start_time: "2027-03-04T16:00:00.000Z" },
  })
  await page.goto(`${service.apiUrl}/console/requests`)
  await shows("Zara Quince", "Lou Park")
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `requests at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 800 })
})
