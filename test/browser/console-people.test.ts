/** A company's people: invited, signed in, seen in the audit, signed out; and signed in by the company's own account. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Client, UnauthorizedError } from "@modelcontextprotocol/client"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createIdentityProviders } from "../../service/host/adapters/identity-providers.ts"
import { createAddressGuard, machineNames } from "../../service/host/adapters/outbound/address-guard.ts"
import { Program, programTransport } from "../support/mcp-program.ts"
import { type OidcProvider, startOidcProvider } from "../support/oidc-provider.ts"
import { startService, type TestService } from "../support/service.ts"
import { totpCode } from "../support/totp.ts"
import { type MadeUser, makeUser, password, signedIn } from "../support/users.ts"
import { expectAccessible, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"

const identityProviders = createIdentityProviders({
  guard: createAddressGuard({ resolve: machineNames, allowPrivate: true }),
})

let service: TestService
let provider: OidcProvider
let browser: Browser
let owner: Page
let nora: MadeUser
let link: string

beforeAll(async () => {
  service = await startService({ identityProviders })
  nora = await makeUser(service)
  await service.api("PUT", "/company", { public_slug: "harbour" })
  const redirectUri = `${service.apiUrl}/console/provider/${service.companyId}`
  provider = await startOidcProvider({ redirectUris: [redirectUri] })
  const key = await signedIn(service, nora.email)
  const begun = await service.api("POST", "/users/me/second-factor", { password }, { key })
  const { secret } = begun.body.data
  const code = totpCode(secret, service.clock.now())
  await service.api("POST", "/users/me/second-factor/confirm", { code }, { key })
  service.clock.advanceMs(60_000)
  browser = await launch()
  owner = await open("/people")
  await signIn(owner, nora.email)
  await owner.getByLabel("Code").fill(totpCode(secret, service.clock.now()))
  await owner.keyboard.press("Enter")
  await owner.getByRole("link", { name: "Ana Ruiz" }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await Promise.all([provider.stop(), service.stop()])
  identityProviders.close()
})

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console${path}`)
  return page
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
}

async function expectFits(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, what)
  await page.setViewportSize({ width: 1280, height: 800 })
}

describe("people in the console", () => {
  it("IN-15 a user allows an app that led the browser here, and ends it", async () => {
    const landed = createServer((_request, response) => response.end("You may close this page."))
    await new Promise<void>((resolve) => landed.listen(0, "127.0.0.1", resolve))
    const { port } = landed.address() as AddressInfo
    const program = new Program(`http://127.0.0.1:${port}/callback`)
    const client = () => new Client({ name: "desk", version: "1.0.0" })
    const first = programTransport(service.apiUrl, program)
    await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)

    const ben = await makeUser(service, { role: "member" })
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.clock.setFixedTime(service.clock.now())
    await page.goto(program.asked!.href)
    await signIn(page, ben.email)
    await page.getByRole("heading", { name: "Desk helper asks to act for you" }).waitFor()
    await page.getByText(`this browser goes to 127.0.0.1:${port}`).waitFor()
    await page.screenshot({ path: "/tmp/consent.png" })
    await expectFits(page, "the consent screen")
    await page.getByRole("checkbox", { name: /^Schedule/ }).uncheck()
    await page.getByRole("button", { name: "Allow", exact: true }).click()
    await page.getByText("You may close this page.").waitFor()
    await first.finishAuth(new URL(page.url()).searchParams)
    const connected = client()
    await connected.connect(programTransport(service.apiUrl, program))
    const { tools } = await connected.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain("list_appointments")
    expect(names).not.toContain("create_customer")

    await page.goto(`${service.apiUrl}/console/you`)
    await page.getByRole("button", { name: "End Desk helper" }).click()
    await page.getByText("Desk helper is no longer connected.").waitFor()
    await expect(client().connect(programTransport(service.apiUrl, program))).rejects.toThrow()
    await context.close()
    await service.api("DELETE", `/users/${ben.id}`)
    await new Promise((resolve) => landed.close(resolve))
  })

  it("CN-02 CN-03 an owner invites a dispatcher, who sets a password and the second factor that is demanded", async () => {
    await expectFits(owner, "people")
    await owner.getByRole("link", { name: "Sign-in", exact: true }).click()
    await owner.getByLabel("Everybody needs a second factor").check()
    await owner.getByRole("region", { name: "Second factor" }).getByRole("button", { name: "Save" }).click()
    await owner.getByText("Saved.").waitFor()
    await expectFits(owner, "sign-in settings")

    await owner.goto(`${service.apiUrl}/console/people`)
    await owner.getByRole("link", { name: "Ana Ruiz" }).waitFor()
    await owner.keyboard.press("i")
    await owner.locator("dialog input:focus").waitFor()
    await owner.keyboard.type("Dana Cole")
    await owner.keyboard.press("Tab")
    await owner.keyboard.type("dana@example.com")
    await owner.keyboard.press("Enter")
    link = (await owner.getByRole("dialog").locator(".secret").textContent())!
    expect(link).toMatch(/\/console\/password#pr_[\w-]{43}$/)
    await expectAccessible(owner, "an invitation")
    await owner.keyboard.press("Escape")
    await owner.getByRole("row", { name: /Dana Cole.*Invited.*Member.*Off/ }).waitFor()

    const dana = await open(link.replace(/^.*\/console/, ""))
    await dana.getByRole("heading", { name: "Choose a password" }).waitFor()
    await expect.poll(() => dana.url()).not.toContain("pr_")
    await expectAccessible(dana, "choosing a password")
    await dana.getByLabel("Password", { exact: true }).fill(password)
    await dana.keyboard.press("Enter")
    await dana.getByText("Your password is set.").waitFor()
    await dana.keyboard.press("Enter")
    await dana.getByRole("heading", { name: "Second factor" }).waitFor()
    await dana.getByLabel("Current password").fill(password)
    await dana.keyboard.press("Enter")
    const secret = (await dana.locator(".secret").textContent())!.replaceAll(" ", "")
    await dana.getByLabel("Code").fill(totpCode(secret, service.clock.now()))
    await dana.keyboard.press("Enter")
    await dana.getByRole("button", { name: "I have kept them" }).click()
    await dana.getByRole("link", { name: "Customers" }).waitFor()

    expect(await dana.getByRole("link", { name: "People" }).count()).toBe(0)
    await dana.goto(`${service.apiUrl}/console/people/audit`)
    await dana.getByRole("heading", { name: "This is for admins", level: 1 }).waitFor()

    const again = await open(link.replace(/^.*\/console/, ""))
    await again.getByLabel("Password", { exact: true }).fill("a password of the finder's")
    await again.keyboard.press("Enter")
    await again.getByText("This link was used or is too old.").waitFor()

    await owner.getByRole("link", { name: "Dana Cole" }).click()
    await owner.getByRole("button", { name: "End all sessions" }).click()
    await owner.getByText("Not signed in anywhere.").waitFor()
    await dana.reload()
    await dana.getByRole("heading", { name: "Sign in" }).waitFor()
    await expectFits(owner, "a person")
  })

  it("CN-02 the owner finds in the audit what the dispatcher has done, opens an entry, and takes it away as CSV", async () => {
    await owner.goto(`${service.apiUrl}/console/people/audit`)
    await owner.getByLabel("Who").selectOption({ label: "Dana Cole" })
    await owner.getByRole("link", { name: "Chose a password by a link" }).waitFor()
    await owner.getByRole("link", { name: "Changed settings" }).first().waitFor({ state: "detached" })
    await owner.getByRole("link", { name: "Set up a second factor" }).focus()
    await owner.keyboard.press("Enter")
    const entry = owner.getByRole("dialog", { name: "Set up a second factor" })
    await entry.getByText("confirm_second_factor").waitFor()
    await owner.reload()
    await entry.getByText("confirm_second_factor").waitFor()
    await expectFits(owner, "an entry of the audit")
    await owner.keyboard.press("Escape")
    const coming = owner.waitForEvent("download")
    await owner.getByRole("button", { name: "Download CSV" }).click()
    const stream = await (await coming).createReadStream()
    const file = (await stream.toArray()).join("")
    expect(file).toContain("confirm_second_factor")
    expect(file).not.toContain("update_company")
    await owner.getByLabel("What").selectOption({ label: "Removed a person" })
    await owner.getByRole("heading", { name: "Nothing found" }).waitFor()
    await expectFits(owner, "the audit")
  })

  it("CN-02 the company's own account signs people in, and leads on to what they asked for", async () => {
    await owner.goto(`${service.apiUrl}/console/people/sign-in`)
    const form = owner.getByRole("region", { name: "Your company’s account" })
    await form.getByLabel("Issuer").fill(service.apiUrl)
    await form.getByLabel("Client id").fill(provider.clientId)
    await form.getByLabel("Client secret").fill(provider.clientSecret)
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText("The sign-in service did not accept this.").waitFor()
    await form.getByLabel("Issuer").fill(provider.issuer)
    await form.getByRole("button", { name: "Save" }).click()
    await form.getByText(`/console/provider/${service.companyId}`).waitFor()
    await expect.poll(() => form.getByLabel("Client secret").inputValue()).toBe("")
    await expectFits(owner, "an identity provider")

    provider.signsInAs({ email: "stranger@example.com", email_verified: true })
    const page = await open("/customers")
    await page.getByRole("button", { name: "Use your company’s account" }).click()
    await page.getByLabel("Company", { exact: true }).fill("Harbour")
    await page.keyboard.press("Enter")
    await page.locator("button:focus", { hasText: "Use your company’s account" }).waitFor()
    await page.getByText("Nobody with this account’s email works here.").waitFor()
    await expectFits(page, "a refused sign-in")
    await page.context().clearCookies()
    provider.signsInAs({ email: nora.email, email_verified: true })
    await page.goto(`${service.apiUrl}/console/customers`)
    await expect.poll(() => page.getByLabel("Company", { exact: true }).inputValue()).toBe("harbour")
    await page.getByRole("button", { name: "Use your company’s account" }).click()
    await page.getByRole("heading", { name: "Customers", exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/console/customers")

    const settings = { sign_in: { admin_sessions: { idle_minutes: 5, longest_hours: 12 } } }
    await service.api("PUT", "/company", settings)
    const left = await page.context().newPage()
    await left.clock.install({ time: service.clock.now() })
    await left.goto(`${service.apiUrl}/console/customers`)
    await left.getByRole("heading", { name: "Customers", exact: true }).waitFor()
    await left.clock.fastForward(4 * 60_000)
    await left.keyboard.press("Shift")
    await left.clock.fastForward(4 * 60_000)
    expect(await left.getByRole("heading", { name: "Sign in" }).count()).toBe(0)
    await left.clock.fastForward(2 * 60_000)
    await left.getByText("Your session has ended.").waitFor({ timeout: patienceMs })
  })
})
