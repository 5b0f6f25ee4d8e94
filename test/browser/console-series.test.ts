/** WL-06 and CL-06: staff book what repeats, see every occurrence before, and change one, the following or all; or all of one visit. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, launch, patienceMs } from "./browser.ts"
import { type ConsoleSeats, consoleSeats } from "./console-seat.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string
let seats: ConsoleSeats
let page: Page

beforeAll(async () => {
  service = await startService({ now: "2027-03-01T18:00:00.000Z", book: true })
  story = await tellStory(service)
  email = (await makeUser(service, { role: "member" })).email
  browser = await launch()
  seats = consoleSeats(service, browser)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
afterEach(async () => {
  await seats.leave()
  expect(seats.complaints.splice(0)).toEqual([])
})

async function open(path: string): Promise<void> {
  page = await seats.take(email, path)
}

const startsOf = async (customerId: number, status = "scheduled") => {
  const { body } = await service.api("GET", `/appointments?customer_id=${customerId}&status=${status}`)
  return (body.data as { start_time: string }[]).map(({ start_time }) => start_time)
}

it("WL-06 a customer's page books a series: conflicts stand with other times before anything is booked", async () => {
  await make(service, "/company/time-off", {
    start_date: "2027-03-09",
    end_date: "2027-03-09",
    reason: "Inventory",
  })
  const customerId = await makeCustomer(service, { name: "Ria Regular" })
  await open(`/customers/${customerId}`)
  await page.getByRole("heading", { level: 1, name: "Ria Regular" }).waitFor()
  await page.keyboard.press("n")
  const panel = page.getByRole("dialog", { name: "Book" })
  await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
  await panel.getByLabel("Day").fill("2027-03-02")
  await panel.locator(".near-row").first().click()
  await panel.getByLabel("Repeats").selectOption("weeks")
  await panel.getByLabel("How many times").fill("3")
  await panel.getByText("2 of 3 can be booked").waitFor()
  await panel.getByRole("button", { name: "Book 2" }).waitFor()
  const conflict = panel.getByRole("group", { name: "Tue, Mar 9: the company is closed" })
  await conflict.getByRole("button", { name: /Mon, Mar 8/ }).click()
  await expectAccessibleInLightAndDark(page, "a repeating booking")
  expect(await startsOf(customerId)).toEqual([])
  await panel.getByRole("button", { name: "Book all 3" }).click()
  await page.getByText("3 appointments are booked.").waitFor()
  expect((await startsOf(customerId)).map((start) => start.slice(0, 10))).toEqual([
    "2027-03-02",
    "2027-03-08",
    "2027-03-16",
  ])
})

it("WL-06 an appointment tells its series, and is cancelled with the following ones", async () => {
  const customerId = await makeCustomer(service, { name: "Sal Series" })
  const { body } = await service.api("POST", "/series", {
    customer_id: customerId,
    appointment_type_id: story.typeId,
    provider_id: story.benId,
    location_id: story.locationId,
    start_time: "2027-03-03T16:00:00.000Z",
    every: { weeks: 1 },
    count: 4,
  })
  const second = body.data.appointments[1]
  await open(`/?date=2027-03-10&appointment=${second.id}`)
  await page.getByText("2 of 4").click()
  await page.getByRole("link", { name: /Wed, Mar 24/ }).waitFor()
  await page.getByRole("button", { name: "Cancel X", exact: true }).click()
  await page.getByRole("button", { name: "This and following" }).click()
  await page.getByText("A change of several takes effect at once. Those that have begun stay.").waitFor()
  await page.getByText("3 appointments are cancelled:").waitFor()
  await page.locator("form .occurrences").getByText("Wed, Mar 24").waitFor()
  await page.getByRole("button", { name: "Yes, cancel" }).click()
  await expect.poll(() => startsOf(customerId)).toEqual(["2027-03-03T16:00:00.000Z"])
  expect(await startsOf(customerId, "cancelled")).toHaveLength(3)
})

it("WL-06 a move of all on the board names what has nowhere to go, and takes another time for it", async () => {
  const customerId = await makeCustomer(service, { name: "Mo Moves" })
  const wish = {
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
  }
  await service.api("POST", "/series", {
    ...{ ...wish, customer_id: customerId, start_time: "2027-04-06T15:00:00.000Z" },
    ...{ every: { weeks: 1 }, count: 3 },
  })
  await make(service, "/appointments", {
    ...{ ...wish, customer_id: await makeCustomer(service), start_time: "2027-04-13T16:00:00.000Z" },
  })
  await open("/?date=2027-04-06")
  const card = page.getByRole("button", { name: /^Mo Moves.*Booked/ }).first()
  await card.focus()
  await page.keyboard.press("m")
  await page.locator(".legal").first().waitFor()
  await page.keyboard.press("ArrowDown")
  await page.locator(".drop").waitFor()
  await page.keyboard.press("Enter")
  const panel = page.getByRole("dialog", { name: /Mo Moves/ })
  await panel.getByRole("button", { name: "All of the series" }).click()
  await panel.getByRole("button", { name: /^Move/ }).click()
  await panel.getByText("Nothing has moved yet").waitFor()
  const conflict = panel.getByRole("group", { name: "Tue, Apr 13: taken" })
  const stays = conflict.getByRole("button", { name: "Leave where it is" })
  expect(await stays.getAttribute("aria-pressed")).toBe("true")
  await conflict.getByRole("button").nth(1).click()
  expect(await stays.getAttribute("aria-pressed")).toBe("false")
  await expectAccessibleInLightAndDark(page, "a move of a series in conflict")
  const at = (day: string, time: string) => `2027-04-${day}T${time}:00.000Z`
  expect(await startsOf(customerId)).toEqual([at("06", "15:00"), at("13", "15:00"), at("20", "15:00")])
  await panel.getByRole("button", { name: /^Move/ }).click()
  await panel.waitFor({ state: "detached" })
  expect(await startsOf(customerId)).toEqual([at("06", "15:30"), at("13", "17:00"), at("20", "15:30")])
})

it("WL-06 on the board staff move one and the following, and cancel one and all", async () => {
  const customerId = await makeCustomer(service, { name: "Bo Board" })
  const { body } = await service.api("POST", "/series", {
    ...{ customer_id: customerId, appointment_type_id: story.typeId, provider_id: story.benId },
    ...{ location_id: story.locationId, start_time: "2027-04-07T15:00:00.000Z" },
    ...{ every: { weeks: 1 }, count: 4 },
  })
  const ids = body.data.appointments.map(({ id }: { id: number }) => id)
  const at = (day: string, time: string) => `2027-04-${day}T${time}:00.000Z`
  /** Lifts the day's card by a key, and puts it one start later. */
  const lift = async (date: string) => {
    await page.goto(`${service.apiUrl}/console/?date=${date}`)
    await page
      .getByRole("button", { name: /^Bo Board.*Booked/ })
      .first()
      .focus()
    await page.keyboard.press("m")
    await page.locator(".legal").first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.locator(".drop").waitFor()
    await page.keyboard.press("Enter")
    return page.getByRole("dialog", { name: /Bo Board/ })
  }
  await open("/?date=2027-04-07")
  const one = await lift("2027-04-07")
  await one.getByRole("button", { name: "This one", pressed: true, exact: true }).waitFor()
  await one.getByRole("button", { name: /^Move/ }).click()
  await one.waitFor({ state: "detached" })
  await expect
    .poll(() => startsOf(customerId))
    .toEqual([at("07", "15:30"), at("14", "15:00"), at("21", "15:00"), at("28", "15:00")])
  const following = await lift("2027-04-21")
  await following.getByRole("button", { name: "This and following" }).click()
  await following.getByRole("button", { name: /^Move/ }).click()
  await following.waitFor({ state: "detached" })
  const moved = [at("07", "15:30"), at("14", "15:00"), at("21", "15:30"), at("28", "15:30")]
  await expect.poll(() => startsOf(customerId)).toEqual(moved)
  const cancel = async (id: number, scope: string) => {
    await page.goto(`${service.apiUrl}/console/?date=2027-04-14&appointment=${id}`)
    await page.getByRole("button", { name: "Cancel X", exact: true }).click()
    await page.getByRole("button", { name: scope, exact: true }).click()
    await page.getByRole("button", { name: "Yes, cancel" }).click()
  }
  await cancel(ids[1], "This one")
  const second = async () => (await service.api("GET", `/appointments/${ids[1]}`)).body.data
  // Alone it waits for the way back; of several it takes effect at once.
  await expect.poll(async () => (await second()).cancels_at !== null).toBe(true)
  await cancel(ids[2], "All of the series")
  await expect.poll(() => startsOf(customerId, "cancelled")).toHaveLength(3)
  // A cancel under way ends when its own time of taking back does.
  expect(await startsOf(customerId)).toEqual([at("14", "15:00")])
})

