/** Keyboards, screen readers, large text, no script, no traces left behind. */
import { describe, expect, it } from "vitest"
import { bookTuesday } from "./booking-link-stage.ts"
import { open, page, setStage, stage, visitor } from "./booking-link-visitor.ts"
import { alive, expectNoSidewaysScroll } from "./browser.ts"
import { button, heading } from "./hand.ts"
import { expectFocus, tabTo } from "./keyboard.ts"

setStage()

describe("by keyboard alone", () => {
  it.each([390, 1200])("books, moves and cancels at %i px; the focus follows each step", async (width) => {
    const link = await stage.link()
    await open(link, { width })
    await alive(page)
    await tabTo(page, /^Today, Monday, March 1, /)
    for (const key of ["ArrowDown", "ArrowRight"]) await page.keyboard.press(key)
    await expectFocus(page, /^Tuesday, March 9, 15 times$/)
    await page.keyboard.press("Home")
    await expectFocus(page, /^Sunday, March 7, no times$/)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    // The times are below the calendar here, and beside it on a wide screen.
    if (width === 390) await expectFocus(page, "day")
    await tabTo(page, /^9:30/)
    await page.keyboard.press("Enter")
    await expectFocus(page, "Is this right?")
    await tabTo(page, /^Book Mon, Mar 8 at 9:30/)
    await page.keyboard.press("Space")
    await heading(page, "You’re booked").waitFor()
    await expectFocus(page, "You’re booked, Sam")
    await tabTo(page, /^Move$/)
    await page.keyboard.press("Enter")
    await expectFocus(page, "Choose a new time")
    await tabTo(page, /^Keep my current time$/)
    await page.keyboard.press("Enter")
    await expectFocus(page, "Hello Sam")
    await tabTo(page, /^Cancel$/)
    await page.keyboard.press("Enter")
    await expectFocus(page, "Cancel this appointment?")
    await tabTo(page, /^Yes, cancel$/)
    await page.keyboard.press("Enter")
    await page.getByText("Your appointment is cancelled.").waitFor()
    await expectFocus(page, "Choose a time")
  })

  it("Page Down goes by months and turns the weeks, whose summary is announced", async () => {
    await open(await stage.link({ latest_date: "2027-04-30" }))
    await alive(page)
    await tabTo(page, /^Today, Monday, March 1, /)
    for (const key of ["PageDown", "PageDown"]) await page.keyboard.press(key)
    await heading(page, "Apr – May 2027").waitFor()
    await expectFocus(page, /^Saturday, May 1, no times$/)
    await page
      .getByRole("status")
      .filter({ hasText: "Apr – May 2027: 20 days with times" })
      .waitFor({ state: "attached" })
  })
})

describe("for a screen reader", () => {
  it("names the weeks, their days with how many times, the parts of the day and their times", async () => {
    await open(await stage.link(), { width: 1200 })
    await alive(page)
    const grid = page.getByRole("grid", { name: "Mar – Apr 2027" })
    await grid.getByRole("columnheader", { name: "Mon" }).waitFor()
    await grid.getByRole("gridcell", { name: "Friday, March 5, 15 times" }).waitFor()
    await grid.getByRole("gridcell", { name: "Saturday, March 6, no times" }).waitFor()
    const morning = page.getByRole("group", { name: "Morning" })
    await expect.poll(() => morning.getByRole("button").count()).toBe(6)
    await page.getByRole("region", { name: /Monday, March 1/ }).waitFor()
    await page.getByRole("main").waitFor()
    expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual(["Boiler service"])
  })
})

describe("large text", () => {
  it.each([320, 390])(
    "of twice the size at %i px scrolls down, never sideways, and cuts nothing off",
    async (width) => {
      const link = await stage.link()
      await open(link, { width })
      await alive(page)
      await page.evaluate("document.documentElement.style.fontSize = '200%'")
      await expectNoSidewaysScroll(page, "open")
      await bookTuesdayInSteps(async (step) => {
        await expectNoSidewaysScroll(page, step)
        await expect.poll(() => page.evaluate<string[]>(cutOff), { message: step }).toEqual([])
      })
    },
  )
})

/** Buttons and links whose words are wider than they are. */
const cutOff = `[...document.querySelectorAll("button, a, select, h1, h2:not(.said), h3")]
  .filter((each) => each.getClientRects().length && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .map((each) => each.outerHTML)`

