/** Every refusal leads on: to fresh times, another code, or the company's number. Nothing typed is lost. */
import type { Route } from "playwright-core"
import { afterEach, describe, expect, it } from "vitest"
import { slug, visitorOf } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { make, makeCustomer, put } from "../support/story.ts"
import { expectAccessibleEverywhere } from "./browser.ts"
import { button, heading, offers, pickTime } from "./hand.ts"
import { expectFocus } from "./keyboard.ts"
import { chooseTime, giveAddress, giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

afterEach(() =>
  put(stage.service, "/company", {
    public_slug: slug,
    public_booking_enabled: true,
    new_customers: "allowed",
    public_daily_code_cap: 200,
  }),
)

const alertSays = (text: string) => page.getByRole("alert").getByText(text).waitFor()
const typeCode = (code: string) => page.getByLabel("6-digit code").fill(code)

/** A code that is certainly not the one that was texted. */
async function wrongCode(): Promise<string> {
  return (await lastCode(stage.service)) === "000000" ? "111111" : "000000"
}

/** The wait before another code, as nine seconds instead of thirty: long enough to be seen. */
async function shortWait(route: Route): Promise<void> {
  const response = await route.fetch()
  const json = await response.json()
  await route.fulfill({ response, json: { ...json, data: { ...json.data, resendAfterSeconds: 9 } } })
}

/** Somebody else books a time with both providers. */
async function take(startTime: string): Promise<void> {
  for (const provider_id of [stage.story.anaId, stage.story.benId]) {
    await make(stage.service, "/appointments", {
      customer_id: await makeCustomer(stage.service),
      appointment_type_id: stage.story.typeId,
      provider_id,
      location_id: stage.story.locationId,
      start_time: startTime,
    })
  }
}

describe("the number and its code", () => {
  it("a number that is none, and one that cannot be texted", async () => {
    await open()
    await chooseTime(page)
    await page.getByLabel("Mobile number").fill("12")
    await button(page, "Text me a code").click()
    await page.getByText("Please enter a US or Canadian number with ten digits, or call us.").waitFor()
    await expectFocus(page, "phone")
    await expectAccessibleEverywhere(page, "no number")
    await page.getByLabel("Mobile number").fill("8005550123")
    await button(page, "Text me a code").click()
    await alertSays("We cannot text that number.")
    await expectAccessibleEverywhere(page, "number not supported")
  })

  it("VC-01 a wrong code is told at its field; after five none is right, and a new one is", async () => {
    await open()
    await page.route("**/codes", shortWait)
    await chooseTime(page)
    await page.getByLabel("Mobile number").fill(stage.newNumber())
    await button(page, "Text me a code").click()
    await heading(page, "Enter the code").waitFor()
    await page.getByText(/You can ask for a new code in \d seconds?/).waitFor()
    await typeCode(await wrongCode())
    await page.getByText("That is not the code we sent.").waitFor()
    await expectFocus(page, "code")
    await expectAccessibleEverywhere(page, "wrong code")
    for (let tries = 2; tries <= 5; tries++) {
      await typeCode("")
      const refused = page.waitForResponse("**/codes/verify")
      await typeCode(await wrongCode())
      await refused
      await page.locator("form:not([aria-busy=true]) #code:not([readonly])").waitFor()
    }
    await typeCode("")
    await typeCode(await lastCode(stage.service))
    await alertSays("Code expired. Please ask for a new one.")
    await expectAccessibleEverywhere(page, "code expired")
    stage.service.clock.advanceMs(31_000)
    await button(page, "Text me a new code").click()
    await page.getByText(/You can ask for a new code in/).waitFor()
    await typeCode(await lastCode(stage.service))
    await heading(page, "Last step: your name").waitFor()
  })

  it("VC-02 too many codes for one number: says how long to wait", async () => {
    const number = stage.newNumber()
    for (let count = 0; count < 3; count++) await visitorOf(stage.service).code(`+1${number}`)
    await open()
    await chooseTime(page)
    await page.getByLabel("Mobile number").fill(number)
    await button(page, "Text me a code").click()
    await alertSays("Too many tries in a short time.")
    await page.getByText(/Please wait \d+ (minutes|hour)/).waitFor()
    await expectAccessibleEverywhere(page, "too many codes")
  })

  it("VC-02 no more codes today: asks to call", async () => {
    await open()
    await put(stage.service, "/company", { public_daily_code_cap: 0 })
    await chooseTime(page)
    await page.getByLabel("Mobile number").fill(stage.newNumber())
    await button(page, "Text me a code").click()
    await alertSays("No more codes can be texted today.")
    expect(await page.getByRole("alert").getByRole("link").getAttribute("href")).toBe("tel:+15125550100")
    await expectAccessibleEverywhere(page, "codes stopped")
  })

  it("PB-07 PG-13 new customers are not allowed: says so before anything is chosen, and asks to call", async () => {
    await put(stage.service, "/company", { new_customers: "not_allowed" })
    await open()
    await page.getByText("Online booking is open to existing customers.").waitFor()
    await chooseTime(page)
    await proveNumber(page, stage.service, stage.newNumber())
    await heading(page, "Please call to book").waitFor()
    await page.getByRole("link", { name: "Call (512) 555-0100" }).waitFor()
    await expectAccessibleEverywhere(page, "registration closed")
  })

  it("VC-03 the visit ran out: the number is proved again, and everything typed is kept", async () => {
    await open()
    await chooseTime(page)
    await proveNumber(page, stage.service, stage.newNumber())
    await giveName(page, "Rosa", "Diaz")
    stage.service.clock.advanceMs(31 * 60_000)
    await button(page, /^Book Tue/).click()
    await alertSays("To be safe, please verify your number once more. Your choice is kept.")
    await expectAccessibleEverywhere(page, "visit expired")
    await button(page, "Text me a code").click()
    await heading(page, "Enter the code").waitFor()
    await typeCode(await lastCode(stage.service))
    expect(await page.getByLabel("First name").inputValue()).toBe("Rosa")
    await button(page, "Book Tue, Mar 2 at 9:00 AM").click()
    await heading(page, "You’re booked").waitFor()
  })
})

describe("the time", () => {
  it("is taken meanwhile: says so, shows fresh times, keeps who the visitor is", async () => {
    await open()
    await chooseTime(page, "10:00")
    await proveNumber(page, stage.service, stage.newNumber())
    await giveName(page)
    // The time was held for the visitor until now.
    stage.service.clock.advanceMs(5 * 60_000)
    await take("2027-03-02T16:00:00.000Z")
    await button(page, /^Book Tue/).click()
    await alertSays("That time was just taken.")
    await expectAccessibleEverywhere(page, "slot taken")
    await expect.poll(() => offers(page, ["10:00", "11:00"])).toEqual(["11:00"])
    const near = page.getByRole("group", { name: "Times close to it" }).getByRole("button")
    await near.first().click()
    await heading(page, "Is this right?").waitFor()
    await button(page, /^Book Tue/).click()
    await heading(page, "You’re booked").waitFor()
  })

  it("none this month: leads to the next", async () => {
    for (const id of [stage.story.anaId, stage.story.benId]) {
      await make(stage.service, `/providers/${id}/time-off`, {
        start: "2027-03-10T06:00:00.000Z",
        end: "2027-04-20T05:00:00.000Z",
        reason: "away",
      })
    }
    stage.service.clock.set("2027-03-10T12:00:00.000Z")
    await open()
    await button(page, /^Boiler service/).click()
    await page.getByText("No times are free in these weeks.").waitFor()
    await expectAccessibleEverywhere(page, "no times this month")
    await button(page, "Next available: Tuesday, April 20").click()
    await page.getByRole("heading", { name: "Tuesday, April 20" }).waitFor()
    stage.service.clock.set("2027-03-01T12:00:00.000Z")
  })

  it("PB-03 does not go with the address on file: other times are shown", async () => {
    const phone = stage.newNumber()
    await makeCustomer(stage.service, {
      phone: `+1${phone}`,
      address: { line1: "9 Elm St", city: "Austin", state: "TX", postal_code: "99999", country: "US" },
    })
    await open()
    await button(page, /^Home visit/).click()
    await giveAddress(page, "78702")
    await pickTime(page, /March 4,/, "9:00")
    await proveNumber(page, stage.service, phone)
    await alertSays("outside the area we visit")
    expect(await page.locator("main").innerText()).not.toContain("Elm")
    await expectAccessibleEverywhere(page, "address on file out of area")
  })
})

describe("the page itself", () => {
  it("PB-01 is closed while somebody chooses: says so, and whom to call", async () => {
    await open()
    await put(stage.service, "/company", { public_booking_enabled: false })
    await button(page, /^Boiler service/).click()
    await heading(page, "Online booking is closed").waitFor()
    await page.getByRole("link", { name: "Call (512) 555-0100" }).waitFor()
    await expectAccessibleEverywhere(page, "closed")
    await page.goto(stage.url)
    await heading(page, "Page not found").waitFor()
  })

  it("PB-02 a type that is no longer public: shows what is", async () => {
    await open()
    await put(stage.service, `/appointment-types/${stage.types.options}`, { public_booking: false })
    await button(page, /^Consultation/).click()
    await alertSays("That can no longer be booked. Here is what is available.")
    await button(page, /^Consultation/).waitFor({ state: "detached" })
    await expectAccessibleEverywhere(page, "no longer offered")
  })

  it("RL-01 too many requests: says how long to wait, and goes on afterwards", async () => {
    await open()
    await page.evaluate(
      `Promise.all(Array.from({ length: 60 }, () => fetch("/api/pages/${slug}").then((r) => r.status)))`,
    )
    await button(page, /^Boiler service/).click()
    await alertSays("Too many tries in a short time.")
    await expectAccessibleEverywhere(page, "too many requests")
    stage.service.clock.advanceMs(90_000)
    await button(page, "Try again").click()
    await page.getByRole("gridcell", { name: /March 2, \d+ times/ }).waitFor()
  })
})
