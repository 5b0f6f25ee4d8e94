/** Joining the waiting list where no time suits: on the public page after the number is verified, and by a manage link. */
import { expect, it } from "vitest"
import { make, makeCustomer } from "../support/story.ts"
import { expectAccessibleEverywhere, visit } from "./browser.ts"
import { button, heading } from "./hand.ts"
import { giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

const entryOf = async (customer: string) => {
  const { body } = await stage.service.api("GET", "/waiting-entries?state=waiting")
  return body.data.find((entry: { customer: { name: string } }) => entry.customer.name === customer)
}

it("WL-01 a visitor whom no time suits proves their number, says when they can come, and is on the list", async () => {
  await open()
  await button(page, /^Boiler service/).click()
  await button(page, "Wait for another time").click()
  // PG-13: it says what it is before the number is asked for.
  await page.getByText(/^This is the waiting list: first your number, then your days/).waitFor()
  await proveNumber(page, stage.service, stage.newNumber())
  await heading(page, "Tell me when a time gets free").waitFor()
  await expectAccessibleEverywhere(page, "join")
  await button(page, "Put me on the list").click()
  await page.getByText("Please tick at least one.").waitFor()
  await page.getByRole("checkbox", { name: "Text me free times" }).check()
  await button(page, "Put me on the list").click()
  await page.getByText("Please enter your first name").waitFor()
  await giveName(page)
  await page.getByRole("checkbox", { name: "Morning" }).check({ force: true })
  await button(page, "Put me on the list").click()
  await heading(page, "You’re on the list, Rosa").waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/w\//)
  expect(await entryOf("Rosa Diaz")).toMatchObject({ parts_of_day: ["morning"], made_by: "public" })
})

it("WL-01 WL-04 by a manage link a customer waits for an earlier time, and keeps the one they have", async () => {
  await open()
  const { service, story, browser } = stage
  const customerId = await makeCustomer(service, { name: "Mina Falk", phone: "+15125550177" })
  const booking = { customer_id: customerId, appointment_type_id: story.typeId, provider_id: story.anaId }
  const appointment = await make(service, "/appointments", {
    ...booking,
    start_time: "2027-03-10T16:00:00.000Z",
  })
  const visitor = await visit(browser, service, String(appointment.manage_url))
  await button(visitor.page, "Move").click()
  await button(visitor.page, "Wait for an earlier time").click()
  await heading(visitor.page, "Tell me when something earlier gets free").waitFor()
  expect(await visitor.page.getByLabel("Until").inputValue()).toBe("2027-03-09")
  await button(visitor.page, "Put me on the list").click()
  await visitor.page.getByText("Please tick at least one.").waitFor()
  // She gave no email address, so no mail could reach her.
  await visitor.page.getByRole("checkbox", { name: "Mail me free times" }).check()
  await button(visitor.page, "Put me on the list").click()
  await visitor.page.getByText("We can’t reach you that way.").waitFor()
  await visitor.page.getByRole("checkbox", { name: "Text me free times" }).check()
  await button(visitor.page, "Put me on the list").click()
  await heading(visitor.page, "You’re on the list, Mina").waitFor()
  await visitor.page.getByText("Wednesday, March 10 at 10:00 AM").waitFor()
  expect(await entryOf("Mina Falk")).toMatchObject({ appointment_id: appointment.id, made_by: "link" })
  await visitor.close()
  expect(visitor.complaints).toEqual([])
})
