/**
 * `{book_url}/embed.js`: puts a company's booking pages into its own site. Reads the attributes once, when the page has
 * loaded; markup that is added later uses `window.Embed`. A site may include the script anywhere, also twice.
 */

import { putFrame, style, tellBooked } from "./frame.ts"
import { openPopup } from "./popup.ts"
import { bookUrl, type Target, targetOf, type Wanted, warn } from "./target.ts"

export interface Embedding {
  /** Puts a page or a booking link into the element, in place of its content. Without an element it does nothing. */
  mount(element: HTMLElement | null, wanted: Wanted): void
  /** Opens a public page, by its slug, or a booking link over the site. */
  popup(wanted: string | Wanted): void
  /** The address of the customer host that served the script. */
  readonly host: string
}

const globals = window as { Embed?: Partial<Embedding> }

const embedding: Embedding = {
  mount(element, wanted) {
    const target = targetOf(wanted)
    if (target && element) mountInline(element, target)
  },
  popup(wanted) {
    const target = targetOf(typeof wanted === "string" ? { page: wanted } : wanted)
    if (target) openPopup(target, null)
  },
  host: bookUrl,
}

/** Calls `use` for every element with the attribute, with the page or link that its value names. */
function each(
  attribute: string,
  kind: keyof Wanted,
  use: (element: HTMLElement, wanted: Wanted) => void,
): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
    // The page takes the names that it knows.
    const fill = Object.fromEntries(
      [...element.attributes].flatMap(({ name, value }) => {
        const [, known] = name.split("data-embed-")
        return known ? [[known, value]] : []
      }),
    )
    use(element, { [kind]: element.getAttribute(attribute), fill })
  }
}

function scan(): void {
  each("data-embed-page", "page", embedding.mount)
  each("data-embed-link", "link", embedding.mount)
  each("data-embed-popup", "page", opens)
  each("data-embed-link-popup", "link", opens)
}

/** A click opens the popup. A click that asks for a new tab or window is left to the browser. */
function opens(opener: HTMLElement, wanted: Wanted): void {
  const target = targetOf(wanted)
  if (!target) return
  opener.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openPopup(target, opener)
  })
}

/** Puts the page into the site: as wide as the element, as tall as its own content. */
function mountInline(element: HTMLElement, target: Target): void {
  const frame = putFrame(target, element, {
    minPixels: pixelsInSight(element),
    booked: () => tellBooked(element),
  })
  // A shadow takes no room, so the page is as wide as the element.
  style(frame, { "border-radius": "16px", "box-shadow": "0 0 0 1px #8886" })
}

/**
 * The visible height below the element's top, within what every page fills. With that much room from the start, little
 * of what is visible moves when the page appears.
 */
function pixelsInSight(element: Element): number {
  const left = innerHeight - element.getBoundingClientRect().top
  return Math.round(Math.min(Math.max(left, 400), 640))
}

if (globals.Embed?.host !== bookUrl) {
  if (globals.Embed) warn("window.Embed is taken, so only the attributes work")
  else globals.Embed = embedding
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", scan)
  else scan()
}
