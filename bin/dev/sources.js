/** Turns the built documents that the service answers into documents that load the sources from Vite. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { root } from "../setup.js"

/** Everything below it is Vite's: no page of a company can have such an address. */
export const SOURCES = "/@dev/"

const script = (path) => `<script type="module" src="${SOURCES}${path}"></script>`
const client = script("@vite/client")

/** The console's document is a file; the service adds the host's settings to it. */
export async function consoleOfSources(served) {
  const source = await readFile(join(root, "console", "index.html"), "utf8")
  const settings = served.match(/<meta name="(map-tiles|entry)"[^>]*>/g) ?? []
  return source
    .replace('<script type="module" src="./main.tsx"></script>', script("console/main.tsx"))
    .replace("</head>", () => `${settings.join("")}${client}</head>`)
}

/** Fetches the built script and its modules: the end of the script in the page's head. */
const start =
  /const start = [^\n]*\/assets\/(booking-link|public-page|waiting-link)-[^"]*\.js"[\s\S]*?<\/script>/
/** The built styles, before the company's colours, which stay. */
const styles =
  /(<style nonce="[^"]*">)[\s\S]*?(:root\{[^{}]*\}@media\(prefers[^{}]*\{:root\{[^{}]*\}\}<\/style>)/
/** The built script of a page inside another site; the page's own fetches it where it is missing. */
const frameScript =
  /(<meta name="embed-origins"[^>]*>)<script[^>]*>(?!globalThis\.earlyEvents)[\s\S]*?<\/script>/
const firstPaint = /(<div id="app">)[\s\S]*(<\/div><script type="application\/json" id="view")/

/**
 * A customers' page without its built script, styles and first paint, which the sources draw instead. A page without a script,
 * such as a message, stays as it was built.
 */
export function pageOfSources(served) {
  const page = start.exec(served)?.[1]
  if (page === undefined) return served
  return served
    .replace(start, () => `</script>${client}${script(`pages/customer/${page}/main.tsx`)}`)
    .replace(styles, "$1$2")
    .replace(frameScript, "$1")
    .replace(firstPaint, "$1$2")
}
