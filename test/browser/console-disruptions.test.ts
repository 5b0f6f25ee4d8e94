/** A provider is ill: what is proposed, one change, and the confirmation; and the way there from closed dates. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ownNumber } from "../support/outreach.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, nextNumber, put, type Story, tellStory } from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"
import { makeUser, password } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page

beforeAll(async () => {
  service = await startService({ texts: playCarrier(), platformSmsNumber: "+15005550006" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, `/appointment-types/${story.typeId}`, { provider_choice: false })
  await book("Gus Hart", story.anaId, "16:00")
  await book("Kai Brand", story.anaId, "18:00")
  await book("Pia Lund", story.benId, "18:00")
  const nora = await makeUser(service)
  browser = await launch()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(
    `${service.apiUrl}/console/disruptions/new?of=p${story.anaId}&date=2027-03-02&until=2027-03-02`,
  )
  await page.getByLabel("Email").fill(nora.email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

async function book(name: string, provider_id: number, hour: string): Promise<void> {
  await make(service, "/appointments", {
    customer_id: await makeCustomer(service, { name, phone: nextNumber() }),
    ...{ appointment_type_id: story.typeId, provider_id, start_time: `2027-03-02T${hour}:00.000Z` },
  })
}

const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name })

it("WN-08 staff see what is proposed for a day that breaks, change it and confirm it", async () => {
  await page.getByRole("button", { name: "Propose" }).click()
  await page.getByRole("heading", { name: /Ana Ruiz cannot come/ }).waitFor()
  await page.getByText("2 appointments are hit.").waitFor()
  await rowOf("Gus Hart").getByText("Nothing").waitFor()
  await rowOf("Kai Brand").getByText("A message about the change").waitFor()
  await expectAccessible(page, "disruption")
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, "disruption")
  await page.setViewportSize({ width: 1440, height: 900 })

  await rowOf("Kai Brand").getByRole("button", { name: "Change…" }).click()
  const panel = page.getByRole("dialog", { name: "Kai Brand" })
  await panel.getByText("has moved to").waitFor()
  await expectAccessible(page, "proposal")
  await panel.getByRole("button", { name: "Let the customer choose by a link" }).click()
  await rowOf("Kai Brand").getByText("The customer chooses").waitFor()
  await panel.getByText("Please choose another time").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("checkbox", { name: "Take the proposal for Gus Hart" }).click()
  await rowOf("Gus Hart").getByText("Stays as it is").first().waitFor()
  await page.getByRole("checkbox", { name: "Take the proposal for Gus Hart" }).click()
  await rowOf("Gus Hart").getByText("Nothing").waitFor()
  await page.getByRole("button", { name: "Confirm 1, tell 1" }).click()
  await page.getByText("Confirmed. The messages are on their way.").waitFor()
  const { body } = await service.api("GET", "/appointments?limit=10")
  const providers = body.data.map(({ provider }: { provider: { id: number } }) => provider.id)
  expect(providers.sort()).toEqual([story.anaId, story.benId, story.benId].sort())
})

it("WN-08 closed dates lead to what is proposed for the appointments that they meet", async () => {
  await make(service, "/company/time-off", { start_date: "2027-03-02", end_date: "2027-03-02" })
  await page.goto(`${service.apiUrl}/console/settings/closed`)
  await page.getByRole("button", { name: "Appointments then" }).click()
  await page.getByRole("link", { name: "Find other times: Downtown" }).click()
  await page.getByRole("button", { name: "Propose" }).click()
  await page.getByRole("heading", { name: /Downtown closes/ }).waitFor()
})
