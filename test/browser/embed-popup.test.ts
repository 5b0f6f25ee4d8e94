/** The pages over a site, in a dialog. */
import { afterEach, describe, expect, it } from "vitest"
import { slug } from "../support/public-page.ts"
import { expectAccessible } from "./browser.ts"
import { framed, type OpenOptions } from "./embed-stage.ts"
import { open as openSite, page, setStage, stage, visitor } from "./embed-visitor.ts"
import { pickTime } from "./hand.ts"
import { expectFocus } from "./keyboard.ts"

setStage()

async function open(url: string, options?: OpenOptions): Promise<void> {
  await openSite(url, options)
  await page.waitForFunction("window.Embed")
}

afterEach(() => expect(visitor.console).toEqual([]))

const dialog = () => page.getByRole("dialog")
const closeButton = () => dialog().getByRole("button", { name: "Close" })
const openFrame = () => framed(page, "dialog iframe")
const panel = () => dialog().locator(".panel")
const withOpener = () =>
  stage.listed.show(stage.snippet(`<button id="opener" data-embed-popup="${slug}">Book</button>`))

describe("closing gives the focus back to what opened it", () => {
  it("EM-03 by the Close button", async () => {
    await open(withOpener())
    await page.locator("#opener").click()
    await openFrame()
    await closeButton().click()
    await dialog().waitFor({ state: "hidden" })
    await expectFocus(page, "opener")
  })

  it("EM-03 by Escape in the site's own part, before the page is there", async () => {
    await open(withOpener())
    await page.route(`${stage.bookUrl}/${slug}`, () => {})
    await page.locator("#opener").click()
    await dialog().waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await expectFocus(page, "opener")
    await page.unrouteAll()
  })

  it("EM-03 by Escape inside the page, which has the focus once it is there", async () => {
    await open(withOpener())
    await page.locator("#opener").focus()
    await page.keyboard.press("Enter")
    const frame = await openFrame()
    await expect.poll(() => frame.evaluate("document.hasFocus()")).toBe(true)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await expectFocus(page, "opener")
  })

  it("EM-03 EM-01 also when it was opened from code", async () => {
    await open(stage.listed.show(stage.snippet(`<button id="own">Mine</button>`)))
    await page.locator("#own").focus()
    await page.evaluate(`Embed.popup(${JSON.stringify(slug)})`)
    await openFrame()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await expectFocus(page, "own")
  })
})

describe("the site behind it", () => {
  it("TR-53 does not scroll while it is open, and neither moves nor keeps a trace of that", async () => {
    const html = stage.snippet(
      `<button id="opener" data-embed-popup="${slug}">Book</button><div style="height: 300vh">Tall</div>`,
    )
    await open(stage.listed.show(html), { width: 1280, height: 800 })
    const state = () =>
      page.evaluate(
        "[scrollY, document.querySelector('#opener').getBoundingClientRect().x, document.documentElement.style.cssText]",
      )
    const before = await state()
    await page.locator("#opener").click()
    await openFrame()
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 600)
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await expect.poll(state).toEqual(before)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(0)
  })

  it("TR-53 a press on the backdrop closes it; a drag out of the panel does not", async () => {
    await open(withOpener(), { width: 1280, height: 800 })
    await page.locator("#opener").click()
    await openFrame()
    const { x, y } = (await panel().boundingBox())!
    await page.mouse.move(x + 200, y + 24)
    await page.mouse.down()
    await page.mouse.move(x - 60, y + 24)
    await page.mouse.up()
    expect(await dialog().isVisible()).toBe(true)
    await page.mouse.click(x - 60, y + 24)
    await dialog().waitFor({ state: "hidden" })
    await expectFocus(page, "opener")
  })
})

describe("its place", () => {
  it("EM-03 a centred panel on a larger screen, inside the window however tall the page grows", async () => {
    await open(withOpener(), { width: 1280, height: 800 })
    await page.locator("#opener").click()
    await openFrame()
    await expect.poll(async () => (await panel().boundingBox())!.height).toBeGreaterThan(600)
    const { x, y, width, height } = (await panel().boundingBox())!
    expect(x * 2 + width).toBe(1280)
    expect(y).toBeGreaterThanOrEqual(32)
    expect(y + height).toBeLessThanOrEqual(768)
    expect(await closeButton().boundingBox()).toMatchObject({ width: 48, height: 48 })
  })

  it("EM-03 the whole screen of a phone, without scrolling to the side", async () => {
    await open(withOpener(), { width: 390, height: 844 })
    await page.locator("#opener").click()
    const frame = await openFrame()
    await expect.poll(() => panel().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
    expect(
      await frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    ).toBe(0)
    await expectAccessible(page, "popup")
  })
})

describe("embed:booked", () => {
  it("EM-07 EM-01 fires on the button that opened a customer's link; the next opening starts anew", async () => {
    const { url } = await stage.link()
    await open(
      stage.listed.show(stage.snippet(`<button id="mine" data-embed-link-popup="${url}">Book</button>`)),
    )
    await page.locator("#mine").click()
    await book("9:00")
    await expect.poll(visitor.booked).toEqual([{ on: "mine", detail: null }])
    await page.keyboard.press("Escape")
    await expect.poll(() => page.locator("dialog").count()).toBe(0)
    await page.locator("#mine").click()
    const again = await openFrame()
    await again.getByRole("heading", { name: "Hello Sam" }).waitFor()
    expect(await visitor.booked()).toHaveLength(1)
  })

  it("EM-07 fires on the dialog when code opened it, and still reaches the document", async () => {
    const { token } = await stage.link()
    await open(stage.listed.show(stage.snippet("")))
    await page.evaluate(`Embed.popup({ link: ${JSON.stringify(token)} })`)
    await book("10:00")
    await expect.poll(visitor.booked).toEqual([{ on: "dialog", detail: null }])
  })

  async function book(time: string): Promise<void> {
    const frame = await openFrame()
    await pickTime(frame, /March 2,/, time)
    await frame.getByRole("button", { name: /^Book Tue/ }).click()
    await frame.getByRole("heading", { name: "You’re booked" }).waitFor()
  }
})

it("EM-03 what was typed is still there when it is opened again", async () => {
  await open(withOpener())
  await page.locator("#opener").click()
  const frame = await openFrame()
  await pickTime(frame, /March 3,/, "9:00")
  await frame.getByLabel("Mobile number").fill("5125550123")
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "hidden" })
  await page.locator("#opener").click()
  expect(await (await openFrame()).getByLabel("Mobile number").inputValue()).toBe("(512) 555-0123")
})

it("EM-01 a popup link opens the dialog; with a modifier key it stays a link", async () => {
  await open(`${stage.listed.origin}/popup.html`, { withTabs: true })
  const anchor = page.getByRole("link", { name: "Book online" })
  const tab = page.context().waitForEvent("page")
  await anchor.click({ modifiers: ["ControlOrMeta"] })
  await (await tab).waitForURL(`${stage.bookUrl}/${slug}`)
  expect(await page.locator("dialog").count()).toBe(0)
  await anchor.click()
  await openFrame()
  expect(page.url()).toBe(`${stage.listed.origin}/popup.html`)
})

it("EM-03 the few words around it are the site's language", async () => {
  const html = stage
    .snippet(`<button id="opener" data-embed-popup="${slug}">Réserver</button>`)
    .replace('lang="en"', 'lang="fr-CA"')
  await open(stage.listed.show(html))
  await page.locator("#opener").click()
  await openFrame()
  await page.getByRole("dialog", { name: "Réserver en ligne" }).waitFor()
  await page.getByRole("button", { name: "Fermer" }).click()
})
