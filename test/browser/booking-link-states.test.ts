/** Every state of the page: WCAG 2.2 AA by axe and no sideways scrolling at 320, 390 and 1200 px, light and dark. */
import { expect, it } from "vitest"
import { anasAt } from "../support/link.ts"
import { put } from "../support/story.ts"
import { bookTuesday } from "./booking-link-stage.ts"
import { open, page, setStage, stage } from "./booking-link-visitor.ts"
import { alive, expectAccessible, expectAccessibleEverywhere, expectNoSidewaysScroll } from "./browser.ts"
import { expectNothingCut } from "./cut-texts.ts"
import { button, heading, offers, pickTime } from "./hand.ts"

setStage()

it("LK-01 open, a day's times, and the choice to confirm", async () => {
  await open(await stage.link({ provider_id: null }))
  await alive(page)
  await expectAccessibleEverywhere(page, "open")
  await page
    .getByRole("gridcell", { name: /March 9,/ })
    .getByRole("button")
    .click()
  await expectAccessibleEverywhere(page, "times")
  await page.locator(".day-times").getByRole("button").nth(3).click()
  await heading(page, "Is this right?").waitFor()
  await expectAccessibleEverywhere(page, "confirm")
})

it("LK-03 booked, moving, the new time to confirm, and the question before a cancel", async () => {
  const link = await stage.link()
  await open(link)
  await bookTuesday(page)
  await expectAccessibleEverywhere(page, "booked")
  await button(page, "Move").click()
  await heading(page, "Choose a new time").waitFor()
  await expectAccessibleEverywhere(page, "moving")
  await pickTime(page, /March 3,/, "10:00")
  await heading(page, "Move to this time?").waitFor()
  await expectAccessibleEverywhere(page, "move to confirm")
  await button(page, /^Move to/).click()
  await heading(page, "Your appointment is moved").waitFor()
  await button(page, /^Cancel$/).click()
  await heading(page, "Cancel this appointment?").waitFor()
  await expectAccessibleEverywhere(page, "cancel?")
  await button(page, "Yes, cancel").click()
  await page.getByText("Your appointment is cancelled.").waitFor()
  await expectAccessibleEverywhere(page, "cancelled")
})

it("BK-03 a job of several days shows each of them, before and after", async () => {
  const link = await stage.link({ appointment_type_id: stage.types.job })
  await open(link)
  await page
    .getByRole("gridcell", { name: /March 16,/ })
    .getByRole("button")
    .click()
  await expectAccessibleEverywhere(page, "times of several days")
  await page.locator(".day-times").getByRole("button", { name: /AM/ }).first().click()
  const blocks = page.locator(".blocks li")
  await expect.poll(() => blocks.count()).toBe(3)
  await button(page, /^Book/).click()
  await heading(page, "You’re booked").waitFor()
  await expect
    .poll(() => blocks.allInnerTexts())
    .toEqual([
      expect.stringContaining("Day 1 of 3"),
      expect.stringContaining("Wednesday, March 17, 2027"),
      expect.stringContaining("Day 3 of 3"),
    ])
  await expectAccessibleEverywhere(page, "several days booked")
})

it("PG-06 a move begins near the present time, and never offers that", async () => {
  const link = await stage.link()
  await link.book(anasAt(stage.story, "2027-03-17T16:00:00.000Z"))
  await open(link)
  await button(page, "Move").click()
  const near = page.getByRole("group", { name: "Near your time" })
  await near.waitFor()
  for (const text of await near.getByRole("button").allInnerTexts()) expect(text).toMatch(/Wed, Mar 17/)
  await page.getByRole("heading", { name: "Wednesday, March 17" }).waitFor()
  expect(await offers(page, ["10:00", "11:00", "12:00"])).toEqual(["10:00", "12:00"])
})

it("PG-06 cancelled by the company: opened anew the link says what was cancelled, and leads to other times", async () => {
  const link = await stage.link()
  const { data } = await link.book(anasAt(stage.story, "2027-03-05T15:00:00.000Z"))
  await open(link)
  await button(page, /^Cancel$/).click()
  await page.getByText("You can choose a new time here afterwards.").waitFor()
  await stage.service.api("POST", `/appointments/${data.appointment!.id}/cancel`)
  await page.reload()
  await page.getByText("Your appointment on Friday, March 5 at 9:00").waitFor()
  await expectAccessibleEverywhere(page, "cancelled, other times")
  const takenOut = page.waitForEvent("download")
  await button(page, "Take it out of my calendar").click()
  expect((await takenOut).suggestedFilename()).toBe("appointment.ics")
  await bookTuesday(page)
  await page.reload()
  await heading(page, "Hello Sam").waitFor()
  expect(await page.getByText("is cancelled").count()).toBe(0)
})

it("LK-04 an address is needed: the page asks to call", async () => {
  await open(await stage.link({ appointment_type_id: stage.types.visit }))
  await heading(page, "Please call to book").waitFor()
  await alive(page)
  expect(
    await page
      .getByRole("link", { name: /555-0100/ })
      .first()
      .getAttribute("href"),
  ).toBe("tel:+15125550100")
  await expectAccessibleEverywhere(page, "call")
})

