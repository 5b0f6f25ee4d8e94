/**
 * A salon's, a clinic's and a studio's first day: what their appointments take is set up in the console alone, then booked by the page, a link,
 * an agent and on the board.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { talk } from "../support/agent.ts"
import { makeLink } from "../support/link.ts"
import { openPublicPage, sharedSms, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessible, expectAccessibleInLightAndDark, launch, patienceMs } from "./browser.ts"
import { button, heading, offers, pickTime } from "./hand.ts"
import { giveName, proveNumber } from "./public-page-stage.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await make(service, "/channels", { kind: "voice", phone: sharedSms })
  browser = await launch()
  const context = await browser.newContext({
    ...{ locale: "en-US", timezoneId: "America/Chicago", viewport: { width: 1280, height: 900 } },
  })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
  await signInByKeys(page, (await makeUser(service)).email)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
  expect(complaints).toEqual([])
})

const go = (path: string) => page.goto(`${service.apiUrl}/console${path}`)
const read = async (path: string) => (await service.api("GET", path)).body.data

async function addResource(name: string, kind: string, group: string): Promise<void> {
  await go("/settings/resources/new")
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Kind").selectOption({ label: kind })
  await page.getByLabel("Group").fill(group)
  await page.getByLabel("Location").selectOption({ label: "Downtown" })
  await button(page, "Create").click()
  await page.getByRole("heading", { name: "Hours" }).first().waitFor()
}

/** Makes a type that both of the story's providers offer, and stays on its screen. */
async function makeTypeOf(name: string, minutes: number): Promise<number> {
  await go("/settings/types/new")
  await page.getByLabel("Name").fill(name)
  await page.locator(".setting-rows select").first().selectOption({ label: "minutes" })
  await page.getByLabel("Length 1", { exact: true }).fill(String(minutes))
  await button(page, "Create").click()
  await page.getByRole("heading", { name: "Crew and steps" }).waitFor()
  for (const provider of ["Ana Ruiz", "Ben Okafor"]) {
    await page.getByLabel(provider).click()
    await expect.poll(() => page.getByLabel(provider).isChecked()).toBe(true)
  }
  return Number(/\d+$/.exec(page.url()))
}

const part = (name: string) => page.getByRole("group", { name, exact: true })

/** Saves the type's form. The notice "Saved." may still be that of a provider, so the form's own answer is awaited. */
async function save(typeId: number): Promise<void> {
  await page.getByRole("checkbox", { name: "On the public page" }).check()
  const [answer] = await Promise.all([
    page.waitForResponse(
      (each) => each.url().endsWith(`/appointment-types/${typeId}`) && each.request().method() !== "GET",
    ),
    button(page, "Save").click(),
  ])
  expect(answer.ok()).toBe(true)
  await expect.poll(() => button(page, "Save").isDisabled()).toBe(true)
}

/** Books at the public page as a visitor, of a class so many seats. */
async function bookOnPage(type: RegExp, time: string, phone: string, seats?: number): Promise<void> {
  const visitor = await (
    await browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })
  ).newPage()
  visitor.setDefaultTimeout(patienceMs)
  await visitor.clock.setFixedTime(service.clock.now())
  await visitor.goto(`${service.bookUrl}/${slug}`)
  await button(visitor, type).click()
  await pickTime(visitor, /March 2,/, time)
  if (seats) await visitor.getByLabel("Seats").selectOption(String(seats))
  await proveNumber(visitor, service, phone)
  await giveName(visitor)
  await button(visitor, /^Book Tue/).click()
  await heading(visitor, "You’re booked").waitFor()
  await visitor.context().close()
}

/** Books the first time of the day as an agent for the story's customer. */
async function bookByAgent(typeId: number): Promise<{ start_time: string }> {
  const call = await talk(service, "+15125550123", { called_number: sharedSms })
  const day = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const found = await call.tool("POST", "/slots", { appointment_type_id: typeId, ...day })
  expect(found.status).toBe(200)
  const { start_time, provider_id, location_id } = found.body.data.recommended[0]
  const wish = { appointment_type_id: typeId, start_time, provider_id, location_id }
  const booked = await call.tool("POST", "/appointments", wish)
  expect([booked.status, booked.body.error]).toEqual([201, undefined])
  return booked.body.data
}

