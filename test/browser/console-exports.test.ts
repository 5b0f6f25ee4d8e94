/** Files out of the console: what is filtered, for admins. */
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let seats: ConsoleSeats
let email: string

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  email = (await makeUser(service)).email
  await makeCustomer(service, { name: "=Ida Vogel", phone: "+12125550114" })
  for (const [provider_id, start_time] of [
    [story.anaId, "2027-03-02T16:00:00.000Z"],
    [story.benId, "2027-03-03T16:00:00.000Z"],
  ])
    await make(service, "/appointments", {
      ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id, start_time },
      notes: "Gate 4, ring twice",
    })
  const asked = { customer_id: story.customerId, appointment_type_id: story.typeId }
  await make(service, "/scheduling-requests", {
    ...asked,
    earliest_date: "2027-03-02",
    latest_date: "2027-03-20",
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

async function fileFrom(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()])
  const text = readFileSync(await download.path(), "utf8")
  return { name: download.suggestedFilename(), lines: text.replace("\ufeff", "").trim().split("\r\n") }
}
const csv = (page: Page) => page.getByRole("button", { name: "CSV", exact: true })

it("CB-12 customers and requests are handed out as they are filtered, with formulas guarded", async () => {
  const page = await seats.take(email, "/customers?search=vogel")
  await page.getByText("=Ida Vogel").waitFor()
  const customers = await fileFrom(page, () => csv(page).click())
  expect(customers.name).toBe("customers.csv")
  expect(customers.lines).toHaveLength(2)
  expect(customers.lines[0]).toMatch(/^Number,Name,Phone,Email,/)
  expect(customers.lines[1]).toContain(",'=Ida Vogel,'+12125550114,")

  await page.goto(`${service.apiUrl}/console/requests`)
  const requests = await fileFrom(page, () => csv(page).click())
  expect(requests.lines).toHaveLength(2)
  expect(requests.lines[1]).toContain("Waiting,Sam Poe,'+15125550123,Boiler service,")
  await page.goto(`${service.apiUrl}/console/requests?status=cancelled`)
  expect((await fileFrom(page, () => csv(page).click())).lines).toHaveLength(1)
})

it("CB-12 appointments of the chosen days leave the board with its filters", async () => {
  const page = await seats.take(email, `/?date=2027-03-02`)
  await page.getByRole("button", { name: "Export…" }).click()
  const dialog = page.getByRole("dialog", { name: "Appointments as a file" })
  await dialog.getByLabel("Until").fill("2027-03-03")
  const both = await fileFrom(page, () => csv(page).click())
  expect(both.lines).toHaveLength(3)
  expect(both.lines[1]).toContain(
    "Booked,2027-03-02 10:00,2027-03-02 11:00,America/Chicago,Boiler service,Ana Ruiz,Downtown,Sam Poe,",
  )
  expect(both.lines[1]).toContain('"Gate 4, ring twice"')
  await dialog.waitFor({ state: "detached" })

  await page.goto(`${service.apiUrl}/console/?date=2027-03-02&provider=${story.benId}&export=new`)
  await dialog.getByLabel("Until").fill("2027-03-03")
  expect((await fileFrom(page, () => csv(page).click())).lines).toHaveLength(2)
})

it("CB-12 messages are handed out by what is filtered, and members get no files", async () => {
  const page = await seats.take(email, "/messages?outcome=failed")
  await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor()
  const failed = await fileFrom(page, () => csv(page).click())
  expect([failed.name, failed.lines.length]).toEqual(["messages.csv", 1])

  const member = await makeUser(service, { role: "member" })
  const other = await seats.take(member.email, "/customers")
  await other.getByText("Sam Poe").waitFor()
  expect(await csv(other).count()).toBe(0)
})
