/** The phone rings: a customer is found or made, asked to book, and what their number allows is recorded. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../support/service.ts"
import { type MadeUser, makeUser, password } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"

let service: TestService
let browser: Browser
let page: Page
let nora: MadeUser
let joao: { id: number }

beforeAll(async () => {
  service = await startService({ book: true })
  nora = await makeUser(service)
  const customer = {
    name: "João Quintero",
    phone: "+15125550107",
    external_ref: "crm-77",
    email: "jq@example.com",
  }
  joao = (await service.api("POST", "/customers", customer)).body.data
  await service.api("POST", "/customers", { name: "Ada <b>Abbott</b>", phone: "+15125550108" })
  await service.api("POST", "/appointment-types", { name: "Boiler service", blocks: [60] })
  browser = await launch()
  const context = await browser.newContext({ locale: "en-US" })
  page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console/customers`)
  await page.getByLabel("Email").fill(nora.email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("link", { name: "João Quintero" }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const shown = (name: string) => page.getByRole("heading", { name }).waitFor()

describe("customers in the console", () => {
  it("CN-09 are found by keyboard alone, by a part of the name or number, and opened", async () => {
    await page.keyboard.type("quin")
    await page.getByText("1 customer").waitFor({ state: "attached" })
    await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("quin")
    await expectAccessible(page, "customers")
    await page.keyboard.press("Enter")
    await shown("João Quintero crm-77")
    await page.goBack()
    await page.getByRole("searchbox").fill("(512) 555-0108")
    await page.getByRole("link", { name: "Ada <b>Abbott</b>" }).click()
    await shown("Ada <b>Abbott</b>")
  })

  it("CN-09 are made out of what was searched for, and changed without losing what stays", async () => {
    await page.goto(`${service.apiUrl}/console/customers?search=Mia%20Dunn`)
    await page.getByRole("button", { name: "New customer" }).first().click()
    await expect.poll(() => page.getByLabel("Last name").inputValue()).toBe("Dunn")
    await page.getByLabel("Phone").fill("(512) 555-0107")
    await page.getByRole("button", { name: "Save" }).click()
    await page.locator("input[aria-invalid=true]").waitFor()
    await page.getByLabel("Phone").fill("(512) 555-0109")
    await page.getByRole("button", { name: "Save" }).click()
    await shown("Mia Dunn")
    await page.keyboard.press("e")
    await page.getByLabel("Your reference").fill("crm-78")
    await expectAccessible(page, "the form")
    await page.getByRole("button", { name: "Save" }).click()
    await shown("Mia Dunn crm-78")
    const { body } = await service.api("GET", "/customers?external_ref=crm-78")
    expect(body.data[0]).toMatchObject({ name: "Mia Dunn", phone: "+15125550109" })
  })

  it("CN-09 show what each number allows, record a yes with its source, and ask twice before erasing", async () => {
    await page.goto(`${service.apiUrl}/console/customers/${joao.id}`)
    await page.getByRole("button", { name: "Record a yes: Texts, +15125550107" }).click()
    await page.getByLabel("How it was given").fill("said on the phone to Nora")
    await page.getByRole("dialog").getByRole("button", { name: "Record a yes" }).click()
    await page.getByText("Agreed").first().waitFor()
    const { body } = await service.api("GET", `/customers/${joao.id}`)
    expect(body.data.contacts[0].consents).toMatchObject([
      { channel: "sms", event: "granted", source: "said on the phone to Nora" },
    ])
    await expectAccessible(page, "a customer")
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, "a customer")
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole("button", { name: "Erase" }).click()
    const erase = page.getByRole("dialog").getByRole("button", { name: "Erase" })
    await expect.poll(() => erase.isDisabled()).toBe(true)
    await page.keyboard.press("Escape")
    await erase.waitFor({ state: "detached" })
  })

  it("ML-02 consent to mails is shown beside the email, and recorded with how it was given", async () => {
    const fields = { name: "Mia Mail", email: "mia@customer.example" }
    const { id } = (await service.api("POST", "/customers", fields)).body.data
    await page.goto(`${service.apiUrl}/console/customers/${id}`)
    await page.getByRole("button", { name: "Record a yes: Mails, mia@customer.example" }).click()
    await page.getByText("may be mailed to mia@customer.example from now on").waitFor()
    await page.getByLabel("How it was given").fill("signed at the desk")
    await page.getByRole("dialog").getByRole("button", { name: "Record a yes" }).click()
    await page.getByText("Agreed").first().waitFor()
    const { body } = await service.api("GET", `/customers/${id}`)
    expect(body.data.email_consents).toMatchObject([{ event: "granted", source: "signed at the desk" }])
    await expectAccessible(page, "a customer with consent to mails")
    await page.goto(`${service.apiUrl}/console/customers/${joao.id}`)
    await page.getByRole("button", { name: "Record a no: Texts, +15125550107" }).waitFor()
  })

  it("CN-08 are asked to book: the request shows its link, takes a new one, and is cancelled", async () => {
    await page.keyboard.press("a")
    await page.getByRole("dialog").getByRole("button", { name: "Ask to book" }).click()
    await shown("Boiler service Waiting")
    const link = await page.locator(".secret").textContent()
    await page.getByRole("button", { name: "New link" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "New link" }).click()
    await page.getByText("The link is replaced.").waitFor()
    await expect.poll(() => page.locator(".secret").textContent()).not.toBe(link)
    // A visitor of its address has read nothing before.
    await page.reload()
    await page.locator("dd").getByRole("link", { name: "João Quintero" }).waitFor()
    await expectAccessible(page, "a request")
    await page.getByRole("button", { name: "Cancel request" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel request" }).click()
    await shown("Boiler service Cancelled")
    await page.getByRole("link", { name: "Requests" }).first().click()
    await page.getByRole("button", { name: "Cancelled" }).click()
    await page.getByRole("link", { name: "João Quintero" }).waitFor()
    await expectAccessible(page, "requests")
  })

  it("CN-08 many are asked by a CSV file, after each row's fate is shown; what is not right makes nothing", async () => {
    await page.getByRole("link", { name: "Import", exact: true }).click()
    const rows = [
      "customer;appointment_type;latest_date",
      "crm-77;boiler service;2027-03-31",
      "(512) 555-0108;Boiler service;2027-03-31",
      "jq@example.com;Boiler service;2027-03-31",
      "crm-99;Boiler service;2027-03-31",
      "crm-78;Roof;2027-03-31",
      "crm-78;Boiler service;2020-01-01",
    ]
    const pasted = page.getByLabel("Or paste its rows")
    await pasted.fill(`${rows[0]}\r\n${rows[1]}\r\ncrm-78;"Boiler service;2027-03-31`)
    await page.getByText("A quote is opened in line 3 and never closed.").waitFor()
    expect(await page.locator("tbody tr").count()).toBe(0)
    await pasted.fill(rows.join("\r\n"))
    await page.getByText("2 of 6 rows can be made").waitFor()
    const fates = () => page.locator("tbody td:last-child").allTextContents()
    await expect
      .poll(fates)
      .toEqual([
        "Can be made",
        "Can be made",
        "Not made The same customer and type as line 2.",
        "Not made No customer is found by “crm-99”.",
        "Not made There is no type “Roof”.",
        expect.stringMatching(/^Not made .*latest_date/),
      ])
    await expectAccessible(page, "the import")
    await page.getByRole("button", { name: "Make 2 requests" }).click()
    await page.getByText("2 of 6 rows are made").waitFor()
    await expect
      .poll(async () => (await fates()).slice(0, 3))
      .toEqual(["Made", "Made", "Not made The same customer and type as line 2."])
    const { body } = await service.api("GET", "/scheduling-requests?status=open")
    expect(body.data.map(({ customer_id }: { customer_id: number }) => customer_id)).toContain(joao.id)
    expect(body.data.length).toBe(2)
  })
})
