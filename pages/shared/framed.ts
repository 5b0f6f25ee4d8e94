/**
 * The script of a page inside another site's page. The page's HTML carries it there, so that the site can show the frame as
 * soon as the page is painted, before the page's own script is there.
 */
import {
  type FromPage,
  frameVersion,
  type Hello,
  helloType,
  type PortOffer,
  type Prefill,
  portType,
  type Scheme,
  type ToPage,
} from "../../domain/contracts/frame.ts"

let port: MessagePort | null = null
let isBookedUnsent = false
let sentPixels = 0

declare global {
  var prefill: Partial<Record<keyof Prefill, unknown>> | undefined
  /** The page's own script calls this one; undefined where the page is not in a frame. */
  var framed: { tellBooked(): void } | undefined
}

/** Tells the site that the visitor has booked. */
export function tellBooked(): void {
  isBookedUnsent = !port
  tell({ type: "booked" })
}

function tell(message: FromPage): void {
  port?.postMessage(message)
}

/** The sites that may frame the page, the same as in its Content-Security-Policy. */
const origins = document.querySelector<HTMLMetaElement>("meta[name=embed-origins]")?.content.split(" ") ?? []

globalThis.framed = { tellBooked }

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
      if (data.fill) {
        globalThis.prefill = data.fill
        dispatchEvent(new Event("prefill"))
      }
      tellHeight()
      new ResizeObserver(tellHeight).observe(content())
      // Browsers lay out nothing in a frame that is out of sight, so its size does not change there; its content does.
      new MutationObserver(tellHeight).observe(content(), {
        childList: true,
        subtree: true,
        attributes: true,
      })
      if (isBookedUnsent) tellBooked()
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

/** Sends the content's height. The window's height would grow with the frame without end. */
function tellHeight(): void {
  const pixels = Math.ceil(content().getBoundingClientRect().height)
  if (pixels > 0 && pixels !== sentPixels) tell({ type: "height", pixels })
  sentPixels = pixels
}

/** The style rules of the dark scheme, once the site around decides about them. */
let darkRules: CSSMediaRule[] | undefined

/** Takes the scheme of the site around, which may be light on a system that prefers dark. */
function wear(scheme: Scheme): void {
  if (scheme !== "light" && scheme !== "dark") return
  darkRules ??= [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ media }) => /prefers-color-scheme: ?dark/.test(media.mediaText))
  for (const { media } of darkRules) media.mediaText = scheme === "dark" ? "all" : "not all"
  document.documentElement.style.colorScheme = scheme
}
