/** The staff console, as a front desk uses it: by keyboard, by mouse, and two people at once. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"
import { expectNothingCut } from "./cut-texts.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let seats: ConsoleSeats
const complaints: string[] = []
const pages: Page[] = []

beforeAll(async () => {
  service = await startService({ platformSmsNumber: "+15005550006" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  email = (await makeUser(service)).email
  browser = await launch()
  seats = consoleSeats(service, browser)
  await book("2027-03-02T16:00:00.000Z")
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()))
  await seats.leave()
  expect([...complaints.splice(0), ...seats.complaints.splice(0)]).toEqual([])
})

const book = (start_time: string) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
  })

/** A new browser, in which no one has signed in. */
async function open(path: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/Chicago",
    viewport: { width, height: 800 },
  })
  const page = await context.newPage()
  pages.push(page)
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== "data:" && origin !== service.apiUrl) complaints.push(`a request to ${origin}`)
  })
  await page.goto(`${service.apiUrl}/console${path}`)
  return page
}

const signIn = (page: Page) => signInByKeys(page, email)
/** A browser with an earlier sign-in. */
const take = (path: string) => seats.take(email, path, { width: 1280, height: 800 })

const card = (page: Page, time: string) =>
  page.getByRole("button", { name: new RegExp(`^Sam Poe.*\\b${time}`) })
const column = (page: Page, provider: string) =>
  page.getByRole("gridcell").filter({ has: page.getByRole("list", { name: provider }) })
const notice = (page: Page) => page.locator(".notice")
/** A move that texts the customer asks first, with the words that will go. Waits until it is written. */
async function agreeToMove(page: Page, words: RegExp): Promise<void> {
  const question = page.getByRole("dialog", { name: "Move Sam Poe?" })
  await expect.poll(() => question.locator("blockquote").first().textContent()).toMatch(words)
  await question.getByRole("button", { name: "Move and text" }).press("Enter")
  await question.waitFor({ state: "detached" })
}

