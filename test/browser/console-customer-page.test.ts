/** A customer's page does what the phone asks for: books, moves and cancels in place, knows, and tells what happened. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { untoldChanges } from "../../service/booking/tell-changes.worker.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats, type Seat } from "./console-seat.ts"
import { expectNothingCut } from "./cut-texts.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let seats: ConsoleSeats
let page: Page
let customerId: number

beforeAll(async () => {
  service = await startService({ now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  email = (await makeUser(service, { role: "member" })).email
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

/** A customer of the test's own, with a visit with Ana on Tuesday March 2 at the given hour of UTC. */
async function open(name: string, hour: string, seat: Seat = {}) {
  customerId = await makeCustomer(service, { name })
  const { id } = await make(service, "/appointments", {
    customer_id: customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: `2027-03-02T${hour}:00:00.000Z`,
  })
  page = await seats.take(email, `/customers/${customerId}`, { width: 1280, ...seat })
  await page.getByRole("heading", { level: 1, name }).waitFor()
  return id
}

const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
/** The seconds are over in which a move can be taken back, and what it left is free. */
async function tellMoves(): Promise<void> {
  service.clock.advanceMs(11_000)
  await workOff(service.context, untoldChanges(service.context))
}
const address = () => new URL(page.url()).pathname
const history = () => page.getByRole("region", { name: "History" })

