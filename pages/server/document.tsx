import type { ComponentChildren, VNode } from "preact"
import { renderToString } from "preact-render-to-string"
import type { Locale } from "../../domain/contracts/customer-pages.ts"
import { prefillNames } from "../../domain/contracts/frame.ts"
import type { Framing, PageAssets } from "../../domain/contracts/page-renderer.ts"
import { type BrandTone, brandPalette } from "../../ui/color.ts"
import { PhoneLink } from "../shared/company.tsx"
import { wallClock } from "../shared/zones.ts"
import { serverMessages } from "./messages.ts"

export interface DocumentProps {
  title: string
  locale: Locale
  region: string | null
  /** The company's; a quiet neutral when left out. */
  accentColor?: string | undefined
  nonce: string
  assets: PageAssets
  framing: Framing
  /** True for a test company's page, which says so. */
  isTest?: boolean | undefined
  /** True where search engines may list the page. */
  isPublic?: boolean
  /** The tags of its face in tabs and in previews of its address; without, the tab's icon is empty. */
  face?: ComponentChildren
  /** True where its address may fill in choices and contact details. */
  takesPrefill?: boolean
  /** True where the page loads its script. A message needs none. */
  hasScript?: boolean
  children: ComponentChildren
}

/** The HTML of a whole page. */
export function htmlOf(document: VNode): string {
  return `<!doctype html>${renderToString(document)}`
}

/** A whole customer-facing page in the company's colours. */
export function Document(props: DocumentProps) {
  const {
    title,
    locale,
    region,
    accentColor = "",
    nonce,
    assets,
    framing,
    isTest = false,
    isPublic = false,
    hasScript = false,
    face = <link rel="icon" href="data:," />,
    takesPrefill = false,
  } = props
  return (
    <html lang={locale} data-region={region ?? undefined} class={framing.isFramed ? "framed" : undefined}>
      <head>
        <meta charset="utf-8" />
        {takesPrefill && <script nonce={nonce} {...verbatim(prefillScript)} />}
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isPublic && <meta name="robots" content="noindex" />}
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        {face}
        <style nonce={nonce} {...verbatim(assets.styles + brandStyle(accentColor))} />
        <FrameTags framing={framing} script={assets.framed} hasOwnScript={hasScript} nonce={nonce} />
        {hasScript && <script type="module" nonce={nonce} {...verbatim(startScript(assets))} />}
      </head>
      <body>
        {isTest && <aside class="notice">{serverMessages[locale].testCompany}</aside>}
        {props.children}
      </body>
    </html>
  )
}

export interface FirstScreenProps {
  locale: Locale
  nonce: string
  phone: string | null
  /** The zone of the shown times and some of their instants, when a line about it may be needed. */
  zone?: { zone: string; instants: string[] } | null
  /** The data that the components were rendered with; the page's script renders them with the same. */
  data: unknown
  children: ComponentChildren
}

/** The body of a page that its script takes over. */
export function FirstScreen({ locale, nonce, phone, zone, data, children }: FirstScreenProps) {
  return (
    <>
      <noscript>
        <p class="notice bad">
          {serverMessages[locale].noScript} {phone && <PhoneLink phone={phone} />}
        </p>
      </noscript>
      <script nonce={nonce} {...verbatim(returningScript)} />
      {zone && <script nonce={nonce} {...verbatim(elsewhereScript(zone))} />}
      <div id="app">{children}</div>
      <script type="application/json" id="view" {...verbatim(scriptJson(data))} />
    </>
  )
}

interface FrameTagsProps {
  framing: Framing
  script: string
  /** True where the page has a script of its own, which fetches this one in a frame that the server did not know of. */
  hasOwnScript: boolean
  nonce: string
}

/** For a page that other sites may frame: their origins, and the script that talks to them. */
function FrameTags({ framing: { origins, isFramed }, script, hasOwnScript, nonce }: FrameTagsProps) {
  if (origins.length === 0) return null
  return (
    <>
      <meta name="embed-origins" content={origins.join(" ")} />
      {(isFramed || !hasOwnScript) && <script type="module" nonce={nonce} {...verbatim(script)} />}
    </>
  )
}

/**
 * Marks the document when the visitor's clock differs from the zone's, so that the first paint has the line that says so:
 * a line that came later would move everything below it.
 */
function elsewhereScript({ zone, instants }: { zone: string; instants: string[] }): string {
  const sorted = instants.toSorted()
  const offsets = [sorted[0]!, sorted.at(-1)!].map((at) => [
    Date.parse(at),
    wallClock(at, zone).offsetMinutes,
  ])
  return `if (${JSON.stringify(offsets)}.some(([at, minutes]) => -new Date(at).getTimezoneOffset() !== minutes)) document.documentElement.classList.add("elsewhere")`
}

/**
 * Takes choices and contact details out of the address bar before anything loads, so that no request, history entry or
 * Referer has them; see `prefill.ts`. The first step is hidden until the choice is made.
 */
const prefillScript = `{
  const query = new URLSearchParams(location.search)
  const given = {}
  for (const name of ${JSON.stringify(prefillNames)}) {
    if (!query.has(name)) continue
    given[name] = query.get(name)
    query.delete(name)
  }
  if (Object.keys(given).length > 0) {
    const rest = query.toString()
    history.replaceState(history.state, "", location.pathname + (rest && "?" + rest) + location.hash)
    globalThis.prefill = given
    if (given.type) document.documentElement.classList.add("returning")
  }
}`

/**
 * Hides the first step of a visitor who comes back to a later one, until that is restored, and of one whose browser remembers
 * an appointment, until it stands there; see `kept.ts` and `remembered.ts`.
 */
const returningScript = `try {
  const isKnown = (localStorage.getItem("appointments") || "").includes(JSON.stringify(location.pathname))
  if (isKnown || sessionStorage.getItem(location.pathname)) document.documentElement.classList.add("returning")
} catch {}`

/**
 * Fetches the page's script and its modules, all at once, after the first paint: everything that is seen first is in the
 * HTML. A page that is never painted, such as one in a background tab, starts after half a second.
 *
 * Until the script has taken over, it keeps the visitor's taps and typing, which the script then repeats. What is kept reaches
 * no element meanwhile: between taking over and repeating it would count twice.
 */
function startScript({ script, preload }: PageAssets): string {
  return `globalThis.earlyEvents = []
const keep = (event, repeat) => {
  if (!globalThis.earlyEvents) return
  earlyEvents.push(repeat)
  event.stopPropagation()
}
addEventListener("click", (event) => {
  const button = event.target.closest("button")
  if (button) keep(event, () => button.click())
}, true)
const keepValue = (event) => {
  const { type, target } = event
  const { value } = target
  keep(event, () => {
    target.value = value
    target.dispatchEvent(new Event(type, { bubbles: true }))
  })
}
addEventListener("input", keepValue, true)
addEventListener("change", keepValue, true)
addEventListener("submit", (event) => event.preventDefault())
const start = () => ${JSON.stringify([...preload, script])}.map((file) => import(file).catch(() => document.documentElement.classList.remove("returning")))
setTimeout(start, 500)
new PerformanceObserver(start).observe({ type: "paint", buffered: true })`
}

/** The props of an element whose text is a style sheet, a script or JSON, which HTML does not escape. */
function verbatim(text: string) {
  return { dangerouslySetInnerHTML: { __html: text } }
}

/** JSON for a script element: nothing in it can end the element or a line. */
function scriptJson(value: unknown): string {
  const code = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, code)
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
