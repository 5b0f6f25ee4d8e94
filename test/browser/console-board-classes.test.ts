/** CL-07 the board: a session of a class as one card, who comes to it, and its cancel. */
import type { Browser, Locator, Page } from "playwright-core"
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
let yuiId: number
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
  yuiId = await makeProvider(service, { name: "Yui Abe", ...usual })
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
  await panel.getByText("The appointment of the customer who comes is cancelled.").waitFor()
  expect(await panel.getByRole("checkbox", { name: "Tell them that it is cancelled" }).isChecked()).toBe(true)
  await panel.getByRole("button", { name: "Keep it" }).click()
  await page.keyboard.press("Escape")
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02&view=week`)
  await page
    .getByRole("link", { name: /Yoga · 3 of 12/ })
    .first()
    .click()
  await panel.getByRole("button", { name: "Cancel this class" }).click()
  await panel.getByRole("button", { name: "Cancel and tell" }).click()
  await panel.getByText("Cancelled", { exact: true }).waitFor()
  await cards.first().waitFor({ state: "detached" })
  const { body } = await service.api("GET", "/appointments?status=cancelled")
  expect(body.data).toMatchObject([{ seats: 3 }])
})

it("CL-07 staff put classes on the board, seat, move and cancel one by hand, and move the class by keys, mouse and fields", async () => {
  const panel = page.getByRole("dialog")
  const press = (name: string | RegExp) => panel.getByRole("button", { name }).click()
  const card = () => page.locator(`[data-column^="${yuiId} "] [data-session]`)
  await page.goto(`${service.apiUrl}/console/?date=2027-03-03`)
  await page.locator(`[data-column^="${yuiId} "]`).click({ position: { x: 30, y: scaled(121) } })
  await press("New class at 10:00 AM with Yui Abe")
  await panel.getByText("Also with").click()
  await panel.getByRole("checkbox", { name: "Lena Roy" }).check()
  await panel.getByLabel("Seats").fill("2")
  await panel.getByLabel("Repeats").selectOption({ label: "Every week" })
  await panel.getByLabel("How many times").fill("3")
  await expectAccessibleInLightAndDark(page, "a new class")
  await press("Put it on the board")
  await panel.getByText("0 of 2 seats are taken").waitFor()

  await press("Add someone")
  await panel.getByRole("combobox", { name: "Customer" }).fill("Nia Cole")
  await page.getByRole("option", { name: "New customer “Nia Cole”" }).click()
  await press("Add customer")
  await panel.getByLabel("Seats for them").fill("2")
  await expectAccessibleInLightAndDark(page, "a seat by hand")
  await press("Book 2 seats")
  await panel.getByText("2 of 2 seats are taken").waitFor()
  await press("Move Nia Cole")
  await panel.getByLabel("Classes with free seats").waitFor()
  await press("Move there")
  await panel.getByText("Nobody has booked yet.").waitFor()
  await press("Cancel this class")
  await panel.getByText("Nobody has booked, so nobody is told.").waitFor()
  expect(await panel.getByRole("checkbox").count()).toBe(0)
  await press("Keep it")

  await page.keyboard.press("Escape")
  await card().focus()
  for (const key of ["m", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key)
  expect(await panel.getByLabel("Time", { exact: true }).inputValue()).toBe("10:30")
  await page.keyboard.press("Enter")
  await panel.getByText("10:30").first().waitFor()
  await page.keyboard.press("Escape")
  await card().filter({ hasText: "10:30" }).waitFor()
  await dragCard(card(), 60)
  expect(await panel.getByLabel("Time", { exact: true }).inputValue()).toBe("11:30")
  await press("Save")
  await panel.getByText("11:30").first().waitFor()
  // Until the form is gone the notice may be of the first move, whose way back is another.
  await panel.getByRole("button", { name: "Move or change" }).waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByText("The class is as it was.").first().waitFor()
  await panel.getByText("10:30").first().waitFor()
  await card().filter({ hasText: "10:30" }).waitFor()
  await press("Move or change")
  await panel.getByLabel("Day").fill("2027-03-10")
  await panel.getByLabel("Time", { exact: true }).fill("10:30")
  await press("Save")
  await panel.getByText(/Yui Abe.* Mar 10/).waitFor()

  await page.goto(`${service.apiUrl}/console/?date=2027-03-10`)
  await card().first().click()
  await press("Cancel Nia Cole")
  await press("Yes, cancel")
  await panel.getByText("0 of 2 seats are taken").waitFor()
  const { body } = await service.api("GET", "/class-sessions?status=scheduled")
  expect(body.data.map((each: { start_time: string }) => each.start_time)).toEqual([
    "2027-03-03T16:30:00.000Z",
    "2027-03-10T16:00:00.000Z",
    "2027-03-17T15:00:00.000Z",
  ])
})

it("CL-07 staff mark who came to a class that has begun, and a move that they were told of is taken back by telling them", async () => {
  const customer_id = await makeCustomer(service, { name: "Ida Frost", phone: "+15125550177" })
  const other_id = await makeCustomer(service, { name: "Jon Vale" })
  const { appointment_type } = (await service.api("GET", "/class-sessions")).body.data[0]
  const given = {
    ...{ appointment_type_id: appointment_type.id, location_id: story.locationId },
    start_time: "2027-03-01T16:00:00.000Z",
  }
  const made = await make(service, "/class-sessions", { ...given, provider_ids: [yuiId] })
  const [{ id }] = made.sessions as [{ id: number }]
  for (const customer of [customer_id, other_id])
    await make(service, "/appointments", { ...given, provider_id: yuiId, customer_id: customer })
  await page.goto(`${service.apiUrl}/console/?date=2027-03-01&session=${id}`)
  const panel = page.getByRole("dialog")
  const press = (name: string | RegExp) => panel.getByRole("button", { name }).click()
  await panel.getByRole("link", { name: "(512) 555-0177" }).waitFor()
  await press("Move or change")
  await panel.getByLabel("Time", { exact: true }).fill("11:00")
  await panel.getByText("All 2 customers who come move too.").waitFor()
  await press("Move and tell")
  await panel.getByText("11:00").first().waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await panel.getByText("All 2 customers who come move too.").waitFor()
  expect(await panel.getByLabel("Time", { exact: true }).inputValue()).toBe("10:00")
  await press("Move and tell")
  await panel.getByText("10:00").first().waitFor()

  service.clock.set("2027-03-01T16:15:00.000Z")
  await page.clock.setFixedTime(service.clock.now())
  await page.reload()
  await press("All came")
  await panel.getByRole("button", { name: "Came Jon Vale", pressed: true }).waitFor()
  await press("No-show Jon Vale")
  await panel.getByRole("button", { name: "No-show Jon Vale", pressed: true }).waitFor()
  await expectAccessibleInLightAndDark(page, "who came")
  const statuses = (await service.api("GET", `/appointments?session_id=${id}`)).body.data
  expect(statuses.map(({ status }: { status: string }) => status).toSorted()).toEqual([
    "completed",
    "no_show",
  ])
})

it("CL-07 WN-08 a day that breaks names its classes, and each leads to its panel", async () => {
  const day = { from: "2027-03-17T05:00:00.000Z", to: "2027-03-18T05:00:00.000Z" }
  const { id } = await make(service, "/disruptions", { provider_id: yuiId, ...day })
  await page.goto(`${service.apiUrl}/console/disruptions/${id}`)
  await page.getByText("1 class is on the board then.").waitFor()
  await expectAccessibleInLightAndDark(page, "a day that breaks, with a class")
  await page.getByRole("link", { name: /^Show Yoga, Wed, Mar 17/ }).click()
  const panel = page.getByRole("dialog")
  await panel.getByText("0 of 2 seats are taken").waitFor()
  await panel.getByRole("button", { name: "Move or change" }).waitFor()
})

const scaled = (minutes: number) => minutes * 1.27

/** Drags with the mouse so many minutes down. */
async function dragCard(card: Locator, minutes: number): Promise<void> {
  const box = (await card.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 20)
  await page.mouse.move(x, y + scaled(minutes))
  await page.mouse.up()
}
