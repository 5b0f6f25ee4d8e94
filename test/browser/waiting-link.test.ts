/** The page of a waiting entry, in a browser: the entry, its offers, and the line for a time that another decides about. */
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"

import { expectAccessibleEverywhere, launch, type Visitor, visit } from "./browser.ts"
import { button, heading } from "./hand.ts"
import { offerTo } from "./waiting-offers.ts"

let service: TestService
let story: Story
let browser: Browser
const visitors: Visitor[] = []
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1, files: true })
  story = await tellStory(service)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
afterEach(async () => {
  const left = visitors.splice(0)
  for (const visitor of left) await visitor.close()
  expect(left.flatMap(({ complaints }) => complaints)).toEqual([])
})

interface Entry {
  id: number
  customerId: number
  url: string
}

/** Someone of their own who waits. */
async function join(name: string, fields: object = {}): Promise<Entry> {
  const customerId = await makeCustomer(service, { name })
  const wish = { customer_id: customerId, appointment_type_id: story.typeId, latest_date: "2027-03-20" }
  const { id, wait_url } = await make(service, "/waiting-entries", { ...wish, ...fields })
  return { id, customerId, url: String(wait_url) }
}

async function open({ url }: Entry, options = {}): Promise<Page> {
  const visitor = await visit(browser, service, url, options)
  visitors.push(visitor)
  return visitor.page
}

const stateOf = async ({ id }: Entry) => (await service.api("GET", `/waiting-entries/${id}`)).body.data.state
const comesBack = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

it("WL-01 a customer sees by their link what they wait for, changes it, and leaves the list", async () => {
  const entry = await join("Sam Poe", { weekdays: [1, 3], parts_of_day: ["morning"] })
  const page = await open(entry)
  await heading(page, "You’re on the list, Sam").waitFor()
  await page.getByText("Monday and Wednesday, morning").waitFor()
  await expectAccessibleEverywhere(page, "entry")
  await button(page, "Change").click()
  await heading(page, "What suits you?").waitFor()
  await page.getByRole("checkbox", { name: "Fri" }).check({ force: true })
  await page.getByLabel("Until").fill("2027-02-01")
  await button(page, "Save").click()
  await page.getByText("Please choose both days").waitFor()
  await expectAccessibleEverywhere(page, "change")
  await page.getByLabel("Until").fill("2027-03-25")
  await button(page, "Save").click()
  await page.getByText("Monday, Wednesday, and Friday, morning").waitFor()
  const { body } = await service.api("GET", `/waiting-entries/${entry.id}`)
  expect(body.data).toMatchObject({ weekdays: [1, 3, 5], latest_date: "2027-03-25" })
  await button(page, "Leave the list").click()
  await heading(page, "Leave the list?").waitFor()
  await button(page, "Yes, leave").click()
  await heading(page, "You’re off the list").waitFor()
  expect(await stateOf(entry)).toBe("withdrawn")
})

it("PG-01 PG-02 an open page shows the offer by itself, and says that nothing reaches its customer", async () => {
  const entry = await join("Nora Lind")
  const page = await open(entry)
  await page.getByText("We have no way to write to you.").waitFor()
  await offerTo(service, story, entry, "2027-03-11T15:00:00.000Z")
  await page.clock.fastForward(16_000)
  await heading(page, "A time is free, Nora").waitFor()
  await service.api("DELETE", `/waiting-entries/${entry.id}`)
  await page.clock.fastForward(61_000)
  await heading(page, "You’re off the list").waitFor()
})

it("WL-03 opening an offer holds nothing; the press holds it for five minutes, in which it is booked", async () => {
  const questions = [
    { key: "floor", label: "Which floor?", kind: "text", required: true },
    { key: "photo", label: "A photo of the boiler", kind: "file", required: true },
  ]
  const typeId = await makeType(service, { name: "Boiler repair", questions })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  const entry = await join("Sam Poe", { appointment_type_id: typeId })
  await offerTo(service, { ...story, typeId }, entry, "2027-03-02T15:00:00.000Z")
  const page = await open(entry)
  await heading(page, "A time is free, Sam").waitFor()
  await page.getByText("9:00 – 10:00 AM").waitFor()
  expect(await stateOf(entry)).toBe("offered")
  await expectAccessibleEverywhere(page, "offer")
  await button(page, "See and hold").click()
  await page.getByRole("timer").waitFor()
  expect(await stateOf(entry)).toBe("held")
  await expectAccessibleEverywhere(page, "held")
  await button(page, "Book Tue, Mar 2 at 9:00 AM").click()
  await page.getByText("Please answer this question.").waitFor()
  await page.getByLabel("Which floor?").fill("Third")
  await button(page, "Book Tue, Mar 2 at 9:00 AM").click()
  await heading(page, "You’re booked, Sam").waitFor()
  await page.getByText("We still need a photo").waitFor()
  await expectAccessibleEverywhere(page, "booked")
  expect(await stateOf(entry)).toBe("booked")
  await page.reload()
  await page.getByRole("link", { name: "Move, cancel, or add to calendar" }).click()
  await heading(page, "Hello Sam").waitFor()
})

