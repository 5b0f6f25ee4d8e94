/** The owner looks back: compares two months, asks who is busy, and takes the figures along as a file. */
import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sumUpAll } from "../../service/reports/sum-up-reports.ts"
import { changing, furnish } from "../reports/random-changes.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeUser } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch } from "./browser.ts"
import { signedInAt } from "./sign-in.ts"

/** `REPORTS_SEED` draws other changes. */
const seed = Number(process.env.REPORTS_SEED ?? 20270401)

let service: TestService
let browser: Browser
let page: Page

beforeAll(async () => {
  service = await startService({ now: "2027-03-25T12:00:00.000Z", platformSmsNumber: "+15125550111" })
  const { change } = changing(service, await furnish(service), seed)
  for (let n = 0; n < 40; n++) await change()
  service.clock.set("2027-04-14T15:00:00.000Z")
  for (let n = 0; n < 12; n++) await change()
  await sumUpAll(service.context)
  browser = await launch()
  ;({ page } = await signedInAt(service, browser, "/reports", { acceptDownloads: true }))
  await page.getByRole("heading", { name: "Use of hours" }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const april = "from=2027-04-01&to=2027-04-30"
const report = async (path: string) => (await service.api("GET", `/reports/${path}`)).body.data
const card = (title: string) =>
  page.locator("section.report", { has: page.getByRole("heading", { name: title }) })
type Figures = Record<string, number>
/** The texts of a table's body, its heads included. */
const rowsOf = async (title: string) => {
  const rows = await card(title).locator("tbody tr").all()
  return Promise.all(rows.map((row) => row.locator("th, td.num").allTextContents()))
}

describe(`reports in the console (REPORTS_SEED=${seed})`, () => {
  it("CN-13 compare a month with the one before, and the address keeps what was chosen", async () => {
    await page.getByLabel("Period").selectOption("This month")
    await page.getByText("Apr 1 – 30, 2027 · against Mar 1 – 31, 2027").waitFor()
    const now = (await report(`bookings?${april}`)).total
    const then = (await report("bookings?from=2027-03-01&to=2027-03-31")).total
    const change = Math.round(((now.appointments - then.appointments) / then.appointments) * 100)
    const said =
      then.appointments === 0
        ? "was 0"
        : `${change < 0 ? "−" : "+"}${Math.abs(change).toLocaleString("en-US")}%`
    await page
      .getByText(`${now.appointments} ${now.appointments === then.appointments ? "as before" : said}`)
      .waitFor()
    await page.getByLabel("Grouped by").selectOption("By provider")
    await page.getByRole("columnheader", { name: "Provider" }).first().waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe("?period=this_month&by=provider")
    await page.reload()
    await page.getByRole("columnheader", { name: "Provider" }).first().waitFor()
  })

  it("CN-13 show the figures that the API has, in tables and plots", async () => {
    const bookings = (await report(`bookings?${april}&group_by=provider`)).rows
    await expect
      .poll(() => rowsOf("Ways of booking"))
      .toEqual(
        bookings.map((row: Record<string, unknown>) =>
          ["name", "appointments", "booking_link", "public_page", "agent", "company", "cancelled"].map(
            (figure) => String(row[figure]),
          ),
        ),
      )
    const texts = (await report(`texts?${april}&group_by=provider`)).rows
    await expect
      .poll(() => rowsOf("Texts"))
      .toEqual(
        texts.map((row: Record<string, unknown>) =>
          ["name", "texts", "delivered", "sent", "skipped", "undelivered", "failed"].map((figure) =>
            String(row[figure] ?? "None"),
          ),
        ),
      )
    const lead = (await report(`lead-time?${april}`)).total
    const values = () => card("Lead time").locator("svg .value").allTextContents()
    await expect.poll(async () => (await values()).map(Number)).toEqual(Object.values(lead).slice(1))
    await expectAccessible(page, "reports by provider")
  })

  it("CN-13 draw the use of hours as a heat map of providers and weekdays, in the API's own figures", async () => {
    const { rows } = await report(`utilisation?${april}&group_by=provider_weekday`)
    const byProvider = (await report(`utilisation?${april}&group_by=provider`)).rows
    const weekdays = [...new Set<number>(rows.map(({ weekday }: Figures) => weekday))].sort()
    const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    const map = card("Use of providers’ hours, %").locator(".heat")
    await expect
      .poll(() => map.locator("thead th").allTextContents())
      .toEqual(["Provider", ...weekdays.map((weekday) => names[weekday - 1]), "Mean"])
    const share = (row: Figures | undefined) =>
      row?.offered_minutes
        ? String(Math.round((100 * row.booked_minutes!) / row.offered_minutes))
        : "no hours"
    const percent = ({ booked_minutes, offered_minutes }: Figures) => {
      const used = booked_minutes! / offered_minutes!
      return `${Number((100 * used).toFixed(used < 0.1 ? 1 : 0))}%`
    }
    for (const [at, provider] of byProvider.entries()) {
      const cells = map.locator("tbody tr").nth(at).locator("th, td")
      expect(await cells.allTextContents()).toEqual([
        provider.name,
        ...weekdays.map((day) =>
          share(rows.find((row: Figures) => row.id === provider.id && row.weekday === day)),
        ),
        percent(provider),
      ])
    }
    await card("Use of providers’ hours, %").getByText("Show the table").click()
    const [first] = rows
    await card("Use of providers’ hours, %")
      .getByRole("rowheader", { name: `${first.name}, ${names[first.weekday - 1]}`, exact: true })
      .waitFor()
    const waiting = page.waitForEvent("download")
    await page.getByRole("button", { name: "CSV, Use of providers’ hours, %" }).click()
    const lines = (await readFile(await (await waiting).path(), "utf8")).trim().split("\r\n")
    expect(lines[0]).toBe("id,name,weekday,booked_minutes,offered_minutes,utilisation")
    expect(lines.length).toBe(rows.length + 1)
  })

  it("CN-13 come as the API's own file", async () => {
    const waiting = page.waitForEvent("download")
    await page.getByRole("button", { name: "CSV, Ways of booking" }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toBe("bookings-2027-04-01-2027-04-30-provider.csv")
    const answer = await service.api("GET", `/reports/bookings?${april}&group_by=provider`, undefined, {
      headers: { accept: "text/csv" },
    })
    expect(await readFile(await file.path(), "utf8")).toBe(answer.body)
  })

  it("CN-13 are plotted by date, narrowed to a location, and fit a phone", async () => {
    await page.getByLabel("Grouped by").selectOption("By week")
    const [location] = (await service.api("GET", "/locations")).body.data
    await page.getByLabel("Location").selectOption(location.name)
    await expect.poll(() => card("Ways of booking").locator("svg g title").allTextContents()).toHaveLength(5)
    const { rows } = await report(`bookings?${april}&group_by=week&location_id=${location.id}`)
    await card("Ways of booking").getByText("Show the table").click()
    await expect
      .poll(async () => (await rowsOf("Ways of booking")).map(([, appointments]) => Number(appointments)))
      .toEqual(rows.map(({ appointments }: { appointments: number }) => appointments))
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "reports")
    await page.emulateMedia({ colorScheme: "dark" })
    await expectAccessible(page, "reports by week on a dark phone")
  })

  it("CN-13 say that a history is still being counted, and show its figures when it is", async () => {
    const { db } = service.context
    const { appointments } = (await report(`bookings?${april}`)).total
    await db.query("UPDATE report_appointments SET by_company = by_company + 1000 WHERE company_id = $1", [
      service.companyId,
    ])
    await db.query(
      "INSERT INTO report_due (company_id, noun, queued_at) VALUES ($1, 'everything', now() - interval '1 minute')",
      [service.companyId],
    )
    await page.goto(`${service.apiUrl}/console/reports?period=this_month`)
    await page.getByText("Still counting: these figures are not complete yet.").waitFor()
    await sumUpAll(service.context)
    await page.getByText("Still counting: these figures are not complete yet.").waitFor({ state: "hidden" })
    await expect
      .poll(() => page.locator(".key-figures > div", { hasText: "Appointments" }).locator("b").textContent())
      .toBe(String(appointments))
  })

  it("CN-13 say what to do where there is nothing", async () => {
    await page.goto(`${service.apiUrl}/console/reports?period=dates&from=2024-01-01&to=2024-01-31`)
    await page.getByRole("heading", { name: "Nothing in these days" }).waitFor()
    await expect.poll(() => page.getByLabel("First day").inputValue()).toBe("2024-01-01")
  })

  it("CN-13 CL-07 have a card of classes only where a company gives any", async () => {
    const titles = (shown: Page) => shown.locator("section.report h2").allTextContents()
    await expect.poll(() => titles(page)).toContain("Classes")
    const all = await titles(page)
    const lone = await service.anotherCompany()
    const { email } = await makeUser(service, {}, lone.key)
    const { page: without } = await signedInAt(service, browser, "/reports", { email })
    await without.getByRole("heading", { name: "Use of hours" }).waitFor()
    await expect.poll(() => titles(without)).toEqual(all.filter((title) => title !== "Classes"))
  })
})
