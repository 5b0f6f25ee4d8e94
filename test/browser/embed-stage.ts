/** The tests of embedding share a company's pages on one origin, and sites on others that show them. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core"
import { expect } from "vitest"
import { type Link, makeLink } from "../support/link.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeCustomer, put, type Story, tellStory } from "../support/story.ts"
import { launch, patienceMs } from "./browser.ts"

export interface Site {
  origin: string
  /** Sets its answers besides the pages of `examples/embedding`: HTML by path. */
  show(html: string, headers?: Record<string, string>): string
}

export interface EmbedStage {
  service: TestService
  bookUrl: string
  story: Story
  /** In the company's `embed_origins`, under the name localhost. */
  listed: Site
  /** A site on localhost too, on another port, and in no company's list. */
  stranger: Site
  /** The element and the script that a web master pastes. */
  snippet(element: string, script?: string): string
  link(): Promise<Link>
  allow(origins: string[]): Promise<void>
  /** A visitor's own browser, opened at an address. */
  open(url: string, options?: OpenOptions): Promise<Visitor>
  stop(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  width?: number
  /** By default so tall that nothing has to be scrolled, and so nothing moves under the hand. */
  height?: number
  /** Time stands still until the test moves it on. */
  isPaused?: boolean
  /** In the whole browser, which opens tabs and takes more of the processor. */
  withTabs?: boolean
}

export interface Visitor {
  page: Page
  /** The messages of the site's console: warnings and errors. */
  console: string[]
  /** Each `embed:booked` that reached the document: what it fired on, and what it carries. */
  booked(): Promise<{ on: string; detail: unknown }[]>
  close(): Promise<void>
}

export async function openEmbedStage(): Promise<EmbedStage> {
  const service = await startService({ book: true })
  const bookUrl = service.bookUrl!
  const story = await tellStory(service)
  const [listed, stranger] = [await startSite(), await startSite()]
  await openPublicPage(service, story, { embed_origins: [listed.origin] })
  const browser = await launch()
  let whole: Browser | null = null
  return {
    service,
    bookUrl,
    story,
    listed,
    stranger,
    snippet: (element, script = `<script async src="${bookUrl}/embed.js"></script>`) =>
      `<!doctype html><html lang="en"><title>A site</title>${script}<h1>A site</h1>${element}<p id="below">Below</p>`,
    link: async () => makeLink(service, story, { customer_id: await makeCustomer(service) }),
    allow: (origins) => put(service, "/company", { embed_origins: origins }),
    async open(url, { withTabs = false, ...options } = {}) {
      if (withTabs) whole ??= await launch({ withTabs })
      return open(withTabs ? whole! : browser, service, url, options)
    },
    async stop() {
      await Promise.all([browser.close(), whole?.close()])
      for (const site of [listed, stranger]) site.server.closeAllConnections()
      await Promise.all([listed, stranger].map(({ server }) => new Promise((done) => server.close(done))))
      await service.stop()
    },
  }

  async function startSite(): Promise<Site & { server: Server }> {
    const { createSite } = await import(join(import.meta.dirname, "../../examples/embedding/serve.js"))
    const request = await makeLink(service, story, { customer_id: await makeCustomer(service) })
    const example: Server = createSite({ bookUrl, slug, link: request.url })
    const shown = new Map<string, { html: string; headers: Record<string, string> }>()
    const server = createServer((asked, answer) => {
      const own = shown.get(asked.url!)
      if (!own) return void example.emit("request", asked, answer)
      answer.writeHead(200, { "content-type": "text/html; charset=utf-8", ...own.headers }).end(own.html)
    })
    await new Promise<void>((done) => server.listen(0, "localhost", done))
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    return {
      server,
      origin,
      show(html, headers = {}) {
        const path = `/page-${shown.size + 1}`
        shown.set(path, { html, headers })
        return origin + path
      },
    }
  }
}

async function open(
  browser: Browser,
  service: TestService,
  url: string,
  { width = 1200, height = 2_400, isPaused = false, ...options }: Omit<OpenOptions, "withTabs"> = {},
): Promise<Visitor> {
  // A minute later every limit for the one network that all come from is fresh. A header, as other tests have, would
  // make module scripts ask for leave first.
  service.clock.advanceMs(60_000)
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/Chicago",
    viewport: { width, height },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const now = service.clock.now()
  if (isPaused) {
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 10_000)
  } else await page.clock.setFixedTime(now)
  await page.addInitScript(listening)
  const said: string[] = []
  page.on("console", (message) => {
    const isOwnAnswer = message.text().startsWith("Failed to load resource")
    if (["warning", "error"].includes(message.type()) && !isOwnAnswer) said.push(message.text())
  })
  page.on("pageerror", (error) => said.push(String(error)))
  await page.goto(url)
  return {
    page,
    console: said,
    booked: () => page.evaluate("bookings"),
    close: () => context.close(),
  }
}

/**
 * In every document: counts the frames that have loaded, keeps the messages about bookings, and answers the question whether
 * all before has been heard, of which the document's own listeners hear nothing.
 */
const listening = `
  globalThis.bookings = []
  globalThis.framesLoaded = 0
  document.addEventListener("embed:booked", ({ target, detail }) =>
    bookings.push({ on: target.id || target.tagName.toLowerCase(), detail }))
  document.addEventListener("load", ({ target }) => {
    if (target.tagName === "IFRAME") framesLoaded += 1
  }, true)
  addEventListener("message", (event) => {
    if (event.data !== "heard?") return
    event.stopImmediatePropagation()
    event.ports[0].postMessage("yes")
  })`

/** All messages before have been heard, and so have the answers: each window has asked each, twice. */
export async function settled(page: Page): Promise<void> {
  for (const window of [...page.frames(), ...page.frames()]) await window.evaluate(asking)
}

const asking = `Promise.all([top, ...Array.from({ length: top.length }, (_, at) => top[at])].map((window) =>
  new Promise((answered) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = answered
    window.postMessage("heard?", "*", [port2])
  })))`

/** The booking page in the site's only frame, once it is alive, and the site talks with it and shows it. */
export async function framed(page: Page, scope = "iframe"): Promise<Frame> {
  const frame = await aliveIn(page, scope)
  const element = page.locator(scope)
  // Out of sight nothing is laid out in a frame, which so has no height to tell.
  await element.scrollIntoViewIfNeeded()
  await expect.poll(() => element.evaluate((shown) => shown.style.opacity)).toBe("1")
  return frame
}

/** The booking page in the frame, once it is alive, on any site. */
export async function aliveIn(page: Page, scope: string): Promise<Frame> {
  const element = await page.waitForSelector(scope, { state: "attached" })
  const frame = (await element.contentFrame())!
  await frame.locator("[data-step-heading]").waitFor()
  return frame
}

/** Waits until so many frames have fired their load event, which refused ones do too. */
export async function framesLoaded(page: Page, count = 1): Promise<void> {
  await page.waitForFunction(`framesLoaded >= ${count}`)
}
