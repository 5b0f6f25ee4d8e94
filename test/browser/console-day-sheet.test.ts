/** A day on paper: the facts that a provider needs there, and nothing of the console. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, type Story, tellStory } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

let service: TestService
let story: Story
let browser: Browser
let email: string

beforeAll(async () => {
  service = await startService({ now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  const address = { line1: "212 Maple Dr", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
  const ada = await makeCustomer(service, {
    name: "Ada Abbott",
    phone: "+15125550107",
    address: { ...address, latitude: 30.27, longitude: -97.74 },
    warning: "Two dogs loose in the yard",
    notes: "Side gate code 4471",
  })
  const bo = await makeCustomer(service, { name: "Bo Brook" })
  const visitId = await makeType(service, { name: "Home visit", place: "at_customer" })
  for (const id of [story.anaId, story.benId])
    await service.api("PUT", `/providers/${id}`, { appointment_type_ids: [story.typeId, visitId] })
  await make(service, "/appointments", {
    customer_id: ada,
    appointment_type_id: visitId,
    provider_id: story.anaId,
    start_time: "2027-03-02T16:00:00.000Z",
    notes: "Ladder in the garage",
    override_eligibility: true,
  })
  await make(service, "/appointments", {
    customer_id: bo,
    appointment_type_id: story.typeId,
    provider_id: story.benId,
    start_time: "2027-03-02T17:00:00.000Z",
  })
  await putClassOn(ada)
  email = (await makeUser(service, { role: "member" })).email
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

/** Ben gives a class beside Ana, to which the customer comes with two seats. */
async function putClassOn(customer_id: number): Promise<void> {
  const yogaId = await makeType(service, { name: "Yoga", duration_minutes: 60, seats: 12 })
  for (const id of [story.anaId, story.benId]) {
    const { body } = await service.api("GET", `/providers/${id}`)
    const ids = [...body.data.appointment_type_ids, yogaId]
    await service.api("PUT", `/providers/${id}`, { appointment_type_ids: ids })
  }
  const given = {
    ...{ appointment_type_id: yogaId, location_id: story.locationId },
    start_time: "2027-03-02T20:00:00.000Z",
  }
  await make(service, "/class-sessions", { ...given, provider_ids: [story.benId, story.anaId] })
  const seat = { ...given, provider_id: story.benId, customer_id, seats: 2, notes: "Knee, no jumps" }
  await make(service, "/appointments", seat)
}

const languages = [
  ["en", "Tuesday, March 2", "Notes: ", /Board|Customers|Print/],
  ["es", "martes, 2 de marzo", "Notas: ", /Agenda|Clientes|Imprimir/],
  ["fr", "mardi 2 mars", "Notes", /Tableau|Clients|Imprimer/],
] as const

describe("a day on paper", () => {
  it.each(languages)(
    "DS-18 CL-07 holds addresses, phones, notes, warnings and who comes to a class, and nothing of the console: %s",
    async (locale, day, notes, console) => {
      const context = await browser.newContext({ locale: "en-US", viewport: { width: 1350, height: 900 } })
      const page = await context.newPage()
      page.setDefaultTimeout(patienceMs)
      await page.clock.setFixedTime(service.clock.now())
      await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
      await signInByKeys(page, email)
      await page.evaluate(`localStorage.setItem("appointed.console.locale", "${locale}")`)
      await page.reload()
      await page.locator(".appointment").first().waitFor()
      await page.keyboard.press("p")
      await page.waitForURL(/day-sheet/)
      await page.locator(".sheet-door li").waitFor()
      if (locale === "en") {
        await expectAccessibleInLightAndDark(page, "a day on paper")
        await page.setViewportSize({ width: 320, height: 640 })
        await expectNoSidewaysScroll(page, "a day on paper")
        await page.emulateMedia({ colorScheme: "light" })
      }
      await page.emulateMedia({ media: "print" })
      const printed = (await page.locator("body").innerText()).replace(/\s+/g, " ")
      for (const word of [
        day.slice(1),
        "Ada Abbott",
        "(512) 555-0107",
        "212 Maple Dr",
        "78702",
        "Two dogs loose in the yard",
        "Side gate code 4471",
        "Ladder in the garage",
        "Bo Brook",
        "Yoga, Ben Okafor, Ana Ruiz",
        "Knee, no jumps",
        notes,
      ])
        expect(printed).toContain(word)
      expect(printed).not.toMatch(console)
      const paper = await page.pdf({ format: "Letter" })
      expect(paper.subarray(0, 5).toString()).toBe("%PDF-")
      await page.emulateMedia({ media: "screen" })
      await page.goto(`${service.apiUrl}/console/day-sheet?date=2027-03-02&provider=${story.benId}`)
      await page.locator(".sheet-door li").waitFor()
      expect(await page.locator(".sheet > ol > li").count()).toBe(2)
      await context.close()
    },
  )
})