/** Books on the board by pressing a lit start in the provider's column. */
async function bookOnBoard(type: string, time: string): Promise<void> {
  await go("/?date=2027-03-02")
  await button(page, "Book").first().click()
  await page.getByRole("combobox", { name: "Customer" }).fill("Nia Cole")
  await page.getByRole("option", { name: "New customer “Nia Cole”" }).click()
  // CB-16 The mail's address is asked where the mail will go, and the town is where the company is.
  await expect.poll(() => page.getByLabel("City").inputValue()).not.toBe("")
  await page.getByLabel("Email").fill("nia@customer")
  await page.locator(".panel form .primary").click()
  // CB-09 The field says what to do.
  await page.getByText("Enter an email address, such as sam@example.com.").waitFor()
  await page.getByLabel("Email").fill(`nia${Date.now()}@customer.example`)
  await page.locator(".panel form .primary").click()
  await button(page, "Change").first().waitFor()
  await page.locator(".panel select").first().selectOption({ label: type })
  await page.locator(".pip", { hasText: time }).first().click()
  await page.locator(".panel footer .primary").click()
  await page.getByRole("dialog", { name: "Nia Cole" }).waitFor()
}

it("CL-12 a salon: a chair that is taken while a colour takes effect, and a person who serves another meanwhile", async () => {
  await addResource("Chair 1", "Equipment", "Chairs")
  await addResource("Chair 2", "Equipment", "Chairs")
  const typeId = await makeTypeOf("Colour", 90)
  await page.getByLabel("Takes more than one provider, or rooms").check()
  expect(await page.getByLabel("Providers", { exact: true }).inputValue()).toBe("1")
  await button(page, "Add a room or equipment").click()
  const group = page.getByLabel("Group")
  expect(await page.locator("datalist option").first().getAttribute("value")).toBe("Chairs")
  await group.fill("Chairs")
  expect(await page.getByLabel("How many").inputValue()).toBe("1")
  for (const [index, name] of ["Mix", "Wait", "Wash"].entries()) {
    await part("Steps").getByRole("button", { name: "Add a step" }).click()
    const row = part("Steps").getByRole("listitem").nth(index)
    await row.getByLabel("Name").fill(name)
    await row.getByLabel("Length", { exact: true }).fill("30")
    expect(await row.getByLabel("With the provider").isChecked()).toBe(true)
    if (name === "Wait") await row.getByLabel("With the provider").uncheck()
  }
  await expectAccessible(page, "a salon's type")
  await save(typeId)
  expect(await read(`/appointment-types/${typeId}`)).toMatchObject({
    needs: { providers: 1, resources: [{ group: "Chairs", count: 1 }] },
    steps: [{ name: "Mix" }, { name: "Wait", staffed: false }, { name: "Wash" }],
  })

  await bookOnPage(/^Colour/, "9:00", "5125554101")
  await bookByAgent(typeId)
  await bookOnBoard("Colour", "1:00 PM")
  const booked = await read(`/appointments?limit=100`)
  const colours = booked.filter(
    (each: { appointment_type: { id: number } }) => each.appointment_type.id === typeId,
  )
  expect(colours).toHaveLength(3)
  expect(new Set(colours.map((each: { booked_by: string }) => each.booked_by))).toEqual(
    new Set(["public", "agent", "admin"]),
  )
  for (const each of colours) expect(each.resources).toMatchObject([{ kind: "equipment" }])
  await page.getByLabel("Show rooms and equipment").check()
  await page.getByRole("columnheader", { name: /Chair 2/ }).waitFor()
  await expectAccessibleInLightAndDark(page, "a salon's board")
})

