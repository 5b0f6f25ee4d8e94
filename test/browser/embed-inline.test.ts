/** The pages inside a site that may have them there. */
import type { Frame } from "playwright-core"
import { afterEach, describe, expect, it } from "vitest"
import { slug } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { framed } from "./embed-stage.ts"
import { open, page, setStage, stage, visitor } from "./embed-visitor.ts"
import { heading, pickTime } from "./hand.ts"

setStage()

afterEach(() => expect(visitor.console).toEqual([]))

/** In CSS pixels: the frame's own size in the site, and how tall what is in it would like to be. */
async function sizes(frame: Frame): Promise<{ width: number; height: number; content: number }> {
  const element = await frame.frameElement()
  const { width, height } = (await element.boundingBox())!
  const content = await frame.evaluate<number>("Math.ceil(app.getBoundingClientRect().height)")
  return { width, height, content }
}

/** The frame is exactly as tall as what is in it, which so never scrolls. */
async function expectFitting(frame: Frame): Promise<number> {
  await expect
    .poll(async () => {
      const { height, content } = await sizes(frame)
      return height - content
    })
    .toBe(0)
  await (await frame.frameElement()).scrollIntoViewIfNeeded()
  const hidden = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
  await expect.poll(() => frame.evaluate(hidden)).toBe(0)
  return (await sizes(frame)).height
}

const pickTuesday = (frame: Frame, time = "9:00") => pickTime(frame, /March 2,/, time)

describe("the public page", () => {
  it("EM-01 EM-03 fills the element's width, follows its content's height and shows no head of its own", async () => {
    await open(`${stage.listed.origin}/index.html`)
    const frame = await framed(page)
    const box = (await page.locator("[data-embed-page]").boundingBox())!
    expect((await sizes(frame)).width).toBe(box.width)
    await frame.locator(".day-times .time").first().waitFor()
    const first = await expectFitting(frame)
    expect(await frame.locator(".brand").isVisible()).toBe(false)
    expect(await frame.getByRole("combobox", { name: "Language" }).isVisible()).toBe(true)
    await pickTuesday(frame)
    await heading(frame, "Your mobile number").waitFor()
    const short = await expectFitting(frame)
    expect(short).toBeLessThan(first)
    await page.setViewportSize({ width: 390, height: 2_400 })
    await frame.getByRole("button", { name: /^Change$/ }).click()
    await expect.poll(() => expectFitting(frame)).toBeGreaterThan(short)
    const tall = await expectFitting(frame)
    await frame.locator(".day-times").getByRole("button", { name: /^9:30/ }).click()
    await heading(frame, "Your mobile number").waitFor()
    await expect.poll(() => expectFitting(frame)).toBeLessThan(tall)
    expect((await sizes(frame)).width).toBe(358)
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
  })

  it("PG-07 takes what the site fills in by the port, and its address has none of it", async () => {
    await open(`${stage.listed.origin}/index.html`)
    await framed(page)
    const fill = { phone: "5125552044", name: "Rosa Diaz", person: "Nobody Here" }
    const wanted = JSON.stringify({ page: slug, fill })
    await page.evaluate(`Embed.mount(document.querySelector("[data-embed-page]"), ${wanted})`)
    const frame = await framed(page)
    await pickTuesday(frame, "10:30")
    await expect.poll(() => frame.getByLabel("Mobile number").inputValue()).toBe("5125552044")
    expect(frame.url()).toBe(`${stage.service.bookUrl}/${slug}`)
    const src = await page.locator("iframe").getAttribute("src")
    expect(src).toBe(`${stage.service.bookUrl}/${slug}`)
  })

  it("EM-07 PG-01 tells the site once that somebody has booked, and nothing else; the frame says what becomes of it", async () => {
    await open(`${stage.listed.origin}/index.html`)
    const frame = await framed(page)
    await pickTuesday(frame, "10:00")
    await frame.getByLabel("Mobile number").fill("5125552001")
    await frame.getByRole("button", { name: "Text me a code" }).click()
    await heading(frame, "Enter the code").waitFor()
    await frame.getByLabel("6-digit code").fill(await lastCode(stage.service))
    await frame.getByLabel("First name").fill("Rosa")
    await frame.getByLabel("Last name").fill("Diaz")
    expect(await visitor.booked()).toEqual([])
    await frame.getByRole("button", { name: /^Book Tue/ }).click()
    await heading(frame, "You’re booked").waitFor()
    await page.getByText("Thank you! We have your booking.").waitFor()
    expect(await visitor.booked()).toEqual([{ on: "div", detail: null }])
    const { body } = await stage.service.api("GET", "/appointments?status=scheduled&limit=100")
    const { id } = body.data.find(
      ({ start_time }: { start_time: string }) => start_time === "2027-03-02T16:00:00.000Z",
    )
    await stage.service.api("POST", `/appointments/${id}/cancel`)
    await frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await heading(frame, "Your appointment is cancelled").waitFor()
    await page.reload()
    await heading(await framed(page), "Choose a time").waitFor()
    expect(await visitor.booked()).toEqual([])
  })
})

