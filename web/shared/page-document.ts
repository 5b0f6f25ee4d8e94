import { type BrandTone, brandPalette } from "./color.ts"
import type { Locale } from "./contract.ts"
import { type Html, html } from "./html.ts"

/** What a page loads: its styles with it, so that nothing is waited for before it is seen; else addresses on its own origin. */
export interface PageAssets {
  script: string
  /** The text of its style sheets. */
  styles: string
  /** Modules the script will import. */
  preload: string[]
  /** The module that runs inside another site's page only. */
  framed: string
}

/** Who may show the page inside theirs, and whether somebody does. */
export interface Framing {
  origins: readonly string[]
  /** Not every browser says so; the page's script finds out by itself too. */
  isFramed: boolean
}

export interface PageDocument {
  title: string
  locale: Locale
  accentColor: string
  /** The nonce of the Content-Security-Policy; each script and style carries it. */
  nonce: string
  assets: Pick<PageAssets, "styles" | "framed">
  framing: Framing
  /** Whether search engines may list the page; private unless said so. */
  isPublic?: boolean
  /** What follows the styles in the head: the page's script. A page without one only says something. */
  head?: Html
  body: Html
}

/** A whole customer-facing page in the company's colours. */
export function pageDocument({
  title,
  locale,
  accentColor,
  nonce,
  assets,
  framing,
  isPublic = false,
  head,
  body,
}: PageDocument): string {
  return html`<!doctype html>
<html lang="${locale}"${framing.isFramed && html` class="framed"`}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isPublic && html`<meta name="robots" content="noindex">`}
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${{ html: assets.styles + brandStyle(accentColor) }}</style>
${frameTags(assets.framed, framing, !head, nonce)}${head ?? null}
</head>
<body>${body}</body>
</html>`.html
}

/**
 * For a page that others may frame: who, and the script that talks with them. Where the browser does not say whether
 * it is framed, a page's own script fetches it; a page without one carries it.
 */
function frameTags(
  script: string,
  { origins, isFramed }: Framing,
  isStill: boolean,
  nonce: string,
): Html | null {
  if (origins.length === 0) return null
  const isCarried = isFramed || isStill
  return html`<meta name="embed-origins" content="${origins.join(" ")}">
${isCarried && html`<script type="module" src="${script}" nonce="${nonce}"></script>`}`
}

/**
 * What brings the page to life: its script, and the modules that the script will import. All there is to see first stands
 * in the HTML, so they are fetched once that has been painted, all at once; at the latest half a second later, for a page
 * that nobody looks at is never painted.
 */
export function scriptTags({ script, preload }: PageAssets, nonce: string): Html {
  const modules = JSON.stringify([...preload, script])
  const start = `const start=()=>${modules}.map(file=>import(file));setTimeout(start,500);new PerformanceObserver(start).observe({type:"paint",buffered:true})`
  return html`<script type="module" nonce="${nonce}">${{ html: start }}</script>`
}

/** The company's colours as custom properties, in light and dark. Every value is a computed `#rrggbb`. */
function brandStyle(accentColor: string): string {
  const { light, dark } = brandPalette(accentColor)
  return `:root{${properties(light)}}@media(prefers-color-scheme:dark){:root{${properties(dark)}}}`
}

function properties(tone: BrandTone): string {
  return Object.entries(tone)
    .map(([name, color]) => `--accent-${name}:${color}`)
    .join(";")
}
