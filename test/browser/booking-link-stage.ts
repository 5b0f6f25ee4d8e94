/** The browser tests of the booking link share a service with believable data, and a hand that uses the page. */
import type { Browser, Page } from "playwright-core"
import { type Link, makeLink } from "../support/link.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"
import { launch, type Visitor, type VisitorOptions, visit } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"

export interface BookingLinkStage {
  service: TestService
  browser: Browser
  story: Story
  types: Record<"job" | "visit" | "remote", number>
  /** A link of a customer of its own. */
  link(fields?: Record<string, unknown>): Promise<Link>
  /** Opens the link; its page is watched until it is closed. */
  open(link: Link, options?: VisitorOptions): Promise<Visitor>
  /** Cancels all that a test has booked, so that the next finds every time free. */
  clear(): Promise<void>
  stop(): Promise<void>
}

/** Monday noon in UTC, March 1, 2027: six in the morning in Austin. */
export async function openBookingLinkStage(): Promise<BookingLinkStage> {
  const service = await startService({ book: true, trustProxyHops: 1 })
  const story = await tellStory(service)
  await put(service, `/appointment-types/${story.typeId}`, {
    description: "We check, clean and tune your boiler, and leave you a report.",
  })
  const types = {
    job: await makeType(service, { name: "Boiler replacement", blocks: [480, 480, 240] }),
    visit: await makeType(service, { name: "Home visit", place: "at_customer" }),
    remote: await makeType(service, { name: "Advice by video", place: "remote", duration_minutes: 30 }),
  }
  for (const id of [story.anaId, story.benId]) {
    await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, ...Object.values(types)] })
  }
  const browser = await launch()
  return {
    service,
    browser,
    story,
    types,
    link: async (fields = {}) =>
      makeLink(service, story, {
        customer_id: await makeCustomer(service),
        provider_id: story.anaId,
        ...fields,
      }),
    open: (link, options) => visit(browser, service, link.url, options),
    async clear() {
      const { body } = await service.api("GET", "/appointments?status=scheduled&limit=100")
      for (const { id } of body.data) await service.api("POST", `/appointments/${id}/cancel`)
    },
    async stop() {
      await browser.close()
      await service.stop()
    },
  }
}

/** Taps `Tuesday, March 2, 9:00 AM` and books it. */
export async function bookTuesday(page: Page): Promise<void> {
  await pickTime(page, /March 2,/, "9:00")
  await button(page, /^Book Tue/).click()
  await heading(page, "You’re booked").waitFor()
}
