/** CB-05 in the console: what waits for staff rises in the rail as it comes, and is answered in place by keys, mouse and thumb. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

let service: TestService
let story: Story
let surveyId: number
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
  surveyId = await makeType(service, {
    name: "Survey",
    confirmation: "staff",
    answer_within_minutes: 240,
    customer_overlap: true,
  })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, surveyId] })
  browser = await launch()
  const viewport = { width: 1440, height: 900 }
  ;({ page, complaints } = await signedInAt(service, browser, "/?date=2027-03-02", { viewport }))
  await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
})

const ask = async (name: string, start_time: string) => {
  const customer_id = await makeCustomer(service, { name, phone: null })
  const wish = { customer_id, provider_id: story.anaId, start_time }
  return (await make(service, "/appointments", { ...wish, appointment_type_id: surveyId })).id
}
const book = async (name: string, start_time: string) => {
  const customer_id = await makeCustomer(service, { name, phone: null })
  const wish = { customer_id, provider_id: story.benId, start_time }
  return (await make(service, "/appointments", { ...wish, appointment_type_id: story.typeId })).id
}
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
const rail = (name: string | RegExp) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true })
const list = () => page.getByRole("region", { name: "Waiting for you" })
const rowOf = (title: RegExp) => list().getByRole("link", { name: title })
const shown = (name: RegExp) => page.getByRole("region", { name })

let zara: number
let lou: number

it("CB-05 the count in the rail rises by what comes, on any screen, and waits for no minute to pass", async () => {
  await rail("For you").waitFor()
  zara = await ask("Zara Quill", "2027-03-03T16:00:00.000Z")
  await rail("For you 1 waiting").waitFor()
  await (await talk(service, samsNumber)).tool("POST", "/callbacks", {
    message: "Can I bring my daughter along?",
    best_time: "Tuesday after three",
  })
  await rail("For you 2 waiting").waitFor()
  lou = await book("Lou Park", "2027-03-04T16:00:00.000Z")
  await put(service, `/appointments/${lou}/attendance`, { attendance: "not_coming" })
  await rail("For you 3 waiting").waitFor()
})

it("CB-05 keys alone answer: Y says yes to a booking, D ends a call, H puts off, U takes it back", async () => {
  await page.keyboard.press("i")
  await rowOf(/^Zara Quill asks for/).waitFor()
  await expectAccessibleInLightAndDark(page, "inbox")
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/inbox-1440.png` })
  await page.keyboard.press("y")
  await page.getByRole("heading", { name: "Confirm it?" }).waitFor()
  await page.keyboard.press("Control+Enter")
  await expect.poll(async () => (await read(zara)).status).toBe("scheduled")
  await rowOf(/^Zara Quill/).waitFor({ state: "detached" })

  await shown(/^Call back: Sam Poe/).waitFor()
  await page.keyboard.press("h")
  await page.getByRole("button", { name: /^Tomorrow at 9/ }).waitFor()
  await page.keyboard.press("2")
  await rowOf(/^Call back/).waitFor({ state: "detached" })
  await rail("For you 1 waiting").waitFor()
  await page.keyboard.press("u")
  await rowOf(/^Call back/).waitFor()
  await page.keyboard.press("k")
  await shown(/^Call back: Sam Poe/).waitFor()
  await page.keyboard.press("d")
  await rowOf(/^Call back/).waitFor({ state: "detached" })
  expect((await service.api("GET", "/callbacks?status=done")).body.data).toHaveLength(1)
})

it("CB-05 the mouse cancels for who does not come, moves to the time that a customer proposes, and leaves what is known", async () => {
  const kit = await book("Kit Moss", "2027-03-05T16:00:00.000Z")
  await service.context.db.query(
    "UPDATE appointment SET proposed_start_at = $3, proposed_end_at = $4 WHERE company_id = $1 AND id = $2",
    [service.companyId, kit, "2027-03-08T16:00:00.000Z", "2027-03-08T17:00:00.000Z"],
  )
  const off = { start: "2027-03-09T06:00:00.000Z", end: "2027-03-10T06:00:00.000Z" }
  const away = await book("Ida Blum", "2027-03-09T18:00:00.000Z")
  await make(service, `/providers/${story.benId}/time-off`, off)
  await rail("For you 3 waiting").waitFor()

  await rowOf(/^Lou Park does not come/).click()
  await shown(/^Lou Park does not come/)
    .getByRole("button", { name: /^Cancel it/ })
    .click()
  await page.getByRole("button", { name: "Yes, cancel" }).click()
  await rowOf(/^Lou Park/).waitFor({ state: "detached" })

  const moveKit = async () => {
    await rowOf(/^Kit Moss proposes Mon, Mar 8/).click()
    await shown(/^Kit Moss proposes/)
      .getByRole("button", { name: /^Yes, move it/ })
      .click()
    await page.getByRole("heading", { name: /^Move Kit Moss to Mon, Mar 8/ }).waitFor()
  }
  await moveKit()
  await expectAccessibleInLightAndDark(page, "a proposed time")
  const yes = page.locator("form.question").getByRole("button", { name: "Yes, move it" })
  await yes.click()
  await expect.poll(async () => (await read(kit)).start_time).toBe("2027-03-08T16:00:00.000Z")
  // CB-06 Taken back unheard, what waits for an answer waits again.
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click()
  await expect.poll(async () => (await read(kit)).start_time).toBe("2027-03-05T16:00:00.000Z")
  await moveKit()
  await yes.click()
  await expect.poll(async () => (await read(kit)).start_time).toBe("2027-03-08T16:00:00.000Z")

  await rowOf(/^Ben Okafor is off/).click()
  await shown(/^Ben Okafor is off/)
    .getByRole("button", { name: /^Leave it/ })
    .click()
  await page.getByText("Nothing waits for you").waitFor()
  expect((await read(away)).status).toBe("scheduled")
})

it("CB-05 whoever was second reads that somebody else has answered", async () => {
  await (await talk(service, samsNumber)).tool("POST", "/callbacks", { message: "Call me, please" })
  await rowOf(/^Call back/).waitFor()
  const [{ id }] = (await service.api("GET", "/inbox")).body.data
  await page.route("**/api/v1/events/stream*", (route) => route.abort())
  await page.route(`**/callbacks/${id}`, async (route) => {
    await service.api("PUT", `/callbacks/${id}`, { done: true, if_status: "waiting" })
    await route.continue()
  })
  await shown(/^Call back/)
    .getByRole("button", { name: /^Done/ })
    .click()
  await page.getByText("Somebody else has answered this.").waitFor()
  await rowOf(/^Call back/).waitFor({ state: "detached" })
  await page.unroute(`**/callbacks/${id}`)
  await page.unroute("**/api/v1/events/stream*")
})

