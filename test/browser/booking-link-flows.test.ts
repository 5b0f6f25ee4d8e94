import { describe, expect, it } from "vitest"
import { anasAt, type Link } from "../support/link.ts"
import { makeCustomer, makeType, put } from "../support/story.ts"
import { bookTuesday } from "./booking-link-stage.ts"
import { open, page, setStage, stage } from "./booking-link-visitor.ts"
import { alive } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"

setStage()

interface Told {
  type: string
  source: { kind: string }
  data: { scheduling_request: { id: number } | null }
}

/** The link's events, the oldest first. */
async function eventsOf(link: Link): Promise<Told[]> {
  const { body } = await stage.service.events()
  const told: Told[] = body.data
  return told.filter(({ data }) => data.scheduling_request?.id === link.requestId)
}

const statusOf = async ({ requestId }: Link) =>
  (await stage.service.api("GET", `/scheduling-requests/${requestId}`)).body.data.status

describe("the way through", () => {
  it("RQ-06 RQ-07 RQ-08 LK-03 LK-05 books, moves, cancels and books again, and the company hears of each", async () => {
    const link = await stage.link()
    await open(link)
    await heading(page, "Boiler service").waitFor()
    await page.getByText("Hello Sam").waitFor()
    await bookTuesday(page)
    expect(await statusOf(link)).toBe("scheduled")
    await page.getByText("9:00 – 10:00 AM").waitFor()
    await page.getByText("1 Main St, Austin, TX 78701").waitFor()

    await button(page, "Move").click()
    await page.getByText("Your current time").waitFor()
    await pickTime(page, /March 4,/, "2:00")
    await button(page, "Move to Thu, Mar 4 at 2:00 PM").click()
    await heading(page, "Your appointment is moved").waitFor()

    await button(page, /^Cancel$/).click()
    await button(page, "Yes, cancel").click()
    await page.getByText("Your appointment is cancelled.").waitFor()
    const takenOut = page.waitForEvent("download")
    await button(page, "Take it out of my calendar").click()
    expect((await takenOut).suggestedFilename()).toBe("appointment.ics")
    expect(await statusOf(link)).toBe("open")

    await bookTuesday(page)
    const happened = await eventsOf(link)
    expect(happened.map((event) => event.type)).toEqual([
      "appointment.created",
      "appointment.rescheduled",
      "appointment.cancelled",
      "appointment.created",
    ])
    for (const event of happened) expect(event.source.kind).toBe("link")
    await page.reload()
    await heading(page, "Hello Sam").waitFor()
  })

  it("WN-01 WN-03 a window is picked, booked, moved and cancelled; no start inside it is told, and nobody is named", async () => {
    const { service, types } = stage
    const typeId = await makeType(service, {
      ...{ name: "Repair", place: "at_customer", promise: { kind: "window", minutes: 120 } },
    })
    const { anaId } = stage.story
    await put(service, `/providers/${anaId}`, {
      appointment_type_ids: [stage.story.typeId, ...Object.values(types), typeId],
    })
    const address = {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.28, longitude: -97.74 },
    }
    const link = await stage.link({
      ...{ appointment_type_id: typeId, provider_id: null },
      customer_id: await makeCustomer(service, { address }),
    })
    await open(link)
    await page.getByText("We arrive between, Central Time").waitFor()
    await pickTime(page, /March 2,/, "9")
    await page.getByText("We arrive between 9 AM and 11 AM, Central Time").waitFor()
    await button(page, "Book Tue, Mar 2 between 9 AM and 11 AM").click()
    await heading(page, "You’re booked").waitFor()
    await page.getByText("We arrive between 9 AM and 11 AM, Central Time").waitFor()
    expect(await page.getByRole("main").innerText()).not.toContain("Ana Ruiz")
    await button(page, "Move").click()
    await page.getByText("Your current time").waitFor()
    await pickTime(page, /March 4,/, "1.PM")
    await button(page, "Move to Thu, Mar 4 between 1 PM and 3 PM").click()
    await heading(page, "Your appointment is moved").waitFor()
    await button(page, /^Cancel$/).click()
    await button(page, "Yes, cancel").click()
    await page.getByText("Your appointment is cancelled.").waitFor()
  })

  it("ML-04 a mail's link asks once whether the customer comes, and opens the steps to move and to cancel", async () => {
    const link = await stage.link()
    const booked = await link.book({ ...anasAt(stage.story, "2027-03-02T15:00:00.000Z") })
    const answer = async () =>
      (await stage.service.api("GET", `/appointments/${booked.data.appointment!.id}`)).body.data.attendance
    await open({ ...link, url: `${link.url}#yes` })
    await heading(page, "Will you be there?").waitFor()
    expect(await answer()).toBe("unknown")
    await button(page, "Yes, I’ll be there").click()
    await page.getByText("Thank you. We expect you.").waitFor()
    expect(await answer()).toBe("coming")
    await page.reload()
    await page.getByText("You have told us that you’ll be there.").waitFor()
    await page.goto("about:blank")
    await page.goto(`${link.url}#cancel`)
    await heading(page, "Cancel this appointment?").waitFor()
    await page.goto("about:blank")
    await page.goto(`${link.url}#move`)
    await page.getByText("Your current time").waitFor()
    expect(await answer()).toBe("coming")
  })

  it("LK-10 the calendar file is a download, and Google's and Outlook's links say no more than what and when", async () => {
    const link = await stage.link()
    await open(link)
    await bookTuesday(page)
    const downloading = page.waitForEvent("download")
    await button(page, "Apple, other").click()
    expect((await downloading).suggestedFilename()).toBe("appointment.ics")
    for (const name of [/Google/, /Outlook/]) {
      const anchor = page.getByRole("link", { name })
      const url = new URL((await anchor.getAttribute("href"))!)
      expect(url.href).toContain("Harbour%20Heating")
      expect(url.href).not.toMatch(/Sam|Poe/)
      expect(url.href).not.toContain(link.token)
      expect(await anchor.getAttribute("rel")).toContain("noreferrer")
    }
  })

  it("TR-53 on paper the appointment stands alone", async () => {
    await open(await stage.link())
    await bookTuesday(page)
    await page.emulateMedia({ media: "print" })
    const paper = () => page.locator("#app").innerText()
    await expect.poll(paper).toContain("Tuesday, March 2, 2027")
    await expect.poll(paper).toContain("1 Main St, Austin, TX 78701")
    await expect.poll(paper).not.toMatch(/Move|Cancel|Google|Directions|Questions|English/)
  })

  it("TR-53 writes days and times as the visitor's country does", async () => {
    await open(await stage.link(), { locale: "fr-CA", width: 1200 })
    await alive(page)
    await page.locator(".day-times").getByRole("button", { name: "9 h 30" }).waitFor()
    await expect.poll(() => page.getByRole("columnheader").first().innerText()).toBe("dim.")
  })

  it("a suggested time is one tap away", async () => {
    await open(await stage.link())
    await alive(page)
    const suggested = page.getByRole("group", { name: "Suggested" }).getByRole("button").first()
    await suggested.click()
    await heading(page, "Is this right?").waitFor()
    await button(page, "Change").click()
    await heading(page, "Choose a time").waitFor()
  })

  it("narrows the times to one person where there are several", async () => {
    await open(await stage.link({ provider_id: null }), { width: 1200 })
    await alive(page)
    const times = page.locator(".day-times .time")
    await expect.poll(() => times.count()).toBe(15)
    await page.getByRole("combobox", { name: "With" }).selectOption("Ben Okafor")
    await expect.poll(() => times.count()).toBe(15)
    await times.first().click()
    await page.getByRole("complementary").getByText("Ben Okafor").waitFor()
  })
})

