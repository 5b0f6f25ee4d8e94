/** DS-05, DS-06: what was done by mistake comes back within ten seconds, unheard, and later too; messages can be switched off. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { waitingCancels } from "../../service/booking/cancel-after-waiting.worker.ts"
import { untoldChanges } from "../../service/booking/tell-changes.worker.ts"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import { ownNumber } from "../support/outreach.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeLocation, makeProvider, type Story, tellStory, weekdays } from "../support/story.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, launch } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let carrier: PlayedCarrier
let emails: string[]
let samsId: number
let seats: ConsoleSeats

const noon = "2027-03-01T18:00:00.000Z"

beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ texts: carrier, platformSmsNumber: "+15005550006", now: noon })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  emails = [(await makeUser(service)).email, (await makeUser(service)).email]
  browser = await launch()
  seats = consoleSeats(service, browser)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
beforeEach(async () => {
  service.clock.set(noon)
  samsId = (await book({ start_time: "2027-03-02T16:00:00.000Z" })).id
  await sendTexts(service.context)
  carrier.sent.length = 0
})
afterEach(async () => {
  await seats.leave()
  await service.api("POST", `/appointments/${samsId}/cancel`)
  // Before the next test's clock begins at noon again.
  await sendTexts(service.context)
  expect(seats.complaints.splice(0)).toEqual([])
})

const book = (fields: Record<string, unknown>) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    ...fields,
  })
const read = async () => (await service.api("GET", `/appointments/${samsId}`)).body.data
const isNow = (status: string) => expect.poll(async () => (await read()).status).toBe(status)
const eventsOfSams = async () =>
  (
    await service.context.db.query<{ type: string }>(
      "SELECT type FROM event WHERE company_id = $1 AND appointment_id = $2 ORDER BY id",
      [service.companyId, samsId],
    )
  ).map(({ type }) => type)

async function open(email = emails[0]!): Promise<Page> {
  const page = await seats.take(email, "/?date=2027-03-02")
  await card(page, "Booked").waitFor()
  return page
}

const card = (page: Page, state: string) =>
  page.getByRole("button", { name: new RegExp(`^Sam Poe.*${state}$`) }).first()
/** Some say the key that presses them besides. */
const button = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}( [A-Z])?$`) })
const notice = (page: Page) => page.locator(".notice")

async function cancelByPress(page: Page): Promise<void> {
  await card(page, "Booked").click()
  await button(page, "Cancel").click()
  await page.locator(".told blockquote").first().waitFor()
  await button(page, "Yes, cancel").click()
  await card(page, "Being cancelled").waitFor()
}

describe("DS-05 a cancel", () => {
  it("DS-05 is taken back by a press; until then another board sees it, and nobody is told", async () => {
    const [page, other] = [await open(), await open(emails[1])]
    await other.getByText("Live", { exact: true }).waitFor()
    await cancelByPress(page)
    await card(other, "Being cancelled").waitFor()
    await notice(page).getByText("Sam Poe is cancelled. Nobody is told for 10 seconds.").waitFor()
    await notice(page).getByRole("button", { name: "Undo" }).click()
    await notice(page).getByText("The appointment stays. Nobody was told.").waitFor()
    await Promise.all([page, other].map((each) => card(each, "Booked").waitFor()))
    service.clock.advanceMs(60_000)
    await workOff(service.context, waitingCancels(service.context))
    await sendTexts(service.context)
    expect([(await read()).status, await eventsOfSams(), carrier.sent]).toEqual([
      "scheduled",
      ["appointment.created"],
      [],
    ])
  })

  it("DS-05 is taken back by a key", async () => {
    const page = await open()
    await cancelByPress(page)
    await page.keyboard.press("u")
    await card(page, "Booked").waitFor()
    expect((await read()).cancels_at).toBeNull()
  })

  it("DS-05 by another dispatcher, out of its panel", async () => {
    const [page, other] = [await open(), await open(emails[1])]
    await cancelByPress(page)
    await card(other, "Being cancelled").click()
    await other.getByText("It is cancelled in a few seconds.").waitFor()
    await expectAccessibleInLightAndDark(other, "a waiting cancel")
    await button(other, "Keep it").click()
    await Promise.all([page, other].map((each) => card(each, "Booked").waitFor()))
  })

  it("DS-05 takes effect after its seconds with its text; its notice is gone, and later it is restored and confirmed", async () => {
    const page = await open()
    await cancelByPress(page)
    await expect.poll(() => notice(page).count(), { timeout: 20_000 }).toBe(0)
    service.clock.advanceMs(12_000)
    await workOff(service.context, waitingCancels(service.context))
    await sendTexts(service.context)
    expect(carrier.sent.map(({ body }) => body)).toEqual([expect.stringContaining("is cancelled")])
    carrier.sent.length = 0
    await card(page, "Cancelled").waitFor()
    await button(page, "Restore").click()
    await page.getByRole("heading", { name: "Book this appointment again?" }).waitFor()
    await page.locator(".told blockquote").first().waitFor()
    await button(page, "Yes, book it again").click()
    await notice(page).getByText("The appointment is booked again. The customer is texted.").waitFor()
    await card(page, "Booked").waitFor()
    await sendTexts(service.context)
    expect(carrier.sent).toHaveLength(1)
    expect(await eventsOfSams()).toEqual([
      "appointment.created",
      "appointment.cancelled",
      "appointment.created",
    ])
  })

  it("DS-05 whose time is taken by now stays cancelled, and says by whom", async () => {
    await service.api("POST", `/appointments/${samsId}/cancel`)
    const { id: customer_id } = await make(service, "/customers", { name: "Tom Hall" })
    const { id } = await book({ customer_id, start_time: "2027-03-02T16:00:00.000Z" })
    samsId = (await book({ start_time: "2027-03-02T18:00:00.000Z" })).id
    const page = await open()
    await card(page, "Cancelled").click()
    await button(page, "Restore").click()
    await page.getByText("That time has just been taken.").first().waitFor()
    await service.api("POST", `/appointments/${id}/cancel`)
  })
})

it("DS-05 Done and No-show come back by press and key, and later without a word to anybody", async () => {
  service.clock.set("2027-03-02T16:30:00.000Z")
  const page = await open()
  await card(page, "Booked").click()
  await button(page, "Done").click()
  await card(page, "Done").waitFor()
  await page.keyboard.press("u")
  await card(page, "Booked").waitFor()
  await button(page, "No-show").click()
  await card(page, "No-show").waitFor()
  await notice(page).getByRole("button", { name: "Undo" }).click()
  await card(page, "Booked").waitFor()
  expect(await eventsOfSams()).toEqual(["appointment.created"])
  await button(page, "Done").click()
  await card(page, "Done").waitFor()
  service.clock.advanceMs(60_000)
  await workOff(service.context, waitingCancels(service.context))
  await button(page, "Restore").click()
  await isNow("scheduled")
  expect(await eventsOfSams()).toEqual([
    ...["appointment.created", "appointment.completed", "appointment.reopened"],
  ])
  await sendTexts(service.context)
  expect(carrier.sent).toEqual([])
  // The test's end cancels what has not begun.
  service.clock.set(noon)
})

describe("CB-06 a move", () => {
  const moveToBen = async (page: Page) => {
    await card(page, "Booked").focus()
    await page.keyboard.press("m")
    await page.locator(".legal").first().waitFor()
    await page.keyboard.press("ArrowRight")
    await page.locator(".tip").getByText("With Ben Okafor, no longer with Ana Ruiz").waitFor()
    await page.keyboard.press("Enter")
    const question = page.getByRole("dialog", { name: "Move Sam Poe?" })
    await question.locator("blockquote").first().waitFor()
    await question.getByRole("button", { name: "Move and text" }).click()
    await notice(page).getByText("is moved to").waitFor()
  }
  const isWith = (name: string) => expect.poll(async () => (await read()).provider.name).toBe(name)
  const tellWhatIsDue = async () => {
    await workOff(service.context, untoldChanges(service.context))
    await sendTexts(service.context)
  }

  it("CB-06 PM-10 is taken back by one press before anybody hears of it: no text, no event, no question", async () => {
    const page = await open()
    await moveToBen(page)
    await isWith("Ben Okafor")
    await page.keyboard.press("u")
    await notice(page).getByText("Everything is as it was. Nobody was told.").waitFor()
    await isWith("Ana Ruiz")
    service.clock.advanceMs(60_000)
    await tellWhatIsDue()
    expect([await eventsOfSams(), carrier.sent]).toEqual([["appointment.created"], []])
  })

  it("CB-06 is told once its seconds are over; then the way back is a move that asks before it texts", async () => {
    const page = await open()
    await moveToBen(page)
    await tellWhatIsDue()
    expect(carrier.sent).toEqual([])
    service.clock.advanceMs(11_000)
    await tellWhatIsDue()
    expect(carrier.sent).toHaveLength(1)
    await notice(page).getByRole("button", { name: "Undo" }).click()
    const question = page.getByRole("dialog", { name: "Move Sam Poe?" })
    await question.locator("blockquote").first().waitFor()
    await question.getByRole("button", { name: "Move and text" }).click()
    await isWith("Ana Ruiz")
    expect(await eventsOfSams()).toEqual(["appointment.created", "appointment.rescheduled"])
  })
})

describe("CB-06 PM-10 a swap", () => {
  let rosasId: number
  beforeEach(async () => {
    const customer_id = (await make(service, "/customers", { name: "Rosa Lind" })).id
    rosasId = (await book({ customer_id, provider_id: story.benId, start_time: "2027-03-02T18:00:00.000Z" }))
      .id
    await sendTexts(service.context)
    carrier.sent.length = 0
  })
  afterEach(() => service.api("POST", `/appointments/${rosasId}/cancel`))
  const placesAre = (...places: string[]) =>
    expect
      .poll(async () => {
        const both = await Promise.all(
          [samsId, rosasId].map((id) => service.api("GET", `/appointments/${id}`)),
        )
        return both.map(({ body: { data } }) => `${data.provider.name} ${data.start_time.slice(11, 16)}`)
      })
      .toEqual(places)
  const [asBooked, swapped] = [
    ["Ana Ruiz 16:00", "Ben Okafor 18:00"],
    ["Ben Okafor 18:00", "Ana Ruiz 16:00"],
  ]

  it("CB-06 PM-10 is one drag onto the other, agreed to by one key and taken back by one, before anybody hears", async () => {
    const page = await open()
    const from = (await card(page, "Booked").boundingBox())!
    const onto = (await page.getByRole("button", { name: /^Rosa Lind.*Booked/ }).boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 6)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 12)
    await page.locator(".legal").first().waitFor()
    await page.mouse.move(onto.x + 20, onto.y + onto.height / 2, { steps: 4 })
    await page.locator(".in-hand").getByText("Swap with Rosa Lind").waitFor()
    await page.mouse.up()
    const note = page.getByRole("dialog", { name: "This time does not work" })
    const row = note.getByRole("button", { name: /Swap these two\?/ })
    await row.getByText(/^Sam Poe 12:00\sPM with Ben Okafor; Rosa Lind 10:00\sAM with Ana Ruiz$/).waitFor()
    await expect.poll(() => row.isEnabled()).toBe(true)
    await expectAccessibleInLightAndDark(page, "a swap that is asked")
    await page.keyboard.press("1")
    await placesAre(...swapped!)
    await notice(page)
      .getByText("Sam Poe and Rosa Lind are swapped. Nobody is told for 10 seconds.")
      .waitFor()
    await page.keyboard.press("u")
    await notice(page).getByText("Everything is as it was. Nobody was told.").waitFor()
    await placesAre(...asBooked!)
    service.clock.advanceMs(60_000)
    await workOff(service.context, untoldChanges(service.context))
    await sendTexts(service.context)
    expect([await eventsOfSams(), carrier.sent]).toEqual([["appointment.created"], []])
  })

  it("CB-06 PM-10 is done by keys out of the panel, and told at its end", async () => {
    const page = await open()
    await card(page, "Booked").focus()
    await page.keyboard.press("Enter")
    await button(page, "Cancel").waitFor()
    await page.keyboard.press("Shift+M")
    const choice = page.locator(".swap-choice")
    await choice.getByRole("heading", { name: "Swap with whom?" }).waitFor()
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('.swap-choice li')?.textContent"))
      .toContain("Rosa Lind")
    await expectAccessibleInLightAndDark(page, "with whom to swap")
    await page.keyboard.press("Enter")
    await placesAre(...swapped!)
    await choice.waitFor({ state: "detached" })
    service.clock.advanceMs(11_000)
    await workOff(service.context, untoldChanges(service.context))
    expect(await eventsOfSams()).toEqual(["appointment.created", "appointment.rescheduled"])
  })

  it("CB-06 a refused drop names the reason that decides, and offers nothing that would be refused", async () => {
    const refit = (await make(service, "/appointment-types", { name: "Refit", duration_minutes: 60 })).id
    await service.api("PUT", `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, refit] })
    const tom = (await make(service, "/customers", { name: "Tom Hall" })).id
    const at = { start_time: "2027-03-02T20:00:00.000Z", provider_id: story.benId }
    const { id } = await book({ ...at, customer_id: tom, appointment_type_id: refit })
    const page = await open()
    await page.getByRole("button", { name: /^Tom Hall.*Booked/ }).focus()
    await page.keyboard.press("m")
    await page.locator(".legal").first().waitFor()
    await card(page, "Booked").click()
    const note = page.getByRole("dialog", { name: "This time does not work" })
    await note.getByRole("heading", { name: "Ana Ruiz does not offer Refit." }).waitFor()
    expect(await note.getByRole("button", { name: /^Swap|instead$/ }).count()).toBe(0)
    await service.api("POST", `/appointments/${id}/cancel`)
  })
})

