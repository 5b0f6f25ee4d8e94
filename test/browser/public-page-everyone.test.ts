/** Keyboards, screen readers, languages, the Back button, no script, a bad network; and how little it takes. */
import type { Route } from "playwright-core"
import { afterEach, describe, expect, it } from "vitest"
import { lastCode } from "../support/read-texts.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./browser.ts"
import { expectNothingCut } from "./cut-texts.ts"
import { button, heading, pickTime } from "./hand.ts"
import { expectFocus, tabTo } from "./keyboard.ts"
import { chooseTime, giveName, proveNumber } from "./public-page-stage.ts"
import { open, page, setStage, stage } from "./public-page-visitor.ts"

setStage()

afterEach(async () => {
  const { cookies, origins } = await page.context().storageState()
  const kept = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name))
  expect({ cookies, strange: kept.filter((name) => name !== "appointments") }).toEqual({
    cookies: [],
    strange: [],
  })
})

describe("by keyboard alone", () => {
  it.each([390, 1200])(
    "PG-05 from nothing to booked at %i px; the focus follows each step, into its field",
    async (width) => {
      await open({ width })
      await tabTo(page, /^Boiler service/)
      await page.keyboard.press("Enter")
      await expectFocus(page, "Choose a time")
      await page.getByRole("gridcell", { name: /March 9, \d+ times/ }).waitFor()
      await tabTo(page, /^Today, Monday, March 1, /)
      for (const key of ["ArrowDown", "ArrowRight"]) await page.keyboard.press(key)
      await expectFocus(page, /^Tuesday, March 9, /)
      await page.keyboard.press("Enter")
      await tabTo(page, width === 390 ? /^9:30/ : /^10:30/)
      await page.keyboard.press("Enter")
      await expectFocus(page, "phone")
      await page.keyboard.type(stage.newNumber())
      await page.keyboard.press("Enter")
      await heading(page, "Enter the code").waitFor()
      await expectFocus(page, "code")
      await page.keyboard.type(await lastCode(stage.service))
      await heading(page, "Last step: your name").waitFor()
      await expectFocus(page, "firstName")
      await page.keyboard.type("Rosa")
      await page.keyboard.press("Enter")
      await expectFocus(page, "lastName")
      await page.keyboard.type("Diaz")
      await tabTo(page, /^Book Tue, Mar 9/)
      await page.keyboard.press("Space")
      await heading(page, "You’re booked").waitFor()
      await expectFocus(page, "You’re booked, Rosa")
    },
  )
})

describe("by screen reader", () => {
  it("days, times, fields and mistakes are named in full", async () => {
    await open()
    const spoken = (part: string) => expect.poll(() => page.locator(part).ariaSnapshot())
    await spoken("main").toMatch(/button "Boiler service We check, .* 1 hour"/)
    await button(page, /^Boiler service/).click()
    await page.getByRole("gridcell", { name: "Tuesday, March 2, 15 times" }).waitFor()
    await page.getByRole("gridcell", { name: "Sunday, March 7, no times" }).waitFor()
    await page
      .getByRole("status")
      .filter({ hasText: "Mar – Apr 2027: 25 days with times" })
      .waitFor({ state: "attached" })
    await pickTime(page, /March 2,/, "9:00")
    await button(page, "Text me a code").click()
    await spoken("form").toContain('textbox "Mobile number" [invalid]')
    await spoken("form").toContain(
      "paragraph: Please enter a US or Canadian number with ten digits, or call us.",
    )
  })

  it("ties each hint and mistake to its field, with the tokens that fill it in", async () => {
    await open()
    await chooseTime(page)
    const phone = page.getByLabel("Mobile number")
    expect([await phone.getAttribute("type"), await phone.getAttribute("autocomplete")]).toEqual([
      "tel",
      "tel",
    ])
    await button(page, "Text me a code").click()
    await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("true")
    const told = await phone.getAttribute("aria-describedby")
    expect(await page.locator(`#${told}`).innerText()).toBe(
      "Please enter a US or Canadian number with ten digits, or call us.",
    )
    await phone.fill(stage.newNumber())
    await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("false")
    await button(page, "Text me a code").click()
    const code = page.getByLabel("6-digit code")
    expect([await code.getAttribute("inputmode"), await code.getAttribute("autocomplete")]).toEqual([
      "numeric",
      "one-time-code",
    ])
    const digits = await lastCode(stage.service)
    await code.evaluate(pasting, `Your code: ${digits.slice(0, 3)} ${digits.slice(3)}`)
    await heading(page, "Last step: your name").waitFor()
    const consent = page.getByRole("checkbox", { name: "Text me updates" })
    expect(await consent.getAttribute("aria-describedby")).toBe("consent")
  })
})

/** Puts text in as a paste does. */
const pasting = (input: unknown, text: string) => {
  const field = input as { value: string; dispatchEvent(event: Event): void }
  field.value = text
  field.dispatchEvent(new Event("input", { bubbles: true }))
}

