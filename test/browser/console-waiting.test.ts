/** Staff and the waiting list: who waits beside a gap, one press to offer it, and the list with what it has filled. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
let customerId: number
let entryId: number

beforeAll(async () => {
  service = await startService({ book: true, texts: playCarrier() })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  customerId = await makeCustomer(service, { name: "Hugo Lang", phone: "+15125550177" })
  const wish = { customer_id: customerId, appointment_type_id: story.typeId, latest_date: "2027-03-20" }
  entryId = (await make(service, "/waiting-entries", wish)).id
  const nora = await makeUser(service)
  browser = await launch()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/`)
  await signInByKeys(page, nora.email)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const stateNow = async () => (await service.api("GET", `/waiting-entries/${entryId}`)).body.data.state

/** By its focus and Enter, as who has no mouse does. */
async function pressByKeys(button: Locator): Promise<void> {
  await button.focus()
  await button.press("Enter")
}

describe("the waiting list in the console", () => {
  it("WL-05 a free stretch on the board says how many wait for it, and one press says who", async () => {
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
    const marks = page.getByRole("grid").getByRole("button", { name: "1 waiting" })
    await marks.first().waitFor()
    // CB-11 One person is one badge, with two people free all day.
    expect(await marks.count()).toBe(1)
    await expectAccessible(page, "a board with people who wait")
    await marks.first().click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByRole("heading", { name: "1 person waits for a time like this" }).waitFor()
    await panel.getByText("Hugo Lang").waitFor()
    expect(await marks.count()).toBe(0)
    await page.keyboard.press("Escape")
    await marks.first().waitFor()
  })

  it("WL-05 says beside a gap who waits for it, and one press offers it", async () => {
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
    await page.getByRole("button", { name: /^Book/ }).first().click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
    await panel.locator(".near-row").first().click()
    await panel.getByRole("heading", { name: "1 person waits for a time like this" }).waitFor()
    await expectAccessible(page, "who waits beside a gap")
    await panel.getByRole("button", { name: /^Offer .*, Hugo Lang$/ }).click()
    await panel.getByText("Offered", { exact: true }).waitFor()
    expect(await stateNow()).toBe("offered")
  })

  it("WL-05 lists who waits with what the list has filled, and takes someone off", async () => {
    await page.goto(`${service.apiUrl}/console/waiting?state=all`)
    await page.getByRole("link", { name: "Hugo Lang" }).waitFor()
    await page.getByText("0 of 1").waitFor()
    await expectAccessible(page, "waiting list")
    await expectNoSidewaysScroll(page, "waiting list")
    await page.getByLabel("State").selectOption("booked")
    await page.getByText("Nobody waits").waitFor()
    await page.goto(`${service.apiUrl}/console/customers/${customerId}`)
    const card = page.getByRole("region", { name: "Waiting list" })
    await card.getByText("Any day, any time").waitFor()
    await card.getByRole("button", { name: "Take off" }).click()
    await card.getByText("Taken off").waitFor()
    expect(await stateNow()).toBe("withdrawn")
  })

  it.each([600, 768, 1024, 1440])(
    "DS-17 at %i px a row's buttons stand in one line, within its card",
    async (width) => {
      const wish = { customer_id: customerId, appointment_type_id: story.typeId, latest_date: "2027-03-19" }
      const { id } = await make(service, "/waiting-entries", wish)
      await page.setViewportSize({ width, height: 900 })
      for (const screen of ["/waiting", `/customers/${customerId}`]) {
        await page.goto(`${service.apiUrl}/console${screen}`)
        const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Take off" }) })
        const boxOf = async (of: Locator) => (await of.first().boundingBox())!
        const off = await boxOf(row.getByRole("button", { name: "Take off" }))
        const change = await boxOf(row.getByRole("button", { name: "Change" }))
        const card = await boxOf(page.locator(".card").filter({ has: row }))
        expect(off.y, screen).toBeCloseTo(change.y, 0)
        expect(off.x + off.width, screen).toBeLessThanOrEqual(card.x + card.width)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await service.api("DELETE", `/waiting-entries/${id}`)
    },
  )

  it("WL-05 offers nothing to a customer whom no offer would reach, and leads to their consent", async () => {
    const name = "Joy Mute"
    const joy = { customer_id: await makeCustomer(service, { name, phone: "+15125550179" }) }
    const wish = { ...joy, appointment_type_id: story.typeId, latest_date: "2027-03-20" }
    const { id } = await make(service, "/waiting-entries", wish)
    // As of a visitor of the public page who ticked neither texts nor mails.
    await service.context.db.query("UPDATE waiting_entry SET made_by = 'public' WHERE id = $1", [id])
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await page.getByRole("grid").getByRole("button", { name: "1 waiting" }).first().click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByText("Has agreed to neither texts nor mails.").waitFor()
    expect(await panel.getByRole("button", { name: /^Offer/ }).count()).toBe(0)
    await panel.getByRole("link", { name: `Ask for consent, ${name}` }).click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await service.api("DELETE", `/waiting-entries/${id}`)
  })

  it("WL-01 staff put a customer on the list with types, days, times, people and notice, and change the entry, by keys alone", async () => {
    const filterId = await makeType(service, { name: "Filter change", duration_minutes: 30 })
    for (const id of [story.anaId, story.benId])
      await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, filterId] })
    const idaId = await makeCustomer(service, { name: "Ida Blum", phone: "+15125550178" })
    await page.goto(`${service.apiUrl}/console/waiting`)
    await page.getByRole("button", { name: "Add someone" }).waitFor()
    await page.keyboard.press("c")
    const dialog = page.getByRole("dialog")
    await page.keyboard.type("Ida Bl")
    await dialog.getByRole("option", { name: /Ida Blum/ }).waitFor()
    await page.keyboard.press("Enter")
    await dialog.getByRole("heading", { name: "Ida Blum waits for a time" }).waitFor()
    await dialog.getByLabel("For", { exact: true }).selectOption({ label: "Boiler service" })
    await dialog.getByLabel("Add a service").selectOption({ label: "Filter change" })
    await dialog.getByText("And then Filter change").waitFor()
    await dialog.getByLabel("Until").fill("2027-02-01")
    await dialog.getByText(/Please choose a last day/).waitFor()
    await expectAccessible(page, "a wish with wrong dates")
    await dialog.getByLabel("Until").fill("2027-03-25")
    await pressByKeys(dialog.getByRole("button", { name: "Mon", exact: true }))
    await pressByKeys(dialog.getByRole("button", { name: "morning" }))
    await dialog.getByLabel("With", { exact: true }).selectOption({ label: "Ben Okafor" })
    await dialog.getByLabel("Notice that they need").selectOption({ label: "At least 2 hours ahead" })
    await pressByKeys(dialog.getByRole("button", { name: "Put on the list" }))
    await page.getByText("Ida Blum is on the waiting list.").waitFor()
    await dialog.waitFor({ state: "detached" })
    const entry = async () =>
      (await service.api("GET", `/waiting-entries?customer_id=${idaId}&state=waiting`)).body.data[0]
    expect(await entry()).toMatchObject({
      ...{ latest_date: "2027-03-25", weekdays: [1], parts_of_day: ["morning"], made_by: "admin" },
      ...{ provider_ids: [story.benId], least_notice_minutes: 120 },
      appointment_types: [{ name: "Boiler service" }, { name: "Filter change" }],
    })
    const row = page.getByRole("row", { name: /Ida Blum/ })
    await row.getByText("Boiler service, Filter change").waitFor()
    await row.getByText("Ben Okafor").waitFor()
    await pressByKeys(row.getByRole("button", { name: "Change" }))
    await dialog.getByRole("button", { name: "Leave out Ben Okafor" }).click()
    await pressByKeys(dialog.getByRole("button", { name: "Wed", exact: true }))
    await pressByKeys(dialog.getByRole("button", { name: "Save" }))
    await page.getByText("Saved: the wishes on the waiting list.").waitFor()
    expect(await entry()).toMatchObject({ weekdays: [1, 3], provider_ids: null })
    await row.getByRole("button", { name: "Take off" }).click()
    await row.waitFor({ state: "detached" })
  })

  it("WL-01 WL-04 at 320 px a customer's page puts them on the list for an earlier time, and a booking without times for another", async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    const mayId = await makeCustomer(service, { name: "May Later" })
    const kept = await make(service, "/appointments", {
      ...{ customer_id: mayId, appointment_type_id: story.typeId, provider_id: story.anaId },
      start_time: "2027-03-10T16:00:00.000Z",
    })
    await page.goto(`${service.apiUrl}/console/customers/${mayId}`)
    const card = page.getByRole("region", { name: "Waiting list" })
    await card.getByRole("button", { name: "Put on the list" }).click()
    const dialog = page.getByRole("dialog", { name: "May Later waits for a time" })
    await dialog.getByLabel("Waits for").selectOption({ index: 1 })
    expect(await dialog.getByLabel("Until").inputValue()).toBe("2027-03-09")
    await expectNoSidewaysScroll(page, "a wish on a phone")
    await expectAccessible(page, "a wish on a phone")
    await dialog.getByRole("button", { name: "Put on the list" }).click()
    await card.getByText("an earlier time").waitFor()
    const entries = async () =>
      (await service.api("GET", `/waiting-entries?customer_id=${mayId}&state=waiting`)).body.data
    expect(await entries()).toMatchObject([{ appointment_id: kept.id }])
    await page.getByRole("button", { name: /^Book/ }).first().click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
    await panel.getByRole("button", { name: "No time suits: put on the waiting list" }).click()
    await dialog.getByLabel("Waits for").waitFor()
    expect(await dialog.getByLabel("For", { exact: true }).locator("option:checked").innerText()).toBe(
      "Boiler service",
    )
    await dialog.getByRole("button", { name: "Put on the list" }).click()
    await page.getByText("May Later is on the waiting list.").waitFor()
    await panel.waitFor({ state: "detached" })
    expect(await entries()).toHaveLength(2)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
