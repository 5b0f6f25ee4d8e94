/** The provider's own day on a phone: each press reaches the service once, on any line. */
import { connect, createServer, type Server, type Socket } from "node:net"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { waitingCancels } from "../../service/booking/cancel-after-waiting.worker.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
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
import { makeUser, password } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"

/** Between the phone and the service: it can be cut, and it can lose answers to what has arrived. */
interface Line {
  url: string
  state: "whole" | "cut" | "answers lost"
  close(): void
}

async function openLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  const line: Line = { url: "", state: "whole", close: () => server.close() }
  const server: Server = createServer((phone) => {
    if (line.state === "cut") return phone.destroy()
    const service = connect(Number(port), hostname)
    for (const socket of [phone, service]) {
      sockets.add(socket)
      socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    }
    phone.on("close", () => service.destroy())
    service.on("close", () => phone.destroy())
    phone.on("data", (sent) => (line.state === "cut" ? phone.destroy() : service.write(sent)))
    service.on("data", (answer) => (line.state === "whole" ? phone.write(answer) : phone.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  line.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return line
}

let service: TestService
let browser: Browser
let line: Line
let story: Story
let repair: number
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  repair = await makeType(service, { name: "Repair", place: "at_customer", min_notice_minutes: 0 })
  browser = await launch()
  line = await openLine(service.apiUrl)
})
afterAll(async () => {
  line.close()
  await browser.close()
  await service.stop()
})

let context: BrowserContext
let page: Page
let providerId: number
let email: string
let visits: { id: number; version: number }[]
const address = { line1: "14 Alder St", city: "Austin", state: "TX", postal_code: "78701", country: "US" }
const names = ["Mia Dunn", "Hana Kaur", "Theo Novak"]

/** Ten to nine in Austin on Tuesday; the visits are at nine, eleven and one. */
beforeEach(async () => {
  service.clock.set("2027-03-02T14:50:00.000Z")
  line.state = "whole"
  const works = { appointment_type_ids: [story.typeId, repair], weekly_hours: weekdays(story.locationId) }
  providerId = await makeProvider(service, { name: "Ben Okafor", ...works })
  email = (await makeUser(service, { role: "provider", provider_id: providerId })).email
  visits = []
  for (const [at, name] of names.entries()) {
    const customer_id = await makeCustomer(service, { name, phone: `+1512555${3100 + made++}`, address })
    const start_time = `2027-03-02T${15 + 2 * at}:00:00.000Z`
    const visit = { customer_id, appointment_type_id: repair, provider_id: providerId, start_time }
    const { id, version } = await make(service, "/appointments", { ...visit, notes: "Call from the gate." })
    visits.push({ id, version: Number(version) })
  }
  context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
})
afterEach(() => context.close())
let made = 0

async function signIn(who = email): Promise<void> {
  await page.goto(`${line.url}/console`)
  await page.getByLabel("Email").fill(who)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Mia Dunn" }).waitFor()
}

const button = (name: string) => page.getByRole("button", { name, exact: true })
const status = () => page.getByRole("status").innerText()
const read = async (at = 0) => (await service.api("GET", `/appointments/${visits[at]!.id}`)).body.data

/** The types of the events of one visit, in their order. */
async function told(at = 0): Promise<string[]> {
  service.clock.advanceMs(20_000)
  await workOff(service.context, waitingCancels(service.context))
  const all = (await service.events()).body.data as { type: string; data: { appointment?: { id: number } } }[]
  return all.filter(({ data }) => data.appointment?.id === visits[at]!.id).map(({ type }) => type)
}

it("PV-02 PV-01 signing in leads to the own day, which fits a phone, gloves and sun, and every press is one event", async () => {
  await signIn()
  expect(new URL(page.url()).pathname).toBe("/my-day")
  expect(await page.getByRole("link", { name: /14 Alder St/ }).getAttribute("href")).toContain(
    "14%20Alder%20St",
  )
  expect(await page.getByRole("link", { name: "Call" }).getAttribute("href")).toMatch(/^tel:\+1512555/)
  await expectAccessibleInLightAndDark(page, "the day")
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 812 })
    await expectNoSidewaysScroll(page, `the day at ${width}`)
  }
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/my-day/assets/"))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  // Two scripts and the styles: the page opens on a slow line.
  expect(bytes.length).toBeGreaterThanOrEqual(3)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(60_000)
  const heights = await page
    .locator("button, a")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)
  await button("On my way").tap()
  await button("I have arrived").waitFor()
  await expectAccessibleInLightAndDark(page, "on the way")
  await button("I have arrived").tap()
  await button("Could not enter").tap()
  await expectAccessibleInLightAndDark(page, "could not enter")
  expect(await button("Could not enter").isDisabled()).toBe(true)
  await button("Back").tap()
  await expect.poll(status).toBe("Sent")
  service.clock.set("2027-03-02T15:40:00.000Z")
  await page.reload()
  await button("Done").tap()
  await page.getByRole("heading", { name: "Hana Kaur" }).waitFor()
  await expect.poll(status).toBe("Sent")
  expect((await read()).status).toBe("completed")
  expect(await told()).toEqual([
    "appointment.created",
    "appointment.on_the_way",
    "appointment.arrived",
    "appointment.completed",
  ])
})

