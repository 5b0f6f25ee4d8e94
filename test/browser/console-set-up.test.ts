/** A new company's admin sets it up and books its first appointment: in the console alone, by keyboard alone. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openCompany } from "../../service/people/operator.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectNoSidewaysScroll,
  launch,
  patienceMs,
} from "./browser.ts"

let service: TestService
let browser: Browser
/** The key of a company as `company create` makes it, with nothing in it. */
let key: string
let email: string

beforeAll(async () => {
  service = await startService({ book: true })
  const company = { name: "Cedar Home Services", timezone: "America/Chicago", slug: null, phone: null }
  key = (await openCompany(service.context, company)).apiKey
  email = (await makeUser(service, {}, key)).email
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const complaints: string[] = []

async function open(path: string, { hasTouch = false } = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-US",
    hasTouch,
    timezoneId: "America/Chicago",
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console${path}`)
  return page
}

/** Somebody's hands on a keyboard: a field that is typed and a key that is pressed are an action each. */
function handsOn(page: Page) {
  const hands = {
    actions: 0,
    async type(text: string): Promise<void> {
      hands.actions += 1
      await page.keyboard.type(text)
    },
    async press(...keys: string[]): Promise<void> {
      for (const each of keys) {
        hands.actions += 1
        await page.keyboard.press(each)
      }
    },
    async tabTo(selector: string): Promise<void> {
      for (let presses = 0; presses < 12; presses++) {
        if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`))
          return
        await hands.press("Tab")
      }
      throw new Error(`Tab does not reach ${selector} soon`)
    },
  }
  return hands
}

const shown = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole("heading", { name: heading, exact: true }).waitFor()
  await page.locator("main :focus").first().waitFor()
}

const read = async (path: string) => (await service.api("GET", path, undefined, { key })).body.data

it("CN-10 leads from an empty company to a booked appointment in 60 actions on the keyboard", async () => {
  const page = await open("")
  const hands = handsOn(page)
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await hands.type(email)
  await hands.press("Tab")
  await hands.type(password)
  await hands.press("Enter")
  await shown(page, "No providers yet")
  await hands.press("Enter")

  await shown(page, "Who are you?")
  await expectAccessible(page, "the company")
  await hands.press("Enter")

  await shown(page, "Where do you work?")
  await expectAccessible(page, "the place")
  const address = [["Downtown"], ["1 Main St"], ["", "Austin"], ["TX"], ["78701"]]
  for (const [at, typed] of address.flat().entries()) {
    if (at > 0) await hands.press("Tab")
    if (typed !== "") await hands.type(typed)
  }
  await hands.press("Enter")

  await shown(page, "What can be booked?")
  await expectAccessible(page, "the type")
  await hands.type("Boiler service")
  await hands.press("Enter")

  await shown(page, "Which number texts customers?")
  await expectAccessible(page, "the number")
  await hands.type("(512) 555-0190")
  await hands.press("Enter")

  await shown(page, "Should customers book online?")
  await expectAccessible(page, "the page")
  await hands.press("Enter")

  await shown(page, "Who takes appointments?")
  await expectAccessible(page, "the people")
  await hands.type("Ana Ruiz")
  await hands.press("Enter")
  await page.getByRole("link", { name: "Ana Ruiz" }).waitFor()
  await page.locator(".step footer .primary:enabled").waitFor()
  await hands.press("Enter")

  await shown(page, "When does Ana Ruiz work?")
  await hands.press("Enter", "d", "d", "d", "d", "ArrowUp", "Shift+ArrowDown")
  await page.getByRole("button", { name: "Friday, 8:45 AM to 5 PM" }).waitFor()
  await expectAccessibleInLightAndDark(page, "the hours")
  await page.emulateMedia({ colorScheme: "light" })
  await hands.tabTo(".step footer .primary")
  await hands.press("Enter")

  await shown(page, "How do you look?")
  await expectAccessible(page, "the brand")
  await hands.press("Enter")

  await shown(page, "Should your website show the page?")
  await expectAccessible(page, "the website")
  await hands.press("Enter")

  await shown(page, "You can be booked")
  await page
    .getByText(/Mon, Mar 1, 9:00\sAM/)
    .first()
    .waitFor()
  await page.frameLocator("iframe.live-page").getByText("Boiler service").first().waitFor()
  await expectAccessible(page, "the end")
  await hands.press("Enter")

  await page.getByRole("heading", { level: 1, name: /March 1/ }).waitFor()
  await hands.press("n")
  await page.getByRole("combobox", { name: "Customer" }).waitFor()
  await hands.type("Sam Poe")
  await page.getByRole("option", { name: "New customer “Sam Poe”" }).waitFor()
  await hands.press("Enter")
  await page.locator(".panel form :focus").waitFor()
  await hands.press("Enter")
  await page.getByRole("button", { name: "Change", exact: true }).waitFor()
  await hands.tabTo(".panel select")
  await hands.type("Boiler")
  await page.locator(".near-row").first().waitFor()
  await hands.tabTo(".near-row")
  await hands.press("Enter")
  await hands.tabTo(".panel footer .primary")
  await hands.press("Enter")
  await page.getByRole("dialog", { name: "Sam Poe" }).waitFor()

  expect(hands.actions).toBeLessThanOrEqual(60)
  expect(complaints).toEqual([])
  expect(await read("/appointments")).toMatchObject([{ booked_by: "admin", status: "scheduled" }])
  expect(await read("/company/readiness")).toMatchObject({ ready: true })
})