describe("the browser's Back button", () => {
  it("leads from the confirmation to the times, and only then away", async () => {
    await open(await stage.link())
    await alive(page)
    await pickTime(page, /March 9,/, "10:00")
    await heading(page, "Is this right?").waitFor()
    await page.goBack()
    await heading(page, "Tuesday, March 9").waitFor()
    await page.goBack()
    await page.waitForURL("about:blank")
  })

  it("leads from moving back to the appointment, and after a booking no step is left over", async () => {
    const link = await stage.link()
    await open(link)
    await bookTuesday(page)
    await button(page, "Move").click()
    await heading(page, "Choose a new time").waitFor()
    await page.goBack()
    await heading(page, "Hello Sam").waitFor()
    await page.goBack()
    await page.waitForURL("about:blank")
  })

  it("stays right for who steps back on the page and forth again in a blink", async () => {
    await open(await stage.link())
    await bookTuesday(page)
    await button(page, /^Cancel$/).waitFor()
    await page.evaluate(`(async () => {
      const press = async (name) => {
        document.querySelector(name).click()
        for (let turn = 0; turn < 50; turn += 1) await null
      }
      const wentBack = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }))
      await press(".row.two .danger")
      await press(".row.two .button:not(.danger)")
      await press(".row.two .danger")
      await wentBack
    })()`)
    await heading(page, "Cancel this appointment?").waitFor()
    await page.goBack()
    await heading(page, "Hello Sam").waitFor()
    await page.goBack()
    await page.waitForURL("about:blank")
  })
})

describe("languages and zones", () => {
  it("the switch changes all words and dates, and keeps what was chosen", async () => {
    await open(await stage.link())
    await alive(page)
    await pickTime(page, /March 9,/, "10:00")
    await page.getByRole("combobox", { name: "Language" }).selectOption("fr")
    await heading(page, "C’est bien cela ?").waitFor()
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("fr")
    await page.getByText("mardi 9 mars 2027").waitFor()
    await page.getByRole("combobox", { name: "Langue" }).selectOption("es")
    await page.getByText("martes, 9 de marzo de 2027").waitFor()
  })

  it("says whose clock the times follow when the visitor's differs", async () => {
    await open(await stage.link(), { timezoneId: "America/New_York" })
    await alive(page)
    await page.getByText("Times are in Central Time, which differs from yours.").waitFor()
  })

  it("is silent about zones when both clocks agree", async () => {
    await open(await stage.link())
    await alive(page)
    expect(await page.locator(".zone").count()).toBe(0)
  })

  it("shows a remote visit in the visitor's zone, which can be changed", async () => {
    await open(await stage.link({ appointment_type_id: stage.types.remote }), {
      timezoneId: "Europe/Paris",
      width: 1200,
    })
    await alive(page)
    await page.getByText("Times are in your time zone, Central European Time.").waitFor()
    await page.locator(".day-times").getByRole("button", { name: "4:00 PM", exact: true }).waitFor()
    await button(page, "Change time zone").click()
    const zones = page.getByRole("combobox", { name: "Time zone" })
    // PG-10: by city and offset, and never as raw ids.
    await zones.waitFor()
    const names = await zones.locator("option").allTextContents()
    expect(names.filter((name) => !/^[^/_]+ \(UTC[+\u2212]\d\d:\d\d\)$/.test(name))).toEqual([])
    expect(names).toContain("Chicago (UTC\u221206:00)")
    await zones.selectOption("America/Chicago")
    await page.getByText("Times are in Central Time.").waitFor()
    await page.locator(".day-times").getByRole("button", { name: "9:00 AM", exact: true }).waitFor()
  })
})