it("PV-02 PV-07 without a line presses are kept, shown and sent once, and the day opens from the phone, though its clock is wrong", async () => {
  await signIn()
  await page.evaluate("navigator.serviceWorker.ready.then(() => null)")
  await page.reload()
  await button("On my way").waitFor()
  line.state = "cut"
  await button("On my way").tap()
  await button("I have arrived").tap()
  await expect.poll(status).toBe("2 waiting to be sent")
  // The phone dies, and is opened where there is no line.
  await page.close()
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.goto(`${line.url}/my-day`)
  await page.getByText("Arrived at Mia Dunn").waitFor()
  await expectAccessibleInLightAndDark(page, "without a line")
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, "without a line")
  // A press that arrives now is done, and its answer is lost.
  line.state = "answers lost"
  await expect.poll(async () => (await read()).on_the_way, { timeout: 20_000 }).toBeDefined()
  line.state = "whole"
  await expect.poll(status, { timeout: 20_000 }).toBe("Sent")
  const visit = await read()
  // By the service's clock, not by the phone's, which shows another year.
  expect(Math.abs(Date.parse(visit.arrived_at) - Date.parse("2027-03-02T14:50:00.000Z"))).toBeLessThan(
    120_000,
  )
  expect(await told()).toEqual(["appointment.created", "appointment.on_the_way", "appointment.arrived"])
})

it("PV-07 a press that meets a changed visit says so, and one of a cancelled visit too", async () => {
  await signIn()
  line.state = "cut"
  await button("On my way").tap()
  await expect.poll(status).toBe("1 waiting to be sent")
  await service.api("POST", `/appointments/${visits[0]!.id}/cancel`, { reason: "Sold the boiler" })
  line.state = "whole"
  await page.getByText("The visit was changed meanwhile. Look at it again.").waitFor({ timeout: 20_000 })
  await page.getByRole("button", { name: /Mia Dunn/ }).tap()
  await page.getByText("This visit was cancelled. You need not go.").waitFor()
  await expectAccessibleInLightAndDark(page, "a press that was not taken")
  await button("Understood").tap()
  await expect.poll(() => page.getByText("was not taken").count()).toBe(0)
  expect(await told()).toEqual(["appointment.created", "appointment.cancelled"])
})

it("PV-07 a sign-out with presses waiting loses none, and nobody else sends them or sees the day", async () => {
  await signIn()
  line.state = "cut"
  await button("On my way").tap()
  await expect.poll(status).toBe("1 waiting to be sent")
  await button("Sign out").tap()
  await page.getByRole("heading", { name: "You are not signed in" }).waitFor()
  expect(await page.getByText("Mia Dunn").count()).toBe(0)
  line.state = "whole"
  const other = await makeProvider(service, { name: "Ana Sol" })
  const hers = (await makeUser(service, { role: "provider", provider_id: other })).email
  await context.clearCookies()
  await page.goto(`${line.url}/console`)
  await page.getByLabel("Email").fill(hers)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText("Nothing today.").waitFor()
  await expect.poll(status).toBe("Sent")
  expect((await read()).on_the_way).toBeUndefined()
  await context.clearCookies()
  await signIn()
  await expect.poll(async () => (await read()).on_the_way, { timeout: 20_000 }).toBeDefined()
  expect(await told()).toEqual(["appointment.created", "appointment.on_the_way"])
})