it("CN-10 draws hours by mouse and finger, types them, and lists what keeps customers from booking", async () => {
  const { anaId, benId } = await tellStory(service)
  const page = await open("/settings/assistant/hours", { hasTouch: true })
  await page.getByLabel("Email").fill((await makeUser(service)).email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
  await shown(page, "When does Ana Ruiz work?")
  await expectNoSidewaysScroll(page, "the hours")
  const stretch = (name: string) => page.getByRole("button", { name, exact: true })
  /** The middle of a day's column at a time of it. */
  const spot = async (weekday: number, hour: number): Promise<[x: number, y: number]> => {
    const box = (await page.locator(".week-days").boundingBox())!
    return [box.x + ((weekday - 0.5) * box.width) / 7, box.y + (hour * box.height) / 24]
  }
  const drag = async (from: [x: number, y: number], to: [x: number, y: number]) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 4 })
    await page.mouse.up()
  }
  await drag(await spot(6, 10), await spot(7, 12))
  await stretch("Sunday, 10 AM to 12 PM").waitFor()
  await drag(await spot(6, 11), await spot(6, 12))
  await stretch("Saturday, 11 AM to 1 PM").waitFor()
  await drag(await spot(6, 12.95), await spot(6, 14))
  await stretch("Saturday, 11 AM to 2 PM").waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await stretch("Saturday, 11 AM to 1 PM").waitFor()
  await page.touchscreen.tap(...(await spot(1, 7.2)))
  await stretch("Monday, 7 AM to 8 AM").waitFor()
  await page.getByRole("button", { name: "Type", exact: true }).click()
  await page.getByLabel("Sunday, to").fill("13:30")
  await expectAccessible(page, "typed hours")
  const drawn = async () => (await service.api("GET", `/providers/${anaId}/hours`)).body.data.weekly_hours
  await expect.poll(async () => (await drawn()).length).toBe(8)
  expect((await drawn()).filter(({ weekday }: { weekday: number }) => weekday > 5)).toMatchObject([
    { weekday: 6, start: "11:00", end: "13:00" },
    { weekday: 7, start: "10:00", end: "13:30" },
  ])

  await page.goto(`${service.apiUrl}/console/settings/check`)
  await page.getByRole("heading", { name: "Nothing keeps customers from booking" }).waitFor()
  for (const id of [anaId, benId]) await service.api("PUT", `/providers/${id}`, { appointment_type_ids: [] })
  await page.getByRole("button", { name: "Check again" }).click()
  const fix = page.getByRole("link", { name: "Fix: Nobody does Boiler service" })
  await fix.waitFor()
  await expectAccessibleInLightAndDark(page, "the check list")
  await fix.click()
  await page.getByRole("button", { name: "Offer all" }).first().click()
  await page.getByText("offers 1 of 1 type").waitFor()
  // Taken up again, the assistant goes on where it stands by what the API has.
  await page.goto(`${service.apiUrl}/console/settings/assistant`)
  await shown(page, "You can be booked")
  for (const path of ["check", "assistant/hours"]) {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${service.apiUrl}/console/settings/${path}`)
    await page.getByRole("heading", { level: 2 }).first().waitFor()
    await expectNoSidewaysScroll(page, path)
  }
  expect(complaints).toEqual([])
})
