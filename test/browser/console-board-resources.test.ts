/** CL-12 the board: a crew's appointment on each who comes, rooms and equipment as columns on demand, and all of it moved. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, put, type Story, tellStory } from "../support/story.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let id: number
let complaints: string[]

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  for (const name of ["Room 1", "Room 2"])
    await make(service, "/resources", { name, kind: "room", group: "Rooms", location_id: story.locationId })
  await make(service, "/resources", {
    ...{ name: "Laser", kind: "equipment", group: "Lasers", location_id: story.locationId },
  })
  await put(service, `/appointment-types/${story.typeId}`, {
    needs: { providers: 2, resources: [{ group: "Rooms" }] },
  })
  const booked = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
    start_time: "2027-03-02T16:00:00.000Z",
  })
  id = booked.id
  browser = await launch()
  const viewport = { width: 1280, height: 800 }
  ;({ page, complaints } = await signedInAt(service, browser, "/?date=2027-03-02", { viewport }))
  await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
})

const columnOf = (name: string): Locator =>
  page.getByRole("gridcell").filter({ has: page.getByRole("list", { name, exact: true }) })
const cardIn = (name: string) => columnOf(name).getByRole("button", { name: /^Sam Poe.*Booked/ })
const showResources = () => page.getByLabel("Show rooms and equipment")
const read = async () => (await service.api("GET", `/appointments/${id}`)).body.data

it("CL-12 a crew's appointment stands in the column of each who comes, with the names of the others", async () => {
  await cardIn("Ana Ruiz").waitFor()
  expect(await cardIn("Ana Ruiz").textContent()).toContain("with Ben Okafor, Room 1")
  expect(await cardIn("Ben Okafor").textContent()).toContain("with Ana Ruiz, Room 1")
  expect(await columnOf("Room 1").count()).toBe(0)
})

it("CL-12 rooms and equipment are columns on demand, which the browser keeps", async () => {
  await showResources().check()
  await cardIn("Room 1").waitFor()
  expect(await cardIn("Room 1").textContent()).toContain("with Ana Ruiz, Ben Okafor")
  expect(await cardIn("Room 2").count()).toBe(0)
  await columnOf("Laser").waitFor()
  await expectAccessibleInLightAndDark(page, "board with rooms")
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null })
  await page.reload()
  await cardIn("Room 1").waitFor()
  // A press beside the cards books nothing there.
  await columnOf("Room 2").click({ position: { x: 20, y: 200 } })
  expect(await page.getByRole("dialog").count()).toBe(0)
})

it("CL-12 taken by its room's card it moves as a whole, by keys and by the mouse", async () => {
  await cardIn("Room 1").focus()
  await page.keyboard.press("m")
  await columnOf("Ana Ruiz").locator(".legal").first().waitFor()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await read()).start_time).toBe("2027-03-02T17:00:00.000Z")
  for (const name of ["Ana Ruiz", "Ben Okafor", "Room 1"])
    await expect.poll(() => cardIn(name).textContent()).toContain("11:00")

  const from = (await cardIn("Room 1").boundingBox())!
  const perHour = from.height
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 22, from.y + 16)
  await columnOf("Ana Ruiz").locator(".legal").first().waitFor()
  await page.mouse.move(from.x + 20, from.y + 10 + 2 * perHour, { steps: 4 })
  await columnOf("Ana Ruiz").locator(".drop").waitFor()
  await page.mouse.up()
  await expect.poll(async () => (await read()).start_time).not.toBe("2027-03-02T17:00:00.000Z")
  expect((await read()).providers).toMatchObject([{ name: "Ana Ruiz" }, { name: "Ben Okafor" }])
})

it("CL-04 CL-12 one who falls ill: each card says that somebody is missing", async () => {
  await make(service, `/providers/${story.benId}/time-off`, {
    ...{ start: "2027-03-02T06:00:00.000Z", end: "2027-03-03T06:00:00.000Z" },
  })
  await page.reload()
  for (const name of ["Ana Ruiz", "Ben Okafor", "Room 1"])
    await expect.poll(() => cardIn(name).textContent()).toContain("Somebody is missing")
  await expectAccessibleInLightAndDark(page, "somebody is missing")
})

it("CL-12 on a phone rooms are swiped to as people are, and nothing scrolls to the side", async () => {
  await page.setViewportSize({ width: 390, height: 760 })
  await page.getByRole("button", { name: "Room 1", exact: true }).click()
  await cardIn("Room 1").waitFor()
  await expectNoSidewaysScroll(page, "board with rooms, 390 px")
  await page.setViewportSize({ width: 1280, height: 800 })
})
