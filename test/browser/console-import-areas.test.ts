/** A company brings its appointments from another system, and draws where it works. */
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readCsv } from "../../domain/csv/csv.ts"
import { exportsOfOthers, pathOfExport } from "../support/exports-of-others.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, put, type Story, tellStory } from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectNoSidewaysScroll,
  launch,
  patienceMs,
} from "./browser.ts"
import { chooseBytes, chooseExport, expectEachColumnShown, expectToldOfOtherFiles } from "./import-hand.ts"

/** One pixel. */
const tile = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
)
const asked: IncomingMessage[] = []
let hasTiles = true
const tileServer = createServer((request, response) => {
  asked.push(request)
  response.writeHead(hasTiles ? 200 : 404, {
    "content-type": "image/png",
    "access-control-allow-origin": "*",
  })
  response.end(hasTiles ? tile : "")
})

let service: TestService
let story: Story
let browser: Browser
let page: Page

beforeAll(async () => {
  await new Promise<void>((resolve) => tileServer.listen(0, "127.0.0.1", resolve))
  const { port } = tileServer.address() as AddressInfo
  service = await startService({
    book: true,
    mapTiles: {
      url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
      darkUrl: null,
      attribution: [{ text: "© Test maps", href: "https://maps.example/copyright" }],
    },
  })
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
  await new Promise((resolve) => tileServer.close(resolve))
})

const calendly = `User Name,Invitee Name,Invitee Email,Event Type Name,Start Date & Time,End Date & Time,Canceled,Invitee UUID
Ana Ruiz,Ida Wells,ida@example.com,Boiler visit,2027-03-09 09:00 am,2027-03-09 10:00 am,false,i-1
Ana Ruiz,Ed Poe,ed@example.com,Boiler visit,2027-03-09 09:30 am,2027-03-09 10:30 am,false,i-2
Ben Okafor,=1+1,kim@example.com,Boiler visit,2027-03-14 02:30 am,2027-03-14 03:30 am,false,i-3
Ben Okafor,Kim Lee,kim@example.com,Boiler visit,2027-03-10 11:00 am,2027-03-10 12:00 pm,true,i-4
`

describe("the import in the console", () => {
  it("DX-06 CN-10 shows each row's fate before anything is made, then makes it, and has all of it to download", async () => {
    const chooseFile = (text: string) => chooseBytes(page, "calendly.csv", text)
    await chooseFile(`${calendly}"Ben Okafor,Kim Lee`)
    await page
      .getByText(`A quote is opened in line ${calendly.split("\n").length} and never closed.`)
      .waitFor()
    await expectToldOfOtherFiles(page)
    await chooseFile(calendly)
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
    await expect.poll(() => new URL(page.url()).searchParams.get("fate")).toBe("refused")
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
    const rows = readCsv(readFileSync(await download.path(), "utf8")).map(({ cells }) => cells)
    expect(rows.map((row) => row[8])).toEqual(["fate", "made", "refused", "refused", "skipped"])
    expect(rows[3]![1]).toBe("'=1+1")

    await page.getByRole("button", { name: "Check every row" }).click()
    await page.getByRole("heading", { name: "0 of 4 rows would be new" }).waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "the import")
    await page.setViewportSize({ width: 1280, height: 900 })
  })
})

