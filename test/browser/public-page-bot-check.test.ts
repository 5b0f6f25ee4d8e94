import type { Page } from "playwright-core"
import { afterEach, expect, it } from "vitest"
import { createAltcha } from "../../service/host/adapters/bot-checks/altcha.ts"
import type { BotCheck } from "../../service/platform/ports.ts"
import { openPublicPage } from "../support/public-page.ts"
import { startService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { alive, expectAccessible, launch, visit } from "./browser.ts"
import { button, heading, pickTime } from "./hand.ts"

const turnstileOrigin = "https://challenges.cloudflare.com"

/** Passes a visitor who sends the token that the widget below gives. */
const turnstile: BotCheck = {
  kind: "turnstile",
  siteKey: "site-key",
  pageOrigin: turnstileOrigin,
  challenge: () => null,
  judge: async (answer) => ({ passed: answer === "token for site-key", once: null }),
}

/** The check's own script, as far as the page sees it. */
const widget = `globalThis.turnstile = {
  render: (container, options) => {
    setTimeout(() => options.callback("token for " + options.sitekey), 50)
    return "widget"
  },
  remove: () => {},
}`

let stop: () => Promise<void>

afterEach(() => stop())

/** The question for the number, on a page with one type and the given check. */
async function openWith(botCheck: BotCheck): Promise<{ page: Page; complaints: string[] }> {
  const service = await startService({ book: true, trustProxyHops: 1, botCheck })
  await openPublicPage(service, await tellStory(service))
  const browser = await launch()
  stop = async () => {
    await browser.close()
    await service.stop()
  }
  const { page, complaints } = await visit(browser, service, `${service.bookUrl}/harbour`)
  await page.route(`${turnstileOrigin}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: widget }),
  )
  await alive(page)
  return { page, complaints }
}

async function askForCode(page: Page): Promise<void> {
  await pickTime(page, /March 2,/, "9:00")
  await page.getByLabel("Mobile number").fill("5125550123")
  await button(page, "Text me a code").click()
}

it("PB-05 turnstile is loaded only when a number is asked for, under the page's policy", async () => {
  const { page, complaints } = await openWith(turnstile)
  expect(complaints).toEqual([])
  await askForCode(page)
  await heading(page, "Enter the code").waitFor()
  expect(complaints).toEqual([`a request to ${turnstileOrigin}`])
})

it("PB-05 a check that fails is tried once more, then told; nothing typed is lost", async () => {
  let judged = 0
  const { page, complaints } = await openWith({
    ...createAltcha({ secret: "s", maxNumber: 10 }),
    judge: async () => {
      judged += 1
      return { passed: false }
    },
  })
  await askForCode(page)
  await page.getByRole("alert").getByText("The automatic check failed.").waitFor()
  expect(judged).toBe(2)
  expect(await page.getByLabel("Mobile number").inputValue()).toBe("(512) 555-0123")
  await expectAccessible(page, "bot check failed")
  expect(complaints).toEqual([])
})

it("PB-05 the proof of work at its full size is over within seconds, without a question", async () => {
  const { page, complaints } = await openWith(createAltcha({ secret: "s" }))
  await pickTime(page, /March 2,/, "9:00")
  const started = performance.now()
  await page.getByLabel("Mobile number").fill("5125550123")
  await button(page, "Text me a code").click()
  await heading(page, "Enter the code").waitFor()
  console.info(`proof of work and code: ${Math.round(performance.now() - started)} ms`)
  expect(complaints).toEqual([])
})
