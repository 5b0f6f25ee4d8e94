/** The palette: customers, days, people, settings and deeds, found over the screen where one is, by keys and by finger. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let seats: ConsoleSeats
let email: string
let vogelId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  vogelId = (
    await make(service, "/customers", {
      name: "Ida Vogel",
      phone: "+12125550114",
      address: { line1: "14 Lake Rd", city: "Austin", state: "TX", postal_code: "78704", country: "US" },
    })
  ).id
  await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-02T16:00:00.000Z",
  })
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

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name })
const field = (page: Page) => page.getByRole("combobox", { name: "Search or do" })
const chosen = (page: Page) => page.locator(".palette [aria-selected=true]")
const focused = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)

const search = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k")
  await field(page).waitFor()
  await page.keyboard.type(typed)
}

it.each([
  ["vogel", /14 Lake Rd/],
  ["212555", /\(212\) 555-0114/],
  ["lake rd", /14 Lake Rd/],
  ["78704", /78704/],
  ["vogl", /one letter differs/],
])(
  "CB-07 “%s” finds the customer, over the screen where one is, and Enter opens them",
  async (typed, about) => {
    const page = await seats.take(email, "/requests")
    await heading(page, "Requests").waitFor()
    await search(page, typed)
    await chosen(page).filter({ hasText: "Ida Vogel" }).filter({ hasText: about }).waitFor()
    await heading(page, "Requests").waitFor()
    await page.keyboard.press("Enter")
    await heading(page, "Ida Vogel").waitFor()
    expect(page.url()).toContain(`/customers/${vogelId}`)
  },
)

it("CB-07 Enter that comes before the answer opens what was typed last", async () => {
  const page = await seats.take(email, "/?date=2027-03-02")
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route("**/api/v1/customers?*search=sam*", async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press("/")
  await field(page).waitFor()
  await page.keyboard.type("sam poe")
  await page.keyboard.press("Enter")
  answer()
  await heading(page, "Sam Poe").waitFor()
})

it("CB-07 days, people, settings and deeds are found, and Escape gives the focus back", async () => {
  const page = await seats.take(email, "/?date=2027-03-02")
  await page.locator("[data-appointment]").first().focus()
  await search(page, "march 3")
  await chosen(page).getByText("Wednesday, March 3").waitFor()
  await page.keyboard.press("Escape")
  await expect.poll(() => focused(page, "[data-appointment]")).toBe(true)
  await search(page, "march 3")
  await chosen(page).getByText("Wednesday, March 3").waitFor()
  await page.keyboard.press("Enter")
  await heading(page, /^Wednesday, March 3/).waitFor()

  await search(page, "@ben")
  await chosen(page).getByText("Ben Okafor").waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL(/provider=/)

  await search(page, "logo")
  await chosen(page).getByText("Logo").waitFor()
  await page.keyboard.press("Enter")
  await heading(page, "Brand").waitFor()

  await search(page, "sick")
  await page.getByRole("option", { name: /^Sick day/ }).click()
  await page.waitForURL(/\/disruptions\/new/)

  await search(page, "> vacation")
  await chosen(page).getByText("Give somebody time off").waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("dialog", { name: /^Time off of/ }).waitFor()
  expect(new URL(page.url()).searchParams.has("off")).toBe(false)
})

it("CB-07 Tab lists the deeds of a row, a letter takes one, and what was opened stands first when nothing is typed", async () => {
  const page = await seats.take(email, "/requests")
  await search(page, "vogel")
  await chosen(page).getByText("Ida Vogel").waitFor()
  await page.keyboard.press("Tab")
  await page.getByRole("option", { name: "Call" }).waitFor()
  expect(await page.locator(".palette [role=option]").allTextContents()).toEqual(["Open", "BookN", "CallC"])
  await page.keyboard.press("Escape")
  await page.getByRole("option", { name: /Ida Vogel/ }).waitFor()
  await page.keyboard.press("Tab")
  await page.getByRole("option", { name: "Call" }).waitFor()
  await page.keyboard.press("n")
  await page.getByRole("dialog", { name: "Book" }).waitFor()
  await heading(page, "Ida Vogel").waitFor()

  await page.goto(`${service.apiUrl}/console/requests`)
  await heading(page, "Requests").waitFor()
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Search or do/ })
    .click()
  await field(page).waitFor()
  await search(page, "vogel")
  await chosen(page).getByText("Ida Vogel").waitFor()
  await page.keyboard.press("Enter")
  await heading(page, "Ida Vogel").waitFor()
  await page.keyboard.press("Control+k")
  await page
    .getByRole("group", { name: "Recent" })
    .getByRole("option", { name: /Ida Vogel/ })
    .waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowUp")
  await chosen(page).getByText("Ida Vogel").waitFor()
})

it("CB-07 what is open on the board is moved to the day that is found", async () => {
  const page = await seats.take(email, "/?date=2027-03-02")
  await page.locator("[data-appointment]").first().click()
  await page.getByRole("dialog", { name: "Sam Poe" }).waitFor()
  await search(page, "march 4")
  await chosen(page).getByText("Thursday, March 4").waitFor()
  await page.keyboard.press("Tab")
  await page.getByRole("option", { name: "Move Sam Poe to Thursday, March 4" }).click()
  await heading(page, /^Thursday, March 4/).waitFor()
  await page.locator(".legal").first().waitFor()
})

it("CB-07 keeps the rules of the combobox, in light and dark, and fits a phone", async () => {
  const page = await seats.take(email, "/?date=2027-03-02")
  await search(page, "vogel")
  await chosen(page).getByText("Ida Vogel").waitFor()
  const active = await field(page).getAttribute("aria-activedescendant")
  expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).toBe("true")
  await page.locator(".palette [role=status]", { hasText: /results?$/ }).waitFor()
  await expectAccessibleInLightAndDark(page, "palette")
  await page.setViewportSize({ width: 375, height: 812 })
  await expectNoSidewaysScroll(page, "palette")
  await page.getByRole("option", { name: /Ida Vogel/ }).click()
  await heading(page, "Ida Vogel").waitFor()
})
