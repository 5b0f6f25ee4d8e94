/** CL-09 on the booking link: what a customer reads and can do before the company has said yes. */
import { expect, it } from "vitest"
import { put } from "../support/story.ts"
import { open, page, setStage, stage } from "./booking-link-visitor.ts"
import { expectAccessibleInLightAndDark } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"

setStage()

const staffConfirm = () =>
  put(stage.service, `/appointment-types/${stage.story.typeId}`, { confirmation: "staff" })
const waiting = async (requestId: number) => {
  const { body } = await stage.service.api("GET", "/appointments?status=pending&limit=100")
  return body.data.find((one: { scheduling_request_id: number }) => one.scheduling_request_id === requestId)
}

/** Asks for Tuesday at nine. */
async function ask() {
  await staffConfirm()
  const link = await stage.link()
  await open(link)
  await pickTime(page, /March 2,/, "9:00")
  await page.getByText("Nothing is booked before that.").waitFor()
  await button(page, /^Ask for Tue/).click()
  await heading(page, "Not booked yet, Sam").waitFor()
  return { link, id: (await waiting(link.requestId)).id as number }
}

it("CL-09 a customer asks, reads that nothing is booked yet, and withdraws", async () => {
  const { link } = await ask()
  await page.getByText("This is not booked yet.").waitFor()
  expect(await button(page, "Move").count()).toBe(0)
  expect(await page.getByText("Add to calendar").count()).toBe(0)
  await expectAccessibleInLightAndDark(page, "asked")
  await page.reload()
  await heading(page, "Not booked yet, Sam").waitFor()
  await button(page, "Withdraw").click()
  await heading(page, "Withdraw your request?").waitFor()
  await button(page, "Yes, withdraw").click()
  await heading(page, "Boiler service").waitFor()
  expect(await waiting(link.requestId)).toBeUndefined()
})

it("CL-09 a customer chooses one of the times that the company proposes", async () => {
  const { id } = await ask()
  const times = [
    { start_time: "2027-03-04T16:00:00.000Z" },
    { start_time: "2027-03-05T20:00:00.000Z", provider_id: stage.story.benId },
  ]
  const proposed = await stage.service.api("POST", `/appointments/${id}/propose`, { times })
  expect(proposed.status).toBe(200)
  await page.reload()
  await heading(page, "Tuesday, March 2 doesn’t work for us").waitFor()
  await expectAccessibleInLightAndDark(page, "proposed")
  await page.getByRole("radio", { name: /Friday, March 5/ }).check()
  await button(page, "Book Fri, Mar 5 at 2:00 PM").click()
  await heading(page, "You’re booked, Sam").waitFor()
  const { body } = await stage.service.api("GET", `/appointments/${id}`)
  expect(body.data).toMatchObject({
    status: "scheduled",
    start_time: "2027-03-05T20:00:00.000Z",
    provider: { id: stage.story.benId },
  })
})

it("CL-09 a customer whose time is declined reads so above the other times, until they ask for one", async () => {
  const { link, id } = await ask()
  const reason = "We are away that day."
  expect((await stage.service.api("POST", `/appointments/${id}/decline`, { reason })).status).toBe(200)
  await page.reload()
  await heading(page, "Boiler service").waitFor()
  await page.getByText("We could not take Tuesday, March 2 at 9:00 AM.").waitFor()
  await page.getByText(reason).waitFor()
  await expectAccessibleInLightAndDark(page, "declined")
  await pickTime(page, /March 4,/, "9:00")
  await button(page, /^Ask for Thu/).click()
  await heading(page, "Not booked yet, Sam").waitFor()
  expect(await page.getByText("We could not take").count()).toBe(0)
  // A withdrawal by the customer is no decline.
  await button(page, "Withdraw").click()
  await button(page, "Yes, withdraw").click()
  await heading(page, "Boiler service").waitFor()
  expect(await waiting(link.requestId)).toBeUndefined()
  await page.reload()
  await page.locator(".day-times .time").first().waitFor()
  expect(await page.getByText("We could not take").count()).toBe(0)
})
