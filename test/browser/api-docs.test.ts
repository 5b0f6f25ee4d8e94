import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectNoSidewaysScroll,
  launch,
  patienceMs,
  widths,
} from "./browser.ts"

let service: TestService
let browser: Browser
let context: BrowserContext
let page: Page
/** Errors, refused content and requests to other hosts. */
let complaints: string[]

/** Swagger UI says this of every address that names an operation with an underscore, and opens it all the same. */
const aboutUnderscores = "Deprecated: escaping deep link whitespace with `_`"

beforeAll(async () => {
  service = await startService()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})
beforeEach(async () => {
  complaints = []
  context = await browser.newContext()
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith(aboutUnderscores))
      complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== "data:" && origin !== service.apiUrl) complaints.push(`a request to ${origin}`)
  })
})
afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})

const search = (words: string) => page.getByRole("textbox").first().fill(words)
const operations = () => page.locator(".opblock-summary-description").allTextContents()

async function authorize(key: string): Promise<void> {
  await page.getByRole("button", { name: "Authorize" }).click()
  // A secret key; the other form is for a publishable one.
  const dialog = page.locator(".modal-ux")
  const form = dialog.locator("form").filter({ hasText: "bearer (http" })
  await form.getByRole("textbox").fill(key)
  await form.getByRole("button", { name: "Authorize" }).click()
  await dialog.getByRole("button", { name: "Close" }).last().click()
}

/** Sends the request of the one open operation; the status and the body of its answer. */
async function execute(): Promise<{ status: string; body: string }> {
  await page.getByRole("button", { name: "Execute" }).click()
  const answer = page.locator(".live-responses-table .response")
  const status = (await answer.locator(".response-col_status").textContent())!.trim()
  return { status, body: (await answer.locator(".highlight-code").first().textContent())! }
}

describe("the API's page", () => {
  it("shows every operation and every error from this host alone, without a complaint of its policy", async () => {
    await page.goto(`${service.apiUrl}/docs`)
    await page.getByRole("heading", { name: "Appointed", level: 1 }).waitFor()
    const { paths, webhooks } = (await service.api("GET", "//openapi.json")).body
    const described = [...Object.values(paths), ...Object.values(webhooks)].flatMap((each) =>
      Object.keys(each as object),
    )
    const seen = new Set<string>()
    // The page keeps only those in view.
    const look = async () => {
      for (const text of await page.locator(".opblock-summary").allTextContents()) seen.add(text)
      await page.evaluate("scrollBy({ top: 500, behavior: 'instant' })")
      return seen.size
    }
    await expect.poll(look).toBe(described.length)
    await page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    await page.getByRole("rowheader", { name: "slot_taken" }).waitFor()
  })

  it("DX-05 finds an operation by words of its summary, its path and its group", async () => {
    await page.goto(`${service.apiUrl}/docs`)
    await search("scheduling create")
    await expect.poll(operations).toEqual(["Create a scheduling request"])
    await search("POST /api/v1/slots")
    await expect
      .poll(operations)
      .toEqual([
        "Search bookable times",
        "Explain why times are not offered",
        "Explain why times of many providers and days are not offered",
      ])
    await search("webhooks appointment moved")
    await expect.poll(operations).toEqual(["An appointment moved."])
  })

  it("DX-05 sends a request with the reader's own key, and shows it as curl", async () => {
    await page.goto(`${service.apiUrl}/docs#/Company/read_company`)
    expect((await execute()).status).toMatch(/^401/)
    await expect.poll(() => complaints.join()).toContain("401 (Unauthorized)")
    complaints = complaints.filter((each) => !each.includes("401 (Unauthorized)"))
    await authorize(service.key)
    await page.getByRole("button", { name: "Clear" }).click()
    const { status, body } = await execute()
    expect(status).toMatch(/^200/)
    expect(body).toContain("Harbour Heating")
    const curl = (await page.locator(".curl").first().textContent())!
    expect(curl).toContain(`${service.apiUrl}/api/v1/company`)
    expect(curl).toContain(`Authorization: Bearer ${service.key}`)
  })

  it("DX-05 shows how an operation is called, what it is refused with, and what changed when", async () => {
    await page.goto(`${service.apiUrl}/docs#/Customers/read_customer`)
    const samples = page.locator(".code-sample")
    await expect
      .poll(() => samples.allInnerTexts())
      .toEqual([
        expect.stringContaining('curl "$API/customers/1"'),
        expect.stringContaining("await client.readCustomer({\n  id: 1\n})"),
      ])
    expect(await page.locator(".events").count()).toBe(0)
    await page.getByText(/^Refusals \(\d+\)$/).click()
    const refusals = page.locator(".refusals")
    await refusals.getByText("not_found", { exact: true }).waitFor()
    await expect.poll(() => refusals.innerText()).toContain("another company's")
    const changes = page.locator("#changes")
    await changes.getByRole("heading", { name: "2026-11-22" }).waitFor()
    await expect
      .poll(() => changes.getByRole("listitem").allInnerTexts())
      .toContainEqual(expect.stringContaining("GET /events/stream"))
  })

  it("forgets the key with the page", async () => {
    await page.goto(`${service.apiUrl}/docs#/Company/read_company`)
    await authorize(service.key)
    const kept = "JSON.stringify([localStorage, sessionStorage, document.cookie])"
    expect(await page.evaluate<string>(kept)).not.toContain(service.key)
  })

  it("is accessible and scrolls only downwards, as a list and with an operation open", async () => {
    await page.goto(`${service.apiUrl}/docs#/Customers/create_customer`)
    await page.getByRole("button", { name: "Execute" }).waitFor()
    await search("create customer")
    await expect.poll(async () => (await operations())[0]).toBe("Create a customer")
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      // Its style sheet knows nothing narrower than 480 px.
      if (width !== 390) await expectAccessibleInLightAndDark(page, `one operation, ${width} px`)
      await expectNoSidewaysScroll(page, `one operation, ${width} px`)
    }
    await search("")
    await expectAccessible(page, "the list")
  })
})
