/** Chromium for one test file: a context per visitor, on the service's clock, watched for what must never happen. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Result, RunOptions } from "axe-core"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { expect } from "vitest"
import { count } from "../support/counts.ts"
import type { TestService } from "../support/service.ts"
import { atPace } from "./pace.ts"

export interface Visitor {
  page: Page
  /** Everything that broke a rule of every page: errors, refused content, requests elsewhere. Empty when all is well. */
  complaints: string[]
  close(): Promise<void>
}

export interface VisitorOptions extends BrowserContextOptions {
  width?: number
}

/** How long a hand waits for what it wants to use: a busy machine takes seconds for what another does at once. */
export const patienceMs = 45_000
/** How long a browser may take to start, which reads it from the disk the first time. */
export const launchPatienceMs = 110_000

/**
 * Chromium without a window, from its lighter build where this machine has it. That one opens no second tab, so what needs
 * tabs asks for the whole program.
 */
export async function launch({ withTabs = false } = {}): Promise<Browser> {
  const whole = process.env.CHROMIUM ?? "/usr/bin/chromium"
  const executablePath = withTabs ? whole : process.env.CHROMIUM_HEADLESS_SHELL || whole
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
  count("browser-launches")
  const browser = await chromium.launch({ executablePath, args, timeout: launchPatienceMs })
  return atPace(withContextsCounted(browser), process.env.PACE)
}

function withContextsCounted(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => {
    count("contexts")
    return newContext(options)
  }
  return browser
}

let visitors = 0

/** A new visitor in Chicago, with a network address and so a limit of their own. */
export async function visit(
  browser: Browser,
  service: TestService,
  url: string,
  { width = 390, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  visitors += 1
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/Chicago",
    viewport: { width, height: 844 },
    extraHTTPHeaders: { "x-forwarded-for": `10.${200 + (visitors >> 8)}.${visitors & 255}.1` },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  const complaints: string[] = []
  page.on("console", (message) => {
    const isOwnAnswer = message.text().startsWith("Failed to load resource")
    if (message.type() === "error" && !isOwnAnswer) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== "data:" && protocol !== "blob:" && origin !== service.bookUrl)
      complaints.push(`a request to ${origin}`)
  })
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

/** Waits until the page's script has taken over the server's HTML. */
export async function alive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<boolean>("globalThis.earlyEvents === undefined")).toBe(true)
}

/** Packed, it is half as large for every page that takes it in. */
const axe = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8")
const wcag22 = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
} satisfies RunOptions["runOnly"]
/** The rules among them that look at colours. */
const colours = {
  type: "rule",
  values: ["color-contrast", "link-in-text-block"],
} satisfies RunOptions["runOnly"]

/** A page hears of another colour scheme with the next frame, draws in the one after, and may change by and by until then. */
const coloursSettled = `(async () => {
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise(requestAnimationFrame)
    const moving = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
})()`

/** Judges the page itself; a frame from elsewhere is a page of its own. */
export async function expectAccessible(
  page: Page,
  where: string,
  runOnly: RunOptions["runOnly"] = wcag22,
): Promise<void> {
  await page.evaluate(coloursSettled)
  // It is large, and stays until the page is left.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe)
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false }
  count("axe-runs")
  const { violations } = await page.evaluate<{ violations: Result[] }>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
  expect(found, where).toEqual([])
}

/** In light by every rule; in dark, which changes colours and a logo's plate alone, by those about colours. */
export async function expectAccessibleInLightAndDark(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await expectAccessible(page, `${where}, light`)
  await expectContrast(page, where, "dark")
}

/** By the rules about colours. */
async function expectContrast(page: Page, where: string, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
  // A page hears of the change before its next frame.
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))")
  await expectAccessible(page, `${where}, ${colorScheme}`, colours)
}

/**
 * How far the content of each frame that scrolls reaches beyond it, and what reaches so far: of the page, and in the console of
 * a screen's `main`, of what scrolls in it, and of a panel.
 */
const sideways = `["html", "main", ".scroller", ".panel > .content"].flatMap((frame) => [...document.querySelectorAll(frame)]).flatMap((frame) => {
  const wide = frame.scrollWidth - frame.clientWidth
  // What is to be seen beyond its own frame is judged by the frame around.
  if (wide <= 0 || (frame !== document.documentElement && getComputedStyle(frame).overflowX === "visible")) return []
  const end = frame.getBoundingClientRect().left + frame.clientLeft + frame.clientWidth
  const beyond = [...frame.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > end + 0.5)
  const widest = beyond.filter((each) => !beyond.some((other) => other !== each && each.contains(other)))
  const named = widest.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 90))
  return ["<" + frame.localName + "> by " + wide + " px: " + named.join(" ")]
})`

/** Nothing is wider than the frame in which it scrolls down. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(sideways), { message: `${where}: to the side` }).toEqual([])
}

/** All that can be tapped is 44 px wide and high; a box or a radio is tapped by its label. */
async function expectTargetsBigEnough(page: Page, where: string): Promise<void> {
  const small = await page.evaluate<string[]>(`
    [...document.querySelectorAll("a, button, select, input:not([type=checkbox], [type=radio]), label:has(input)")]
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 43.5)
      .map(({ target, box }) => target.outerHTML.slice(0, 80) + " " + box.width + " x " + box.height)`)
  expect(small, `${where}: targets too small`).toEqual([])
}

export const widths = [320, 390, 1200]

/**
 * Judges one loaded page at every width: sideways scrolling and targets. Names and roles are the same at each, and all but a line
 * of text is to be seen at the widest, so axe goes by all its rules there alone; colours, of which the page has others where there
 * is room, it judges on a phone, too, in light and dark.
 */
export async function expectAccessibleEverywhere(page: Page, state: string): Promise<void> {
  const before = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page, `${state}, ${width} px`)
    await expectTargetsBigEnough(page, `${state}, ${width} px`)
    if (width === 390) await expectContrast(page, `${state}, ${width} px`, "light")
    if (width === 390) await expectContrast(page, `${state}, ${width} px`, "dark")
  }
  await expectAccessibleInLightAndDark(page, `${state}, 1200 px`)
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null })
  await page.setViewportSize(before)
}
