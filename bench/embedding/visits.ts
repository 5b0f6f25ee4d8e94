/** Visits to a page by itself and inside a site, each by a browser that has nothing kept, timed until it can be used. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Browser, BrowserContext, Page } from "playwright-core"

export interface Screen {
  width: number
  height: number
}

/** The first buttons of either page: a day of the calendar, or something to book. */
const firstButtons = "button.day:not([aria-disabled=true]), button.offer"

/** In every document: tells when the page can be used, and when a site has made its frame seen. */
const watching = `
  const watch = (isThere, tell) => {
    const look = () => isThere() && (seer.disconnect(), tell(Date.now()))
    const seer = new MutationObserver(look)
    seer.observe(document, { childList: true, subtree: true, attributes: true })
  }
  watch(() => document.querySelector(${JSON.stringify(firstButtons)}), (at) => tellUsable(at))
  watch(() => document.querySelector("iframe")?.style.opacity === "1", (at) => tellShown(at))`

const watchingShifts = `
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value
  }).observe({ type: "layout-shift", buffered: true })`

/** Milliseconds from the beginning of the navigation until the page can be used. */
export async function timeDirect(browser: Browser, url: string, screen: Screen): Promise<number> {
  return visit(browser, screen, async (page, { usable }) => {
    const begun = Date.now()
    await page.goto(url, { waitUntil: "commit" })
    return (await usable) - begun
  })
}

/** Milliseconds from a call of Embed.mount in a site that is loaded until the page in the frame is seen and can be used. */
export async function timeFramed(
  browser: Browser,
  site: string,
  wanted: { page: string } | { link: string },
  screen: Screen,
): Promise<number> {
  return visit(browser, screen, async (page, { usable, shown }) => {
    await page.goto(site)
    await page.waitForFunction("window.Embed")
    const begun = await page.evaluate<number>(
      `{ const begun = Date.now(); Embed.mount(place, ${JSON.stringify(wanted)}); begun }`,
    )
    return Math.max(await usable, await shown) - begun
  })
}

/** How much the site's own layout shifts until a moment after the embedded page can be used: the browser's own measure. */
export async function shiftOf(browser: Browser, site: string, screen: Screen): Promise<number> {
  return visit(browser, screen, async (page, { usable, shown }) => {
    await page.addInitScript(watchingShifts)
    await page.goto(site)
    await Promise.all([usable, shown])
    // Two frames later everything that moved is in the browser's books.
    await page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))",
    )
    return page.evaluate<number>("shifted")
  })
}

const mostMs = 60_000

async function tooLong(): Promise<never> {
  await sleep(mostMs, undefined, { ref: false })
  throw new Error(`The page could not be used within ${mostMs} ms`)
}

type Moments = Record<"usable" | "shown", Promise<number>>

async function visit<Result>(
  browser: Browser,
  screen: Screen,
  work: (page: Page, moments: Moments) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: screen, locale: "en-US" })
  try {
    const moments = { usable: told(context, "tellUsable"), shown: told(context, "tellShown") }
    await context.addInitScript(watching)
    const page = await context.newPage()
    return await Promise.race([work(page, moments), tooLong()])
  } finally {
    await context.close()
  }
}

async function told(context: BrowserContext, name: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  await context.exposeFunction(name, (at: number) => resolve(at))
  return promise
}
