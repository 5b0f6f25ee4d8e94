/** A company is set up by hand: made, changed, refused at the field, found by the search, and never lost without asking. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { calendarForms } from "../../console/settings/forms/calendar.ts"
import { sectionsOf, topics } from "../../console/settings/topics.ts"
import { assignMailDomain } from "../../service/people/operator.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, put, type Story, tellStory } from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
const complaints: string[] = []
/** Writes of the console that say not which state of the record they go over. */
const blindWrites: string[] = []

beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
  await make(service, "/appointment-types", { name: "Tile measuring", duration_minutes: 30 })
  const { email } = await makeUser(service)
  browser = await launch()
  const context = await browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text())
  })
  page.on("request", (request) => {
    const isOfRecord = request.method() === "PUT" && !request.url().endsWith("/logo")
    if (isOfRecord && request.postDataJSON().if_version === undefined) blindWrites.push(request.url())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console/settings`)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await heading("Set up").waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
  expect(blindWrites).toEqual([])
})

const heading = (name: string) => page.getByRole("heading", { level: 1, name })
const button = (name: string) => page.getByRole("button", { name, exact: true })
const read = async (path: string) => (await service.api("GET", path)).body.data

/** As a link inside the console does. */
const open = (path: string) =>
  page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(`/console${path}`)}); dispatchEvent(new PopStateEvent("popstate"))`,
  )

/** The notice may be of the change before; an edit that can no longer be discarded is saved. */
const save = async () => {
  await button("Save").click()
  await button("Discard").waitFor({ state: "detached" })
  await page.locator(".notice").getByText("Saved.").waitFor()
}

describe("the settings of the console", () => {
  it("CN-10 a type is found by “notice tile” and changed by keyboard alone; a refusal stands at its field", async () => {
    await page.keyboard.press("/")
    await page.keyboard.type("notice tile")
    await page
      .getByRole("option", { name: /^Notice/ })
      .first()
      .waitFor()
    await page.keyboard.press("Enter")
    const notice = page.getByRole("textbox", { name: "Notice", exact: true })
    const hasFocus = async () =>
      (await page.evaluate("document.activeElement.id")) === (await notice.getAttribute("id"))
    await expect.poll(hasFocus).toBe(true)
    await page.keyboard.press("Control+A")
    await page.keyboard.type("-3")
    await page.keyboard.press("Tab")
    await page.keyboard.type("h")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await page.getByText("Enter a whole number from 0 to 525,600.").waitFor()
    await expect.poll(() => notice.getAttribute("aria-invalid")).toBe("true")
    await expect.poll(hasFocus).toBe(true)
    await page.keyboard.press("Control+A")
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await page.getByText("Saved.").waitFor()
    const { data: types } = (await service.api("GET", "/appointment-types")).body
    expect(types.find(({ name }: { name: string }) => name === "Tile measuring")).toMatchObject({
      min_notice_minutes: 180,
      duration_minutes: 30,
    })
  })

  it("CN-10 what is typed is not lost without asking, by a link or the way back", async () => {
    await open("/settings")
    await page.getByRole("link", { name: /^Company/ }).click()
    const name = page.getByLabel("Name", { exact: true })
    const before = await name.inputValue()
    await name.fill("Cedar Home")
    await page.getByText("Not saved yet").waitFor()
    const question = page.getByRole("dialog", { name: "Leave without saving?" })
    await page.getByRole("link", { name: "Locations" }).click()
    await question.getByRole("button", { name: "Stay here" }).click()
    await page.evaluate("history.back()")
    await question.waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    expect(await name.inputValue()).toBe("Cedar Home")
    await page.getByRole("link", { name: "Locations" }).click()
    await question.getByRole("button", { name: "Discard" }).click()
    await heading("Locations").waitFor()
    expect((await read("/company")).name).toBe(before)
  })

  it("CN-10 a location is made, its address looked up anew when it is changed, and archived only when nothing needs it", async () => {
    await page.getByRole("link", { name: "New location" }).click()
    await page.getByLabel("Name").fill("Cedar North")
    await page.getByLabel("Street and number").fill("2 Main St")
    await page.getByLabel("City").fill("Austin")
    await page.getByLabel("State or province").fill("TX")
    await button("Create").click()
    await page.getByText("Not saved: see the field above.").waitFor()
    await expect
      .poll(() => page.evaluate("document.activeElement.labels?.[0]?.textContent"))
      .toBe("Postal code")
    await page.getByLabel("Postal code").fill("78701")
    await button("Create").click()
    await heading("Cedar North").waitFor()
    await page.getByLabel("Postal codes").check()
    await page.getByRole("textbox", { name: "Postal codes" }).fill("78701\n7870")
    await button("Save").click()
    await page.getByText("Enter a postal code; of Canada its first three characters.").waitFor()
    await page.getByRole("textbox", { name: "Postal codes" }).fill("78701\n78702")
    await save()
    const id = Number(page.url().split("/").at(-1))
    expect((await read(`/locations/${id}`)).service_area).toEqual({
      kind: "postal_codes",
      codes: ["78701", "78702"],
    })
    await button("Archive").click()
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click()
    await heading("Locations").waitFor()

    await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-02T16:00:00.000Z",
    })
    await open(`/settings/locations/${story.locationId}`)
    await button("Archive").click()
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click()
    await page.getByText("Still needed by 1 appointment to come").waitFor()
    await button("Switch off").click()
    await expect.poll(async () => (await read(`/locations/${story.locationId}`)).active).toBe(false)
  })

  it("CN-10 MD-14 a provider gets hours, a closed date and an own speed, typed in miles", async () => {
    await open(`/settings/providers/${story.anaId}`)
    await page.getByLabel("Own travel speed").check()
    await page.getByLabel("Speed", { exact: true }).fill("40")
    await page.getByLabel("Road factor").fill("1,5")
    await page.getByLabel("To park and set up").fill("5")
    await save()
    expect((await read(`/providers/${story.anaId}`)).travel).toEqual({
      speed_kmh: 64.37,
      road_factor: 1.5,
      setup_minutes: 5,
    })
    await page.getByRole("link", { name: "Hours", exact: true }).click()
    await button("Add a date").click()
    await page.getByLabel("Date", { exact: true }).fill("2027-03-05")
    await page
      .getByRole("group", { name: "Dates" })
      .getByLabel("Location")
      .selectOption({ label: "Downtown" })
    await save()
    const hours = await read(`/providers/${story.anaId}/hours`)
    expect(hours.date_overrides).toEqual([
      { location_id: story.locationId, date: "2027-03-05", intervals: [] },
    ])
    expect(hours.weekly_hours.length).toBe(5)
  })

  it("MD-33 who saves over another's change is told, keeps what they typed, and chooses; other fields go together", async () => {
    const path = `/appointment-types/${story.typeId}`
    const other = (body: object) => service.api("PUT", path, body)
    await open(`/settings/types/${story.typeId}`)
    const description = page.getByRole("textbox", { name: "Description", exact: true }).first()
    const conflict = page.getByRole("alert", { name: "Changed meanwhile" })
    await description.fill("Mine")
    await other({ description: "Theirs" })
    await button("Save").click()
    await conflict.getByText("What you typed is kept").waitFor()
    expect(await conflict.getByRole("textbox", { name: "Description" }).inputValue()).toBe("Theirs")
    expect(await description.inputValue()).toBe("Mine")
    expect((await read(path)).description).toBe("Theirs")
    await conflict.getByRole("button", { name: "Keep mine" }).click()
    await button("Discard").waitFor({ state: "detached" })
    expect((await read(path)).description).toBe("Mine")

    await description.fill("Mine again")
    await other({ description: "Theirs again" })
    await button("Save").click()
    await conflict.getByRole("button", { name: "Take theirs" }).click()
    await expect.poll(() => description.inputValue()).toBe("Theirs again")
    expect((await read(path)).description).toBe("Theirs again")

    await description.fill("Both")
    await other({ daily_limit: 9 })
    await save()
    expect(await read(path)).toMatchObject({ description: "Both", daily_limit: 9 })
  })

  it("ML-01 mails are switched on with where replies go, beside a confirmation as a customer reads it", async () => {
    await open("/settings/texts")
    await page.getByRole("checkbox", { name: "Send mails" }).check()
    await page.getByText("You’re booked, Sam").waitFor()
    await page.getByText("This host sends no mails yet").waitFor()
    await page.getByLabel("Which mail").selectOption({ label: "After a cancel" })
    await page.getByLabel("Language").selectOption({ label: "Français" })
    await page.getByText("Votre rendez-vous est annulé, Sam").waitFor()
    await page.getByLabel("Replies go to").fill("desk")
    await button("Save").click()
    await page.getByText("Enter an email address, such as sam@example.com.").waitFor()
    await page.getByLabel("Replies go to").fill("desk@harbour.example")
    await save()
    expect((await read("/company")).mail).toMatchObject({ from: null, reply_to: "desk@harbour.example" })
    await expectAccessible(page, "/settings/texts with mails")
    await expectNoSidewaysScroll(page, "/settings/texts with mails")
    await page.getByRole("checkbox", { name: "Send mails" }).uncheck()
    await save()
    expect((await read("/company")).mail).toBeNull()
  })

  it("ML-08 a domain is named, shown with its record, checked, and once it is proven mails may come from it", async () => {
    await open("/settings/texts")
    await page.getByRole("checkbox", { name: "Send mails" }).check()
    await save()
    const card = page.getByRole("region", { name: "Your own address" })
    await card.getByLabel("Domain").fill("harbour.example")
    await card.getByRole("button", { name: "Add domain" }).click()
    await card.getByText("_appointed.harbour.example").waitFor()
    await card.getByRole("button", { name: "Check now" }).click()
    await card.getByText("The record is not there yet.").waitFor()
    await expectAccessible(page, "/settings/texts with a domain")
    await expectNoSidewaysScroll(page, "/settings/texts with a domain")
    await assignMailDomain(service.context, service.companyId, "harbour.example")
    await page.reload()
    await card.getByText("Proven", { exact: true }).waitFor()
    const from = card.getByLabel("Mails come from")
    await from.fill("desk@elsewhere.example")
    await card.getByRole("button", { name: "Save sender" }).click()
    await card.getByText("First prove that this domain is yours, then send from it.").waitFor()
    await from.fill("desk@harbour.example")
    await card.getByRole("button", { name: "Save sender" }).click()
    await expect.poll(async () => (await read("/company")).mail?.own_from).toBe("desk@harbour.example")
    await card.getByRole("checkbox", { name: "Send by our own mail server" }).check()
    await card.getByLabel("Password").waitFor()
    await expectAccessible(page, "/settings/texts with a server")
    await service.api("PUT", "/company", { mail: null })
  })

  it("PV-05 the address of a feed is made, shown once, replaced and ended", async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await open(`/settings/providers/${story.benId}/calendars`)
    const card = page.getByRole("region", { name: "Calendar feed" })
    await card.getByLabel("What it says of customers").selectOption("first_name")
    await card.getByRole("button", { name: "Make an address" }).click()
    const dialog = page.getByRole("dialog", { name: "Address of the feed" })
    const address = await dialog.locator("code").textContent()
    expect(await (await fetch(address!)).text()).toContain("X-WR-CALNAME:Ben Okafor – Harbour Heating")
    await expectNoSidewaysScroll(page, "the address of a feed")
    await button("Done").click()
    await card.getByText(`…${address!.slice(-8, -4)}`).waitFor()
    await card.getByRole("button", { name: "Replace the address" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Replace the address" }).click()
    await dialog.locator("code").waitFor()
    await expect.poll(async () => (await fetch(address!)).status).toBe(404)
    await button("Done").click()
    await card.getByRole("button", { name: "End the feed" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "End the feed" }).click()
    await card.getByRole("button", { name: "Make an address" }).waitFor()
    expect(await read("/calendar-feeds")).toEqual([])
  })

  it("CN-10 CN-14 every screen shows its fields, has nothing that axe finds, and fits a narrow phone", async () => {
    const room = { name: "Room 1", kind: "room", group: "Rooms", location_id: story.locationId }
    const { id: resourceId } = await make(service, "/resources", room)
    const ids = {
      ...{ locations: story.locationId, types: story.typeId, providers: story.benId },
      resources: resourceId,
    }
    const seen = new Set<string>()
    await page.setViewportSize({ width: 320, height: 640 })
    for (const topic of topics) {
      const kind = topic.name === "calendars" ? `?kind=${kindOf(topic.form)}` : ""
      const path = topic.path.replace(":id", String(topic.of && ids[topic.of]))
      await open(path + kind)
      const fields = sectionsOf(topic).flatMap((section) => Object.keys(topic.form.sections[section]!))
      for (const field of fields) await page.locator(`[data-field="${field}"]`).waitFor()
      await expectNoSidewaysScroll(page, path + kind)
      if (!seen.has(path)) await expectAccessible(page, path)
      seen.add(path)
    }
    for (const path of ["", "/providers", "/types/new"]) {
      await open(`/settings${path}`)
      await page.locator(".settings-main .card").first().waitFor()
      await expectAccessible(page, path)
      await expectNoSidewaysScroll(page, path)
    }
  })
})