describe("a list of clients in the console", () => {
  it("CW-12 names each column that is not taken, who wants no texts and what goes into the notes before anything is written", async () => {
    await page.goto(`${service.apiUrl}/console/settings/import?kind=customers`)
    await page.getByRole("heading", { name: "Import", exact: true }).waitFor()
    const others = readFileSync(pathOfExport("fresha.csv"), "utf8")
    const flos = { "F-": "L-", "04": "06", Fay: "Flo", fay: "flo", Gus: "Gil", gus: "gil" }
    const file = Object.entries(flos).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), others)
    // A column without a title, which one row fills.
    const [header, flo, gil] = file.trimEnd().split("\n")
    const written = [`Client list of May 5,,\n${header},`, `${flo},asks for Ana`, `${gil},`].join("\n")
    await page.getByLabel("Choose a file").setInputFiles({
      ...{ name: "export_customer_list.csv", mimeType: "text/csv" },
      buffer: Buffer.from(`\ufeff${written}\n`, "utf16le"),
    })
    await page.getByText("An export of Fresha", { exact: true }).waitFor()
    const notTaken = "Blocked, Gender, Area, Date of Birth, Added, Referral Source, Tags, (X)"
    await page.getByText(`Columns that are not taken: ${notTaken}`, { exact: true }).waitFor()
    await page.getByText("Which column holds what").click()
    await page.getByText("Also from Telephone", { exact: true }).waitFor()
    await expectAccessible(page, "the columns of a list of clients")
    await page.getByRole("button", { name: "Check every row" }).click()
    await page.getByRole("heading", { name: "2 of 2 rows would be new" }).waitFor()
    await page.getByText("1 row of customers who want no texts.", { exact: true }).waitFor()
    await page
      .getByText("1 row of customers who want no offers by mail. Mails about their appointments go on.", {
        exact: true,
      })
      .waitFor()
    const row = page.getByRole("row", { name: /L-1/ })
    await row.getByText("Wants no texts", { exact: true }).waitFor()
    expect((await service.api("GET", "/customers?search=flo%20orr")).body.data).toEqual([])

    // The column that a person takes away is named too, and no row opts out by it any more.
    await page.getByText("More columns").click()
    await page.getByLabel("Agrees to texts").selectOption("")
    const more = notTaken.replace("Area,", "Accepts SMS Marketing, Area,")
    await page.getByText(`Columns that are not taken: ${more}`, { exact: true }).waitFor()
    await page.getByRole("button", { name: "Check every row" }).click()
    await page.getByRole("heading", { name: "2 of 2 rows would be new" }).waitFor()
    expect(await page.getByText("who want no texts").count()).toBe(0)
    await page.getByRole("button", { name: "Import 2 rows" }).click()
    await page.getByRole("heading", { name: "2 of 2 rows are new" }).waitFor()
    const [found] = (await service.api("GET", "/customers?search=flo%20orr")).body.data
    expect(found).toMatchObject({ external_ref: "L-1", phone: "+15125550601" })
    const { email_consents: said } = (await service.api("GET", `/customers/${found.id}`)).body.data
    expect(said).toMatchObject([{ event: "revoked" }])
  })
})

describe("the exports of other systems in the console", () => {
  const list = () => page.getByRole("region", { name: "Customers" }).locator("tbody tr")
  const people: unknown[] = []

  it.each(exportsOfOthers)(
    "CW-12 DX-06 $name: each column is taken or named, each row checked and then made, and its people stand in the list",
    async (file) => {
      if (people.length === 0) people.push(...(await service.api("GET", "/customers?limit=100")).body.data)
      await page.goto(`${service.apiUrl}/console/settings/import?kind=${file.kind}`)
      await page.getByRole("heading", { name: "Import", exact: true }).waitFor()
      await chooseExport(page, file)
      await expectEachColumnShown(page, file)
      const { made = 0, skipped = 0, refused = 0 } = file.fates
      const rows = made + skipped + refused
      await page.getByRole("button", { name: "Check every row" }).click()
      await page.getByRole("heading", { name: `${made} of ${rows} rows would be new` }).waitFor()
      await page.getByRole("button", { name: `Refused ${refused}` }).waitFor()
      await page.getByRole("button", { name: `Left out ${skipped}` }).waitFor()
      if (made > 0) {
        await page.getByRole("button", { name: `Import ${made} row` }).click()
        await page.getByRole("heading", { name: `${made} of ${rows} rows are new` }).waitFor()
      } else expect(await page.getByRole("button", { name: /^Import \d/ }).count()).toBe(0)
      people.push(...file.people)
      await page.getByRole("link", { name: "Customers", exact: true }).first().click()
      await expect.poll(() => list().count()).toBe(people.length)
      for (const each of file.people) await list().filter({ hasText: each }).first().waitFor()
    },
  )
})

