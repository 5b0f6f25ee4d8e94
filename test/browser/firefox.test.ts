/** The way through the public page in Firefox, which Debian's package `firefox-esr` brings. */
import { existsSync } from "node:fs"
import puppeteer, { type Browser, type Page } from "puppeteer-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openPublicPage, slug } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { launchPatienceMs, patienceMs } from "./browser.ts"

const places = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"]
const executablePath = places.find((path) => path !== undefined && existsSync(path))

describe("in Firefox", () => {
  let service: TestService
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    if (executablePath === undefined)
      throw new Error("There is no Firefox here. Debian's package firefox-esr brings one.")
    service = await startService({ book: true })
    await openPublicPage(service, await tellStory(service))
    browser = await puppeteer.launch({
      browser: "firefox",
      executablePath,
      timeout: launchPatienceMs,
      env: { ...process.env, TZ: "America/Chicago" },
    })
    page = await browser.newPage()
    page.setDefaultTimeout(patienceMs)
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })

  const seen = (element: string, text: string) => page.waitForSelector(`${element} ::-p-text(${text})`)
  const press = async (element: string, text: string) => (await seen(element, text))!.click()

  it("TR-50 books on the public page, reloads on the way, moves the appointment and cancels it", async () => {
    await page.goto(`${service.bookUrl}/${slug}`)
    await press("button", "9:00")
    await page.locator("#phone").fill("5125552999")
    await page.reload()
    await seen("h1", "Your mobile number")
    expect(await page.$eval("#phone", ({ value }: { value: string }) => value)).toBe("(512) 555-2999")
    await press("button", "Text me a code")
    await seen("h1", "Enter the code")
    await page.locator("#code").fill(await lastCode(service))
    await page.locator("#firstName").fill("Rosa")
    await page.locator("#lastName").fill("Diaz")
    await press("button", "Book ")
    await seen("h1", "You’re booked, Rosa")
    await press("a", "Move")
    await seen("h2", "Choose a new time")
    await press(".day-times button", "11:00")
    await press("button", "Move to ")
    await seen("h1", "Your appointment is moved")
    await press(".row button", "Cancel")
    await press("button", "Yes, cancel")
    await seen("h1", "Your appointment is cancelled")
  })
})
