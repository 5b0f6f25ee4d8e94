/** CL-06: a visitor puts several services together for one visit, books them at once, and moves and cancels them by the link. */
import { beforeAll, expect, it } from "vitest"
import { makeType, put } from "../support/story.ts"
import { expectAccessibleEverywhere } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"
import { giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

beforeAll(async () => {
  const { service, story, types } = stage
  const open = { public_booking: true, duration_minutes: 30 }
  const cut = await makeType(service, { ...open, name: "Cut" })
  const colour = await makeType(service, { ...open, name: "Colour", duration_minutes: 60 })
  const all = [story.typeId, ...Object.values(types), cut]
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: all })
  await put(service, `/providers/${story.benId}`, { appointment_type_ids: [...all, colour] })
})

const visit = () => page.getByRole("region", { name: "Your visit" })
const scheduled = async () => {
  const { body } = await stage.service.api("GET", "/appointments?status=scheduled&limit=100")
  return body.data.map((one: { appointment_type: { name: string }; start_time: string }) => [
    one.appointment_type.name,
    one.start_time,
  ])
}

it("WL-01 WL-03 no time suits for a cut and a colour: the visitor waits for both, and books what is offered as one", async () => {
  const { service, story } = stage
  await open()
  await button(page, /^Add.*Cut$/).click()
  await button(page, /^Add.*Colour$/).click()
  await button(page, "Choose a time").click()
  await button(page, "Wait for another time").click()
  await proveNumber(page, service, stage.newNumber())
  await page.getByRole("checkbox", { name: "Text me free times" }).check()
  await giveName(page)
  await button(page, "Put me on the list").click()
  await heading(page, /^You’re on the list/).waitFor()
  await page.getByText("Cut and Colour").waitFor()
  const { body } = await service.api("GET", "/waiting-entries?state=waiting")
  expect(body.data).toMatchObject([{ appointment_types: [{ name: "Cut" }, { name: "Colour" }] }])
  const start = "2027-03-04T16:00:00.000Z"
  const offered = await service.api("POST", `/waiting-entries/${body.data[0].id}/offers`, {
    ...{ provider_id: story.benId, location_id: story.locationId, start_time: start },
  })
  expect(offered.status).toBe(201)
  await page.reload()
  await page.getByText("Cut, Ben").waitFor()
  await page.getByText("Colour, Ben").waitFor()
  await expectAccessibleEverywhere(page, "an offer of a cut and a colour")
  await button(page, "See and hold").click()
  await page.getByRole("timer").waitFor()
  await page.getByText("10:30 – 11:30 AM").waitFor()
  await button(page, "Book Thu, Mar 4 at 10:00 AM").click()
  await heading(page, /^You’re booked/).waitFor()
  await page.getByText("10:00 – 11:30 AM").waitFor()
  const booked = await service.api("GET", "/appointments?status=scheduled")
  expect(booked.body.data.map((one: { start_time: string }) => one.start_time)).toEqual([
    ...[start, "2027-03-04T16:30:00.000Z"],
  ])
  for (const { id } of booked.body.data)
    await service.api("POST", `/appointments/${id}/cancel`, { whole_group: false })
})

it("CL-06 CL-08 a cut and a colour at one visit: put in order, held, booked at once, moved and cancelled together", async () => {
  await open()
  await button(page, /^Add.*Colour$/).click()
  await page.locator(".basket").getByText("1 service").waitFor()
  await button(page, /^Add.*Cut$/).click()
  await page.locator(".basket").getByText("2 services").waitFor()
  await expectAccessibleEverywhere(page, "visit")
  await button(page, "Cut earlier").click()
  expect(await visit().getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringContaining("Cut"),
    expect.stringContaining("Colour"),
  ])
  await page.getByLabel("One person for all").check()
  await button(page, "Choose a time").click()
  await heading(page, "Cut and Colour").waitFor()
  await pickTime(page, /March 2,/, "10:00")
  await page.getByText(/^Cut, Ben/).waitFor()
  await proveNumber(page, stage.service, stage.newNumber())
  await giveName(page)
  // One hold keeps both until the form is sent.
  await page.getByRole("timer", { name: "Held for you" }).waitFor()
  const kept =
    "SELECT count(DISTINCT hold_id)::int AS holds, count(*)::int AS parts FROM allocation WHERE hold_id IS NOT NULL"
  expect(await stage.service.context.db.query(kept)).toEqual([{ holds: 1, parts: 2 }])
  await expectAccessibleEverywhere(page, "name")
  await button(page, "Book Tue, Mar 2 at 10:00 AM").click()
  await heading(page, "You’re booked").waitFor()
  await page.getByText("10:00 – 11:30 AM").waitFor()
  await page.getByText("Cut and Colour").waitFor()
  await expectAccessibleEverywhere(page, "booked")
  expect(await scheduled()).toEqual([
    ["Cut", "2027-03-02T16:00:00.000Z"],
    ["Colour", "2027-03-02T16:30:00.000Z"],
  ])
  await page.getByRole("link", { name: "Move" }).click()
  await pickTime(page, /March 3,/, "1:00")
  await button(page, /^Move to Wed/).click()
  await heading(page, /moved/i).waitFor()
  expect(await scheduled()).toEqual([
    ["Cut", "2027-03-03T19:00:00.000Z"],
    ["Colour", "2027-03-03T19:30:00.000Z"],
  ])
  await page.getByText("1:00 – 2:30 PM").waitFor()
  await button(page, "Cancel").click()
  await button(page, /cancel/i)
    .last()
    .click()
  await heading(page, /cancelled/i).waitFor()
  expect(await scheduled()).toEqual([])
})

it("PG-04 on a phone what is collected stays in sight and leads on, a row leads on by itself, and a lost visit names its parts", async () => {
  const { service, story } = stage
  await open()
  await button(page, /^Add.*Colour$/).click()
  await button(page, /^Added.*Colour$/).waitFor()
  const basket = page.locator(".basket")
  await basket.waitFor()
  const bottom = () => basket.evaluate((box) => Math.round(box.getBoundingClientRect().bottom))
  expect(await bottom()).toBeLessThanOrEqual(page.viewportSize()!.height)
  await expectAccessibleEverywhere(page, "basket")
  // A row is still one press, and the basket is kept.
  await button(page, /^Advice by video/).click()
  await heading(page, "Advice by video").waitFor()
  await page.goBack()
  await button(page, /^Add.*Cut$/).click()
  await page.getByText("2 services").waitFor()
  expect(await bottom()).toBeLessThanOrEqual(page.viewportSize()!.height)
  await basket.getByRole("button", { name: "Choose a time" }).click()
  await pickTime(page, /March 2,/, "10:00")
  const busy = { provider_id: story.benId, appointment_type_id: story.typeId, customer_id: story.customerId }
  const taken = await service.api("POST", "/appointments", {
    ...busy,
    start_time: "2027-03-02T16:00:00.000Z",
  })
  expect(taken.status).toBe(201)
  await page.getByLabel("Mobile number").fill(stage.newNumber())
  await button(page, "Text me a code").click()
  await page.getByText("Times close to it").waitFor()
  await page.locator(".shortcuts .time").first().click()
  await page.locator(".rail .parts").getByText("Colour, Ben").waitFor()
  await page
    .locator(".rail .parts")
    .getByText(/^Cut, /)
    .waitFor()
  expect(await page.getByText(/Day 1 of/).count()).toBe(0)
  await service.api("POST", `/appointments/${taken.body.data.id}/cancel`)
})