it("CL-12 a clinic: a room and two people at once, and no time where one of them is missing", async () => {
  await addResource("Room 1", "Room", "Treatment rooms")
  const typeId = await makeTypeOf("Treatment", 60)
  await page.getByLabel("Takes more than one provider, or rooms").check()
  await page.getByLabel("Providers", { exact: true }).fill("2")
  await button(page, "Add a room or equipment").click()
  await page.getByLabel("Group").fill("Treatment rooms")
  await save(typeId)

  const visitor = await (
    await browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })
  ).newPage()
  visitor.setDefaultTimeout(patienceMs)
  await visitor.clock.setFixedTime(service.clock.now())
  await visitor.goto(`${service.bookUrl}/${slug}`)
  await button(visitor, /^Treatment/).click()
  await visitor
    .getByRole("gridcell", { name: /March 2,/ })
    .getByRole("button")
    .click()
  // One of the two has the colour at nine.
  await expect.poll(() => offers(visitor, ["9:00", "4:00"])).toEqual(["4:00"])
  await visitor.context().close()
  await bookOnPage(/^Treatment/, "4:00", "5125554102")
  await bookOnBoard("Treatment", "3:00 PM")
  const all = await read(`/appointments?limit=100`)
  const treatments = all.filter(
    (each: { appointment_type: { id: number } }) => each.appointment_type.id === typeId,
  )
  expect(treatments).toHaveLength(2)
  for (const each of treatments)
    expect(each).toMatchObject({ providers: [{}, {}], resources: [{ name: "Room 1" }] })
})

/** Books three seats by a booking link of a customer of its own. */
async function bookByLink(typeId: number): Promise<void> {
  const customer_id = await makeCustomer(service)
  const link = await makeLink(service, story, { customer_id, appointment_type_id: typeId })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "en-US",
    timezoneId: "America/Chicago",
  })
  const visitor = await context.newPage()
  visitor.setDefaultTimeout(patienceMs)
  await visitor.clock.setFixedTime(service.clock.now())
  await visitor.goto(link.url)
  await pickTime(visitor, /March 2,/, "6:00")
  await visitor.getByLabel("Seats").selectOption("3")
  await expectAccessibleInLightAndDark(visitor, "seats by a link")
  await button(visitor, /^Book Tue/).click()
  await heading(visitor, "You’re booked").waitFor()
  await visitor.getByText("Seats", { exact: true }).waitFor()
  await context.close()
}

it("CL-12 a studio: a class with seats, its session put on the board, booked by page, link, agent and board", async () => {
  const typeId = await makeTypeOf("Yoga", 60)
  await page.getByLabel("Seats of a class").fill("10")
  await save(typeId)
  await go("/?date=2027-03-02")
  await button(page, "Book").first().click()
  await button(page, "New class").click()
  const panel = page.getByRole("dialog", { name: "New class" })
  await panel.getByLabel("Type").selectOption({ label: "Yoga" })
  await panel.getByLabel("Led by").selectOption({ label: "Ana Ruiz" })
  await panel.getByLabel("Time", { exact: true }).fill("18:00")
  expect(await panel.getByLabel("Seats").inputValue()).toBe("10")
  await button(page, "Put it on the board").click()
  await page.getByText("0 of 10 seats are taken").waitFor()

  await bookOnPage(/^Yoga/, "6:00", "5125554103", 2)
  await bookByLink(typeId)
  await bookByAgent(typeId)
  await bookOnBoard("Yoga", "6:00 PM")
  await go("/?date=2027-03-02")
  await page
    .getByRole("grid")
    .getByRole("button", { name: /^Yoga · 7 of 10/ })
    .click()
  await page.getByText("7 of 10 seats are taken").waitFor()
  await expectAccessibleInLightAndDark(page, "a studio's board")
  const { attendees } = await read(`/class-sessions/${(await read("/class-sessions"))[0].id}`)
  const seats = attendees.map((each: { seats: number }) => each.seats)
  expect(seats.toSorted((a: number, b: number) => a - b)).toEqual([1, 1, 2, 3])
})
