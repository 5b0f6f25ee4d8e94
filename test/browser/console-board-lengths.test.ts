/** DS-14: an appointment is made longer or shorter by its end: with mouse, keys and finger, on the day and the week. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats, type Seat } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let seats: ConsoleSeats
let page: Page
/** Sam Poe, Tuesday March 2, 10:00 to 11:00 with Ana, who sees somebody else at 12:30. */
let samsId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  browser = await launch()
  seats = consoleSeats(service, browser)
  const customer_id = await makeCustomer(service, { name: "Tom Hall" })
  await book({ customer_id, start_time: "2027-03-02T18:30:00.000Z" })
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
beforeEach(async () => {
  samsId = (await book({ start_time: "2027-03-02T16:00:00.000Z" })).id
})
afterEach(async () => {
  await seats.leave()
  await service.api("POST", `/appointments/${samsId}/cancel`)
  expect(seats.complaints.splice(0)).toEqual([])
})

const book = (fields: Record<string, unknown>) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    ...fields,
  })
const lasts = (end: string) =>
  expect
    .poll(async () => (await service.api("GET", `/appointments/${samsId}`)).body.data.end_time)
    .toBe(`2027-03-02T${end}:00.000Z`)

async function open(path: string, seat: Seat = {}): Promise<void> {
  page = await seats.take(email, path, { height: 1000, ...seat })
  await card().waitFor()
}

const card = () => page.getByRole("button", { name: /^Sam Poe.*Booked/ }).first()
const tip = () => page.locator(".tip")
const pxPerMinute = 1.27

/** The point at which the end is taken. */
async function endOfCard(): Promise<{ x: number; y: number }> {
  await card().scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await card().boundingBox())!
  return { x: x + width / 2, y: y + height - 3 }
}

/** Drags the end by so many minutes; until what is said of it fits. */
async function dragEnd(minutes: number, says: RegExp): Promise<void> {
  const { x, y } = await endOfCard()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 8)
  await tip()
    .getByText(/^At most/)
    .waitFor()
  await page.mouse.move(x, y + minutes * pxPerMinute, { steps: 4 })
  await tip().getByText(says).waitFor()
}

describe.each(["/?date=2027-03-02", "/?date=2027-03-02&view=week&provider="])("DS-14 on %s", (path) => {
  beforeEach(() => open(path.endsWith("=") ? `${path}${story.anaId}` : path))

  it("DS-14 by mouse it is made longer and shorter, and the way back restores its length", async () => {
    await dragEnd(45, /11:45/)
    await page.mouse.up()
    await lasts("17:45")
    const undo = page.locator(".notice").getByRole("button", { name: "Undo" })
    await page
      .locator(".notice")
      .getByText(/1h 45m long, no longer 1h/)
      .waitFor()
    await undo.click()
    await lasts("17:00")
    await dragEnd(-30, /10:30/)
    await page.mouse.up()
    await lasts("16:30")
  })
})

describe("DS-14 as far as it goes", () => {
  beforeEach(() => open("/?date=2027-03-02"))

  it("DS-14 the end stays where the neighbour begins, and the light shows how far that is", async () => {
    await dragEnd(240, /12:30/)
    await tip().getByText("At most 2h 30m").waitFor()
    const lit = (await page.locator(".legal").boundingBox())!
    expect(Math.round(lit.height)).toBe(Math.round(150 * pxPerMinute))
    await page.mouse.up()
    await lasts("18:30")
  })

  it("DS-14 Escape puts it back, and a press on the end opens the appointment", async () => {
    await dragEnd(60, /12:00/)
    await page.keyboard.press("Escape")
    await expect.poll(() => tip().count()).toBe(0)
    await page.mouse.up()
    await lasts("17:00")
    const { x, y } = await endOfCard()
    await page.mouse.click(x, y)
    await page.getByRole("dialog", { name: "Sam Poe" }).waitFor()
  })

  it("DS-14 by keys: E takes the end, arrows hold it, Enter drops it", async () => {
    await card().focus()
    await page.keyboard.press("e")
    await tip().getByText("At most 2h 30m").waitFor()
    await expectAccessibleInLightAndDark(page, "a length that is held")
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Shift+ArrowDown"]) await page.keyboard.press(key)
    await tip().getByText(/11:20/).waitFor()
    await page.keyboard.press("Enter")
    await lasts("17:20")
    await card().focus()
    await page.keyboard.press("e")
    await tip()
      .getByText(/^At most/)
      .waitFor()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Escape")
    await expect.poll(() => tip().count()).toBe(0)
    await lasts("17:20")
  })

  it("DS-14 of a job over several days there is no end to take", async () => {
    const days = await makeType(service, { name: "Repair", blocks: [120, 120] })
    await service.api("PUT", `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, days] })
    const customer_id = await makeCustomer(service, { name: "Ida Falk" })
    const time = { provider_id: story.benId, start_time: "2027-03-02T20:00:00.000Z" }
    const { id } = await book({ customer_id, appointment_type_id: days, ...time })
    const long = page.getByRole("button", { name: /^Ida Falk/ })
    await long.waitFor()
    expect([await long.locator(".edge").count(), await card().locator(".edge").count()]).toEqual([0, 1])
    await service.api("POST", `/appointments/${id}/cancel`)
  })
})

it("DS-14 by finger on a phone", async () => {
  await open("/?date=2027-03-02", { width: 390, hasTouch: true })
  const { x, y } = await endOfCard()
  const touch = await page.context().newCDPSession(page)
  const at = (type: string, to: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: type === "touchEnd" ? [] : [{ x, y: to }],
    })
  await at("touchStart", y)
  await at("touchMove", y + 10)
  await tip()
    .getByText(/^At most/)
    .waitFor()
  await at("touchMove", y + 30 * pxPerMinute)
  await tip().getByText(/11:30/).waitFor()
  await at("touchEnd", 0)
  await lasts("17:30")
})
