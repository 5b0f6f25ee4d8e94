/**
 * page.*: what Lighthouse says of the customers' pages on a phone. The demo's booking link and its public page, served
 * over HTTP by the customer host, compressed as browsers ask for it; Lighthouse's mobile defaults (simulated slow 4G, a
 * processor four times slower), its version pinned in package.json and named in `against`; Chromium as the browser tests
 * find it. Cold: each run starts a browser with nothing kept. Five runs a page, in turns; of each page the median counts,
 * of the two pages the worse.
 *
 * page.lighthouse_performance, page.lighthouse_accessibility: scores of 100. page.lcp_s: seconds until the largest
 * contentful paint. page.cls: cumulative layout shift.
 */
import { atLeast, atMost, type Figure, median } from "./figure.ts"
import { openDemoPages } from "./pages/demo-pages.ts"
import { type Judgement, judge } from "./pages/lighthouse.ts"

export const figures = [
  "page.lighthouse_performance",
  "page.lighthouse_accessibility",
  "page.lcp_s",
  "page.cls",
]

const runs = 5

export async function run(): Promise<Figure[]> {
  const { origin, linkPath, pagePath, close } = await openDemoPages()
  try {
    return figuresOf(await judgeInTurns([linkPath, pagePath].map((path) => origin + path)))
  } finally {
    await close()
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
