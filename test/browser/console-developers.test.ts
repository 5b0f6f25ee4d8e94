/** An engineer at the console: finds in minutes why a webhook failed, makes and revokes keys, puts the page into a website. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAddressGuard, machineNames } from "../../service/host/adapters/outbound/address-guard.ts"
import { createWebsites } from "../../service/host/adapters/websites.ts"
import type { Loop } from "../../service/platform/queue/loop.ts"
import { createAuthority } from "../support/authority.ts"
import { makeEndpoint, raiseEvent, settle, startWorker } from "../support/deliveries.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { answering, type Receiver, startReceiver } from "../support/receiver.ts"
import { startService, type TestService } from "../support/service.ts"
import { put } from "../support/story.ts"
import { makeUser, password } from "../support/users.ts"
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectNoSidewaysScroll,
  launch,
  patienceMs,
} from "./browser.ts"

const authority = createAuthority()
const websites = createWebsites({ guard: createAddressGuard({ resolve: machineNames, allowPrivate: true }) })

let service: TestService
let receiver: Receiver
let worker: Loop
let site: LocalServer
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  service = await startService({ book: true, websites })
  receiver = await startReceiver(authority.issue("DNS:hooks.example.com", "IP:127.0.0.1"))
  site = await startLocalServer()
  worker = startWorker(service, authority)
  await put(service, "/company", { public_slug: "harbour", public_booking_enabled: true })
  const { email } = await makeUser(service)
  browser = await launch()
  page = await (await browser.newContext({ locale: "en-US", timezoneId: "America/Chicago" })).newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console/developers`)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Webhooks", exact: true }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await worker.stop()
  websites.close()
  await Promise.all([receiver.close(), site.stop(), service.stop()])
})

const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const dialog = () => page.getByRole("dialog")
const open = (path: string) => page.goto(`${service.apiUrl}/console/developers${path}`)
const address = () => `https://hooks.example.com:${receiver.port}/hook`
const happens = async () => {
  await raiseEvent(service, service.companyId)
  await settle(service)
}

describe("the developers' part of the console", () => {
  it("CN-12 a failed webhook is understood and repaired, by keyboard", async () => {
    await open("")
    await see("No webhooks yet")
    await page.keyboard.press("c")
    await dialog().getByLabel("URL").fill(address())
    await expectAccessible(page, "the form of an endpoint")
    await page.keyboard.press("Enter")
    await dialog().getByText("whsec_").waitFor()
    await dialog().getByRole("button", { name: "I have kept it" }).click()
    await see("No deliveries here")

    receiver.behave((_request, response) => response.writeHead(500).end("column phone does not exist"))
    await happens()
    await page.getByRole("link", { name: "appointment.created" }).press("Enter")
    await see("The endpoint answered 500.")
    await see("Look for this time and webhook-id in its log.")
    await see(/Next attempt .+; 6 attempts are left/)
    await see("column phone does not exist")
    await see("Right for this secret and body")
    await expectAccessibleInLightAndDark(page, "a failed delivery")
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page, "a failed delivery")
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByLabel("Endpoint’s secret").fill(`whsec_${btoa("another secret")}`)
    await see("Signed with another secret")

    receiver.behave(answering(204))
    await page.getByRole("heading", { name: "Deliveries" }).click()
    await page.keyboard.press("r")
    await see("Delivered: answered 204.")
    await see("Redelivery")
    const [first, second] = receiver.received
    expect(second!.body).toBe(first!.body)
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"])
    // The reload shows the same: the delivery is in the address.
    await page.reload()
    await see("Delivered: answered 204.")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Redeliver" }).waitFor({ state: "detached" })
  })

  it("IN-14 an endpoint gets a description and headers, whose values are shown to nobody again", async () => {
    await open("")
    await see(/webhook/i)
    await page.keyboard.press("c")
    await dialog().getByLabel("URL").fill(address())
    await dialog().getByLabel("Description").fill("CRM, production")
    await dialog().getByLabel("Headers of your own").fill("Authorization: Bearer s3cret\nX-Site: north")
    await page.getByRole("button", { name: "Save" }).click()
    await dialog().getByText("whsec_").waitFor()
    await dialog().getByRole("button", { name: "I have kept it" }).click()
    await see("CRM, production")
    await page.getByRole("button", { name: "Edit" }).click()
    await dialog().getByText("Now: Authorization, X-Site.").waitFor()
    expect(await page.content()).not.toContain("s3cret")
    await dialog()
      .getByLabel(/Send none any more/)
      .check()
    await page.getByRole("button", { name: "Save" }).click()
    await dialog().waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Edit" }).click()
    await dialog().getByText("One a line").waitFor()
    await page.keyboard.press("Escape")
  })

  it("CN-12 an endpoint is tested, filtered, switched off and on, recovered, and gets a new secret", async () => {
    const endpoint = await makeEndpoint(service, receiver.port)
    await happens()
    await open(`/webhooks/${endpoint.id}`)
    await page.getByRole("link", { name: "appointment.created" }).waitFor()
    await page.keyboard.press("t")
    await see("Delivered: answered 204.")
    await page.getByLabel("Event", { exact: true }).selectOption("webhook.test")
    await page.getByRole("link", { name: "appointment.created" }).first().waitFor({ state: "detached" })
    await page.getByLabel("State").selectOption("abandoned")
    await see("No delivery matches these filters.")
    await page.getByRole("button", { name: "Clear filters" }).click()

    await page.getByRole("button", { name: "Switch off" }).click()
    await dialog().getByRole("button", { name: "Switch off" }).click()
    await see("The endpoint is off.")
    await happens()
    await page.getByRole("button", { name: "Switch on" }).click()
    await see("The endpoint is on.")
    await page.getByRole("button", { name: "Recover since…" }).click()
    await dialog().getByRole("button", { name: "Recover" }).click()
    await see(/events? (is|are) sent again/)

    await page.getByRole("button", { name: "New secret" }).click()
    await dialog().getByRole("button", { name: "New secret" }).click()
    await dialog().getByText("whsec_").waitFor()
    await page.keyboard.press("Escape")
    await page.getByText("Figures by day").click()
    await expectAccessible(page, "an endpoint")
    await page.getByRole("link", { name: "Webhooks" }).click()
    await see("New endpoint")
    await expectAccessible(page, "webhooks")
  })

  it("CN-12 events show as they happen, by type, and stand still while one is read", async () => {
    await raiseEvent(service, service.companyId)
    await open("/events")
    const shown = page.getByRole("link", { name: "appointment.created" })
    await shown.first().waitFor()
    await see("Live")
    const before = await shown.count()
    await page.keyboard.press("p")
    await raiseEvent(service, service.companyId)
    await see("Paused, 1 newer")
    expect(await shown.count()).toBe(before)
    await page.keyboard.press("p")
    await expect.poll(() => shown.count()).toBe(before + 1)
    await shown.first().click()
    await page.reload()
    await see('"Sam Poe"')
    await expectAccessible(page, "events")
    await page.getByLabel("Type").selectOption("appointment.cancelled")
    await see("Waiting for events")
  })

  it("CN-12 a key is made and shown once, works, is told apart by its end, and is revoked", async () => {
    await open("/keys")
    await page.getByRole("button", { name: "New key" }).waitFor()
    await page.keyboard.press("c")
    await dialog().getByLabel("Name").fill("Till")
    await page.keyboard.press("Enter")
    const key = (await dialog().locator(".secret").textContent())!
    expect((await service.api("GET", "/locations", undefined, { key })).status).toBe(200)
    await dialog().getByRole("button", { name: "I have kept it" }).click()
    await see(`…${key.slice(-4)}`)
    await see(/Made .* by Ana Ruiz/)
    await expectAccessible(page, "keys")
    await page.getByRole("button", { name: "Revoke Till" }).click()
    await dialog().getByText("refused with 401").waitFor()
    await dialog().getByRole("button", { name: "Revoke" }).click()
    await see("The key is revoked.")
    expect((await service.api("GET", "/locations", undefined, { key })).status).toBe(401)
  })

  it("IN-06 a key is narrowed to parts, an end and addresses, and its row says so", async () => {
    await open("/keys")
    await page.getByRole("button", { name: "New key" }).click()
    await dialog().getByLabel("Name").fill("Reports")
    await dialog().getByLabel("What it may do").selectOption("Choose…")
    expect(await dialog().getByRole("button", { name: "New key" }).isDisabled()).toBe(true)
    await dialog().getByLabel("Read: Customers").check()
    await dialog().getByLabel("Ends").selectOption("In 90 days")
    await dialog().getByLabel("Network addresses").fill("127.0.0.0/8\n::1")
    await expectAccessible(page, "a new key")
    await dialog().getByRole("button", { name: "New key" }).click()
    const key = (await dialog().locator(".secret").textContent())!
    await dialog().getByRole("button", { name: "I have kept it" }).click()
    await see(/1 scope · ends .* · from 2 addresses/)
    expect((await service.api("GET", "/customers", undefined, { key })).status).toBe(200)
    expect((await service.api("GET", "/locations", undefined, { key })).status).toBe(403)
  })

  it("IN-17 a key for pages of a website names it, and opens visitors' operations there", async () => {
    await open("/keys")
    await page.getByRole("button", { name: "New key" }).click()
    await dialog().getByLabel("Name").fill("Website")
    await dialog().getByLabel("Role").selectOption("Website")
    expect(await dialog().getByRole("button", { name: "New key" }).isDisabled()).toBe(true)
    await dialog().getByLabel("Websites").fill("https://www.example.com")
    await expectAccessible(page, "a new key for a website")
    await dialog().getByRole("button", { name: "New key" }).click()
    const key = (await dialog().locator(".secret").textContent())!
    expect(key).toMatch(/^pk_/)
    await dialog().getByRole("button", { name: "I have kept it" }).click()
    await see("https://www.example.com")
    const headers = { authorization: `Bearer ${key}`, origin: "https://www.example.com" }
    const answer = await fetch(`${service.apiUrl}/api/v1/visitor/page`, { headers })
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://www.example.com")
  })

  it("CN-12 a website is checked, listed, and let through by its own policy", async () => {
    await open("/embed")
    const region = page.getByRole("region", { name: "Snippet" }).last()
    await expect.poll(() => region.textContent()).toContain('data-embed-page="harbour"')
    const snippet = await region.textContent()
    const served = (policy: string) =>
      site.tell({
        headers: { "content-type": "text/html", "content-security-policy": policy },
        body: `<body>${snippet}`,
      })
    served("default-src 'self'")
    const website = page.getByLabel("Page’s address")
    await website.fill("www.example.test:x")
    await website.press("Enter")
    await page.locator("input[aria-invalid=true]").waitFor()
    await website.fill(`${site.url}/book`)
    await website.press("Enter")
    await see("Visitors do not see the booking page there yet.")
    await see(`script-src 'self' ${service.bookUrl}`)
    await see(`frame-src 'self' ${service.bookUrl}`)
    await expectAccessibleInLightAndDark(page, "a check of embedding")
    await page.getByRole("button", { name: `List ${site.url}` }).click()
    await page.getByRole("button", { name: `List ${site.url}` }).waitFor({ state: "detached" })
    served(`script-src ${service.bookUrl}; frame-src ${service.bookUrl}`)
    await page.getByRole("button", { name: "Check", exact: true }).click()
    await see("Visitors see the booking page there.")
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page, "a check of embedding")
    expect(complaints).toEqual([])
  })

  it("MD-07 test companies are made, opened, reset and deleted, and a stranger is asked for their key", async () => {
    await open("/test-companies")
    await see("No test companies yet")
    await page.getByRole("button", { name: "New test company" }).click()
    const key = (await dialog().locator(".secret code").textContent())!
    expect(key).toMatch(/^sk_test_/)
    await dialog().getByRole("button", { name: "I have kept it" }).click()
    await see("harbour-test")
    await expectAccessibleInLightAndDark(page, "test companies")
    const address = await page.getByRole("link", { name: "Open its page" }).getAttribute("href")
    const stranger = await (await browser.newContext({ locale: "en-US" })).newPage()
    stranger.setDefaultTimeout(patienceMs)
    await stranger.goto(address!)
    await stranger.getByText("This page is for testing.").waitFor()
    await stranger.goto(`${service.bookUrl}/harbour-test`)
    await stranger.getByRole("heading", { name: "A page for testing" }).waitFor()
    await expectAccessible(stranger, "the question for a key")
    await stranger.getByLabel("API key").fill("sk_test_wrong_wrong")
    await stranger.keyboard.press("Enter")
    await stranger.getByText("That is no key of this test company.").waitFor()
    await stranger.getByLabel("API key").fill(key)
    await stranger.keyboard.press("Enter")
    await stranger.waitForURL(/harbour-test\?pass=/)
    await stranger.context().close()
    await page.getByRole("button", { name: /^Reset test company/ }).click()
    await dialog().getByRole("button", { name: "Reset", exact: true }).click()
    await see("The test company is as new.")
    await page.getByRole("button", { name: /^Delete test company/ }).click()
    await dialog().getByRole("button", { name: "Delete", exact: true }).click()
    await see("No test companies yet")
    expect(complaints).toEqual([])
  })
})
