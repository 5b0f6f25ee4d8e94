/** Coming in without a command: the operator's page, sign-up, and a forgotten password, with mouse and with keys. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { makeOperatorLink } from "../../service/people/operator-access.ts"
import { smtpTo, startMailServer, type TestMailServer } from "../support/mail-server.ts"
import { startService, type TestService, type TestServiceOptions } from "../support/service.ts"
import { makeUser, password } from "../support/users.ts"
import { expectAccessibleInLightAndDark, expectNoSidewaysScroll, launch, patienceMs } from "./browser.ts"
import { expectNothingCut } from "./cut-texts.ts"

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

async function open(service: TestService, path: string, locale = "en-US"): Promise<Page> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ locale, viewport, timezoneId: "America/Denver" })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  await page.goto(`${service.apiUrl}/console${path}`)
  return page
}

async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 760 })
    await expectNoSidewaysScroll(page, `${what}, ${width}`)
    // The console's style sheets know no width between 320 and 390 px.
    if (width !== 390) await expectAccessibleInLightAndDark(page, `${what}, ${width}`)
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Types into the fields of a form one after the other, as a hand does that knows no mouse; null leaves a field as it is. */
async function typeThrough(page: Page, texts: readonly (string | null)[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press("Tab")
    if (text !== null) await page.keyboard.type(text)
  }
  await page.keyboard.press("Enter")
}

async function withService(
  options: TestServiceOptions,
  work: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startService(options)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

describe("on a host that sends no mails", () => {
  it("DS-16 the operator makes a company by mouse, and its admin comes in by the link", () =>
    withService({}, async (service) => {
      const { path } = await makeOperatorLink(service.context)
      const page = await open(service, path.replace("/console", ""))
      await page.getByRole("heading", { name: "Companies on this host" }).waitFor()
      await expect.poll(() => page.url()).not.toContain("op_")
      await page.getByRole("row", { name: /Harbour Heating/ }).waitFor()
      await page.getByText("This browser").waitFor()
      await page.getByRole("button", { name: "New company" }).click()
      await page.getByLabel("Company’s name").fill("Zähne & Söhne")
      expect(await page.getByLabel("Time zone").inputValue()).toBe("America/Denver")
      expect(await page.getByLabel("Booking page’s address").inputValue()).toBe("zahne-sohne")
      await page.getByLabel("Admin’s name").fill("Ines Ortiz")
      await page.getByLabel("Admin’s email").fill("ines@zahn.example")
      await expectFits(page, "a new company")
      await page.getByRole("button", { name: "Make company" }).click()
      await page.getByText("Give this link to Ines Ortiz (ines@zahn.example).").waitFor()
      const link = (await page.locator("dialog .secret").textContent())!
      await expectFits(page, "a company that was made")
      await page.keyboard.press("Escape")
      await page.getByRole("row", { name: /Zähne & Söhne.*Ines Ortiz.*Invited/s }).waitFor()
      await expectFits(page, "the operator's page")

      const ines = await open(service, link.replace(/^.*\/console/, ""))
      await ines.getByLabel("Password", { exact: true }).fill(password)
      await ines.keyboard.press("Enter")
      await ines.getByText("Your password is set.").waitFor()
      await ines.keyboard.press("Enter")
      await ines.getByRole("link", { name: "Zähne & Söhne" }).waitFor()
    }))

  it("DS-16 the same by keys alone, and an invitation again; without a link the page says how to get one", () =>
    withService({}, async (service) => {
      const { path } = await makeOperatorLink(service.context)
      const page = await open(service, path.replace("/console", ""))
      await page.getByRole("button", { name: "New company" }).focus()
      await page.keyboard.press("Enter")
      await page.locator("dialog input:focus").waitFor()
      await typeThrough(page, ["Northside Dental", null, null, "Omar Reyes", "omar@north.example"])
      await page.getByText("Give this link to Omar Reyes").waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Invite an admin to Northside Dental" }).focus()
      await page.keyboard.press("Enter")
      await page.locator("dialog input:focus").waitFor()
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").getByText("Give this link to Omar Reyes").waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Leave this page" }).focus()
      await page.keyboard.press("Enter")
      await page.getByText("npm run cli -- operator link").waitFor()
      await expectFits(page, "the operator's page, closed")

      const again = await open(service, path.replace("/console", ""))
      await again.getByText("This link was opened before or is too old.").waitFor()
    }))

  it("DS-16 somebody signs up by keys and stands in their own console", () =>
    withService({ signUp: true }, async (service) => {
      const page = await open(service, "")
      await page.getByRole("link", { name: "Sign up" }).click()
      await page.getByRole("heading", { name: "Your company on Appointed" }).waitFor()
      await page.locator("input:focus").waitFor()
      await expectFits(page, "sign-up")
      await page.getByLabel("Company’s name").focus()
      await typeThrough(page, ["Nova Nails", null, null, "Nova Bell", "nova@nails.example", password])
      await page.getByRole("link", { name: "Nova Nails" }).waitFor()

      const other = await open(service, "/sign-up")
      await other.getByLabel("Company’s name").fill("Nova Nails")
      await other.getByLabel("Your name").fill("Eve")
      await other.getByLabel("Email").fill("eve@example.com")
      await other.getByLabel("Password").fill(password)
      await other.getByRole("button", { name: "Sign up" }).click()
      await expect
        .poll(() => other.getByLabel("Booking page’s address").getAttribute("aria-invalid"))
        .toBe("true")
    }))

  it("DS-16 a closed host offers no sign-up and asks for an admin's link", () =>
    withService({}, async (service) => {
      const page = await open(service, "/sign-up")
      await page.getByText("New companies are made by the operator of this host.").waitFor()
      await page.getByRole("link", { name: "Back to the sign-in" }).click()
      await page.getByText("An admin of your company can make you a link.").waitFor()
      expect(await page.getByRole("link", { name: "Sign up" }).count()).toBe(0)
    }))
})