describe("the board", () => {
  it("CN-02 CN-05 the phone rings: sign in, find, book, move and put back, by keyboard alone", async () => {
    const page = await open("/?date=2027-03-02")
    await signIn(page)
    await page.keyboard.press("n")
    await page.getByRole("combobox", { name: "Customer" }).waitFor()
    await page.keyboard.type("512 555 0123")
    await page.getByRole("option", { name: /Sam Poe/ }).waitFor()
    await page.keyboard.press("Enter")
    // The search has gone with the focus, which is on the type by now.
    await page.getByRole("button", { name: "Change" }).waitFor()
    await page.keyboard.type("Boiler")
    await page.locator(".near-row").first().waitFor()
    await page.getByRole("heading", { name: "When" }).waitFor()
    const starts = page.getByRole("combobox", { name: "All times" })
    await starts.selectOption({ label: "1:00 PM" })
    const told = page.getByRole("region", { name: "What the customer is told" })
    await told
      .getByText(/^Harbour Heating: Sam, .* is booked for Tue, Mar 2 at 1:00 PM CST, at Downtown/)
      .waitFor()
    await told
      .getByText(/^2 messages, \d+ of 306 characters$/)
      .first()
      .waitFor()
    // CB-11 Each channel is named, also one by which nothing goes.
    await told.getByText("No mail: your company sends none.").waitFor()
    await page.getByRole("button", { name: "Book 1:00 PM with Ana Ruiz" }).waitFor()
    await page.keyboard.press("Control+Enter")
    await page.getByRole("dialog", { name: "Sam Poe" }).getByText("By staff").waitFor()
    await page.keyboard.press("Escape")

    await card(page, "1:00").focus()
    await page.keyboard.press("m")
    await column(page, "Ana Ruiz").locator(".legal").first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await agreeToMove(page, /has moved to Tue, Mar 2 at 1:30 PM CST/)
    await card(page, "1:30").waitFor()
    await expect.poll(() => notice(page).textContent()).toContain("moved to Tue, Mar 2, 1:30")
    await notice(page).getByRole("button", { name: "Undo" }).click()
    await notice(page).getByText("Everything is as it was. Nobody was told.").waitFor()
    await card(page, "1:00").waitFor()
    const { body } = await service.api("GET", `/appointments?customer_id=${story.customerId}`)
    expect(
      body.data.map(({ start_time, booked_by }: Record<string, string>) => [start_time, booked_by]),
    ).toEqual([
      ["2027-03-02T16:00:00.000Z", "api"],
      ["2027-03-02T19:00:00.000Z", "admin"],
    ])
  })

  it("CN-05 CN-06 moves by drag to another provider, and says why a place is not offered", async () => {
    const page = await take("/?date=2027-03-02")
    const from = (await card(page, "10:00").boundingBox())!
    const bens = (await column(page, "Ben Okafor").boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + 12)
    await expect.poll(() => page.locator(".legal").count()).toBeGreaterThanOrEqual(2)
    await page.mouse.move(bens.x + 40, from.y + 12, { steps: 5 })
    await expect
      .poll(() => page.locator(".tip").textContent())
      .toMatch(/^10:00\sAM, Ben OkaforWas 10:00\sAM, Ana Ruiz/)
    await page.mouse.up()
    const question = page.getByRole("dialog", { name: "Move Sam Poe?" })
    await question.waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    await expect.poll(() => column(page, "Ben Okafor").textContent()).not.toContain("Sam Poe")

    // Without dragging: the panel's button takes the card, a press on the board puts it down.
    await card(page, "10:00").click()
    await page.getByRole("button", { name: "Move M" }).click()
    await column(page, "Ben Okafor").locator(".legal").first().waitFor()
    await page.mouse.click(bens.x + 40, from.y + 12)
    await agreeToMove(page, /has moved to Tue, Mar 2 at 10:00 AM CST/)
    await expect.poll(() => column(page, "Ben Okafor").textContent()).toContain("Sam Poe")
    await notice(page).getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => column(page, "Ana Ruiz").textContent()).toContain("10:00")

    await page.keyboard.press("n")
    await page
      .getByRole("dialog", { name: "Book" })
      .getByRole("combobox", { name: "Type" })
      .selectOption({ label: "Boiler service" })
    await card(page, "10:00").click()
    await page.getByRole("heading", { name: /^Why not 10:00\sAM with Ana Ruiz/ }).waitFor()
    await page.locator(".why li").first().waitFor()
  })

  it("CN-07 shows at once what somebody else does; of two who book one start the one who loses keeps what was typed", async () => {
    const [one, other] = [await take("/?date=2027-03-03"), await take("/?date=2027-03-03")]
    await Promise.all([one, other].map((page) => page.getByText("Live", { exact: true }).waitFor()))
    await book("2027-03-03T15:00:00.000Z")
    await Promise.all([card(one, "9:00").waitFor(), card(other, "9:00").waitFor()])
    await card(one, "9:00").click()
    await one.getByRole("button", { name: "Cancel X", exact: true }).click()
    await one
      .getByText(/your appointment \(Boiler service\) on Wed, Mar 3 at 9:00 AM CST is cancelled/)
      .waitFor()
    await one.getByRole("button", { name: "Yes, cancel" }).click()
    await other.getByRole("button", { name: /^Sam Poe.*Being cancelled$/ }).waitFor()

    // Both choose the same start: one wins, the other keeps what was typed.
    await makeCustomer(service, { name: "Mia Dunn", phone: "+15125550177" })
    for (const [page, number, name] of [
      [one, "512 555 0123", /Sam Poe/],
      [other, "512 555 0177", /Mia Dunn/],
    ] as const) {
      await page.keyboard.press("Escape")
      await page.keyboard.press("n")
      await page.getByRole("combobox", { name: "Customer" }).fill(number)
      await page.getByRole("option", { name }).click()
      await page
        .getByRole("dialog", { name: "Book" })
        .getByRole("combobox", { name: "Type" })
        .selectOption({ label: "Boiler service" })
      await page.getByRole("combobox", { name: "All times" }).selectOption({ index: 1 })
      await page.getByRole("textbox", { name: "Notes" }).fill("Ring twice")
      await page.locator(".told blockquote").first().waitFor()
    }
    const bookings = [one, other].map((page) =>
      page.getByRole("button", { name: /^Book .* with Ana Ruiz$/ }).click(),
    )
    await Promise.all(bookings)
    const panels = [one, other].map((page) => page.getByRole("dialog", { name: "Book" }))
    const losers = async () =>
      (await Promise.all(panels.map((panel) => panel.count()))).filter(Boolean).length
    await expect.poll(losers).toBe(1)
    const loser = (await panels[0]!.count()) === 1 ? one : other
    await loser.getByRole("alert").getByText("That time has just been taken.").waitFor()
    expect(await loser.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("Ring twice")
    await loser.getByRole("button", { name: "Change" }).waitFor()

    await other.context().setOffline(true)
    await other.getByText("No connection", { exact: true }).waitFor()
    await book("2027-03-03T21:00:00.000Z")
    await other.context().setOffline(false)
    await card(other, "3:00").waitFor()
    await other.getByText("Live", { exact: true }).waitFor()
  })

  it("MD-37 books once when the answer is lost and Book is pressed again", async () => {
    const page = await take("/")
    await makeCustomer(service, { name: "Lou Park", phone: "+15125550166" })
    await page.keyboard.press("n")
    await page.getByRole("combobox", { name: "Customer" }).fill("512 555 0166")
    await page.getByRole("option", { name: /Lou Park/ }).click()
    await page
      .getByRole("dialog", { name: "Book" })
      .getByRole("combobox", { name: "Type" })
      .selectOption({ label: "Boiler service" })
    await page.getByRole("combobox", { name: "All times" }).selectOption({ index: 1 })
    await page.locator(".told blockquote").first().waitFor()
    const address = "**/api/v1/appointments"
    // The booking arrives, its answer never does.
    await page.route(address, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const press = () => page.getByRole("button", { name: /^Book .* with / }).click()
    await press()
    await page.getByRole("alert").getByText("The service can’t be reached.").waitFor()
    await page.unroute(address)
    await press()
    await page.getByRole("dialog", { name: "Book" }).waitFor({ state: "detached" })
    const { body } = await service.api("GET", "/customers?phone=%2B15125550166")
    const { body: booked } = await service.api("GET", `/appointments?customer_id=${body.data[0].id}`)
    expect(booked.data).toHaveLength(1)
    await service.api("POST", `/appointments/${booked.data[0].id}/cancel`, {})
  })

  it("MD-37 is live again after the place where its line ended was refused", async () => {
    const page = await open("/")
    let refusals = 0
    await page.route("**/api/v1/events/stream", (route) => {
      if (refusals++ > 0) return route.continue()
      const error = { code: "invalid_input", field: "Last-Event-ID", message: "too old", request_id: "1" }
      return route.fulfill({ status: 400, json: { success: false, error } })
    })
    await signIn(page)
    await page.getByText("Live", { exact: true }).waitFor()
    expect(refusals).toBe(2)
  })

  it("MD-37 shows another company's data under no old name when somebody signs in for it in the same browser", async () => {
    const page = await open("/")
    await signIn(page)
    const other = await service.anotherCompany()
    const there = await makeUser(service, {}, other.key)
    const tab = await page.context().newPage()
    await tab.goto(`${service.apiUrl}/console`)
    const status = await tab.evaluate(
      async ({ email, password }) => {
        const answer = await fetch("/console/session", {
          method: "POST",
          headers: { "content-type": "application/json", "x-console": "1" },
          body: JSON.stringify({ email, password }),
        })
        return answer.status
      },
      { email: there.email, password },
    )
    expect(status).toBe(201)
    await page.getByRole("link", { name: "Customers" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await tab.reload()
    await tab.getByRole("heading", { level: 1 }).first().waitFor()
  })

  it("CN-05 CN-09 notes are written as they are typed, on the board and on the customer's page", async () => {
    const page = await take("/?date=2027-03-02")
    const typed = '<img src="x" onerror="document.title=`taken`">\nGate 4'
    await card(page, "10:00").click()
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.keyboard.type(typed)
    await page.getByRole("button", { name: "Save" }).click()
    await expect.poll(() => page.locator(".panel .notes").textContent()).toBe(typed)
    await page.getByRole("link", { name: "Sam Poe" }).click()
    await page.getByRole("heading", { level: 1, name: /Sam Poe/ }).waitFor()
    await expect.poll(() => page.locator("td .notes").first().textContent()).toBe(typed)
    expect(await page.title()).not.toContain("taken")
    await page.keyboard.press("g")
    await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
    await page.keyboard.press("/")
    await page.getByRole("combobox", { name: "Search or do" }).waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.role")).toBe("combobox")
  })

  it("CN-14 is accessible in each of its states, and as narrow as a phone", async () => {
    const page = await open("/?date=2027-03-02", 1280)
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await expectAccessibleInLightAndDark(page, "sign-in")
    await page.emulateMedia({ colorScheme: "light" })
    await signIn(page)
    await card(page, "10:00").click()
    await page.getByRole("dialog", { name: "Sam Poe" }).waitFor()
    await expectAccessibleInLightAndDark(page, "an appointment")
    await page.keyboard.press("Escape")
    await page.keyboard.press("n")
    await page
      .getByRole("dialog", { name: "Book" })
      .getByRole("combobox", { name: "Type" })
      .selectOption({ label: "Boiler service" })
    await page.locator(".pip").first().waitFor()
    await expectAccessibleInLightAndDark(page, "booking")
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
    await page.keyboard.press("w")
    await page.getByRole("table").waitFor()
    await expectAccessibleInLightAndDark(page, "the week")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Help" }).getByText("Keys on this screen").waitFor()
    await expectAccessibleInLightAndDark(page, "the keys")
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "You", exact: true }).click()
    await page.getByRole("heading", { name: "Where you are signed in" }).waitFor()
    await expectAccessibleInLightAndDark(page, "you")
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    const wednesday = page.getByRole("button", { name: /Wednesday, March 3/ })
    await wednesday.click()
    await page.getByRole("heading", { level: 1, name: "Wed, Mar 3" }).waitFor()
    await expect.poll(() => wednesday.getAttribute("aria-current")).toBe("date")
    await expectAccessibleInLightAndDark(page, "a phone's board")
    // The hours stand before the first column, also beside the present moment.
    await page.clock.setFixedTime("2027-03-02T16:30:00.000Z")
    await page.goto(`${service.apiUrl}/console/`)
    await page.locator(".now-label").getByText("10:30").waitFor()
    const [hours, first] = [page.locator(".axis").first(), page.getByRole("gridcell").first()]
    await expect.poll(async () => (await hours.boundingBox())!.x).toBe(0)
    const { width } = (await hours.boundingBox())!
    await expect.poll(async () => (await first.boundingBox())!.x).toBe(width)
    for (const path of ["/you", "/?date=2027-03-02", "/requests/import"]) {
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(`${service.apiUrl}/console${path}`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await expectNoSidewaysScroll(page, path)
    }
  })

  it("CN-05 marks what has begun as done, and gives time off and takes it back, each saying what follows", async () => {
    await book("2027-03-01T15:00:00.000Z")
    service.clock.set("2027-03-01T15:30:00.000Z")
    const page = await take("/?date=2027-03-01")
    await card(page, "9:00").click()
    await page.getByText("“Done” and “No-show” text nobody.").waitFor()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: /^Sam Poe.*9:00.*, Done$/ }).waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: "Ben Okafor" }).click()
    await page.getByRole("checkbox", { name: "Whole days" }).waitFor()
    await page.getByRole("textbox", { name: /^Reason/ }).fill("Training")
    await page.getByRole("button", { name: "Give time off" }).click()
    await column(page, "Ben Okafor").getByText("Training").waitFor()
    await notice(page).getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => column(page, "Ben Okafor").getByText("Training").count()).toBe(0)
  })
})

