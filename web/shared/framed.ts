/** What a page does only inside another site's page. Loaded there alone: `frame.ts` says when. */
import {
  type FromPage,
  frameVersion,
  type Hello,
  helloType,
  type PortOffer,
  portType,
  type Scheme,
  type ToPage,
} from "./frame-contract.ts"

let port: MessagePort | null = null
let isBookedUntold = false
let toldPixels = 0

/** The visitor has finished a booking. */
export function tellBooked(): void {
  isBookedUntold = !port
  tell({ type: "booked" })
}

function tell(message: FromPage): void {
  port?.postMessage(message)
}

/** The sites that may frame the page; the policy that the page came with names the same. */
const origins = document.querySelector<HTMLMetaElement>("meta[name=embed-origins]")?.content.split(" ") ?? []

if (parent !== self) {
  document.documentElement.classList.add("framed")
  addEventListener(
    "message",
    ({ source, origin, data, ports: [offered] }: MessageEvent<PortOffer | null>) => {
      if (port || source !== parent || !origins.includes(origin) || data?.type !== portType || !offered)
        return
      port = offered
      port.onmessage = ({ data: sent }: MessageEvent<ToPage | null>) => {
        if (sent?.type === "scheme") wear(sent.scheme)
      }
      wear(data.scheme)
      tellHeight()
      new ResizeObserver(tellHeight).observe(content())
      // Out of sight, browsers lay nothing out in a frame, and notice no new size before it comes into view.
      new MutationObserver(tellHeight).observe(content(), {
        childList: true,
        subtree: true,
        attributes: true,
      })
      if (isBookedUntold) tellBooked()
    },
  )
  addEventListener("focusin", ({ target }) => {
    tell({ type: "focus", top: (target as Element).getBoundingClientRect().top + scrollY })
  })
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) tell({ type: "close" })
  })
  parent.postMessage({ type: helloType, version: frameVersion } satisfies Hello, "*")
}

function content(): HTMLElement {
  return document.getElementById("app")!
}

/** The content's height, never the window's: what follows the window would grow with it for ever. */
function tellHeight(): void {
  const pixels = Math.ceil(content().getBoundingClientRect().height)
  if (pixels > 0 && pixels !== toldPixels) tell({ type: "height", pixels })
  toldPixels = pixels
}

/** The rules for a dark scheme, once they are no longer up to the visitor's system. */
let darkRules: CSSMediaRule[] | undefined

/** Looks as the site around does, which may be light on a system that prefers dark. */
function wear(scheme: Scheme): void {
  if (scheme !== "light" && scheme !== "dark") return
  darkRules ??= [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ media }) => /prefers-color-scheme: ?dark/.test(media.mediaText))
  for (const { media } of darkRules) media.mediaText = scheme === "dark" ? "all" : "not all"
  document.documentElement.style.colorScheme = scheme
}