const kindOf = (form: unknown) => Object.entries(calendarForms).find(([, each]) => each === form)![0]

describe("closed days", () => {
  it("DS-13 closes a holiday by one press, lists what is booked then with a way to it, and draws it on the board", async () => {
    await put(service, `/locations/${story.locationId}`, { active: true })
    const booked = await make(service, "/appointments", {
      ...{ customer_id: story.customerId, appointment_type_id: story.typeId },
      ...{ provider_id: story.anaId, location_id: story.locationId, start_time: "2027-03-26T15:00:00.000Z" },
    })
    await open("/settings/closed")
    await heading("Closed days").waitFor()
    await page.getByLabel("First day").fill("2027-03-26")
    await page.getByLabel("Last day").fill("2027-03-27")
    await page.getByLabel("Reason").fill("Moving house")
    await button("Close on these days").click()
    await page.getByText("1 appointment is booked then.").waitFor()
    const shown = page.getByRole("link", { name: /^Show the appointment of/ })
    expect(await shown.getAttribute("href")).toBe(`/console/?date=2027-03-26&appointment=${booked.id}`)
    await button("Close on Memorial Day").click()
    await page.getByText("No appointment is booked then.").waitFor()
    expect(await read("/company/time-off")).toMatchObject([
      { start_date: "2027-03-26", end_date: "2027-03-27", location_ids: null, reason: "Moving house" },
      { start_date: "2027-05-31", end_date: "2027-05-31", reason: "Memorial Day" },
    ])
    await expectAccessible(page, "/settings/closed")
    await expectNoSidewaysScroll(page, "/settings/closed")
    await open("/?date=2027-03-26")
    await page.getByText("Moving house").first().waitFor()
    await open("/settings/closed")
    await button("Remove").first().click()
    await expect.poll(async () => (await read("/company/time-off")).length).toBe(1)
  })
})
