/** WN-07: the board shows windows as such; a visit is pinned, and the day is planned anew after a preview. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
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
import { expectAccessibleInLightAndDark, launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let ritasId: number
const complaints: string[] = []
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

/** Two vans of whom the first alone was there when all was booked; each second customer lives in the north. */
async function bookCrossed(): Promise<void> {
  const promise = { kind: "window", minutes: 120 }
  const typeId = await makeType(service, { name: "Repair", place: "at_customer", promise })
  const travel = { speed_kmh: 60, road_factor: 1, setup_minutes: 0 }
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId), travel }
  const first = await makeProvider(service, { name: "Cleo Diaz", ...works })
  const visits = [
    ["Sam North", 20, "15"],
    ["Rita South", -20, "17"],
    ["Zoe North", 21, "19"],
    ["Noor South", -21, "21"],
  ] as const
  for (const [name, km, hour] of visits) {
    const address = {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    }
    const { id } = await make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service, { name, address }), appointment_type_id: typeId },
      ...{ provider_id: first, location_id: story.locationId, start_time: `2027-03-02T${hour}:00:00.000Z` },
    })
    if (name === "Rita South") ritasId = id
  }
  await makeProvider(service, { name: "Dana Eck", ...works })
  await put(service, `/providers/${first}`, { name: "Cleo Diaz" })
}

async function open(): Promise<void> {
  const { email } = await makeUser(service)
  const context = await browser.newContext({
    ...{ locale: "en-US", timezoneId: "America/Chicago", viewport: { width: 1440, height: 1000 } },
  })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await signInByKeys(page, email)
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
}

const card = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) }).first()

const said = async (name: string) => (await card(name).textContent())?.replace(/\s/g, " ")

it("WN-07 the board shows promise and plan, pins a visit by a key, and plans the day anew only when staff take it", async () => {
  await bookCrossed()
  await open()
  await card("Sam North").waitFor()
  expect(await said("Sam North")).toContain("promised between 9:00 AM and 11:00 AM, planned for 9:20 AM")
  await card("Sam North").click()
  await page.getByRole("button", { name: "Pin", exact: true }).waitFor()
  await page.keyboard.press("l")
  await page.getByRole("button", { name: "Unpin" }).waitFor()
  await expect.poll(() => said("Sam North")).toContain("fixed for 9:20 AM, pinned")
  await expectAccessibleInLightAndDark(page, "a planned visit")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Plan again" }).click()
  const panel = page.getByRole("dialog", { name: "What would change" })
  await panel.getByText(/of 4 visits change/).waitFor()
  await panel.getByRole("heading", { name: "The day in order" }).waitFor()
  await expect.poll(() => panel.locator(".route-map circle").count()).toBe(4)
  await panel.getByText("Fixed from Mon, Mar 1, 6:00 PM on.").waitFor()
  await panel.getByRole("heading", { name: "Dana Eck" }).waitFor()
  // As it is, the first van goes everywhere.
  await panel.getByRole("button", { name: "As it is now" }).click()
  await panel.getByRole("heading", { name: "Dana Eck" }).waitFor({ state: "detached" })
  await panel.getByRole("button", { name: "As it would be" }).click()
  await panel.getByRole("heading", { name: "Dana Eck" }).waitFor()
  await expectAccessibleInLightAndDark(page, "what would change")
  const before = await drivingNow()
  await panel.getByRole("button", { name: "Take this plan" }).click()
  await panel.waitFor({ state: "detached" })
  await expect.poll(drivingNow).toBeLessThan(before)
  expect(complaints).toEqual([])
})

const rita = async () => {
  const { body } = await service.api("GET", `/appointments/${ritasId}`)
  return `${body.data.window.start_time.slice(11, 16)} ${body.data.planned_provider.name}`
}

const moved = () =>
  page.waitForResponse(
    (answer) => answer.url().endsWith("/reschedule") && answer.request().method() === "POST",
  )