it("CL-06 an appointment tells what else is at the same coming, and is cancelled alone or with it", async () => {
  const customerId = await makeCustomer(service, { name: "Gus Group" })
  const filterId = await makeType(service, { name: "Filter change", duration_minutes: 30 })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, filterId] })
  const book = async (start_time: string) =>
    (await make(service, "/appointments", {
      ...{ customer_id: customerId, appointment_type_ids: [story.typeId, filterId], start_time },
      ...{ provider_id: story.anaId, location_id: story.locationId },
    })) as unknown as { id: number }
  const { id } = await book("2027-03-05T16:00:00.000Z")
  await open(`/?date=2027-03-05&appointment=${id}`)
  await page.getByRole("link", { name: /^11:00.*Filter change/ }).waitFor()
  await page.getByRole("button", { name: "Cancel X", exact: true }).click()
  await page.getByRole("button", { name: "All of this visit", pressed: true }).waitFor()
  await expectAccessibleInLightAndDark(page, "a cancel of one visit")
  await page.getByRole("button", { name: "Yes, cancel" }).click()
  await expect.poll(() => startsOf(customerId)).toEqual([])
  const other = await book("2027-03-05T19:00:00.000Z")
  await page.goto(`${service.apiUrl}/console/?date=2027-03-05&appointment=${other.id}`)
  await page.getByRole("button", { name: "Cancel X", exact: true }).click()
  await page.getByRole("button", { name: "This one alone" }).click()
  await page.getByRole("button", { name: "Yes, cancel" }).click()
  const isCancelled = async () => {
    const { body } = await service.api("GET", `/appointments?customer_id=${customerId}&status=scheduled`)
    return body.data.map(({ cancels_at }: { cancels_at: string | null }) => cancels_at !== null)
  }
  // It waits for the way back, which a cancel of all does not.
  await expect.poll(isCancelled).toEqual([true, false])
})

