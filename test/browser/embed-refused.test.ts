/** A plain link takes the place of a page that can't be framed. Time stands still and is moved on by hand. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { slug } from "../support/public-page.ts"
import { framed, framesLoaded, type OpenOptions } from "./embed-stage.ts"
import { open as openSite, page, setStage, stage, visitor } from "./embed-visitor.ts"

setStage()

const open = (url: string, options: OpenOptions = { isPaused: true }) => openSite(url, options)

const inline = () => stage.snippet(`<div id="here" data-embed-page="${slug}"></div>`)
const bookOnline = () => page.getByRole("link", { name: "Book online" })
const openBookingPage = () => page.getByRole("link", { name: "Open your booking page" })

/** No frame, but a link that opens the page in a new tab, after eight seconds without a greeting. */
async function expectLink(name: string, href: string): Promise<void> {
  await framesLoaded(page)
  const link = page.getByRole("link", { name })
  await page.clock.runFor(7_900)
  expect(await link.count()).toBe(0)
  await page.clock.runFor(100)
  await expectPlainLink(name, href)
}

async function expectPlainLink(name: string, href: string): Promise<void> {
  const link = page.getByRole("link", { name })
  await link.waitFor()
  expect(await page.locator("iframe").isVisible()).toBe(false)
  const attributes = ["href", "target", "rel"].map((attribute) => link.getAttribute(attribute))
  expect(await Promise.all(attributes)).toEqual([href, "_blank", "noopener"])
}

describe("a site that is not listed", () => {
  it("TR-23 EM-05 EM-06 shows a link to the public page after 8 s, and says in the console what may be wrong", async () => {
    await open(stage.stranger.show(inline()), { isPaused: true, withTabs: true })
    await expectLink("Book online", `${stage.bookUrl}/${slug}`)
    const warnings = () => visitor.console.filter((text) => text.startsWith("[embed]")).join()
    await expect.poll(warnings).toContain(`is ${stage.stranger.origin} in embed_origins`)
    const [tab] = await Promise.all([page.context().waitForEvent("page"), bookOnline().click()])
    await tab.waitForURL(`${stage.bookUrl}/${slug}`)
  })

  it("EM-05 EM-06 shows a link to the customer's page", async () => {
    const { url } = await stage.link()
    await open(stage.stranger.show(stage.snippet(`<div data-embed-link="${url}"></div>`)))
    await expectLink("Open your booking page", url)
  })

  it("EM-06 shows it in the popup too", async () => {
    await open(
      stage.stranger.show(stage.snippet(`<button id="opener" data-embed-popup="${slug}">Go</button>`)),
    )
    await page.waitForFunction("window.Embed")
    await page.locator("#opener").click()
    const link = page.getByRole("dialog").getByRole("link", { name: "Book online" })
    let waitedMs = 0
    for (; (await link.count()) === 0 && waitedMs < 8_000; waitedMs += 500) await page.clock.runFor(500)
    expect(await link.getAttribute("href")).toBe(`${stage.bookUrl}/${slug}`)
    await page.keyboard.press("Escape")
    await page.locator("dialog").waitFor({ state: "detached" })
  })

  it("EM-05 EM-08 is one that was taken off the list, at the next opening; [] turns embedding off", async () => {
    const address = stage.listed.show(inline())
    await open(address, {})
    await framed(page)
    await visitor.close()
    await stage.allow([])
    await open(address)
    await expectLink("Book online", `${stage.bookUrl}/${slug}`)
    await stage.allow([stage.listed.origin])
    await visitor.close()
    await open(address, {})
    await framed(page)
  })

  it("EM-05 may not show a listed site that shows the page: every site around has to be listed", async () => {
    const inner = stage.listed.show(inline())
    await open(stage.stranger.show(`<!doctype html><title>Around</title><iframe src="${inner}"></iframe>`))
    const site = page.frames()[1]!
    await site.waitForFunction("framesLoaded >= 1")
    await page.clock.runFor(8_000)
    await site.getByRole("link", { name: "Book online" }).waitFor()
  })

  it("EM-05 is one without an origin: a sandboxed frame of a listed site", async () => {
    const inner = stage.listed.show(inline())
    await open(
      stage.listed.show(
        `<!doctype html><title>x</title><iframe sandbox="allow-scripts" src="${inner}"></iframe>`,
      ),
    )
    const site = page.frames()[1]!
    await site.waitForFunction("framesLoaded >= 1")
    await page.clock.runFor(8_000)
    await site.getByRole("link", { name: "Book online" }).waitFor()
  })
})

