/** The board draws what the engine knows: steps without the provider, services of one visit, crews, classes and windows. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let seats: ConsoleSeats
let email: string
const ids: Record<"color" | "fringe" | "first" | "second" | "crew", number> = {
  ...{ color: 0, fringe: 0, first: 0, second: 0, crew: 0 },
}

const day = "2027-03-02"
const at = (clock: string) => `${day}T${clock}:00.000Z`

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  const color = await makeType(service, {
    name: "Color",
    duration_minutes: 100,
    steps: [
      { name: "Apply", minutes: 30 },
      { name: "Develops", minutes: 40, staffed: false },
      { name: "Rinse", minutes: 30 },
    ],
  })
  const fringe = await makeType(service, { name: "Fringe", duration_minutes: 30 })
  const consult = await makeType(service, { name: "Consult", needs: { providers: 2 } })
  const yoga = await makeType(service, { name: "Yoga", seats: 2 })
  const offered = [story.typeId, color, fringe, consult, yoga]
  for (const id of [story.anaId, story.benId])
    await put(service, `/providers/${id}`, { appointment_type_ids: offered })
  const book = async (type: number, clock: string, name: string, provider = story.anaId) => {
    const booked = await make(service, "/appointments", {
      customer_id: await makeCustomer(service, { name }),
      appointment_type_id: type,
      provider_id: provider,
      start_time: at(clock),
    })
    return booked.id
  }
  ids.color = await book(color, "15:00", "Jane Doe")
  ids.fringe = await book(fringe, "15:30", "Ann Bee")
  const visit = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_ids: [fringe, fringe],
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: at("17:00"),
  })
  const parts = (visit as unknown as { appointments: { id: number }[] }).appointments
  ids.first = parts[0]!.id
  ids.second = parts[1]!.id
  ids.crew = await book(consult, "19:00", "Lou Meyer")
  const session = { appointment_type_id: yoga, location_id: story.locationId, start_time: at("21:00") }
  await make(service, "/class-sessions", { ...session, provider_ids: [story.benId] })
  const customer_id = await makeCustomer(service, { name: "Gil Moss" })
  await make(service, "/appointments", { ...session, customer_id, provider_id: story.benId, seats: 2 })
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

const open = () => seats.take(email, `/?date=${day}`)
const columnOf = (page: Page, name: string) =>
  page.getByRole("gridcell").filter({ has: page.getByRole("list", { name, exact: true }) })
const card = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]`).first()
const boxOf = async (page: Page, id: number) => (await card(page, id).boundingBox())!

it("CB-01 steps with the provider are solid, the one without is hatched, and what is booked in it stands at full width", async () => {
  const page = await open()
  const color = card(page, ids.color)
  await color.waitFor()
  expect(await color.locator(".part:not(.free)").allTextContents()).toEqual([
    expect.stringMatching(/^Jane Doe.*9:00 · Apply/),
    "Jane DoeRinse",
  ])
  await color.locator(".part.free", { hasText: "Develops, 40m" }).waitFor()
  await color.getByText(/free from 9:30.AM to 10:10.AM/).waitFor({ state: "attached" })
  const [outer, inner] = [await boxOf(page, ids.color), await boxOf(page, ids.fringe)]
  const column = (await columnOf(page, "Ana Ruiz").boundingBox())!
  expect(outer.width).toBeGreaterThan(column.width * 0.8)
  expect(inner.width).toBeGreaterThan(outer.width * 0.9)
  expect(inner.x).toBeGreaterThan(outer.x)
  expect(inner.y).toBeGreaterThan(outer.y)

  const free = (await color.locator(".part.free").boundingBox())!
  await page.mouse.click(free.x + free.width / 2, free.y + free.height - 4)
  await page.getByRole("dialog", { name: "Book" }).waitFor()
  await page.keyboard.press("Escape")
  await color.locator(".part").first().click()
  const panel = page.locator(".panel", { has: page.getByRole("heading", { name: "Jane Doe" }) })
  await panel.getByText("Ana Ruiz is free").waitFor()
  // The chosen card does not cover its inside.
  const over = `document.elementFromPoint(${inner.x + 40}, ${inner.y + 10}).closest("[data-appointment]").dataset.appointment`
  expect(await page.evaluate(over)).toBe(String(ids.fringe))
})

it("CB-01 services of one visit are joined, and choosing one rings both", async () => {
  const page = await open()
  await card(page, ids.first).getByText("1 of 2", { exact: true }).waitFor()
  await card(page, ids.second).getByText("2 of 2", { exact: true }).waitFor()
  expect(await card(page, ids.first).locator(".joint.down:not(.up)").count()).toBe(1)
  expect(await card(page, ids.second).locator(".joint.up:not(.down)").count()).toBe(1)
  await card(page, ids.first).click()
  await page.locator(".panel").waitFor()
  await expect.poll(() => page.locator(".appointment.selected").count()).toBe(2)
})

it("CB-01 a crew stands with each member, and the panel says who leads", async () => {
  const page = await open()
  await columnOf(page, "Ana Ruiz").getByText("with Ben Okafor").first().waitFor({ state: "attached" })
  await columnOf(page, "Ben Okafor").getByText("with Ana Ruiz").first().waitFor({ state: "attached" })
  await card(page, ids.crew).click()
  const panel = page.locator(".panel", { has: page.getByRole("heading", { name: "Lou Meyer" }) })
  await panel.getByText("Ana Ruiz leads").waitFor()
  await panel.getByText("Ben Okafor", { exact: true }).waitFor()
})

it("CB-01 a class shows its seats, and says when it is full", async () => {
  const page = await open()
  const session = page.locator("[data-session]")
  await session.waitFor()
  expect((await session.textContent())?.replace(/\s/g, " ")).toBe(
    "Yoga · 2 of 2, full, 3:00 PM to 4:00 PM3:00 · full",
  )
  await expectAccessibleInLightAndDark(page, "board as it is")
})

it("CB-02 CB-06 who comes is changed in the panel, and taken back by one press before anybody hears", async () => {
  const { appointment_type } = (await service.api("GET", `/appointments/${ids.crew}`)).body.data
  await makeProvider(service, {
    name: "Cleo Park",
    appointment_type_ids: [appointment_type.id],
    weekly_hours: weekdays(story.locationId),
  })
  const coming = () =>
    expect.poll(async () => {
      const { providers } = (await service.api("GET", `/appointments/${ids.crew}`)).body.data
      return providers.map(({ name, lead }: { name: string; lead: boolean }) =>
        lead ? `${name} leads` : name,
      )
    })
  const page = await open()
  await card(page, ids.crew).click()
  const panel = page.locator(".panel", { has: page.getByRole("heading", { name: "Lou Meyer" }) })
  await panel.getByRole("combobox", { name: "Another instead of Ben Okafor" }).selectOption("Cleo Park")
  await coming().toEqual(["Ana Ruiz leads", "Cleo Park"])
  await page.locator(".notice").getByText("Cleo Park comes instead. Nobody is told for 10 seconds.").waitFor()
  await expectAccessibleInLightAndDark(page, "who comes")
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click()
  await coming().toEqual(["Ana Ruiz leads", "Ben Okafor"])
  await panel.getByRole("combobox", { name: "Another instead of Ana Ruiz" }).selectOption("Cleo Park")
  await coming().toEqual(["Cleo Park leads", "Ben Okafor"])
})

it.each([1024, 1440])(
  "CB-03 at %i px a panel stands beside the board, and the chosen card is in view",
  async (width) => {
    const page = await open()
    await page.setViewportSize({ width, height: 900 })
    for (const id of [ids.crew, ids.first]) {
      await card(page, id).click()
      const panel = page.locator(".panel")
      await panel.waitFor()
      const rightmost = `Math.max(...[...document.querySelectorAll(".grid")].map((one) => one.getBoundingClientRect().right))`
      const left = async () => (await panel.boundingBox())!.x
      await expect.poll(async () => (await page.evaluate<number>(rightmost)) <= (await left()) + 1).toBe(true)
      await expect
        .poll(async () => {
          const box = await boxOf(page, id)
          return box.x >= 0 && box.x + box.width <= (await left()) + 1 && box.y < 900
        })
        .toBe(true)
    }
    // The date is whole beside it.
    const cut = "(() => { const h = document.querySelector('h1'); return h.scrollWidth > h.clientWidth })()"
    expect(await page.evaluate(cut)).toBe(false)
  },
)