it("WN-07 a visit is moved to another window by keys, and by a drag to anywhere within one", async () => {
  await card("Rita South").focus()
  await page.keyboard.press("m")
  await page.locator(".legal", { hasText: "11 AM – 1 PM" }).first().waitFor()
  const was = page.getByText(/Was Tue, Mar 2, 11\sAM\s–\s1\sPM/)
  await was.first().waitFor()
  // The key goes to the next window that is drawn by then.
  await page.locator(".legal", { hasText: "1 – 3 PM" }).first().waitFor()
  await page.keyboard.press("ArrowDown")
  const [byKeys] = await Promise.all([moved(), page.keyboard.press("Enter")])
  expect(byKeys.status()).toBe(200)
  // The notice's other words stand in the failure.
  await expect
    .poll(() => page.locator(".notice").textContent())
    .toMatch(/^Rita South is moved to Tue, Mar 2, 1\s–\s3\sPM/)
  expect(await rita()).toMatch(/^19:00/)

  await page.getByRole("button", { name: "Close", exact: true }).click()
  await expect.poll(() => said("Rita South")).toContain("promised between 1:00 PM and 3:00 PM")
  const from = (await card("Rita South").boundingBox())!
  const at = { x: from.x + 30, y: from.y + 6 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y + 20)
  const window = page.locator(".legal", { hasText: "3 – 5 PM" }).first()
  const to = (await window.boundingBox())!
  // Far from where the window begins.
  await page.mouse.move(to.x + 30, to.y + to.height - 30, { steps: 4 })
  const [byDrag] = await Promise.all([moved(), page.mouse.up()])
  expect(byDrag.status()).toBe(200)
  await expect.poll(rita).toMatch(/^21:00/)
  expect(complaints).toEqual([])
})

it("WN-07 WN-03 on the day staff say who is on the way and a later arrival, and the van's sheet is in the order of the plan", async () => {
  service.clock.set("2027-03-02T15:00:00.000Z")
  // A user who signed in the day before has been away for too long.
  await page.context().close()
  await open()
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02&appointment=${ritasId}`)
  const told = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith("/on-the-way") && answer.request().method() === "POST",
    )
  const say = page.getByRole("button", { name: "Say on the way" })
  await say.waitFor()
  await Promise.all([told(), say.click()])
  await page.getByRole("button", { name: "Not after all" }).waitFor()
  await page.getByLabel("Arrival").selectOption({ label: "in 45 min" })
  const again = page.getByRole("button", { name: "Tell the new time" })
  const [later] = await Promise.all([told(), again.click()])
  expect(later.status()).toBe(200)
  await page.getByText("expected Tue, Mar 2, 9:45 AM").waitFor()
  await expectAccessibleInLightAndDark(page, "a visit on its way")

  const { body } = await service.api("GET", `/appointments/${ritasId}`)
  await page.goto(`${service.apiUrl}/console/day-sheet?date=2027-03-02&provider=${body.data.provider.id}`)
  await page.locator(".sheet li").first().waitFor()
  const lines = await page.locator(".sheet li").allInnerTexts()
  const times = lines.map((line) => line.replace(/\s+/g, " "))
  expect(times.find((line) => line.includes("Rita South"))).toMatch(/promised between 3:00 PM and 5:00 PM/)
  const { body: plan } = await service.api("GET", `/plans/2027-03-02?location_id=${story.locationId}`)
  const route = plan.data.routes.find(
    ({ provider }: { provider: { id: number } }) => provider.id === body.data.provider.id,
  )
  const inOrder = route.stops.map(({ customer }: { customer: { name: string } }) => customer.name)
  expect(times.map((line) => inOrder.find((name: string) => line.includes(name)))).toEqual(inOrder)
  expect(complaints).toEqual([])
})

const drivingNow = async (): Promise<number> =>
  (await service.api("GET", `/plans/2027-03-02?location_id=${story.locationId}`)).body.data.driving_minutes
