/** A full class: its waiting list, the next sessions with seats, and a class outside its leader's hours. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let seats: ConsoleSeats
let email: string
let yogaId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  yogaId = await makeType(service, { name: "Yoga", seats: 1, min_notice_minutes: 0 })
  await put(service, `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, yogaId] })
  const given = { appointment_type_id: yogaId, location_id: story.locationId }
  for (const start_time of [
    "2027-03-02T16:00:00.000Z",
    "2027-03-09T16:00:00.000Z",
    "2027-03-03T01:00:00.000Z",
  ])
    await make(service, "/class-sessions", { ...given, start_time, provider_ids: [story.benId] })
  const customer_id = await makeCustomer(service, { name: "Gil Moss" })
  const start_time = "2027-03-02T16:00:00.000Z"
  await make(service, "/appointments", { ...given, start_time, customer_id, provider_id: story.benId })
  await makeCustomer(service, { name: "Ida Vogel" })
  email = (await makeUser(service)).email
  browser = await launch()
  seats = consoleSeats(service, browser)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
afterEach(async () => {
  await seats.leave()
  expect(seats.complaints.splice(0)).toEqual([])
})

const panelOf = (page: Page) => page.locator(".panel", { has: page.getByRole("heading", { name: "Yoga" }) })

async function openFull(): Promise<Page> {
  const page = await seats.take(email, "/?date=2027-03-02")
  await page.locator("[data-session]").first().click()
  await panelOf(page).getByText("1 of 1 seats").waitFor()
  await panelOf(page)
    .getByRole("button", { name: /^Add someone/ })
    .waitFor()
  await page.keyboard.press("a")
  await panelOf(page).getByRole("combobox").first().fill("Ida Vogel")
  await page.getByRole("option", { name: /^Ida Vogel/ }).click()
  return page
}

it("CB-10 a full class takes somebody onto its waiting list, and says who waits", async () => {
  const page = await openFull()
  await expectAccessibleInLightAndDark(page, "full class")
  await panelOf(page).getByRole("button", { name: "Add to the waiting list of this class" }).click()
  await panelOf(page).getByRole("heading", { name: "1 person waits" }).waitFor()
  await panelOf(page).getByRole("link", { name: "Ida Vogel" }).waitFor()
  const { data } = (await service.api("GET", "/waiting-entries?state=waiting")).body
  expect(data).toMatchObject([
    {
      ...{ customer: { name: "Ida Vogel" }, appointment_type: { id: yogaId } },
      ...{ earliest_date: "2027-03-02", latest_date: "2027-03-02", provider_ids: [story.benId] },
    },
  ])
})

it("CB-10 a full class offers the next sessions with free seats to the same person", async () => {
  const page = await openFull()
  await panelOf(page)
    .getByRole("button", { name: /Mar 9.*1 seat free/ })
    .click()
  await panelOf(page).getByText("Ida Vogel").first().waitFor()
  await panelOf(page).getByRole("button", { name: "Book 1 seat" }).click()
  await expect
    .poll(async () => (await service.api("GET", "/class-sessions?from=2027-03-09T00:00:00.000Z")).body.data)
    .toMatchObject([{ seats_left: 0 }])
})

it("CB-10 a class outside the hours of who leads it says so, before and after it is made", async () => {
  const page = await seats.take(email, "/?date=2027-03-02")
  await page.locator("[data-session]").last().click()
  await panelOf(page)
    .getByText(/Outside the hours of Ben Okafor: 9.*5.PM that day/)
    .waitFor()
  await panelOf(page).getByRole("button", { name: "Move or change" }).click()
  const form = page.locator(".panel", { has: page.getByLabel("Led by") })
  await form.getByText(/Outside the hours of Ben Okafor/).waitFor()
  await form.getByLabel("Time").fill("11:00")
  await form.getByText(/Outside the hours/).waitFor({ state: "detached" })
  await form.getByLabel("Day").fill("2027-03-07")
  await form.getByText("Ben Okafor does not work there that day.").waitFor()
})
