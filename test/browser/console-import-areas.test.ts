/** A company brings its appointments from another system, and draws where it works. */
import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readCsv } from "../../src/csv/csv.ts"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"

let service: TestService
let story: Story
let browser: Browser
let page: Page

beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
  const nora = await makeUser(service)
  browser = await launch()
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/settings/import?kind=appointments`)
  await page.getByLabel("Email").fill(nora.email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Import", exact: true }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const calendly = `User Name,Invitee Name,Invitee Email,Event Type Name,Start Date & Time,End Date & Time,Canceled,Invitee UUID
Ana Ruiz,Ida Wells,ida@example.com,Boiler visit,2027-03-09 09:00 am,2027-03-09 10:00 am,false,i-1
Ana Ruiz,Ed Poe,ed@example.com,Boiler visit,2027-03-09 09:30 am,2027-03-09 10:30 am,false,i-2
Ben Okafor,=1+1,kim@example.com,Boiler visit,2027-03-14 02:30 am,2027-03-14 03:30 am,false,i-3
Ben Okafor,Kim Lee,kim@example.com,Boiler visit,2027-03-10 11:00 am,2027-03-10 12:00 pm,true,i-4
`

describe("the import in the console", () => {
  it("DX-06 CN-10 shows each row's fate before anything is made, then makes it, and has all of it to download", async () => {
    await page.getByLabel("Choose a file").setInputFiles({
      name: "calendly.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(calendly),
    })
    await page.getByText("An export of Calendly", { exact: true }).waitFor()
    await page.getByLabel("Boiler visit").selectOption({ label: "Boiler service" })
    await expectAccessible(page, "the columns")
    await page.getByRole("button", { name: "Check every row" }).click()
    await page.getByRole("heading", { name: "1 of 4 rows would be new" }).waitFor()
    expect((await service.api("GET", "/appointments")).body.data).toEqual([])
    await page.getByRole("button", { name: "Refused 2" }).focus()
    await page.keyboard.press("Enter")
    await page.getByText("an earlier row").waitFor()
    await page.getByText("does not exist in America/Chicago").waitFor()
    expect(new URL(page.url()).searchParams.get("fate")).toBe("refused")
    await page.getByRole("button", { name: "Import 1 row" }).click()
    await page.getByRole("heading", { name: "1 of 4 rows are new" }).waitFor()
    await expectAccessible(page, "the rows")
    const { body } = await service.api("GET", "/appointments")
    expect(body.data).toMatchObject([
      { start_time: "2027-03-09T15:00:00.000Z", provider: { id: story.anaId }, booked_by: "admin" },
    ])
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the result" }).click(),
    ])
    const rows = readCsv(readFileSync(await download.path(), "utf8"))
    expect(rows.map((row) => row[8])).toEqual(["fate", "made", "refused", "refused", "skipped"])
    expect(rows[3]![1]).toBe("'=1+1")

    await page.getByRole("button", { name: "Check every row" }).click()
    await page.getByRole("heading", { name: "0 of 4 rows would be new" }).waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "the import")
    await page.setViewportSize({ width: 1280, height: 900 })
  })
})