it("takes fewer than 15 actions from nothing to booked", async () => {
  await open()
  let actions = 0
  const act = async (deed: Promise<unknown>) => {
    actions += 1
    await deed
  }
  await act(button(page, /^Boiler service/).click())
  await act(
    page
      .getByRole("gridcell", { name: /March 3,/ })
      .getByRole("button")
      .click(),
  )
  await act(page.locator(".day-times").getByRole("button", { name: /^9:00/ }).click())
  await act(page.getByLabel("Mobile number").fill(stage.newNumber()))
  await act(button(page, "Text me a code").click())
  await heading(page, "Enter the code").waitFor()
  await act(page.getByLabel("6-digit code").fill(await lastCode(stage.service)))
  await act(page.getByLabel("First name").fill("Rosa"))
  await act(page.getByLabel("Last name").fill("Diaz"))
  await act(button(page, /^Book Wed/).click())
  await heading(page, "You’re booked").waitFor()
  console.info(`from nothing to booked: ${actions} actions`)
  expect(actions).toBeLessThan(15)
})

it.each([
  {
    locale: "fr",
    words: [
      "Que souhaitez‑vous réserver ?",
      "Votre numéro de mobile",
      "Saisissez le code",
      "Dernière étape : votre nom",
      "C’est réservé",
    ],
  },
  {
    locale: "es",
    words: [
      "¿Qué desea reservar?",
      "Su número de móvil",
      "Escriba el código",
      "Último paso: su nombre",
      "Reserva hecha",
    ],
  },
])("speaks $locale from end to end, and fits at 320 px", async ({ locale, words }) => {
  const judge = async (state: string) => {
    await heading(page, state).waitFor()
    await expectAccessible(page, `${state}, ${locale}`)
    await expectNoSidewaysScroll(page, `${state}, ${locale}`)
  }
  await open({ locale, width: 320 })
  expect(await page.locator("html").getAttribute("lang")).toBe(locale)
  await judge(words[0]!)
  await button(page, /^Home visit/).click()
  await page.locator("form .primary").click()
  await page.locator("#line1-message").waitFor()
  await expectAccessible(page, `address, ${locale}`)
  await expectNoSidewaysScroll(page, `address, ${locale}`)
  await page.goBack()
  await button(page, /^Boiler service/).click()
  await page.locator(".day:not([aria-disabled=true])").nth(5).click()
  await page
    .locator(".day-times .time")
    .nth(locale === "fr" ? 4 : 8)
    .click()
  await judge(words[1]!)
  await page.locator("#phone").fill(stage.newNumber())
  await page.locator("form .primary").click()
  await judge(words[2]!)
  await page.locator("#code").fill(await lastCode(stage.service))
  await judge(words[3]!)
  await page.locator("#firstName").fill("Rosa")
  await page.locator("#lastName").fill("Diaz")
  await page.locator("form .primary").click()
  await judge(words[4]!)
})

it("PG-08 a browser that translates every text leaves no heading, date or count of before", async () => {
  await open()
  await button(page, /^Boiler service/).click()
  await heading(page, "Monday, March 1").waitFor()
  await page.evaluate(translated)
  await page.getByText("«Monday, March 1»").waitFor()
  await page
    .getByRole("gridcell", { name: /March 3,/ })
    .getByRole("button")
    .click()
  await page.locator("#day", { hasText: /^Wednesday, March 3$/ }).waitFor()
  await page.evaluate(translated)
  await page.locator("#weeks", { hasText: "«" }).waitFor()
  const weeks = await page.locator("#weeks").innerText()
  await button(page, "Later days").click()
  await expect.poll(() => page.locator("#weeks").innerText()).not.toContain("Feb")
  expect(await page.locator("#weeks").innerText()).not.toBe(weeks)
  await button(page, "Earlier days").click()
  await pickTime(page, /March 3,/, "9:00")
  await page.getByLabel("Mobile number").fill(stage.newNumber())
  await button(page, "Text me a code").click()
  const left = page.locator(".hold-left")
  await left.waitFor()
  await page.evaluate(translated)
  const first = await left.innerText()
  expect(first).toMatch(/^«\d:\d\d»$/)
  await expect.poll(() => left.innerText()).toMatch(/^\d:\d\d$/)
})

