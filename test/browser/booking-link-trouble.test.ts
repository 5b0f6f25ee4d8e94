import type { Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { anasAt, type Link, makeLink } from "../support/link.ts"
import { makeCustomer } from "../support/story.ts"
import { open as openLink, page, setStage, stage } from "./booking-link-visitor.ts"
import { alive, expectAccessibleEverywhere, type VisitorOptions } from "./browser.ts"
import { button, heading, offers, pickTime } from "./hand.ts"

setStage()

async function open(link: Link, options?: VisitorOptions): Promise<void> {
  await openLink(link, options)
  await alive(page)
}

/** Another customer takes Ana's hour. */
async function take(startTime: string): Promise<void> {
  const { service, story } = stage
  const other = await makeLink(service, story, { customer_id: await makeCustomer(service) })
  expect((await other.book(anasAt(story, startTime))).status).toBe(201)
}

const appointmentsOf = async ({ requestId }: Link) => {
  const { body } = await stage.service.api("GET", "/appointments?limit=100")
  const all: { scheduling_request_id: number }[] = body.data
  return all.filter((appointment) => appointment.scheduling_request_id === requestId)
}

describe("what happens in between", () => {
  it("LK-08 a time taken meanwhile: says so with the focus on it, fresh times, and the way is kept", async () => {
    const link = await stage.link()
    await open(link)
    await pickTime(page, /March 2,/, "9:00")
    await take("2027-03-02T15:00:00.000Z")
    await button(page, /^Book Tue/).click()
    const alert = page.getByRole("alert")
    await alert.getByText("That time was just taken.").waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.role")).toBe("alert")
    const close = alert.getByRole("group", { name: "Times close to it" }).getByRole("button")
    await expect.poll(() => close.count()).toBe(3)
    await expect.poll(() => offers(page, ["9:00", "11:00"])).toEqual(["11:00"])
    await expectAccessibleEverywhere(page, "slot taken")
    await close.first().click()
    await button(page, /^Book/).click()
    await heading(page, "You’re booked").waitFor()
    expect(await appointmentsOf(link)).toHaveLength(1)
  })

  it("LK-08 a new time taken meanwhile: the old one is kept", async () => {
    const link = await stage.link()
    await link.book(anasAt(stage.story, "2027-03-03T15:00:00.000Z"))
    await open(link)
    await button(page, "Move").click()
    await pickTime(page, /March 3,/, "11:00")
    await take("2027-03-03T17:00:00.000Z")
    await button(page, /^Move to/).click()
    await page.getByRole("alert").getByText("That time was just taken.").waitFor()
    await page.getByText("Your current time").waitFor()
    await button(page, "Keep my current time").click()
    await page.getByText("9:00 – 10:00 AM").waitFor()
  })

  it("LK-11 a rotation between opening and pressing wins: nothing is booked, and the page says whom to call", async () => {
    const link = await stage.link()
    await open(link)
    await pickTime(page, /March 4,/, "9:00")
    await stage.service.api("POST", `/scheduling-requests/${link.requestId}/booking-link/rotate`)
    await button(page, /^Book Thu/).click()
    await heading(page, "This link is no longer active").waitFor()
    await page.getByRole("link", { name: "Call (512) 555-0100" }).waitFor()
    expect(await appointmentsOf(link)).toEqual([])
  })

  it("an appointment that the company moved meanwhile is shown as it is now", async () => {
    const link = await stage.link()
    const { data } = await link.book(anasAt(stage.story, "2027-03-08T15:00:00.000Z"))
    await open(link)
    await stage.service.api("POST", `/appointments/${data.appointment!.id}/reschedule`, {
      start_time: "2027-03-08T18:00:00.000Z",
    })
    await button(page, /^Cancel$/).click()
    await button(page, "Yes, cancel").click()
    await page.getByText("Your appointment is now on Monday, March 8 at 12:00 PM.").waitFor()
  })
})

describe("a bad network", () => {
  it("no connection while times load: says so, and tries again when asked", async () => {
    await open(await stage.link({ latest_date: "2027-04-30" }))
    await page.route("**/api/link/slots", (route) => route.abort())
    await button(page, "Later days").click()
    const alert = page.getByRole("alert")
    await alert.getByText("There is no connection.").waitFor()
    await expectAccessibleEverywhere(page, "network failure")
    await page.unroute("**/api/link/slots")
    await button(page, "Try again").click()
    await page.getByRole("gridcell", { name: /April 6, \d+ times/ }).waitFor()
  })

  it("a slow answer: the month is busy and says so, then shows its times", async () => {
    await open(await stage.link({ latest_date: "2027-04-30" }), { width: 1200 })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route("**/api/link/slots", async (route) => {
      await held
      await route.continue()
    })
    await button(page, "Later days").click()
    await page.locator(".calendar[aria-busy=true]").waitFor()
    await page.locator(".day-times .skeleton").first().waitFor()
    await page.getByRole("status").filter({ hasText: "Loading times…" }).waitFor({ state: "attached" })
    letGo()
    await page.locator(".calendar[aria-busy=false]").waitFor()
    await page.getByRole("status").filter({ hasText: "Apr – May 2027: " }).waitFor({ state: "attached" })
  })

  it("BK-06 a booking whose answer is lost is asked again under the same key: exactly one appointment", async () => {
    const link = await stage.link()
    await open(link)
    await pickTime(page, /March 10,/, "9:00")
    const keys: (string | undefined)[] = []
    await page.route("**/api/link/appointment", async (route: Route) => {
      keys.push(route.request().headers()["idempotency-key"])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await button(page, /^Book Wed/).click()
    await heading(page, "You’re booked").waitFor()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    expect(await appointmentsOf(link)).toHaveLength(1)
  })

  it("a booking that no answer confirms offers to check again, and loses nothing", async () => {
    const link = await stage.link()
    await open(link)
    await pickTime(page, /March 11,/, "9:00")
    await page.route("**/api/link/appointment", (route) => route.abort())
    await button(page, /^Book Thu/).click()
    await page.getByRole("alert").getByText("There is no connection.").waitFor()
    await page.unroute("**/api/link/appointment")
    await button(page, /^Book Thu, Mar 11/).click()
    await heading(page, "You’re booked").waitFor()
  })
})
