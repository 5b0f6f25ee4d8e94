/** A page in a frame; a plain link where the page cannot be framed. */
import { converse } from "./conversation.ts"
import { canvasText } from "./scheme.ts"
import { bookUrl, type Target, warn } from "./target.ts"

/**
 * How long the page has to say hello. A refused frame loads an error page, which the site cannot tell from a slow page, so
 * the link must wait: a link that came before a slow page would give way under the visitor's finger.
 */
const helloMs = 8_000
/** The tallest that a frame can get; no page is taller. */
const maxPixels = 20_000
/** The height of a frame whose page has not said its own yet. */
const firstPixels = 576

interface FrameOptions {
  /** The frame is at least this tall until the visitor uses it. */
  minPixels?: number
  /** Called when the page in the frame has said hello. */
  greeted?(): void
  booked(): void
  close?(): void
}

/** Puts the page into the container, in place of its content. */
export function putFrame(
  { url, label, fill }: Target,
  container: HTMLElement,
  options: FrameOptions,
): HTMLIFrameElement {
  const frame = document.createElement("iframe")
  const link = linkTo(url, label)
  let isGreeted = false
  let { minPixels = 0 } = options

  const giveUp = () => {
    if (isGreeted || link.isConnected) return
    style(frame, { display: "none" })
    frame.after(link)
    warn(`no frame: is ${location.origin} in embed_origins, and ${bookUrl} in the site's frame-src?`)
  }
  setTimeout(giveUp, helloMs)

  const greeted = () => {
    isGreeted = true
    link.remove()
    style(frame, { display: "block" })
    options.greeted?.()
  }
  converse(frame, fill, greeted, (message) => {
    if (message.type === "height" && message.pixels > 0) {
      style(frame, {
        height: `${Math.min(Math.max(message.pixels, minPixels), maxPixels)}px`,
        opacity: "1",
      })
    }
    if (message.type === "focus") {
      minPixels = 0
      scrollIntoSight(frame, message.top)
    }
    if (message.type === "booked") options.booked()
    if (message.type === "close") options.close?.()
  })

  Object.assign(frame, { title: label, scrolling: "no", src: url })
  const height = `${minPixels || firstPixels}px`
  style(frame, { all: "initial", ...canvasText, display: "block", width: "100%", height, opacity: "0" })
  container.replaceChildren(frame)
  return frame
}

/** A link that opens the page in a new tab, for where it cannot be framed. */
function linkTo(url: string, label: string): HTMLAnchorElement {
  const given = { href: url, target: "_blank", rel: "noopener", textContent: label }
  return Object.assign(document.createElement("a"), given)
}

/** An element this close to the window's lower end counts as out of sight. */
const sightPixels = 80

/** Scrolls the site until the focused element in the frame is visible, if it is not already. */
function scrollIntoSight(frame: HTMLElement, top: number): void {
  const now = frame.getBoundingClientRect().top + top
  if (now >= 0 && now < innerHeight - sightPixels) return
  // The browser scrolls to the frame's top less this margin, so a negative margin moves the target below the top.
  frame.style.scrollMarginTop = `${16 - top}px`
  frame.scrollIntoView()
}

/** Tells the site that a visitor has booked, but not who or when. */
export function tellBooked(element: Element): void {
  element.dispatchEvent(new CustomEvent("embed:booked", { bubbles: true, composed: true }))
}

/**
 * Styles one of our own elements, stronger than any rule of the site. A script may do so even where the site's policy
 * forbids inline styles.
 */
export function style(element: HTMLElement, declarations: Record<string, string>): void {
  for (const [property, value] of Object.entries(declarations)) {
    element.style.setProperty(property, value, "important")
  }
}