describe("a customer's page", () => {
  it("DS-11 moves in place by mouse: the times open in the row, the button repeats the choice, and it can be taken back", async () => {
    const id = await open("Ada Abbott", "16")
    await page.getByRole("button", { name: "Move, Tue, Mar 2, 10:00 AM" }).click()
    const times = page.getByRole("region", { name: "Move, Tue, Mar 2, 10:00 AM" })
    await times.getByRole("button", { name: "Ben Okafor" }).first().waitFor()
    await times.getByLabel("From").fill("2027-03-11")
    await times.getByRole("heading", { name: /Thu, Mar 11/ }).waitFor()
    await times.getByRole("button", { name: "Ana Ruiz" }).first().click()
    await times.getByRole("heading", { name: /Thu, Mar 11/ }).waitFor()
    await times.locator(".next-time").first().click()
    await times.getByText("What the customer is told").waitFor()
    const finish = times.getByRole("button", { name: /^Move to Thu, Mar 11, .*, Ana Ruiz/ })
    await expect.poll(() => finish.isEnabled()).toBe(true)
    await finish.click()
    await page.getByText(/Boiler service is moved to Thu, Mar 11/).waitFor()
    expect(address()).toBe(`/console/customers/${customerId}`)
    expect((await read(id)).start_time).toContain("2027-03-11")
    await tellMoves()
    await history()
      .getByText(/from Tue, Mar 2, 10:00.AM to Thu, Mar 11/)
      .waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText(/It is back at Tue, Mar 2/).waitFor()
    expect((await read(id)).start_time).toBe("2027-03-02T16:00:00.000Z")
  })

  it("DS-11 moves by keys alone, and Escape keeps the time", async () => {
    const id = await open("Bo Brook", "17")
    const move = page.getByRole("button", { name: /^Move, / })
    await move.focus()
    await page.keyboard.press("Enter")
    await page.locator(".next-time").first().waitFor()
    await page.keyboard.press("Escape")
    await page.locator(".in-place").waitFor({ state: "detached" })
    expect(await page.evaluate("document.activeElement.ariaLabel")).toMatch(/^Move, /)
    await page.keyboard.press("Enter")
    await page.locator(".next-time").nth(1).waitFor()
    await page.keyboard.press("2")
    await expect.poll(() => page.locator(".finish .primary").isEnabled()).toBe(true)
    await page.keyboard.press("Control+Enter")
    await page.getByText(/Boiler service is moved to/).waitFor()
    expect((await read(id)).start_time).not.toBe("2027-03-02T17:00:00.000Z")
  })

  it("DS-11 says so where it cannot be known what goes out, and asks; a time that is taken meanwhile says that", async () => {
    const id = await open("Cy Clark", "18")
    await page.route("**/reschedule/preview", (route) => route.abort())
    await page.getByRole("button", { name: /^Move, / }).click()
    await page.locator(".next-time").first().click()
    await page.getByText("Which texts would go could not be shown. The customer may get one.").waitFor()
    await page.getByRole("button", { name: /^Move all the same: / }).click()
    await page.getByText(/Boiler service is moved to/).waitFor()
    await page.unroute("**/reschedule/preview")
    const { start_time, provider } = await read(id)
    await page.getByRole("button", { name: /^Move, / }).click()
    await page.locator(".next-time").nth(3).click()
    // Between the press and the move: before the press the live page would take the form away.
    await page.route("**/appointments/*/reschedule", async (route) => {
      await service.api("POST", `/appointments/${id}/cancel`, {})
      await route.continue()
    })
    await page.locator(".finish .primary").click()
    await page
      .locator(".in-place .refused, .in-place [role=alert]")
      .or(page.getByText("Nothing is booked."))
      .first()
      .waitFor()
    await page.unroute("**/appointments/*/reschedule")
    expect(await read(id)).toMatchObject({ start_time, provider, status: "cancelled" })
  })

  it("DS-11 cancels in place, after saying what follows, and the history says who did", async () => {
    const id = await open("Di Drew", "19")
    await page.getByRole("button", { name: /^Cancel, / }).click()
    const question = page.getByRole("region", { name: "Cancel this appointment?" })
    await question.getByText("What the customer is told").waitFor()
    await question.getByLabel("Reason, for your records").fill("Sold the house")
    await question.getByRole("button", { name: "Yes, cancel" }).click()
    await page.getByText("Nothing is booked.").waitFor()
    expect(await read(id)).toMatchObject({ status: "cancelled", cancel_reason: "Sold the house" })
    const row = history()
      .getByRole("listitem")
      .filter({ hasText: /Cancel/ })
      .first()
    await row.getByText("Ana Ruiz").first().waitFor()
    expect(address()).toBe(`/console/customers/${customerId}`)
  })

  it("DS-11 books in place by keys alone, any day, for this customer", async () => {
    await open("Ed Ellis", "20")
    await page.keyboard.press("n")
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByText("Ed Ellis").waitFor()
    await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
    await panel.getByLabel("Day").fill("2027-03-10")
    await panel.locator(".near-row").first().waitFor()
    await page.keyboard.press("Tab")
    await panel.locator(".near-row").first().press("Enter")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Boiler service is booked.").waitFor()
    await page.getByText("Wed, Mar 10").first().waitFor()
    const { body } = await service.api("GET", `/appointments?customer_id=${customerId}`)
    expect(body.data.map(({ start_time }: { start_time: string }) => start_time.slice(0, 10))).toEqual([
      "2027-03-02",
      "2027-03-10",
    ])
    expect(address()).toBe(`/console/customers/${customerId}`)
  })

  it("DS-11 has notes and a warning, which the board's cards and the appointment's panel show", async () => {
    const id = await open("Flo <b>Frank</b>", "21")
    await page.getByRole("button", { name: "Add: Notes" }).click()
    await page.keyboard.type("Side gate code 4471.")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Side gate code 4471.").waitFor()
    await page.getByRole("button", { name: "Add a warning" }).click()
    await page.keyboard.type("Two dogs loose <i>in the yard</i>")
    await page.keyboard.press("Enter")
    const strip = page.getByRole("note", { name: "Warning" })
    await strip.getByText("Two dogs loose <i>in the yard</i>").waitFor()
    await history()
      .getByText(/Changed a customer: Warning/)
      .waitFor()
    await expectAccessibleInLightAndDark(page, "a customer with a warning")

    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    const card = page.locator(`[data-appointment="${id}"]`)
    await card.waitFor()
    expect(await card.textContent()).toContain("Warning: Two dogs loose <i>in the yard</i>")
    expect(await card.locator("svg").count()).toBeGreaterThan(0)
    await card.click()
    await page.getByRole("dialog").getByRole("note", { name: "Warning" }).waitFor()
    await page.goto(`${service.apiUrl}/console/customers/${customerId}`)
    await page.getByRole("button", { name: "Edit: Warning" }).click()
    await page.keyboard.press("Control+A")
    await page.keyboard.press("Delete")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Add a warning" }).waitFor()
    expect((await service.api("GET", `/customers/${customerId}`)).body.data).toMatchObject({
      warning: null,
      notes: "Side gate code 4471.",
    })
  })

  it("DS-11 says what it could not read, and reads it again on a press", async () => {
    await open("Gus Green", "22")
    await page.route("**/history*", (route) => route.abort())
    await page.reload()
    const retry = history().getByRole("button", { name: "Try again" })
    await retry.waitFor()
    await page.unroute("**/history*")
    await retry.click()
    await history()
      .getByText(/Booked/)
      .first()
      .waitFor()
    await history().getByRole("button", { name: "Texts and mail" }).click()
    await history().getByText("Nothing here.").waitFor()
  })

  it("DS-11 moves with a finger on a phone, in three languages, with nothing cut", async () => {
    for (const [at, locale] of (["en", "es", "fr"] as const).entries()) {
      const id = await open(`Hal Hart ${at}`, "15", { width: 390, hasTouch: true })
      await page.evaluate(`localStorage.setItem("appointed.console.locale", "${locale}")`)
      await put(service, `/customers/${customerId}`, {
        warning: "Two dogs loose in the yard",
        notes: "Gate 4471",
      })
      await page.reload()
      await page.getByRole("note").waitFor()
      await page.locator(`[data-opens="${id}"]`).tap()
      await page.locator(".next-time").first().tap()
      await expect.poll(() => page.locator(".finish .primary").isEnabled()).toBe(true)
      await expectNoSidewaysScroll(page, `a customer, ${locale}`)
      await expectNothingCut(page, `a customer, ${locale}`, { widths: [320, 390, 768, 1024, 1440] })
      await expectAccessibleInLightAndDark(page, `a customer's move, ${locale}`)
      await page.locator(".finish .primary").tap()
      await page.locator(".in-place").waitFor({ state: "detached" })
      await expect.poll(async () => (await read(id)).start_time).not.toBe("2027-03-02T15:00:00.000Z")
      await tellMoves()
      await seats.leave()
    }
  })
})