it("RQ-09 closed by another open request", async () => {
  const link = await stage.link()
  await link.book(anasAt(stage.story, "2027-03-05T15:00:00.000Z"))
  const { body } = await stage.service.api("GET", `/scheduling-requests/${link.requestId}`)
  await stage.link({ customer_id: body.data.customer_id })
  await open(link)
  await button(page, /^Cancel$/).click()
  await button(page, "Yes, cancel").click()
  await heading(page, "Your appointment is cancelled").waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
  await expectAccessibleEverywhere(page, "closed")
})

it("LK-06 ended, LK-07 unknown, and an address that leads nowhere", async () => {
  const link = await stage.link()
  await stage.service.api("POST", `/scheduling-requests/${link.requestId}/cancel`)
  await open(link)
  await heading(page, "This link is no longer active").waitFor()
  expect(await page.getByRole("link", { name: /^Call/ }).count()).toBe(1)
  await expectAccessibleEverywhere(page, "ended")
  await page.goto(`${stage.service.bookUrl}/r/${"A".repeat(24)}`)
  await heading(page, "This link is no longer active").waitFor()
  expect(await page.getByRole("link").count()).toBe(0)
  await expectAccessibleEverywhere(page, "unknown")
  await page.goto(`${stage.service.bookUrl}/nowhere/at/all`)
  await heading(page, "Page not found").waitFor()
  await expectAccessibleEverywhere(page, "not found")
})

it("RL-01 too many requests", async () => {
  const link = await stage.link()
  await open(link)
  const ask = `Promise.all(Array.from({ length: 300 }, () => fetch("/api/link").then((r) => r.status)))`
  await page.evaluate(ask)
  await page.goto(link.url)
  await heading(page, "One moment, please").waitFor()
  await expectAccessibleEverywhere(page, "too many")
})

it("no times in the month: says so, and leads to the next day that has some", async () => {
  await stage.service.api("POST", `/providers/${stage.story.benId}/time-off`, {
    start: "2027-03-05T06:00:00.000Z",
    end: "2027-04-20T05:00:00.000Z",
    reason: "away",
  })
  const away = { provider_id: stage.story.benId, earliest_date: "2027-03-05" }
  await open(await stage.link({ ...away, latest_date: "2027-04-30" }))
  await page.getByText("No times are free in these weeks.").waitFor()
  await expectAccessibleEverywhere(page, "no times this month")
  await button(page, "Next available: Tuesday, April 20").click()
  await page.getByRole("heading", { name: "Tuesday, April 20" }).waitFor()
  await expect.poll(() => page.locator(".day-times .time").count()).toBe(15)
  await page.goto((await stage.link({ ...away, latest_date: "2027-04-10" })).url)
  await page.getByText("No times can be booked here right now.").waitFor()
  await expectAccessibleEverywhere(page, "no times at all")
})

it.each([
  { locale: "fr", language: "Langue", choose: "Choisissez un horaire", yours: "Bonjour Sam" },
  { locale: "es", language: "Idioma", choose: "Elija una hora", yours: "Hola, Sam" },
])("speaks $locale, and fits at 320 px", async ({ locale, language, choose, yours }) => {
  const booked = await stage.link()
  await booked.book(
    anasAt(stage.story, locale === "fr" ? "2027-03-30T15:00:00.000Z" : "2027-03-29T15:00:00.000Z"),
  )
  await open(await stage.link(), { locale, width: 320 })
  await heading(page, choose).waitFor()
  await alive(page)
  expect(await page.locator("html").getAttribute("lang")).toBe(locale)
  await page.getByRole("combobox", { name: language }).waitFor()
  await judge(`open, ${locale}`)
  await page.locator(".day:not([aria-disabled=true])").nth(4).click()
  await page.locator(".day-times .time").first().waitFor()
  await judge(`times, ${locale}`)
  await page.locator(".day-times .time").first().click()
  await page.locator(".blocks li").waitFor()
  await judge(`confirm, ${locale}`)
  await page.goto(booked.url)
  await heading(page, yours).waitFor()
  await alive(page)
  await judge(`booked, ${locale}`)
  await page.locator(".danger").click()
  await judge(`cancel?, ${locale}`)
  await page.goto(`${stage.service.bookUrl}/r/x`)
  await judge(`ended, ${locale}`)
})

async function judge(state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}

it.each(["en", "es", "fr"])(
  "MD-14 in %s no date, zone, title or button is cut at any width",
  async (locale) => {
    await put(stage.service, `/customers/${stage.story.customerId}`, { locale })
    const link = await stage.link({ provider_id: null })
    await open(link)
    await alive(page)
    await expectNothingCut(page, "open")
    await page.locator(".day-times .time").first().click()
    await page.locator(".button.primary").waitFor()
    await expectNothingCut(page, "confirm")
    await page.locator(".button.primary").click()
    const cancel = page.locator(".button.danger")
    const asked = await cancel.innerText()
    await expectNothingCut(page, "booked")
    await cancel.click()
    await expect.poll(() => cancel.innerText()).not.toBe(asked)
    await expectNothingCut(page, "cancel?")
    await put(stage.service, `/customers/${stage.story.customerId}`, { locale: null })
  },
)
