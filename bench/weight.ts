/**
 * weight.link_js_kb, weight.page_js_kb: kilobytes (1024 bytes) of all scripts that the booking link's page and the public
 * page load in one language, each file by gzip -9; of English, French and Spanish the worst. Input: the demo's pages,
 * asked for over HTTP, the scripts that their HTML names and what these import, as built. What a page fetches later and
 * not for everybody, such as the bot check, is apart. weight.link_css_kb: the styles inside the link's HTML, alike.
 */

import { atMost, type Figure } from "./figure.ts"
import { type DemoPages, openDemoPages } from "./pages/demo-pages.ts"
import { type Weight, weigh } from "./pages/weigh.ts"

export const figures = ["weight.link_js_kb", "weight.link_css_kb", "weight.page_js_kb"]

const languages = ["en", "fr", "es"]

export async function run(): Promise<Figure[]> {
  const pages = await openDemoPages()
  try {
    const link = await weights(pages, pages.linkPath)
    const page = await weights(pages, pages.pagePath)
    return [
      worst("weight.link_js_kb", link, ({ js }) => js, 22),
      worst("weight.link_css_kb", link, ({ css }) => css, 4),
      worst("weight.page_js_kb", page, ({ js }) => js, 28),
    ]
  } finally {
    await pages.close()
  }
}

async function weights({ origin }: DemoPages, path: string): Promise<Weight[]> {
  const weighed: Weight[] = []
  for (const language of languages) weighed.push(await weigh(origin, path, language))
  return weighed
}

function worst(
  name: string,
  weights: readonly Weight[],
  kind: (weight: Weight) => number,
  goal: number,
): Figure {
  const kilobytes = weights.map((weight) => kind(weight) / 1024)
  const each = languages.map((language, at) => `${language} ${kilobytes[at]!.toFixed(2)}`).join(", ")
  return atMost(name, Math.max(...kilobytes), "KB", goal, `gzip -9: ${each}`)
}

if (import.meta.main) console.table(await run())