describe("what names no page of the company's", () => {
  it("EM-06 a slug that nobody has leaves a link", async () => {
    await open(stage.listed.show(stage.snippet(`<div data-embed-page="nobody-has-it"></div>`)))
    await expectLink("Book online", `${stage.bookUrl}/nobody-has-it`)
  })

  it("EM-05 a public page that is off leaves a link", async () => {
    await stage.service.api("PUT", "/company", { public_booking_enabled: false })
    await open(stage.listed.show(inline()))
    await expectLink("Book online", `${stage.bookUrl}/${slug}`)
    await stage.service.api("PUT", "/company", { public_booking_enabled: true })
  })

  it("EM-11 a link that was just replaced says so in the frame; a minute later it leaves a link", async () => {
    const { url, requestId } = await stage.link()
    const address = stage.listed.show(stage.snippet(`<div data-embed-link="${url}"></div>`))
    await open(address, {})
    await framed(page)
    await stage.service.api("POST", `/scheduling-requests/${requestId}/booking-link/rotate`)
    await page.reload()
    await page.frameLocator("iframe").getByText("This link is no longer active").waitFor()
    await expect.poll(() => page.evaluate("document.querySelector('iframe').style.opacity")).toBe("1")
    await visitor.close()
    stage.service.clock.advanceMs(1_000)
    await open(address)
    await expectLink("Open your booking page", url)
  })

  it("EM-04 what is no slug and no link of this host is ignored with a warning", async () => {
    const { token } = await stage.link()
    const wrong = [
      '<div data-embed-page="Harbour"></div>',
      `<div data-embed-page="${"a".repeat(61)}"></div>`,
      '<div data-embed-page="a/../r"></div>',
      '<div data-embed-page=""></div>',
      `<div data-embed-link="https://elsewhere.example/r/${token}"></div>`,
      `<div data-embed-link="${stage.bookUrl}/${slug}"></div>`,
      `<div data-embed-link="${stage.bookUrl}/r/${token}?x"></div>`,
      `<div data-embed-link="javascript:alert(1)"></div>`,
      `<a id="anchor" href="/index.html" data-embed-link-popup="nothing">x</a>`,
    ]
    await open(stage.listed.show(stage.snippet(wrong.join(""))))
    await page.waitForFunction("window.Embed")
    const ignored = () => visitor.console.filter((text) => text.startsWith("[embed] ignored"))
    await expect.poll(ignored).toHaveLength(wrong.length)
    expect(visitor.console.join()).not.toContain(token)
    expect(await page.locator("iframe").count()).toBe(0)
    await page.evaluate("Embed.mount(document.body, { page: 'No' }); Embed.popup(7); Embed.popup({})")
    expect(await page.locator("iframe, dialog").count()).toBe(0)
    await page.locator("#anchor").click()
    await page.waitForURL(`${stage.listed.origin}/index.html`)
  })
})

describe("the way is blocked", () => {
  it("EM-09 EM-06 frame-src blocks the frame: the link is there after 8 s", async () => {
    const policy = `frame-src 'none'; script-src ${stage.bookUrl}`
    await open(stage.listed.show(inline(), { "content-security-policy": policy }))
    await expectLink("Book online", `${stage.bookUrl}/${slug}`)
  })

  it("EM-09 script-src blocks the script: nothing is added, and a popup link is a link", async () => {
    const html = stage.snippet(
      `<div id="here" data-embed-page="${slug}"></div><button data-embed-popup="${slug}">Go</button><a href="${stage.bookUrl}/${slug}" data-embed-popup="${slug}">Book</a>`,
    )
    await open(stage.listed.show(html, { "content-security-policy": "script-src 'none'" }), {})
    expect(await page.locator("#here").innerHTML()).toBe("")
    await page.getByRole("button", { name: "Go" }).click()
    expect(await page.locator("iframe, dialog").count()).toBe(0)
    await page.getByRole("link", { name: "Book" }).click()
    await page.waitForURL(`${stage.bookUrl}/${slug}`)
  })

  it("EM-06 the customer host is down", async () => {
    const dead = await closedPort()
    const script = await (await fetch(`${stage.bookUrl}/embed.js`)).text()
    const html = `<!doctype html><html lang="en"><title>A site</title><div data-embed-page="${slug}"></div>
      <script>${script.replaceAll(stage.bookUrl, dead)}</script>`
    await open(stage.listed.show(html))
    await expectLink("Book online", `${dead}/${slug}`)
  })

  it("TR-23 EM-06 the page does not come: a link after 8 s, which gives way when it comes after all", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await open(`${stage.listed.origin}/site.css`)
    await page.route(`${stage.bookUrl}/${slug}`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(stage.listed.show(inline()), { waitUntil: "commit" })
    await page.locator("iframe").waitFor({ state: "attached" })
    await page.clock.runFor(7_900)
    expect(await bookOnline().count()).toBe(0)
    await page.clock.runFor(100)
    await expectPlainLink("Book online", `${stage.bookUrl}/${slug}`)
    release()
    await bookOnline().waitFor({ state: "detached" })
    await page.locator("iframe").waitFor()
    await framesLoaded(page)
    await page.clock.runFor(10_000)
    expect(await openBookingPage().count()).toBe(0)
    expect(await bookOnline().count()).toBe(0)
  })
})

/** An address that nothing listens at. */
async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}
