/** PG-01 PG-02 a customers' page says what stands: each state reached by staff's deed while it is open, after a reload, and restored. */
import type { Page, Route } from "playwright-core"
import { afterEach, beforeEach, expect, it } from "vitest"
import { put } from "../support/story.ts"
import { expectAccessibleEverywhere } from "./browser.ts"
import { button, heading } from "./hand.ts"
import { chooseTime, giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

const confirmation = (by: "staff" | "none") =>
  put(stage.service, `/appointment-types/${stage.story.typeId}`, { confirmation: by })
const now = "2027-03-01T12:00:00.000Z"
beforeEach(() => stage.service.clock.set(now))
afterEach(async () => {
  stage.service.clock.set(now)
  for (const status of ["scheduled", "pending"])
    for (const { id } of (await stage.service.api("GET", `/appointments?status=${status}`)).body.data)
      await stage.service.api(
        "POST",
        `/appointments/${id}/${status === "pending" ? "decline" : "cancel"}`,
        {},
      )
})

const shownAgain = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
const staff = async (id: number, deed: string, body: object = {}) => {
  const answer = await stage.service.api("POST", `/appointments/${id}/${deed}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** Books, or asks for, Tuesday at the time; the appointment's id and its link. */
async function bookAt(time: string, { by = "none" as "staff" | "none", email = "" } = {}) {
  await confirmation(by)
  await open()
  await chooseTime(page, time)
  await proveNumber(page, stage.service, stage.newNumber())
  await giveName(page)
  if (email) await page.getByLabel("Email").fill(email)
  await button(page, by === "staff" ? /^Ask for Tue/ : /^Book Tue/).click()
  await page.getByText("This page follows your appointment by itself.").waitFor()
  const status = by === "staff" ? "pending" : "scheduled"
  const { body } = await stage.service.api("GET", `/appointments?status=${status}&limit=1`)
  const link = await page.getByLabel("Your private link").inputValue()
  return { id: body.data.at(-1).id as number, link }
}

const restored = async (of: Page = page) => {
  await of.reload()
  return of
}

it("PG-01 moved by the company, then cancelled: while the tab is open, and after each reload", async () => {
  const { id } = await bookAt("9:00")
  await heading(page, "You’re booked, Rosa").waitFor()
  await staff(id, "reschedule", { start_time: "2027-03-03T17:00:00.000Z" })
  await shownAgain()
  await heading(page, "Your appointment has a new time").waitFor()
  await page.locator(".versus .old", { hasText: "Tuesday, March 2" }).waitFor()
  await page.locator(".versus .new", { hasText: "Wednesday, March 3" }).waitFor()
  await expectAccessibleEverywhere(page, "moved")
  await restored()
  await heading(page, "Your appointment has a new time").waitFor()
  expect(await heading(page, /You’re booked/).count()).toBe(0)
  await staff(id, "cancel")
  // The poll, without any press.
  await page.clock.fastForward(61_000)
  await heading(page, "Your appointment is cancelled").waitFor()
  expect(await page.getByRole("link", { name: "Move" }).count()).toBe(0)
  await expectAccessibleEverywhere(page, "cancelled")
  await restored()
  await heading(page, "Your appointment is cancelled").waitFor()
  await button(page, "Book again").click()
  await heading(page, "What would you like to book?").waitFor()
  expect(await page.getByText("You booked here before.").count()).toBe(0)
})

it("PG-01 what was cancelled elsewhere is not brought back by a reload, nor by the device's memory", async () => {
  const { link, id } = await bookAt("9:30")
  await staff(id, "cancel")
  await page.evaluate("sessionStorage.clear(); Storage.prototype.setItem = () => undefined")
  await page.goto(stage.url)
  await heading(page, "What would you like to book?").waitFor()
  expect(await page.getByText("You booked here before.").count()).toBe(0)
  await page.goto(link)
  await heading(page, "This link is no longer active").waitFor()
  await page.getByRole("link", { name: /555-0100/ }).waitFor()
})

it("PG-01 PG-02 asked for without a way to be told: the page says so, then that staff said yes, also after a reload", async () => {
  const { id } = await bookAt("10:00", { by: "staff" })
  await heading(page, "Not booked yet, Rosa").waitFor()
  await page.getByText("You left us no way to tell you: come back to this page").waitFor()
  expect(await page.getByText("We’ll answer soon").count()).toBe(0)
  await expectAccessibleEverywhere(page, "asked, unreachable")
  await staff(id, "confirm")
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
  await heading(page, "We said yes: you’re booked, Rosa").waitFor()
  await expectAccessibleEverywhere(page, "confirmed")
  await restored()
  await heading(page, "We said yes: you’re booked, Rosa").waitFor()
  expect(await page.getByText("not booked yet").count()).toBe(0)
})

it("PG-01 other times instead, then declined with a reason, also after a reload", async () => {
  const { id } = await bookAt("10:30", { by: "staff" })
  await staff(id, "propose", { times: [{ start_time: "2027-03-04T16:00:00.000Z" }] })
  await shownAgain()
  await heading(page, "Tuesday, March 2 doesn’t work for us").waitFor()
  await page.getByText("Thursday, March 4").waitFor()
  await expectAccessibleEverywhere(page, "proposed")
  await restored()
  await page.getByRole("link", { name: "Choose one of them" }).waitFor()
  await staff(id, "decline", { reason: "We are away that day." })
  await shownAgain()
  await heading(page, /^We could not take Tuesday, March 2/).waitFor()
  await page.getByText("We are away that day.").waitFor()
  await expectAccessibleEverywhere(page, "declined")
  await restored()
  await heading(page, /^We could not take Tuesday, March 2/).waitFor()
  await button(page, "Choose another time").waitFor()
})

it("PG-01 after a week asleep: started, and over", async () => {
  await bookAt("11:00")
  const sleepUntil = async (instant: string) => {
    stage.service.clock.set(instant)
    await page.clock.setFixedTime(instant)
    await shownAgain()
  }
  await sleepUntil("2027-03-02T17:10:00.000Z")
  await heading(page, "Your appointment has started").waitFor()
  await page.getByText("It can’t be moved or cancelled here any more.").waitFor()
  await expectAccessibleEverywhere(page, "started")
  await sleepUntil("2027-03-09T17:10:00.000Z")
  await heading(page, "This appointment is over").waitFor()
  await expectAccessibleEverywhere(page, "over")
  await restored()
  await heading(page, "This appointment is over").waitFor()
  expect(await page.getByText("You’re booked").count()).toBe(0)
})

it("PG-01 without a connection a restored tab shows no answer of the past, and an open one says since when", async () => {
  await bookAt("11:30")
  await page.route("**/api/link/changes*", (route) => route.abort())
  await shownAgain()
  await page.getByText(/^Not checked since 6:00/).waitFor()
  await restored()
  await heading(page, "We can’t check your appointment right now").waitFor()
  expect(await page.getByText("You’re booked").count()).toBe(0)
  await expectAccessibleEverywhere(page, "unknown")
  await page.unroute("**/api/link/changes*")
  await page.evaluate("dispatchEvent(new Event('online'))")
  await heading(page, "You’re booked, Rosa").waitFor()
})

it("PG-01 what changes while an answer is under way is asked about as soon as that is there", async () => {
  const { id } = await bookAt("2:00")
  // The page does not ask by itself.
  await page.evaluate(`{
    const wait = setTimeout
    globalThis.setTimeout = (act, ms, ...given) => (ms >= 10_000 ? 0 : wait(act, ms, ...given))
  }`)
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    answered.resolve()
    await released.promise
    await route.fulfill({ response })
  }
  await page.route("**/api/link/changes*", answerLate, { times: 1 })
  await shownAgain()
  await answered.promise
  await staff(id, "cancel")
  await shownAgain()
  released.resolve()
  await heading(page, "Your appointment is cancelled").waitFor()
})

it("PG-01 a hidden page asks nothing, and none asks the page's own endpoints", async () => {
  await bookAt("1:00")
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await page.evaluate(
    "Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })",
  )
  await shownAgain()
  await page.clock.fastForward(600_000)
  expect(asked).toEqual([])
  await page.evaluate(
    "Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })",
  )
  // The page's first question may be answered only now: what it asks after that finds nothing changed.
  const unchanged = page.waitForResponse(
    (answer) => answer.url().includes("/api/link/changes") && answer.status() === 204,
  )
  await shownAgain()
  await unchanged
  expect(new Set(asked)).toEqual(new Set(["/api/link/changes"]))
})

it("PG-01 the link's own page: moved, cancelled, and what it says then", async () => {
  const { id, link } = await bookAt("1:30")
  await page.goto(link)
  await heading(page, "Hello Rosa").waitFor()
  await staff(id, "reschedule", { start_time: "2027-03-03T17:00:00.000Z" })
  await shownAgain()
  await page.getByText("Your appointment is now on Wednesday, March 3 at 11:00").waitFor()
  await staff(id, "cancel")
  await shownAgain()
  await heading(page, "Your appointment is cancelled").waitFor()
  await restored()
  await heading(page, "This link is no longer active").waitFor()
})

it("PG-06 an appointment's own link says before a cancel what can be done after it, and leads there", async () => {
  await bookAt("2:30")
  await page.getByRole("link", { name: "Cancel" }).click()
  await page.getByText("You can book again on our page afterwards.").waitFor()
  await button(page, "Yes, cancel").click()
  await heading(page, "Your appointment is cancelled").waitFor()
  await page.getByText("You can book another time on our page, or call us.").waitFor()
  expect(await page.getByRole("link", { name: /555-0100/ }).count()).toBe(1)
  await expectAccessibleEverywhere(page, "cancelled by its own link")
  await page.getByRole("link", { name: "Book again" }).click()
  await heading(page, "What would you like to book?").waitFor()
})
