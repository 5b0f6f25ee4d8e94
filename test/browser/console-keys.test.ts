/** The console's keys: those of one character rest where somebody may type, panels are finished and left from anywhere. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let seats: ConsoleSeats
let email: string
let page: Page
/** Sam Poe, Tuesday March 2, 10:00 with Ana. */
let samsId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  browser = await launch()
  seats = consoleSeats(service, browser)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
beforeEach(async () => {
  const sams = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-02T16:00:00.000Z",
  })
  samsId = sams.id
  page = await seats.take(email, "/?date=2027-03-02")
  await page.emulateMedia({ reducedMotion: "reduce" })
  await card().waitFor()
})
afterEach(async () => {
  await seats.leave()
  await service.api("POST", `/appointments/${samsId}/cancel`)
  for (const { id } of await timeOff())
    await service.api("DELETE", `/providers/${story.benId}/time-off/${id}`)
  expect(seats.complaints.splice(0)).toEqual([])
})

const card = () => page.locator(`[data-appointment="${samsId}"]`)
const title = (name: RegExp) => page.getByRole("heading", { level: 1, name }).waitFor()
const panel = (name: string | RegExp) => page.locator(".panel", { has: page.getByRole("heading", { name }) })
const hasFocus = (selector: string) => () =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)

it("DS-10 keys of one character do nothing on what opens by a press, nor where text is taken", async () => {
  await page.getByRole("button", { name: "Ana Ruiz" }).focus()
  await page.keyboard.press("t")
  await page.keyboard.press("ArrowRight")
  await title(/^Wednesday, March 3/)
  await page.keyboard.press("ArrowLeft")
  await title(/^Tuesday, March 2/)

  await page.keyboard.press("Escape")
  await page.locator(".grid").focus()
  await page.keyboard.press("n")
  await panel("Book").waitFor()
  await panel("Book").getByRole("combobox").first().fill("Tina Test")
  await page.getByText("New customer", { exact: false }).first().click()
  const summary = panel("Book").locator("summary").first()
  await summary.focus()
  await page.keyboard.type("12 Tower St")
  await title(/^Tuesday, March 2/)
})

it("DS-10 keys of one character can be switched off, and others work on", async () => {
  await page.goto(`${service.apiUrl}/console/you`)
  await page.getByLabel("Keys of one character").uncheck()
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await card().focus()
  for (const key of ["m", "n", "t", "w", "?", "/"]) await page.keyboard.press(key)
  await title(/^Tuesday, March 2/)
  expect(await page.getByRole("dialog").count()).toBe(0)
  expect(await page.locator("header kbd, .panel kbd").count()).toBe(0)
  expect(await page.locator("[aria-keyshortcuts]").count()).toBe(0)
  await page.locator(".grid").focus()
  await page.keyboard.press("ArrowRight")
  await title(/^Wednesday, March 3/)

  await page.goto(`${service.apiUrl}/console/you`)
  await page.getByLabel("Keys of one character").check()
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await card().waitFor()
  await page.locator(".grid").focus()
  await page.keyboard.press("n")
  await panel("Book").waitFor()
})

it("DS-10 Ctrl and Enter finish a panel, wherever the focus is", async () => {
  await page.getByRole("button", { name: "Ben Okafor" }).click()
  await panel("Time off of Ben Okafor").getByLabel("Reason").fill("Training")
  await page.locator(".grid").focus()
  await page.keyboard.press("Control+Enter")
  await expect.poll(async () => (await timeOff()).map(({ reason }) => reason)).toEqual(["Training"])
  await page.keyboard.press("Escape")
  await panel(/Time off/).waitFor({ state: "detached" })

  await page.getByRole("button", { name: /^Book/ }).click()
  await panel("Book").getByRole("combobox").first().fill("Sam Poe")
  await page.getByRole("option", { name: /^Sam Poe/ }).click()
  await panel("Book").getByLabel("Type").selectOption({ label: "Boiler service" })
  await page.locator(".near button").first().click()
  await page.locator(".grid").focus()
  await page.keyboard.press("Control+Enter")
  await panel("Book").waitFor({ state: "detached" })
  const { data } = (
    await service.api("GET", `/appointments?customer_id=${story.customerId}&status=scheduled`)
  ).body
  expect(data).toHaveLength(2)
  for (const { id } of data) await service.api("POST", `/appointments/${id}/cancel`)
})

it("CB-13 a box that is ticked eats no letters, nor Escape, and Ctrl and Enter drop a card in hand", async () => {
  const box = page.getByRole("checkbox", { name: "Show cancelled" })
  await box.click()
  await page.keyboard.press("n")
  await panel("Book").waitFor()
  await box.click()
  await page.keyboard.press("Escape")
  await panel("Book").waitFor({ state: "detached" })
  await card().focus()
  await page.keyboard.press("m")
  await page.locator(".legal").first().waitFor()
  await page.keyboard.press("ArrowDown")
  await page.locator(".drop").first().waitFor()
  await page.keyboard.press("Control+Enter")
  // CB-16 The notice says the day.
  await page
    .locator(".notice")
    .getByText(/^Sam Poe is moved to Tue, Mar 2, /)
    .waitFor()
})

it("DS-10 Escape leads back to where one was", async () => {
  await card().focus()
  await page.keyboard.press("Enter")
  await panel("Sam Poe").waitFor()
  await page.locator(".grid").focus()
  await page.keyboard.press("Escape")
  await panel("Sam Poe").waitFor({ state: "detached" })
  await expect.poll(hasFocus(`[data-appointment="${samsId}"]`)).toBe(true)
  await page.keyboard.press("g")
  await expect.poll(hasFocus(".date-field input")).toBe(true)
  await page.keyboard.press("Escape")
  await expect.poll(hasFocus(`[data-appointment="${samsId}"]`)).toBe(true)
})

it("DS-05 DS-10 X asks before a cancel, K takes it back, and O gives time off to a person who is chosen", async () => {
  await card().focus()
  await page.keyboard.press("Enter")
  const cancel = panel("Sam Poe").getByRole("button", { name: "Cancel X", exact: true })
  await cancel.waitFor()
  await page.keyboard.press("x")
  await panel("Sam Poe").getByRole("button", { name: "Yes, cancel" }).waitFor()
  await page.keyboard.press("Control+Enter")
  // The question has a button of this name too, so the state is what says that it is answered.
  await panel("Sam Poe").getByText("Being cancelled").waitFor()
  await panel("Sam Poe").getByRole("button", { name: "Keep it K", exact: true }).waitFor()
  await page.keyboard.press("k")
  await cancel.waitFor()
  await expect
    .poll(async () => (await service.api("GET", `/appointments/${samsId}`)).body.data)
    .toMatchObject({ status: "scheduled", cancels_at: null })

  await page.keyboard.press("Escape")
  await expect.poll(hasFocus(`[data-appointment="${samsId}"]`)).toBe(true)
  await page.keyboard.press("o")
  await panel("Time off of Ana Ruiz").waitFor()
  await expect.poll(hasFocus("select")).toBe(true)
  await page.keyboard.press("b")
  await panel("Time off of Ben Okafor").waitFor()
  await page.keyboard.press("Control+Enter")
  await page.getByText("Ben Okafor has time off.").first().waitFor()
  await expect.poll(async () => (await timeOff()).length).toBe(1)
})

async function timeOff(): Promise<{ id: number; reason: string }[]> {
  return (await service.api("GET", `/providers/${story.benId}/time-off`)).body.data
}