describe("service areas in the console", () => {
  const areaNow = async () =>
    (await service.api("GET", `/locations/${story.locationId}`)).body.data.service_area

  it("CN-10 MD-14 are drawn on a map, or typed by keyboard alone, and tried out: who comes, who does not, why", async () => {
    const visit = await make(service, "/appointment-types", {
      name: "Visit",
      duration_minutes: 60,
      place: "at_customer",
    })
    const offers = { appointment_type_ids: [story.typeId, visit.id] }
    await put(service, `/providers/${story.anaId}`, offers)
    const roundRock = { line1: "1 Main St", city: "Round Rock", state: "TX", postal_code: "78664" }
    const start = {
      start_address: { ...roundRock, latitude: 30.5083, longitude: -97.6789 },
      max_travel_km: 12,
    }
    await put(service, `/providers/${story.benId}`, { ...offers, ...start })
    await page.goto(`${service.apiUrl}/console/settings/areas`)
    const card = page.getByRole("region", { name: "Travel limits" })
    await card.getByText("As far as the area goes, from Downtown").waitFor()
    await card.getByText("Up to 7.5 mi from their own start").waitFor()
    await page.locator(".area-map .reach text", { hasText: "Ben Okafor · 7.5 mi" }).waitFor()
    await page.getByLabel("The area is").selectOption("radius")
    await page.getByLabel("Miles from the location").fill("25")
    await page.locator(".area-map .own path").waitFor({ state: "attached" })
    await page.locator(".area-map .county").waitFor({ state: "attached" })
    await expectAccessible(page, "a circle")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("The area of Downtown is saved.").waitFor()
    expect(await areaNow()).toEqual({ kind: "radius", km: 40.23 })

    await page.getByRole("button", { name: "Try", exact: true }).click()
    await page.getByLabel("Street").fill("1 Main St")
    await page.getByLabel("City").fill("Austin")
    await page.getByLabel("State").fill("TX")
    await page.getByLabel("Postal code", { exact: true }).fill("78701")
    await page.keyboard.press("Enter")
    const verdictOn = (name: string) => page.locator(".verdicts li", { hasText: name })
    await verdictOn("Ana Ruiz").getByText("Comes", { exact: true }).waitFor()
    await verdictOn("Ben Okafor").getByText("Does not come").waitFor()
    await page.locator(".area-map .reach.stays text", { hasText: "Ben Okafor" }).waitFor()
    await page.getByLabel("City").fill("Houston")
    await page.locator(".area-map .reach.stays").waitFor({ state: "detached" })
    await page.getByLabel("Postal code", { exact: true }).fill("77002")
    await page.keyboard.press("Enter")
    await verdictOn("Ana Ruiz").getByText("does not serve").waitFor()
    await expectAccessible(page, "a tried address")
    await page.getByRole("button", { name: "Hide" }).click()

    await page.getByLabel("The area is").selectOption("polygon")
    const map = (await page.locator(".area-map").boundingBox())!
    for (const [x, y] of [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.5, 0.7],
    ] as const)
      await page.mouse.click(map.x + map.width * x, map.y + map.height * y)
    await page.getByLabel("Corner 3, latitude").focus()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("30.1")
    await expectAccessible(page, "corners")
    await page.getByRole("button", { name: "Save" }).focus()
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await areaNow()).kind).toBe("polygon")
    const [ring] = (await areaNow()).polygon.coordinates
    expect(ring).toHaveLength(4)
    expect(ring[2][1]).toBe(30.1)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "the map")
  })

  it("CN-10 lie on the operator's tiles, whose server gets no cookie and no address of a screen; without tiles the outline stays", async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${service.apiUrl}/console/settings/areas?location=${story.locationId}`)
    await page.locator(".area-map .tiles > .loaded").first().waitFor()
    await page.getByRole("link", { name: "© Test maps" }).waitFor()
    const [tiles, places] = await page.evaluate<[number, number]>(`(() => {
      const boxes = [...document.querySelectorAll(".area-map .tiles > img")].map((tile) => tile.getBoundingClientRect())
      return [boxes.length, new Set(boxes.map(({ x, y }) => x + " " + y)).size]
    })()`)
    expect(tiles).toBeGreaterThan(5)
    expect(places).toBe(tiles)
    for (const { url, headers } of asked) {
      expect(url).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
      expect(headers.cookie).toBeUndefined()
      expect(headers.referer).toBe(`${service.apiUrl}/`)
    }
    await expectAccessibleInLightAndDark(page, "tiles")
    await page.locator(".area-map .tiles.inverted").waitFor()
    hasTiles = false
    asked.length = 0
    await page.getByRole("button", { name: "Closer" }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(5)
    await expect.poll(() => page.locator(".area-map .tiles > .loaded").count()).toBe(0)
    expect(await page.locator(".area-map .land .county").isVisible()).toBe(true)
  })
})