async function bookTuesdayInSteps(judge: (step: string) => Promise<void>): Promise<void> {
  await page
    .getByRole("gridcell", { name: /March 2,/ })
    .getByRole("button")
    .click()
  await heading(page, "Tuesday, March 2").waitFor()
  await judge("times")
  await page.locator(".day-times").getByRole("button", { name: /^9:00/ }).click()
  await heading(page, "Is this right?").waitFor()
  await judge("confirm")
  await button(page, /^Book Tue/).click()
  await heading(page, "You’re booked").waitFor()
  await judge("booked")
}

describe("no trace and no need", () => {
  it("LK-09 leaves no cookie and nothing in storage, and asks no other host for anything", async () => {
    const link = await stage.link()
    await open(link)
    await bookTuesday(page)
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate("[localStorage.length, sessionStorage.length]")).toEqual([0, 0])
    expect(await page.evaluate("indexedDB.databases().then((all) => all.length)")).toBe(0)
    expect(
      await page.evaluate("performance.getEntriesByType('resource').every((e) => !e.name.includes('/r/'))"),
    ).toBe(true)
  })

  it("without JavaScript the page still says what is booked, when there are times, and whom to call", async () => {
    await open(await stage.link(), { javaScriptEnabled: false })
    await heading(page, "Boiler service").waitFor()
    expect(await page.locator("noscript .notice").innerText()).toContain(
      "Choosing a time here needs JavaScript.",
    )
    expect(await page.getByRole("link", { name: "(512) 555-0100" }).first().getAttribute("href")).toBe(
      "tel:+15125550100",
    )
    await heading(page, "Mar – Apr 2027").waitFor()
  })

  it("shows the first times before any script has run, and the script changes nothing of their place", async () => {
    const link = await stage.link()
    await open(link, { javaScriptEnabled: false, width: 1200 })
    const places = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll("#app, .calendar, .day-times .time, h1")]
          .map((each) => Math.round(each.getBoundingClientRect().top))
          .map((top, _, [first]) => top - first)`,
      )
    const before = await places()
    await visitor.close()
    await open(link, { width: 1200 })
    await alive(page)
    expect(await places()).toEqual(before)
  })

  it("takes over the elements that are there: the focus stays, and a tap before that still counts", async () => {
    await open(await stage.link(), { width: 1200 })
    const release = await reloadWithoutScript()
    const language = page.getByRole("combobox", { name: "Language" })
    await button(page, /^Tuesday, March 2, /).click()
    await language.selectOption("fr")
    await page.evaluate("Object.assign(document.querySelector('.language'), { isSame: true }).focus()")
    await heading(page, "Monday, March 1").waitFor()
    release()
    await heading(page, "mardi 2 mars").waitFor()
    expect(await page.evaluate("document.activeElement.isSame === true")).toBe(true)
  })

  it("a tap between taking over and repeating what came before counts once", async () => {
    await open(await stage.link({ latest_date: "2027-06-30" }), { width: 1200 })
    await page.addInitScript(`{
      const timer = setTimeout
      globalThis.held = []
      globalThis.setTimeout = (task, ms, ...rest) => (ms ? timer(task, ms, ...rest) : held.push(task))
      globalThis.goOn = () => {
        globalThis.setTimeout = timer
        for (const task of held) task()
      }
    }`)
    await page.reload()
    await expect.poll(() => page.evaluate("held.length")).toBeGreaterThan(0)
    await button(page, "Later days").click()
    expect(await heading(page, "Mar – Apr 2027").count()).toBe(1)
    await page.evaluate("goOn()")
    await heading(page, "Apr – May 2027").waitFor()
  })

  it.each(["America/Chicago", "America/New_York"])(
    "moves nothing for a visitor in %s",
    async (timezoneId) => {
      await open(await stage.link(), { timezoneId })
      const release = await reloadWithoutScript()
      const isElsewhere = timezoneId !== "America/Chicago"
      expect(await page.getByText("Times are in Central Time").isVisible()).toBe(isElsewhere)
      const tops = () =>
        page.evaluate<number[]>(
          "[...document.querySelectorAll('h1, h2, h3, .day, .foot')].map((each) => each.getBoundingClientRect().top)",
        )
      const before = await tops()
      release()
      await alive(page)
      expect(await tops()).toEqual(before)
      expect(await page.getByText("Times are in Central Time").isVisible()).toBe(isElsewhere)
    },
  )
})

/** Loads the page again, but holds its script back until the returned function is called. */
async function reloadWithoutScript(): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  return release
}
