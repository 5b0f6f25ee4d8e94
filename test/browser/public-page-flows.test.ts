import { afterEach, describe, expect, it } from "vitest"
import { make, makeCustomer } from "../support/story.ts"
import { expectAccessibleEverywhere } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { expectFocus } from "./keyboard.ts"
import { chooseTime, giveAddress, giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

afterEach(async () => {
  expect(await page.context().cookies()).toEqual([])
})

interface Customer {
  first_name: string
  email: string | null
  address: { line1: string } | null
  contacts: { consents: { channel: string; event: string; source: string }[] }[]
}

/** The customer with the number, as the company sees them. */
async function customerOf(number: string): Promise<Customer> {
  const { body } = await stage.service.api("GET", `/customers?phone=%2B1${number}`)
  return (await stage.service.api("GET", `/customers/${body.data[0].id}`)).body.data
}

describe("somebody new", () => {
  it("PB-05 PB-07 PB-12 chooses, proves a number, gives a name, and is booked", async () => {
    await open()
    await expectAccessibleEverywhere(page, "what")
    await chooseTime(page)
    await expectAccessibleEverywhere(page, "number")
    const number = stage.newNumber()
    const phone = page.getByLabel("Mobile number")
    await phone.pressSequentially(number)
    await expect.poll(() => phone.inputValue()).toMatch(/^\(512\) 555-\d{4}$/)
    await button(page, "Text me a code").click()
    await heading(page, "Enter the code").waitFor()
    await expectAccessibleEverywhere(page, "code")
    await button(page, "Use another number").click()
    await proveNumber(page, stage.service, number)
    await heading(page, "Last step: your name").waitFor()
    await page.getByText("9:00 – 10:00 AM").waitFor()
    expect(await page.getByRole("checkbox", { name: "Text me updates" }).isChecked()).toBe(false)
    await giveName(page)
    await expectAccessibleEverywhere(page, "name")
    await button(page, "Book Tue, Mar 2 at 9:00 AM").click()
    await heading(page, "You’re booked").waitFor()
    await page.getByText("1 Main St, Austin, TX 78701").waitFor()
    await expectAccessibleEverywhere(page, "booked")
    const file = page.waitForEvent("download")
    await button(page, "Apple, other").click()
    expect((await file).suggestedFilename()).toBe("appointment.ics")
    const { body } = await stage.service.api("GET", "/appointments?limit=100")
    expect(body.data.map((each: { booked_by: string }) => each.booked_by)).toEqual(["public"])
    expect((await customerOf(number)).contacts[0]!.consents).toEqual([])
  })

  it("PB-11 ticks `Text me updates`: that, and nothing else, is consent", async () => {
    await open()
    await chooseTime(page, "10:00")
    const number = stage.newNumber()
    await proveNumber(page, stage.service, number)
    await giveName(page)
    await page.getByLabel("Text me updates").check()
    await button(page, /^Book Tue/).click()
    await heading(page, "You’re booked").waitFor()
    expect((await customerOf(number)).contacts[0]!.consents).toEqual([
      expect.objectContaining({ channel: "sms", event: "granted", source: "public_page" }),
    ])
  })

  it("PB-09 gives an email that another customer has: booked, and told that it was not saved", async () => {
    await open()
    await chooseTime(page, "11:00")
    const number = stage.newNumber()
    await proveNumber(page, stage.service, number)
    await giveName(page)
    await page.getByLabel("Email (optional)").fill("sam@example.com")
    await button(page, /^Book Tue/).click()
    await heading(page, "You’re booked").waitFor()
    await page.getByText("Your email was not saved").waitFor()
    await expectAccessibleEverywhere(page, "booked, email not saved")
    expect((await customerOf(number)).email).toBeNull()
  })

  it("PB-03 PB-08 gives an address first where the visit needs one, and it is kept with the booking", async () => {
    await open()
    await button(page, /^Home visit/).click()
    await heading(page, "Where should we come?").waitFor()
    await button(page, "Show times").click()
    await page.getByText("Please enter your street and number.").waitFor()
    await expectFocus(page, "line1")
    await expectAccessibleEverywhere(page, "address with mistakes")
    await giveAddress(page, "99999")
    await page.getByRole("alert").getByText("That address is outside the area we visit.").waitFor()
    await expectAccessibleEverywhere(page, "out of area")
    await giveAddress(page, "78702")
    await pickTime(page, /March 3,/, "9:00")
    const number = stage.newNumber()
    await proveNumber(page, stage.service, number)
    await giveName(page)
    await button(page, /^Book Wed/).click()
    await heading(page, "You’re booked").waitFor()
    await page.getByText("At your address").last().waitFor()
    expect(await page.locator("main").innerText()).not.toContain("2 Oak Ave")
    expect((await customerOf(number)).address).toMatchObject({ line1: "2 Oak Ave" })
  })
})

describe("a customer", () => {
  it("PB-07 books without being asked for a name, and books again without another code", async () => {
    await open()
    await chooseTime(page, "1:00")
    await proveNumber(page, stage.service, "5125550123")
    await heading(page, "Is this right?").waitFor()
    expect(await page.getByLabel("First name").count()).toBe(0)
    await expectAccessibleEverywhere(page, "confirm")
    await button(page, /^Book Tue/).click()
    await heading(page, "You’re booked").waitFor()
    await button(page, "Book something else").click()
    await button(page, /^Boiler service/).click()
    await pickTime(page, /March 2,/, "2:00")
    await heading(page, "Is this right?").waitFor()
    await button(page, /^Book Tue/).click()
    await heading(page, "You’re booked").waitFor()
  })

  it("PB-03 with an address on file: it replaces the typed one, and is never shown", async () => {
    const phone = stage.newNumber()
    await makeCustomer(stage.service, {
      phone: `+1${phone}`,
      address: { line1: "9 Elm St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
    })
    await open()
    await button(page, /^Home visit/).click()
    await giveAddress(page, "78702")
    await pickTime(page, /March 4,/, "9:00")
    await proveNumber(page, stage.service, phone)
    await page.getByText("We come to the address we have on file.").waitFor()
    expect(await page.locator("main").innerText()).not.toMatch(/Elm|Oak/)
    await button(page, /^Book Thu/).click()
    await heading(page, "You’re booked").waitFor()
  })

  it("PB-10 finds an invitation by number, and books it", async () => {
    const phone = stage.newNumber()
    const customerId = await makeCustomer(stage.service, { phone: `+1${phone}` })
    await make(stage.service, "/scheduling-requests", {
      customer_id: customerId,
      appointment_type_id: stage.story.typeId,
      earliest_date: "2027-03-08",
      latest_date: "2027-03-12",
    })
    await open()
    await button(page, "I was invited to book").click()
    await page.getByText("find your invitations").waitFor()
    await proveNumber(page, stage.service, phone)
    await heading(page, "Your invitations").waitFor()
    await expectAccessibleEverywhere(page, "invitations")
    await button(page, /^Boiler service 1 hour · Mon, Mar 8 to Fri, Mar 12/).click()
    await page.getByRole("gridcell", { name: "Monday, March 15, no times" }).waitFor()
    await pickTime(page, /March 9,/, "9:00")
    await button(page, /^Book Tue, Mar 9/).click()
    await heading(page, "You’re booked").waitFor()
    const { body } = await stage.service.api("GET", `/scheduling-requests?customer_id=${customerId}`)
    expect(body.data[0].status).toBe("scheduled")
  })

  it("has no invitation: says so, and offers something else", async () => {
    await open()
    await button(page, "I was invited to book").click()
    await proveNumber(page, stage.service, "5125550123")
    await page.getByText("There is no open invitation for this number.").waitFor()
    await button(page, "Book something else").click()
    await heading(page, "What would you like to book?").waitFor()
  })
})

describe("what is offered", () => {
  it("BK-03 a job of several days shows each of them", async () => {
    await open()
    await button(page, /^Boiler replacement/).click()
    await page
      .getByRole("gridcell", { name: /March 16,/ })
      .getByRole("button")
      .click()
    await expectAccessibleEverywhere(page, "times of several days")
    await page.locator(".day-times").getByRole("button", { name: /AM/ }).first().click()
    await proveNumber(page, stage.service, "5125550123")
    await heading(page, "Is this right?").waitFor()
    await expect.poll(() => page.locator(".blocks li").count()).toBe(3)
  })

  it("a choice of lengths asks for each length's own times", async () => {
    await open()
    await button(page, /^Consultation Half an hour, Two hours/).click()
    await page.getByRole("gridcell", { name: "Monday, March 8, 16 times" }).waitFor()
    await page.getByLabel("Length").selectOption("Two hours")
    await page.getByRole("gridcell", { name: "Monday, March 8, 13 times" }).waitFor()
    await page.getByText("2 hours · At our place").waitFor()
    await expectAccessibleEverywhere(page, "lengths")
  })

  it("a remote visit is in the visitor's zone, which can be changed", async () => {
    await open({ timezoneId: "America/New_York" })
    await button(page, /^Advice by video/).click()
    await page.getByText("Times are in your time zone, Eastern Time.").waitFor()
    await page
      .getByRole("gridcell", { name: /March 9,/ })
      .getByRole("button")
      .click()
    await page
      .locator(".day-times")
      .getByRole("button", { name: /^10:00 AM/ })
      .waitFor()
    await expectAccessibleEverywhere(page, "remote")
  })
})
