/** A visitor who booked, and comes back to move, cancel or look again. */
import { expect, it } from "vitest"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { put } from "../support/story.ts"
import { alive } from "./browser.ts"
import { button, heading } from "./hand.ts"
import { chooseTime, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"
import { layoutShift } from "./slow-network.ts"

setStage()

async function bookAt(time: string, { texts = false } = {}): Promise<void> {
  await chooseTime(page, time)
  await proveNumber(page, stage.service, stage.newNumber())
  await page.getByLabel("First name").fill("Rosa")
  await page.getByLabel("Last name").fill("Diaz")
  if (texts) await page.getByLabel("Text me updates").check()
  await button(page, /^Book Tue, Mar 2/).click()
  await heading(page, /^You’re booked/).waitFor()
}

const comeAgain = async () => {
  // The page that is left may hear of its appointment once more, and keeps that no longer.
  await page.evaluate("sessionStorage.clear(); Storage.prototype.setItem = () => undefined")
  await page.goto(stage.url)
  await alive(page)
}

it("MD-01 MD-12 PG-02 says that nothing is sent, and gives the link to copy and to get by text", async () => {
  await open()
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await bookAt("9:00")
  await page.getByText("We can’t write to you about it: keep your link.").waitFor()
  const link = await page.getByLabel("Your private link").inputValue()
  expect(link).toContain(`${stage.service.bookUrl}/`)
  await button(page, "Copy link").click()
  await page.getByText("The link is copied.").waitFor()
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link)
  await button(page, "Text it to me").click()
  await page.getByText("It is on its way to your phone.").waitFor()
  await sendTexts(stage.service.context)
  const [text] = await stage.service.context.db.query<{ purpose: string }>(
    "SELECT purpose FROM text_message ORDER BY id DESC LIMIT 1",
  )
  expect(text?.purpose).toBe("links")
})

it("MD-01 PG-02 says what is texted to who ticked the box", async () => {
  await open()
  await bookAt("9:30", { texts: true })
  await page.getByText("If we have to change anything, we text you.").waitFor()
  await page.getByText("Before your appointment we remind you by text.").waitFor()
})

it("MD-12 PG-11 the browser that booked remembers it without what or when, moved or cancelled, until somebody else says so", async () => {
  await open({ width: 1280 })
  await bookAt("10:00")
  await comeAgain()
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  await page.getByText("You booked here before.").waitFor()
  expect(await page.locator(".booked-here").innerText()).not.toMatch(/Boiler|March|10:00/)
  expect(await page.evaluate("localStorage.getItem('appointments')")).not.toContain("Boiler")
  await page.getByRole("link", { name: "Open it" }).click()
  await button(page, "Move").click()
  await page
    .getByRole("gridcell", { name: /March 3,/ })
    .getByRole("button")
    .click()
  await page
    .locator(".day-times")
    .getByRole("button", { name: /^11:00/ })
    .click()
  await button(page, /^Move to Wed, Mar 3 at 11:00/).click()
  await heading(page, "Your appointment is moved").waitFor()
  await comeAgain()
  await page.getByRole("link", { name: "Open it" }).waitFor()
  await button(page, /^Not you/).click()
  await page.getByText("You booked here before.").waitFor({ state: "detached" })
  await comeAgain()
  await heading(page, "What would you like to book?").waitFor()
  expect(await page.getByText("You booked here before.").count()).toBe(0)
})

it("MD-12 a cancelled appointment is remembered no more", async () => {
  await open()
  await bookAt("11:30")
  await comeAgain()
  await page.getByRole("link", { name: "Open it" }).click()
  await button(page, /^Cancel$/).click()
  await button(page, "Yes, cancel").click()
  await heading(page, "Your appointment is cancelled").waitFor()
  await comeAgain()
  await heading(page, "What would you like to book?").waitFor()
  expect(await page.getByText("You booked here before.").count()).toBe(0)
})

it("MD-12 a page with one service leads back to an appointment too", async () => {
  for (const id of Object.values(stage.types)) {
    await put(stage.service, `/appointment-types/${id}`, { public_booking: false })
  }
  await open()
  await heading(page, "Choose a time").waitFor()
  await button(page, /^I have an appointment/).click()
  await heading(page, "Find your appointment").waitFor()
})
