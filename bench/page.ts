/**
 * page.*: what Lighthouse says of the customers' pages on a phone. The demo's booking link and its public page, served
 * over HTTP by the booking host, compressed as browsers ask for it; Lighthouse's mobile defaults (simulated slow 4G, a
 * processor four times slower), its version pinned in package.json and named in `against`; Chromium as the browser tests
 * find it. Cold: each run starts a browser with nothing kept. Five runs a page, in turns; of each page the median counts,
 * of the two pages the worse.
 *
 * page.lighthouse_performance, page.lighthouse_accessibility: scores of 100. page.lcp_s: seconds until the largest
 * contentful paint. page.cls: cumulative layout shift.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAltcha } from "../src/adapters/bot-checks/altcha.ts"
import { webRoot } from "../src/app.ts"
import { makeDemo } from "../src/demo/make-demo.ts"
import { createBookServer } from "../src/http/book/server.ts"
import type { House } from "../src/operations/house.ts"
import { openBenchHouse, quietLog } from "./bench-house.ts"
import { atLeast, atMost, type Figure, median } from "./figure.ts"
import { type Judgement, judge } from "./pages/lighthouse.ts"

export const figures = [
  "page.lighthouse_performance",
  "page.lighthouse_accessibility",
  "page.lcp_s",
  "page.cls",
]

const runs = 5

export async function run(): Promise<Figure[]> {
  const bench = await openBenchHouse(4)
  const dataDir = mkdtempSync(join(tmpdir(), "bench-demo-"))
  const botCheck = createAltcha({ secret: "the benchmarks' own", maxNumber: 10 })
  // Browsers have their own clock, and ask for times from today on.
  const house: House = { ...bench.house, clock: { now: () => Date.now() }, botCheck }
  const app = await createBookServer(house, {
    log: quietLog,
    random: house.random,
    trustProxyHops: 0,
    bookUrl: house.bookUrl!,
    webRoot,
  })
  try {
    const { bookingUrl, pageUrl } = (await makeDemo(house, dataDir))!
    const origin = await app.listen({ host: "127.0.0.1", port: 0 })
    const paths = [bookingUrl!, pageUrl!].map((url) => new URL(url).pathname)
    return figuresOf(await judgeInTurns(paths.map((path) => origin + path)))
  } finally {
    await app.close()
    await bench.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Every page's judgements. */
async function judgeInTurns(urls: readonly string[]): Promise<Judgement[][]> {
  const judged: Judgement[][] = urls.map(() => [])
  for (let turn = 0; turn < runs; turn += 1) {
    for (const [page, url] of urls.entries()) judged[page]!.push(await judge(url))
  }
  return judged
}

function figuresOf(pages: readonly Judgement[][]): Figure[] {
  const medians = (measure: (judgement: Judgement) => number) =>
    pages.map((runs) => median(runs.map(measure)))
  const [performance, accessibility] = [
    medians((run) => run.performance),
    medians((run) => run.accessibility),
  ]
  const [lcp, cls] = [medians((run) => run.lcpSeconds), medians((run) => run.cls)]
  const said = ([link, page]: readonly number[], digits = 0) =>
    `Lighthouse ${pages[0]![0]!.version}: link ${link!.toFixed(digits)}, public page ${page!.toFixed(digits)}`
  return [
    atLeast("page.lighthouse_performance", Math.min(...performance), "of 100", 98, said(performance)),
    atLeast("page.lighthouse_accessibility", Math.min(...accessibility), "of 100", 100, said(accessibility)),
    atMost("page.lcp_s", Math.max(...lcp), "s", 1, said(lcp, 2)),
    atMost("page.cls", Math.max(...cls), "score", 0.02, said(cls, 3)),
  ]
}