it("CL-09 WL-03 what staff confirm is asked for, and the page says that it is not booked yet", async () => {
  const typeId = await makeType(service, { name: "Roof check", confirmation: "staff" })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  const entry = await join("Sam Poe", { appointment_type_id: typeId })
  await offerTo(service, { ...story, typeId }, entry, "2027-03-05T15:00:00.000Z")
  const page = await open(entry)
  await button(page, "See and hold").click()
  await page.getByRole("timer").waitFor()
  await page.getByText("Nothing is booked before that.").waitFor()
  expect(await button(page, /^Book/).count()).toBe(0)
  await button(page, "Ask for Fri, Mar 5 at 9:00 AM").click()
  await heading(page, "Not booked yet, Sam").waitFor()
  await page.getByText("This is not booked yet.").waitFor()
  await expectAccessibleEverywhere(page, "asked")
  await page.reload()
  await page.getByRole("link", { name: "Where things stand" }).waitFor()
  const [{ id }] = (await service.api("GET", "/appointments?status=pending")).body.data
  await service.api("POST", `/appointments/${id}/decline`, { reason: "Rain all week." })
  await page.reload()
  // The place in line is theirs again, and with it the entry.
  await heading(page, "You’re on the list, Sam").waitFor()
  expect(await stateOf(entry)).toBe("waiting")
  await expectAccessibleEverywhere(page, "declined")
})

it("WL-03 while another decides the page says who is next, and holds the time when it gets free", async () => {
  const [first, second] = [await join("Ada Abbott"), await join("Joan Petit")]
  for (const entry of [first, second]) await offerTo(service, story, entry, "2027-03-03T15:00:00.000Z")
  const ada = await open(first)
  const joan = await open(second)
  await button(ada, "See and hold").click()
  await ada.getByRole("timer").waitFor()
  // Her page still showed it as free.
  await button(joan, "See and hold").click()
  await heading(joan, "You are next, Joan").waitFor()
  await joan.getByText("it opens here by itself: stay on this page.").waitFor()
  await expectAccessibleEverywhere(joan, "next")
  await button(ada, "Not this one, but ask me again").click()
  await heading(ada, "You’re on the list, Ada").waitFor()
  await comesBack(joan)
  await joan.getByRole("timer").waitFor()
  expect(await stateOf(second)).toBe("held")
})

it("WL-04 an earlier time stands beside the present one, which may be kept", async () => {
  const customerId = await makeCustomer(service, { name: "Mina Falk" })
  const booking = { customer_id: customerId, appointment_type_id: story.typeId, provider_id: story.anaId }
  const present = await make(service, "/appointments", { ...booking, start_time: "2027-03-10T16:00:00.000Z" })
  const wish = { customer_id: customerId, appointment_type_id: story.typeId, latest_date: "2027-03-09" }
  const { id, wait_url } = await make(service, "/waiting-entries", { ...wish, appointment_id: present.id })
  const entry = { id, customerId, url: String(wait_url) }
  await offerTo(service, story, entry, "2027-03-04T15:00:00.000Z")
  const page = await open(entry, { locale: "fr-FR" })
  await heading(page, "Un créneau est libre plus tôt, Mina").waitFor()
  await button(page, "Voir et garder").click()
  await page.getByText("libéré quand vous prenez le nouveau").waitFor()
  await expectAccessibleEverywhere(page, "swap")
  await button(page, "Garder mer. 10 mars à 10:00").click()
  await heading(page, "Vous n’êtes plus sur la liste").waitFor()
  await page.getByText("Vous gardez votre rendez-vous du mercredi 10 mars").waitFor()
  expect(await stateOf(entry)).toBe("declined")
})