describe("on a host that mails", () => {
  let server: TestMailServer
  let service: TestService
  beforeAll(async () => {
    server = await startMailServer()
    service = await startService({ signUp: true, mails: smtpTo(server) })
  })
  afterAll(async () => {
    await service.stop()
    await server.stop()
  })

  async function linkMailed(): Promise<string> {
    await sendTexts(service.context)
    return /\/console(\S+#pr_[\w-]{43})/.exec(server.received.at(-1)!.mail.text!)![1]!
  }

  async function choose(path: string): Promise<Page> {
    const page = await open(service, path)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.keyboard.press("Enter")
    await page.getByText("Your password is set.").waitFor()
    await page.keyboard.press("Enter")
    return page
  }

  it("DS-16 a sign-up is proved by the mail's link, which asks for the password", async () => {
    const page = await open(service, "/sign-up")
    await page.locator("input:focus").waitFor()
    expect(await page.getByLabel("Password").count()).toBe(0)
    await typeThrough(page, ["Nova Nails", null, null, "Nova Bell", "nova@nails.example"])
    await page.getByText("A mail is on its way to nova@nails.example.").waitFor()
    await expectFits(page, "a sign-up that waits for its mail")
    const inside = await choose(await linkMailed())
    await inside.getByRole("link", { name: "Nova Nails" }).waitFor()
  })

  it("DS-16 a forgotten password is mailed, and an unknown email reads the same", async () => {
    const { email } = await makeUser(service)
    const page = await open(service, "")
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    await page.locator("input:focus").waitFor()
    await expectFits(page, "a forgotten password")
    await page.getByLabel("Email").focus()
    await typeThrough(page, [email])
    await page.getByText(`If ${email} signs in here, a mail with a link is on its way.`).waitFor()
    const inside = await choose(await linkMailed())
    await inside.getByRole("link", { name: "Harbour Heating" }).waitFor()

    const other = await open(service, "/forgotten")
    await other.locator("input:focus").waitFor()
    await typeThrough(other, ["nobody@example.com"])
    await other.getByText("If nobody@example.com signs in here, a mail with a link is on its way.").waitFor()
  })

  it.each([
    ["es", "Su empresa en Appointed", "¿Ha olvidado la contraseña?", "Empresas de este servidor"],
    ["fr", "Votre entreprise sur Appointed", "Mot de passe oublié ?", "Entreprises de ce serveur"],
  ])("DS-16 speaks %s, and nothing is cut on a phone", async (locale, signUp, forgotten, companies) => {
    for (const [path, heading] of [
      ["/sign-up", signUp],
      ["/forgotten", forgotten],
      [(await makeOperatorLink(service.context)).path.replace("/console", ""), companies],
    ]) {
      const page = await open(service, path!, locale)
      await page.getByRole("heading", { name: heading! }).waitFor()
      // On a phone a list's heads are for screen readers alone.
      await expectNothingCut(page, `${heading}`, { within: "h1, label, button, p, a, tbody" })
      await page.context().close()
    }
  })
})