describe("DS-06 messages", () => {
  it("DS-06 are named before a move, to whom, how long, and one is switched off for this once", async () => {
    const page = await open()
    await card(page, "Booked").focus()
    await page.keyboard.press("m")
    await page.locator(".legal").first().waitFor()
    await page.keyboard.press("ArrowRight")
    await page.locator(".tip").getByText("With Ben Okafor, no longer with Ana Ruiz").waitFor()
    await page.keyboard.press("Enter")
    const question = page.getByRole("dialog", { name: "Move Sam Poe?" })
    await question.getByText("With Ben Okafor, no longer with Ana Ruiz").waitFor()
    await question.getByText("to Sam Poe, (512) 555-0123").first().waitFor()
    await question
      .getByText(/^\d messages?, \d+ of \d+ characters/)
      .first()
      .waitFor()
    await question.getByRole("checkbox", { name: "Send it: Move or cancellation, text" }).uncheck()
    await question.getByText("Not sent this once").waitFor()
    await expectAccessibleInLightAndDark(page, "a message that is switched off")
    await question.getByRole("button", { name: "Move", exact: true }).click()
    await notice(page)
      .getByText(
        /is moved to .* with Ben Okafor\. With Ben Okafor, no longer with Ana Ruiz\. The customer is not told\./,
      )
      .waitFor()
    await expect.poll(async () => (await read()).provider.name).toBe("Ben Okafor")
    await sendTexts(service.context)
    expect(carrier.sent).toEqual([])
  })

  it("DS-06 of a cancel and a booking, too", async () => {
    const page = await open()
    await card(page, "Booked").click()
    await button(page, "Cancel").click()
    await page.getByRole("checkbox", { name: "Send it: Move or cancellation, text" }).uncheck()
    await button(page, "Yes, cancel").click()
    await card(page, "Being cancelled").waitFor()
    service.clock.advanceMs(12_000)
    await workOff(service.context, waitingCancels(service.context))
    await card(page, "Cancelled").waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.press("n")
    await page.getByRole("combobox", { name: "Customer" }).fill("512 555 0123")
    await page.getByRole("option", { name: /Sam Poe/ }).click()
    const panel = page.getByRole("dialog", { name: "Book" })
    await panel.getByRole("combobox", { name: "Type" }).selectOption({ label: "Boiler service" })
    await page.getByRole("combobox", { name: "All times" }).selectOption({ index: 1 })
    await page.getByRole("checkbox", { name: "Send it: Confirmation, text" }).uncheck()
    await page.getByRole("button", { name: /^Book .* with / }).click()
    await expect.poll(() => panel.count()).toBe(0)
    await sendTexts(service.context)
    expect(carrier.sent).toEqual([])
    samsId = Number(new URL(page.url()).searchParams.get("appointment"))
  })

  it("DS-06 a move to another place is asked about, also where nobody would be told", async () => {
    const locationId = await makeLocation(service, { name: "Uptown" })
    await makeProvider(service, {
      name: "Cleo Park",
      appointment_type_ids: [story.typeId],
      weekly_hours: weekdays(locationId),
    })
    await service.api("PUT", "/company", { sms_confirmations: false, reminders: [] })
    const page = await open()
    await card(page, "Booked").focus()
    await page.keyboard.press("m")
    await page.locator(".legal").first().waitFor()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.locator(".tip").getByText("At Uptown, no longer at Downtown").waitFor()
    await page.keyboard.press("Enter")
    const question = page.getByRole("dialog", { name: "Move Sam Poe?" })
    await question.getByText("At Uptown, no longer at Downtown").waitFor()
    await question.getByRole("button", { name: "Move", exact: true }).click()
    await notice(page)
      .getByText(/At Uptown, no longer at Downtown\./)
      .waitFor()
    await expect.poll(async () => (await read()).location.name).toBe("Uptown")
    await service.api("PUT", "/company", { sms_confirmations: true })
  })
})
