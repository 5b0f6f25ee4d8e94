/** Notes and answers are changed where they stand, by keys too, and when two do it at once nothing is lost. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let seats: ConsoleSeats
let appointmentId: number

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  browser = await launch()
  seats = consoleSeats(service, browser)
  const booked = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
    start_time: "2027-03-02T16:00:00.000Z",
  })
  appointmentId = booked.id
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
afterEach(async () => {
  await seats.leave()
  expect(seats.complaints.splice(0)).toEqual([])
})

const kept = async () => (await service.api("GET", `/appointments/${appointmentId}`)).body.data.notes
const notes = (page: Page) => page.getByRole("textbox", { name: "Notes" })

it("DS-10 notes in the panel are saved by Ctrl+Enter; Escape discards what was typed, and then closes the panel", async () => {
  const page = await seats.take(email, "/?date=2027-03-02", { width: 1280, height: 800 })
  await page.getByRole("button", { name: /^Sam Poe/ }).click()
  const panel = page.getByRole("dialog", { name: "Sam Poe" })
  await panel.getByRole("button", { name: "Add", exact: true }).click()
  await notes(page).fill("Ring twice")
  await page.keyboard.press("Control+Enter")
  await panel.getByText("Ring twice", { exact: true }).waitFor()
  expect(await kept()).toBe("Ring twice")

  await panel.getByRole("button", { name: "Change", exact: true }).click()
  await notes(page).fill("Do not ring")
  await page.keyboard.press("Escape")
  await panel.getByText("Ring twice", { exact: true }).waitFor()
  expect(await kept()).toBe("Ring twice")
  await page.keyboard.press("Escape")
  await panel.waitFor({ state: "detached" })
})

it("DS-10 who is slower is shown the notes of the other, and keeps their own or takes theirs", async () => {
  const page = await seats.take(email, "/?date=2027-03-02", { width: 1280, height: 800 })
  await page.getByRole("button", { name: /^Sam Poe/ }).click()
  const panel = page.getByRole("dialog", { name: "Sam Poe" })
  for (const [choice, left] of [
    ["Keep mine", "Mine, Keep mine"],
    ["Take theirs", "Theirs, Take theirs"],
  ] as const) {
    await panel.getByRole("button", { name: "Change", exact: true }).click()
    await notes(page).fill(`Mine, ${choice}`)
    await service.api("PUT", `/appointments/${appointmentId}`, { notes: `Theirs, ${choice}` })
    await panel.getByRole("button", { name: "Save" }).click()
    await panel.getByRole("alert").getByText(`Theirs, ${choice}`).waitFor()
    await panel.getByRole("button", { name: choice }).click()
    await panel.getByText(left, { exact: true }).waitFor()
    expect(await kept()).toBe(left)
  }
})