it("CB-05 a thumb opens one entry at a time and goes back to the list, at 320 and 375 px", async () => {
  await ask("Nora Vance", "2027-03-10T16:00:00.000Z")
  await (await talk(service, samsNumber)).tool("POST", "/callbacks", { message: "Once more" })
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 812 })
    await page.goto(`${service.apiUrl}/console/inbox`)
    await rowOf(/^Nora Vance/).waitFor()
    await expectNoSidewaysScroll(page, `inbox at ${width}`)
    await rowOf(/^Call back/).click()
    await shown(/^Call back/).waitFor()
    expect(await rowOf(/^Nora Vance/).isVisible()).toBe(false)
    await expectAccessibleInLightAndDark(page, `an entry at ${width}`)
    await page.getByRole("button", { name: "Back to the list" }).click()
    await rowOf(/^Nora Vance/).click()
    await expectNoSidewaysScroll(page, `an entry at ${width}`)
  }
  await page.getByRole("button", { name: /^Decline/ }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
})

it("CB-05 the browser says what has come while nobody looks, where it was allowed in You", async () => {
  await page.context().grantPermissions(["notifications"])
  await page.addInitScript({
    content: `
      window.told = []
      window.Notification = class {
        static permission = "granted"
        static async requestPermission() { return "granted" }
        constructor(title) { told.push(title) }
      }
      Object.defineProperty(document, "hidden", { get: () => window.away === true })`,
  })
  await page.goto(`${service.apiUrl}/console/you`)
  await page.getByLabel("Notices of this browser").check()
  await page.goto(`${service.apiUrl}/console/inbox`)
  await rowOf(/^Nora Vance/).waitFor()
  await page.evaluate("window.away = true")
  await ask("Omar Weiss", "2027-03-11T16:00:00.000Z")
  await expect.poll(() => page.evaluate("window.told")).toEqual(["Omar Weiss asks for Thu, Mar 11, 10:00 AM"])
})
