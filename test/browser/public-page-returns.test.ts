/** A visitor with bad reception, who reloads, goes back and forth, and changes what they booked. */
import { describe, expect, it } from "vitest"
import { lastCode } from "../support/read-texts.ts"
import { alive } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { chooseTime } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"
import { layoutShift, slowDown } from "./slow-network.ts"

setStage()

const roundTripMs = 800
const mostShift = 0.02

/** Loads the page again, and waits until it stands on the step again. */
async function reloadAt(step: string | RegExp): Promise<void> {
  await heading(page, step).waitFor()
  await page.reload()
  await alive(page)
  await heading(page, step).waitFor()
  expect(await layoutShift(page), `${step}, reloaded`).toBeLessThanOrEqual(mostShift)
}

describe("at 800 ms a round trip", () => {
  it("TR-49 TR-50 TR-51 books, reloads at every step, and moves and cancels the appointment", async () => {
    await open()
    await slowDown(page, roundTripMs)
    await button(page, /^Boiler service/).click()
    await reloadAt("Choose a time")
    await pickTime(page, /March 9,/, "9:00")
    await page.getByLabel("Mobile number").fill(stage.newNumber())
    const typed = await page.getByLabel("Mobile number").inputValue()
    await reloadAt("Your mobile number")
    expect(await page.getByLabel("Mobile number").inputValue()).toBe(typed)
    await button(page, "Text me a code").click()
    await reloadAt("Enter the code")
    await page.getByLabel("6-digit code").fill(await lastCode(stage.service))
    await heading(page, "Last step: your name").waitFor()
    await page.getByLabel("First name").fill("Rosa")
    await page.getByLabel("Last name").fill("Diaz")
    await reloadAt("Last step: your name")
    expect(await page.getByLabel("First name").inputValue()).toBe("Rosa")
    await button(page, "Book Tue, Mar 9 at 9:00 AM").click()
    await reloadAt(/^You’re booked/)

    await page.getByRole("link", { name: "Move" }).click()
    await heading(page, "Choose a new time").waitFor()
    await alive(page)
    await pickTime(page, /March 10,/, "10:00")
    await reloadAt("Move to this time?")
    await button(page, "Move to Wed, Mar 10 at 10:00 AM").click()
    await heading(page, "Your appointment is moved").waitFor()
    await button(page, /^Cancel$/).click()
    await reloadAt("Cancel this appointment?")
    await button(page, "Yes, cancel").click()
    await heading(page, "Your appointment is cancelled").waitFor()
  })

  it.each([390, 1280])("TR-51 nothing moves while times load at %i px", async (width) => {
    await open({ width })
    await slowDown(page, roundTripMs)
    await button(page, /^Boiler service/).click()
    await page.locator(".calendar[aria-busy=true]").waitFor()
    await page.getByRole("gridcell", { name: /March 9, \d+ times/ }).waitFor()
    await button(page, "Later days").click()
    await page.getByRole("gridcell", { name: /April 6, \d+ times/ }).waitFor()
    expect(await layoutShift(page)).toBeLessThanOrEqual(mostShift)
  })
})

describe("back and forth", () => {
  it("TR-50 Back and Forward between the steps lose nothing, also after a reload", async () => {
    await open({ width: 1280 })
    await chooseTime(page)
    await page.getByLabel("Mobile number").fill("5125550123")
    await page.reload()
    await alive(page)
    await heading(page, "Your mobile number").waitFor()
    await page.goBack()
    await heading(page, "Choose a time").waitFor()
    await page.goBack()
    await heading(page, "What would you like to book?").waitFor()
    await page.goForward()
    await heading(page, "Choose a time").waitFor()
    await pickTime(page, /March 2,/, "9:30")
    expect(await page.getByLabel("Mobile number").inputValue()).toBe("(512) 555-0123")
  })

  it("TR-50 where the browser refuses to keep anything, the page's memory does until a reload", async () => {
    await open()
    await page.addInitScript(
      "Object.defineProperty(globalThis, 'sessionStorage', { get() { throw new Error('refused') } })",
    )
    await page.reload()
    await alive(page)
    await chooseTime(page)
    await page.getByLabel("Mobile number").fill("5125550123")
    await page.goBack()
    await heading(page, "Choose a time").waitFor()
    await pickTime(page, /March 2,/, "9:30")
    expect(await page.getByLabel("Mobile number").inputValue()).toBe("(512) 555-0123")
    await page.reload()
    await heading(page, "What would you like to book?").waitFor()
  })
})