it.each(["en", "es", "fr"])("MD-14 in %s no title, date or zone of the board is cut", async (locale) => {
  const page = await take("/?date=2027-03-02")
  await page.evaluate((wanted) => localStorage.setItem("appointed.console.locale", wanted), locale)
  for (const view of ["", "&view=week"]) {
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02${view}`)
    await page.getByRole("columnheader").first().waitFor()
    const widths = [768, 1024, 1280, 1440]
    await expectNothingCut(page, `board${view}`, { within: "h1, main header, .heads, thead", widths })
  }
})

it.each(["en", "es", "fr"])(
  "DS-17 in %s no zone, title or button of the board is cut, at any width",
  async (locale) => {
    const locationId = await makeLocation(service, { name: "Halifax", timezone: "America/Halifax" })
    await makeProvider(service, {
      name: "Cleo Park",
      appointment_type_ids: [story.typeId],
      weekly_hours: weekdays(locationId),
    })
    const days = { en: "04", es: "09", fr: "10" }[locale]
    const { id } = await book(`2027-03-${days}T17:00:00.000Z`)
    const page = await take(`/?date=2027-03-${days}`)
    await page.evaluate((wanted) => localStorage.setItem("appointed.console.locale", wanted), locale)
    await page.goto(`${service.apiUrl}/console/?date=2027-03-${days}`)
    await page.getByRole("columnheader").first().waitFor()
    const widths = [641, 700, 768, 900, 1024, 1150, 1201, 1280, 1366, 1440, 1680]
    const within = "h1, .bar, .heads .place, .zone, .board-foot, .dock h2, .dock button"
    await expectNothingCut(page, "the board", { within, widths })
    await page.locator("[data-appointment]").first().click()
    await page.locator(".panel footer button").first().waitFor()
    await expectNothingCut(page, "an appointment", { within: ".panel header, .panel footer", widths })
    await page.locator(".panel footer .danger").click()
    await page.locator(".question .danger").click()
    await page.locator(".notice button").first().waitFor()
    await expectNothingCut(page, "a notice", { within: ".notice", widths: [320, 390, ...widths] })
    await service.api("POST", `/appointments/${id}/cancel`)
  },
)

it("DS-19 every header has Help: what is done on the screen, and its keys; on a phone the last entry of More has it", async () => {
  const page = await take("/?date=2027-03-02")
  const help = page.getByRole("dialog", { name: "Help" })
  await page.getByRole("banner").getByRole("button", { name: "Help" }).click()
  await help.getByText(/^Press a free time to book it\./).waitFor()
  await help.getByText("Keys on this screen").waitFor()
  await expectAccessibleInLightAndDark(page, "help")
  await page.keyboard.press("Escape")
  await page.goto(`${service.apiUrl}/console/requests`)
  await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor()
  await page.keyboard.press("?")
  await help.getByText(/^A request is a customer who is to book/).waitFor()
  await page.keyboard.press("Escape")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Help" }).click()
  await help.getByText(/^A request is a customer/).waitFor()
})

it("DS-19 every screen's header finds a customer and books, by press and by key", async () => {
  const page = await take("/?date=2027-03-02")
  await page.goto(`${service.apiUrl}/console/requests`)
  const heading = (name: string) => page.getByRole("heading", { level: 1, name })
  await heading("Requests").waitFor()
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Search or do/ })
    .click()
  await page.getByRole("combobox", { name: "Search or do" }).fill("customers")
  await page
    .getByRole("option", { name: /^Customers/ })
    .first()
    .click()
  await heading("Customers").waitFor()
  await page.getByRole("banner").getByRole("link", { name: "Book" }).click()
  await page.getByRole("dialog", { name: "Book" }).waitFor()
  await page.goBack()
  await heading("Customers").waitFor()
  await heading("Customers").focus()
  await page.keyboard.press("n")
  await page.getByRole("dialog", { name: "Book" }).waitFor()
  expect(new URL(page.url()).searchParams.has("book")).toBe(false)
})