it("CL-06 CL-10 a second service is added behind the first: why not, and both booked as one", async () => {
  const customerId = await makeCustomer(service, { name: "Tia Two" })
  const otherId = await makeCustomer(service, { name: "Uwe Other" })
  const polishId = await makeType(service, { name: "Polish", duration_minutes: 30 })
  const askedId = await makeType(service, { name: "Asked for", confirmation: "staff" })
  await put(service, `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, polishId, askedId] })
  await make(service, "/appointments", {
    ...{ customer_id: otherId, appointment_type_id: polishId, provider_id: story.benId },
    ...{ location_id: story.locationId, start_time: "2027-03-12T17:00:00.000Z" },
  })
  await open(`/customers/${customerId}`)
  await page.getByRole("heading", { level: 1, name: "Tia Two" }).waitFor()
  await page.keyboard.press("n")
  const panel = page.getByRole("dialog", { name: "Book" })
  await panel.getByLabel("Type").selectOption({ label: "Boiler service" })
  await panel.getByLabel("Day").fill("2027-03-12")
  const add = panel.getByLabel("Add a service")
  // A type that staff confirm goes alone.
  expect(await add.locator("option").allInnerTexts()).not.toContain("Asked for")
  await add.selectOption({ label: "Polish" })
  await panel.getByText("And then Polish").waitFor()
  await add.selectOption({ label: "Boiler service" })
  await panel.getByRole("button", { name: "Leave out Boiler service" }).click()
  await panel.getByText("And then Boiler service").waitFor({ state: "detached" })
  await panel.getByText("Another time").click()
  await panel.getByLabel("Provider").selectOption({ label: "Ben Okafor" })
  await panel.getByLabel("Time", { exact: true }).fill("10:00")
  await panel.getByRole("button", { name: "Check it" }).click()
  await panel.getByRole("heading", { name: /^Polish with Ben Okafor, 11:00/ }).waitFor()
  await panel.getByText("Uwe Other, 11:00").first().waitFor()
  await expectAccessibleInLightAndDark(page, "why several do not follow")
  await panel.getByLabel("One person for all of it").check()
  await panel.locator(".near-row").first().click()
  await panel.getByRole("button", { name: /^Book .* with Ben Okafor/ }).click()
  await panel.waitFor({ state: "detached" })
  const booked = async () => {
    const { body } = await service.api("GET", `/appointments?customer_id=${customerId}&status=scheduled`)
    return body.data.map(
      (one: { appointment_type: { name: string }; group_index: number; provider: { id: number } }) => [
        one.appointment_type.name,
        one.group_index,
        one.provider.id,
      ],
    )
  }
  await expect.poll(booked).toEqual([
    ["Boiler service", 0, story.benId],
    ["Polish", 1, story.benId],
  ])
})

it("WL-06 behind an appointment's link its customer sees the series, and moves all of it", async () => {
  const customerId = await makeCustomer(service, { name: "Lin Linked" })
  const { body } = await service.api("POST", "/series", {
    customer_id: customerId,
    appointment_type_id: story.typeId,
    provider_id: story.benId,
    location_id: story.locationId,
    start_time: "2027-03-04T16:00:00.000Z",
    every: { weeks: 1 },
    count: 3,
  })
  const context = await browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("pageerror", (error) => seats.complaints.push(String(error)))
  await page.goto(body.data.appointments[0].manage_url)
  await page.getByText("3 appointments of this series to come").click()
  await page.getByText(/March 18/).waitFor()
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("radio", { name: "All of the series" }).check()
  await expectAccessibleInLightAndDark(page, "the cancel of a series")
  await page.getByRole("button", { name: "Yes, cancel" }).click()
  await expect.poll(() => startsOf(customerId)).toEqual([])
  expect(await startsOf(customerId, "cancelled")).toHaveLength(3)
  await context.close()
})
