/** The browser tests of the public page share a company that can be booked by anyone, and a hand that uses the page. */
import type { Browser, Page } from "playwright-core"
import { openPublicPage, slug } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { startService, type TestService, type TestServiceOptions } from "../support/service.ts"
import { makeType, put, type Story, tellStory } from "../support/story.ts"
import { launch, type Visitor, type VisitorOptions, visit } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"

export interface PublicPageStage {
  service: TestService
  browser: Browser
  story: Story
  types: Record<"job" | "visit" | "remote" | "options", number>
  url: string
  /** Opens the public page; it is watched until it is closed. */
  open(options?: VisitorOptions): Promise<Visitor>
  /** A mobile number that was not used yet. */
  newNumber(): string
  stop(): Promise<void>
}

/** Monday noon in UTC, March 1, 2027: six in the morning in Austin. */
export async function openPublicPageStage(
  options: Pick<TestServiceOptions, "files"> = {},
): Promise<PublicPageStage> {
  const service = await startService({ book: true, trustProxyHops: 1, ...options })
  const story = await tellStory(service)
  await put(service, `/appointment-types/${story.typeId}`, {
    description: "We check, clean and tune your boiler, and leave you a report.",
  })
  const open = { public_booking: true }
  const types = {
    job: await makeType(service, { ...open, name: "Boiler replacement", blocks: [480, 480, 240] }),
    visit: await makeType(service, { ...open, name: "Home visit", place: "at_customer" }),
    remote: await makeType(service, { ...open, name: "Advice by video", place: "remote" }),
    options: await makeType(service, {
      ...open,
      name: "Consultation",
      duration_options: [
        { label: "Half an hour", minutes: 30 },
        { label: "Two hours", minutes: 120 },
      ],
    }),
  }
  for (const id of [story.anaId, story.benId]) {
    await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, ...Object.values(types)] })
  }
  await put(service, `/locations/${story.locationId}`, {
    service_area: { kind: "postal_codes", codes: ["78701", "78702"] },
  })
  await openPublicPage(service, story)
  const browser = await launch()
  const url = `${service.bookUrl}/${slug}`
  let numbers = 0
  return {
    service,
    browser,
    story,
    types,
    url,
    async open(options) {
      await endHolds(service)
      return visit(browser, service, url, options)
    },
    newNumber() {
      numbers += 1
      return `512555${String(2000 + numbers)}`
    },
    async stop() {
      await browser.close()
      await service.stop()
    },
  }
}

/** As if the minutes of visitors of tests before had passed. */
async function endHolds({ context, companyId }: TestService): Promise<void> {
  const held = "company_id = $1 AND hold_id IS NOT NULL"
  await context.db.query(`DELETE FROM allocation WHERE ${held}`, [companyId])
  await context.db.query("DELETE FROM hold WHERE company_id = $1", [companyId])
}

/** Chooses the boiler service on Tuesday, March 2 at the time, and comes to the question for a number. */
export async function chooseTime(page: Page, time = "9:00"): Promise<void> {
  await button(page, /^Boiler service/).click()
  await pickTime(page, /March 2,/, time)
  await heading(page, "Your mobile number").waitFor()
}

/** Types the number, and the code that is texted to it. */
export async function proveNumber(page: Page, service: TestService, number: string): Promise<void> {
  await page.getByLabel("Mobile number").fill(number)
  await button(page, "Text me a code").click()
  await heading(page, "Enter the code").waitFor()
  await page.getByLabel("6-digit code").fill(await lastCode(service))
}

/** Types an address with the ZIP code, of which 78701 and 78702 are served. */
export async function giveAddress(page: Page, zip: string): Promise<void> {
  await page.getByLabel("Street address").fill("2 Oak Ave")
  await page.getByLabel("City").fill("Austin")
  await page.getByLabel("State or province").fill("TX")
  await page.getByLabel("ZIP or postal code").fill(zip)
  await button(page, "Show times").click()
}

/** Types a new customer's name. */
export async function giveName(page: Page, first = "Rosa", last = "Diaz"): Promise<void> {
  await page.getByLabel("First name").fill(first)
  await page.getByLabel("Last name").fill(last)
}
