/** Times on the pages where the browser's own rules for the zone are wrong, or where it has none at all. */
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Link, makeLink } from "../support/link.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, makeLocation, makeProvider, makeType, type Story, weekdays } from "../support/story.ts"
import { alive, launch, type Visitor, type VisitorOptions, visit } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"

let service: TestService
let browser: Browser
let visitor: Visitor
let story: Story
let remoteId: number

/** Winnipeg's clocks stay on UTC−5 from November 2026 on, which browsers older than that do not know. */
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1, now: "2026-12-01T12:00:00.000Z" })
  const locationId = await makeLocation(service, { timezone: "America/Winnipeg" })
  const typeId = await makeType(service)
  remoteId = await makeType(service, { name: "Advice by video", place: "remote" })
  const hours = { appointment_type_ids: [typeId, remoteId], weekly_hours: weekdays(locationId) }
  const anaId = await makeProvider(service, { name: "Ana Ruiz", ...hours })
  story = { locationId, typeId, anaId, benId: anaId, customerId: await makeCustomer(service) }
  browser = await launch()
})
afterEach(() => visitor.close())
afterAll(async () => {
  await browser.close()
  await service.stop()
})

async function open(fields: object, options?: VisitorOptions): Promise<Link> {
  const link = await makeLink(service, story, { latest_date: "2026-12-18", ...fields })
  visitor = await visit(browser, service, link.url, options)
  await visitor.page.addInitScript(`
    const Real = Intl.DateTimeFormat
    Intl.DateTimeFormat = function (locale, options) {
      if (options?.timeZone && options.timeZone !== "UTC") throw new RangeError("a browser without zone rules")
      return new Real(locale, options)
    }`)
  await visitor.page.reload()
  await alive(visitor.page)
  return link
}

describe("TR-25 in a browser without zone rules", () => {
  it("times are those that the server computed, from the first paint to the booked appointment", async () => {
    const link = await open({ customer_id: await makeCustomer(service) })
    const { page } = visitor
    await page.getByText("Times are in Winnipeg Time, which differs from yours.").waitFor()
    await pickTime(page, /December 2,/, "9:00")
    await page.getByText("9:00 – 10:00 AM").waitFor()
    await button(page, /^Book Wed, Dec 2 at 9:00/).click()
    await heading(page, "You’re booked").waitFor()
    await page.getByText("9:00 – 10:00 AM").waitFor()
    const booked = await link.read()
    expect(booked.data.appointment?.startTime).toBe("2026-12-02T14:00:00.000Z")
    await page.reload()
    await page.getByText("9:00 – 10:00 AM").waitFor()
  })

  it("a remote visit is shown by the server's rules for the visitor's zone, and for one that the visitor chooses", async () => {
    const fields = { customer_id: await makeCustomer(service), appointment_type_id: remoteId }
    await open(fields, { timezoneId: "Europe/Paris", width: 1200 })
    const { page } = visitor
    await page.getByText("Times are in your time zone, Paris Time.").waitFor()
    await page.locator(".day-times").getByRole("button", { name: "3:00 PM", exact: true }).first().waitFor()
    await button(page, "Change time zone").click()
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("America/Winnipeg")
    await page.getByText("Times are in Winnipeg Time.").waitFor()
    await page.locator(".day-times").getByRole("button", { name: "9:00 AM", exact: true }).first().waitFor()
  })
})
