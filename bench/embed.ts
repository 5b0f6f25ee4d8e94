/**
 * embed.js_kb: kilobytes (1024 bytes) of embed.js as the customer host serves it, by gzip -9.
 *
 * embed.frame_ratio: how many times longer a page takes inside a site than opened by itself, until its first button can
 * be pressed. The demo's public page and its booking link, each five times either way, in turns, in a browser context
 * that has nothing kept; the customer host at the end of a line with a round trip of 150 ms, each connection costing one
 * more, plain HTTP. Framed: from the call of Embed.mount in a site that is loaded, with the script, until the frame is
 * seen and its page can be used. By itself: from the beginning of the navigation. Medians; of the two pages the worse.
 *
 * embed.host_shift: layout shift (the browser's own layout-shift entries) of the site around while an inline page loads,
 * over the same line, with words above and below it, in a site that keeps room for it as docs/embedding.md says; public
 * page and link on a phone (390 × 844) and on a desktop (1280 × 800); the worst of the four. Beside it, what shifts in a
 * site that keeps no room.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { type Browser, chromium } from "playwright-core"
import { chromiumPath } from "./chromium.ts"
import { openDelayedLine } from "./embedding/delayed-line.ts"
import { type Screen, shiftOf, timeDirect, timeFramed } from "./embedding/visits.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { openDemoPages } from "./pages/demo-pages.ts"

export const figures = ["embed.js_kb", "embed.frame_ratio", "embed.host_shift"]

const roundTripMs = 150
const visits = 5
const phone: Screen = { width: 390, height: 844 }
const desktop: Screen = { width: 1280, height: 800 }

interface Ground {
  browser: Browser
  bookUrl: string
  /** Its origin. */
  site: string
  slug: string
  link: string
}

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const line = await openDelayedLine(roundTripMs)
  const pages = await openDemoPages(line.origin)
  line.leadTo(Number(new URL(pages.origin).port))
  const { server, origin } = await startSite(line.origin)
  await pages.context.db.query("UPDATE company SET embed_origins = $1", [[origin]])
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []
  const browser = await chromium.launch({ executablePath: chromiumPath(), args })
  const ground: Ground = {
    browser,
    bookUrl: line.origin,
    site: origin,
    slug: pages.pagePath.slice(1),
    link: line.origin + pages.linkPath,
  }
  try {
    return [
      ...(only("embed.js_kb") ? [await weight(pages.origin)] : []),
      ...(only("embed.frame_ratio") ? [await frameRatio(ground)] : []),
      ...(only("embed.host_shift") ? [await hostShift(ground)] : []),
    ]
  } finally {
    await browser.close()
    await line.close()
    server.closeAllConnections()
    server.close()
    await pages.close()
  }
}

async function weight(origin: string): Promise<Figure> {
  const script = await (await fetch(`${origin}/embed.js`)).text()
  const kilobytes = gzipSync(script, { level: 9 }).length / 1024
  return atMost("embed.js_kb", kilobytes, "KB", 3.125, `gzip -9 of ${script.length} bytes`)
}

async function frameRatio({ browser, bookUrl, site, slug, link }: Ground): Promise<Figure> {
  const pages = [
    { name: "public page", url: `${bookUrl}/${slug}`, wanted: { page: slug } },
    { name: "link", url: link, wanted: { link } },
  ]
  const measured: { ratio: number; said: string }[] = []
  for (const { name, url, wanted } of pages) {
    const times = { direct: [] as number[], framed: [] as number[] }
    for (let turn = 0; turn < visits; turn += 1) {
      times.direct.push(await timeDirect(browser, url, desktop))
      times.framed.push(await timeFramed(browser, `${site}/place`, wanted, desktop))
    }
    const [direct, framed] = [median(times.direct), median(times.framed)]
    measured.push({ ratio: framed / direct, said: `${name} ${framed} to ${direct} ms` })
  }
  const worst = Math.max(...measured.map(({ ratio }) => ratio))
  return atMost("embed.frame_ratio", worst, "times", 1.3, measured.map(({ said }) => said).join(", "))
}

async function hostShift({ browser, site, slug, link }: Ground): Promise<Figure> {
  const worst = async (style: string) => {
    const shifts: number[] = []
    for (const attribute of [`data-embed-page=${slug}`, `data-embed-link=${link}`]) {
      const address = `${site}/?${encodeURIComponent(`${attribute} ${style}`)}`
      for (const screen of [phone, desktop]) shifts.push(await shiftOf(browser, address, screen))
    }
    return Math.max(...shifts)
  }
  const kept = await worst('style="min-height:100vh"')
  const unkept = await worst("")
  return atMost("embed.host_shift", kept, "score", 0, `with no room kept ${unkept.toFixed(3)}`)
}

/** A company's site: `/place` has an empty element, `/?<attributes>` an element with these. */
async function startSite(bookUrl: string): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url = "" }, answer) => {
    const attributes = url.startsWith("/?") ? decodeURIComponent(url.slice(2)) : ""
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><html lang="en">
      <meta name="viewport" content="width=device-width"><title>A site</title>
      <script async src="${bookUrl}/embed.js"></script>
      <h1>A company</h1><p>Words above.</p><div id="place" ${attributes}></div><h2>Below</h2><p>Words below.</p>`)
  })
  await new Promise<void>((done) => server.listen(0, "localhost", done))
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` }
}

if (import.meta.main) console.table(await run(() => true))