/** As Google's translator does it: a `font` element stands for each text, which is taken out of the page. */
const translated = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const all = []
  while (texts.nextNode()) all.push(texts.currentNode)
  for (const text of all) {
    if (!text.data.trim() || text.parentElement.closest("script, style, font")) continue
    const [outer, inner] = [document.createElement("font"), document.createElement("font")]
    inner.textContent = "«" + text.data + "»"
    outer.append(inner)
    text.replaceWith(outer)
  }
})()`

it("switches the language in the middle, and keeps what was chosen and typed", async () => {
  await open()
  await chooseTime(page)
  await page.getByLabel("Mobile number").fill("5125550123")
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr")
  await heading(page, "Votre numéro de mobile").waitFor()
  expect(await page.locator("#phone").inputValue()).toBe("(512) 555-0123")
  await expect.poll(() => page.title()).toBe("Réserver chez Harbour Heating")
})

it("Back leads to the step before, and keeps everything", async () => {
  await open({ width: 1200 })
  await chooseTime(page)
  await page.getByLabel("Mobile number").fill("5125550123")
  await page.goBack()
  await heading(page, "Choose a time").waitFor()
  await page.goBack()
  await heading(page, "What would you like to book?").waitFor()
  await chooseTime(page, "9:30")
  expect(await page.getByLabel("Mobile number").inputValue()).toBe("(512) 555-0123")
})

it("Back shows the heading of the step before, however far down the page was left", async () => {
  await open({ viewport: { width: 320, height: 480 } })
  const isHeadingInSight = () =>
    page.locator("[data-step-heading]").evaluate((found) => {
      const { top } = found.getBoundingClientRect()
      return top >= 0 && top < found.ownerDocument.documentElement.clientHeight
    })
  await chooseTime(page, "4:00")
  await page.goBack()
  await page.getByRole("grid").waitFor()
  await page.goBack()
  await heading(page, "What would you like to book?").waitFor()
  await expect.poll(isHeadingInSight).toBe(true)
})

it("without a script it lists what is offered, and says whom to call", async () => {
  await open({ javaScriptEnabled: false })
  await page.getByText("Boiler replacement").waitFor()
  expect(await page.getByRole("link", { name: "(512) 555-0100" }).first().getAttribute("href")).toBe(
    "tel:+15125550100",
  )
})

it("text of twice the size stays readable at 320 px", async () => {
  await open({ width: 320 })
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await expectNoSidewaysScroll(page, "what")
  await chooseTime(page, "2:00")
  await expectNoSidewaysScroll(page, "number")
  await proveNumber(page, stage.service, stage.newNumber())
  await heading(page, "Last step: your name").waitFor()
  await expectNoSidewaysScroll(page, "name")
})

describe("a bad network", () => {
  it("no connection while times load: says so, and tries again when asked", async () => {
    await open()
    await page.route("**/slots", (route) => route.abort())
    await button(page, /^Boiler service/).click()
    await page.getByRole("alert").getByText("There is no connection.").waitFor()
    await page.unroute("**/slots")
    await button(page, "Try again").click()
    await page.getByRole("gridcell", { name: /March 2, \d+ times/ }).waitFor()
  })

  it("BK-06 a registration and a booking whose answers are lost are asked for again under the same keys", async () => {
    await open()
    await chooseTime(page, "3:00")
    await proveNumber(page, stage.service, stage.newNumber())
    await giveName(page)
    const keys: Record<string, (string | undefined)[]> = { customers: [], appointments: [] }
    const lose = (what: string) => async (route: Route) => {
      keys[what]!.push(route.request().headers()["idempotency-key"])
      if (keys[what]!.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    }
    await page.route("**/customers", lose("customers"))
    await page.route("**/appointments", lose("appointments"))
    await button(page, /^Book Tue/).click()
    await heading(page, "You’re booked").waitFor()
    for (const [first, second] of Object.values(keys)) expect(second).toBe(first)
    expect(keys.customers).toHaveLength(2)
    const { body } = await stage.service.api("GET", "/appointments?from=2027-03-02T20:00:00.000Z&limit=100")
    const at = body.data.filter(
      (each: { start_time: string }) => each.start_time === "2027-03-02T21:00:00.000Z",
    )
    expect(at).toHaveLength(1)
  })
})

it.each(["en-US", "es-US", "fr-CA"])(
  "MD-14 in %s no date, zone, title or button is cut at any width",
  async (locale) => {
    await open({ locale })
    await page.locator(".offer").first().waitFor()
    await expectNothingCut(page, "what")
    await page.locator(".offer").first().click()
    await page.locator(".day-times .time").first().waitFor()
    await expectNothingCut(page, "times")
    await page.locator(".day-times .time").first().click()
    const submit = page.locator("button[type=submit]")
    await page.locator("input[name=phone]").fill(stage.newNumber())
    await expectNothingCut(page, "number")
    await submit.click()
    await page.locator("input[name=code]").waitFor()
    await expectNothingCut(page, "code")
    await page.locator("input[name=code]").fill(await lastCode(stage.service))
    await page.locator("input[name=firstName]").fill("Rosa")
    await page.locator("input[name=lastName]").fill("Diaz")
    await expectNothingCut(page, "name")
    await submit.click()
    await page.locator(".button.danger").waitFor()
    await expectNothingCut(page, "booked")
  },
)