describe("a booking link", () => {
  it("EM-01 EM-07 books inside the site; a move and a cancellation are no bookings, another booking is", async () => {
    const link = await stage.link()
    await open(
      stage.listed.show(stage.snippet(`<section id="here" data-embed-link="${link.url}"></section>`)),
    )
    const frame = await framed(page)
    await frame.getByText("Hello Sam").waitFor()
    const told = [{ on: "here", detail: null }]
    await pickTuesday(frame, "11:00")
    await frame.getByRole("button", { name: /^Book Tue/ }).click()
    await heading(frame, "You’re booked").waitFor()
    await expect.poll(visitor.booked).toEqual(told)
    await frame.getByRole("button", { name: "Move" }).click()
    await pickTuesday(frame, "1:00")
    await frame.getByRole("button", { name: /^Move to/ }).click()
    await heading(frame, "Your appointment is moved").waitFor()
    await frame.getByRole("button", { name: "Cancel" }).click()
    await frame.getByRole("button", { name: "Yes, cancel" }).click()
    await frame.getByText(/is cancelled/).waitFor()
    expect(await visitor.booked()).toEqual(told)
    await pickTuesday(frame, "2:00")
    await frame.getByRole("button", { name: /^Book Tue/ }).click()
    await heading(frame, "You’re booked").waitFor()
    await expect.poll(visitor.booked).toEqual([...told, ...told])
  })

  it("EM-07 a booking whose answer was lost is told once, when it is known", async () => {
    const link = await stage.link()
    await open(stage.listed.show(stage.snippet(`<div data-embed-link="${link.token}"></div>`)))
    const frame = await framed(page)
    let sent = 0
    await page.route("**/api/link/appointment", async (route) => {
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await pickTuesday(frame, "3:00")
    await frame.getByRole("button", { name: /^Book Tue/ }).click()
    await heading(frame, "You’re booked").waitFor()
    await expect.poll(visitor.booked).toEqual([{ on: "div", detail: null }])
    expect(sent).toBe(2)
    visitor.console.length = 0
  })

  it("EM-05 is shown while the public page is off", async () => {
    await stage.service.api("PUT", "/company", { public_booking_enabled: false })
    const link = await stage.link()
    await open(stage.listed.show(stage.snippet(`<div data-embed-link="${link.url}"></div>`)))
    await framed(page)
    await stage.service.api("PUT", "/company", { public_booking_enabled: true })
  })

  it("FX-05 LK-01 a framed link names the company, as the public page in a frame need not", async () => {
    const link = await stage.link()
    await open(stage.listed.show(stage.snippet(`<div data-embed-link="${link.url}"></div>`)))
    const frame = await framed(page)
    const company = (await stage.service.api("GET", "/company")).body.data.name
    await frame.locator(".masthead").getByText(company).waitFor()
  })
})

it("EM-01 two embeds on one page live side by side, each as tall as it needs", async () => {
  const link = await stage.link()
  const two = `<div id="a" data-embed-page="${slug}"></div><div id="b" data-embed-link="${link.url}"></div>`
  await open(stage.listed.show(stage.snippet(two)))
  const [first, second] = [await framed(page, "#a iframe"), await framed(page, "#b iframe")]
  await expectFitting(first)
  await expectFitting(second)
  await pickTuesday(second, "4:00")
  await second.getByRole("button", { name: /^Book Tue/ }).click()
  await heading(second, "You’re booked").waitFor()
  await expect.poll(visitor.booked).toEqual([{ on: "b", detail: null }])
})

describe("the script works wherever it stands", () => {
  const address = () => `${stage.bookUrl}/embed.js`
  const element = `<div data-embed-page="${slug}"></div>`

  it.each([
    ["in the head", () => `<script src="${address()}"></script>`],
    ["deferred", () => `<script defer src="${address()}"></script>`],
    ["as a module", () => `<script type="module" src="${address()}"></script>`],
    [
      "twice, and once more",
      () =>
        `<script src="${address()}"></script><script async src="${address()}"></script><script type="module" src="${address()}"></script>`,
    ],
  ])("EM-02 %s: once", async (_where, script) => {
    await open(stage.listed.show(stage.snippet(element, script())))
    await framed(page)
    expect(await page.locator("iframe").count()).toBe(1)
  })

  it("EM-02 EM-01 what comes after the page was loaded is left to calls from code", async () => {
    await open(stage.listed.show(stage.snippet("<div id=late></div><div id=linked></div>")))
    await page.waitForFunction("window.Embed")
    await page.evaluate(`late.dataset.embedPage = ${JSON.stringify(slug)}`)
    const again = page.waitForResponse(/embed\.js/)
    await page.addScriptTag({ url: `${address()}?again` })
    await again
    expect(await page.locator("iframe").count()).toBe(0)
    const { url } = await stage.link()
    await page.evaluate(
      `Embed.mount(late, { page: ${JSON.stringify(slug)} }); Embed.mount(linked, { link: ${JSON.stringify(url)} })`,
    )
    await framed(page, "#late iframe")
    await framed(page, "#linked iframe")
  })

  it("EM-01 is seen and sized before the page's own script has come", async () => {
    await open(stage.listed.show(stage.snippet('<div id="here"></div>')))
    await page.waitForFunction("window.Embed")
    await page.context().route("**/assets/*.js", () => {})
    await page.evaluate(`Embed.mount(here, { page: ${JSON.stringify(slug)} })`)
    const frame = await framed(page)
    expect(await frame.evaluate("globalThis.earlyEvents !== undefined")).toBe(true)
    await expectFitting(frame)
  })

  it("EM-01 mounting twice in one element, as some frameworks do, shows one page", async () => {
    await open(stage.listed.show(stage.snippet("<div id=here>Loading…</div>")))
    await page.waitForFunction("window.Embed")
    const mount = `Embed.mount(here, { page: ${JSON.stringify(slug)} })`
    await page.evaluate(`${mount}; ${mount}`)
    await framed(page)
    expect(await page.locator("iframe").count()).toBe(1)
    expect(await page.getByText("Loading…").count()).toBe(0)
  })
})

describe("the site's looks", () => {
  it("EM-09 works under a policy that allows the customer host and nothing inline", async () => {
    const policy = `default-src 'none'; script-src ${stage.bookUrl}; frame-src ${stage.bookUrl}; require-trusted-types-for 'script'`
    const html = stage.snippet(
      `<div data-embed-page="${slug}"></div><button id="opener" data-embed-popup="${slug}">Book</button>`,
    )
    await open(stage.listed.show(html, { "content-security-policy": policy }), { height: 900 })
    await expectFitting(await framed(page))
    await page.locator("#opener").click()
    await framed(page, "dialog iframe")
    const whole = { x: 0, y: 0, width: 1200, height: 900 }
    await expect.poll(() => page.getByRole("dialog").boundingBox()).toEqual(whole)
  })

  it("EM-03 neither takes over the site's styles nor changes them", async () => {
    const styles =
      "<style>iframe{height:99px;border:9px solid red;max-width:50px}a{color:red}dialog,div{padding:9px}</style>"
    await open(
      stage.listed.show(stage.snippet(`${styles}<div id="here" data-embed-page="${slug}"></div><a>x</a>`)),
    )
    const frame = await framed(page)
    await expectFitting(frame)
    const box = (await page.locator("#here").boundingBox())!
    expect((await sizes(frame)).width).toBe(box.width - 18)
    const sheets = "[document.styleSheets.length, document.adoptedStyleSheets.length]"
    expect(await page.evaluate(sheets)).toEqual([1, 0])
  })

  it.each([
    ["light", "dark", "#fffdf8", "rgb(255, 255, 255)"],
    ["dark", "light", "oklch(0.21 0.03 264)", "rgb(29, 29, 27)"],
  ] as const)(
    "EM-03 looks %s in a site that does, on a system that prefers %s",
    async (_site, system, ground, surface) => {
      const html = stage.snippet(
        `<style>body{background:${ground}}</style><div data-embed-page="${slug}"></div>`,
      )
      await open(stage.listed.show(html), { colorScheme: system })
      const frame = await framed(page)
      await expect.poll(() => frame.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(surface)
    },
  )
})

it("EM-03 what gets the focus is brought into the site's view", async () => {
  await open(`${stage.listed.origin}/index.html`, { width: 390, height: 700 })
  const frame = await framed(page)
  await page.evaluate("scrollTo(0, 9999)")
  await frame.evaluate("document.querySelector('[data-step-heading]').focus({ preventScroll: true })")
  await expect
    .poll(() => page.evaluate("document.querySelector('iframe').getBoundingClientRect().top"))
    .toBeGreaterThan(-200)
})
