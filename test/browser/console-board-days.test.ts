/** The board where a job has several days, and where it cannot be shown what a move would text. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeType, put, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let page: Page
let refitId: number

beforeAll(async () => {
  service = await startService({ platformSmsNumber: "+15005550006" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  refitId = await makeType(service, { name: "Refit", blocks: [480, 480, 240] })
  for (const id of [story.anaId, story.benId]) {
    await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, refitId] })
  }
  email = (await makeUser(service)).email
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
afterEach(() => page.context().close())

const book = (appointment_type_id: number, start_time: string) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id,
    provider_id: story.anaId,
    start_time,
  })
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data

async function open(path: string): Promise<void> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console${path}`)
  await signInByKeys(page, email)
}

/** Takes Sam's card, and holds it over the nearest start of the next provider. */
async function moveToBen(): Promise<void> {
  await page
    .getByRole("button", { name: /^Sam Poe/ })
    .first()
    .focus()
  await page.keyboard.press("m")
  const bens = page.getByRole("gridcell").filter({ has: page.getByRole("list", { name: "Ben Okafor" }) })
  await bens.locator(".legal").first().waitFor()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
}

const question = () => page.getByRole("dialog", { name: "Move Sam Poe?" })

it("MD-27 a job over several days moves by its second day, and its first day stays a day before", async () => {
  const { id } = await book(refitId, "2027-03-02T15:00:00.000Z")
  await open("/?date=2027-03-03")
  await moveToBen()
  await question().waitFor()
  const facts = await question().locator("dl.facts").innerText()
  for (const day of ["Mar 2", "Mar 3", "Mar 4"]) expect(facts.split(day)).toHaveLength(3)
  await question().getByRole("button", { name: "Move and text" }).press("Enter")
  await question().waitFor({ state: "detached" })
  expect(await read(id)).toMatchObject({
    start_time: "2027-03-02T15:00:00.000Z",
    provider: { id: story.benId },
    blocks: [
      { start_time: "2027-03-02T15:00:00.000Z" },
      { start_time: "2027-03-03T15:00:00.000Z" },
      { start_time: "2027-03-04T15:00:00.000Z" },
    ],
  })
  await service.api("POST", `/appointments/${id}/cancel`)
})

it("MD-28 where the texts of a move cannot be shown, the question says so, and nothing is written unasked", async () => {
  const { id } = await book(story.typeId, "2027-03-09T16:00:00.000Z")
  await open("/?date=2027-03-09")
  await page.route("**/reschedule/preview", (route) => route.abort())
  await moveToBen()
  await question().getByText("Which texts would go could not be shown.").waitFor()
  expect((await read(id)).provider.id).toBe(story.anaId)
  await question().getByRole("button", { name: "Move all the same" }).press("Enter")
  await question().waitFor({ state: "detached" })
  await expect.poll(async () => (await read(id)).provider.id).toBe(story.benId)
})

it("ML-04 the board and the appointment's panel show whether the customer comes, and staff set it", async () => {
  const { id } = await book(story.typeId, "2027-03-03T16:00:00.000Z")
  await put(service, `/appointments/${id}/attendance`, { attendance: "coming" })
  await open("/?date=2027-03-03")
  await page.getByRole("button", { name: /^Sam Poe.*Coming/ }).click()
  const panel = page.getByRole("group", { name: "Coming?" })
  await expect
    .poll(() => panel.getByRole("button", { name: "Yes", exact: true }).getAttribute("aria-pressed"))
    .toBe("true")
  await panel.getByRole("button", { name: "No", exact: true }).click()
  await page.getByRole("button", { name: /^Sam Poe.*Not coming/ }).waitFor()
  expect((await read(id)).attendance).toBe("not_coming")
  await service.api("POST", `/appointments/${id}/cancel`, {})
})
