/** A page in a frame, as long as it says so itself; a plain link where it can't be. */
import { converse } from "./conversation.ts"
import { linkTo } from "./link-to.ts"
import { canvasText } from "./scheme.ts"
import { show } from "./show.ts"
import { style } from "./style.ts"
import { bookUrl, type Target, warn } from "./target.ts"

/** A refused frame loads too, as an error page: only a hello tells. */
const helloMs = 2_000
const loadMs = 8_000
/** More than any page is tall. */
const mostPixels = 20_000
/** What a page takes that is not told yet. */
const usualPixels = 576

export interface Deeds {
  /** The frame is no less tall than this before anybody has used it. */
  leastPixels?: number
  /** The page in the frame has said hello. */
  greeted?(): void
  booked(): void
  close?(): void
}

/** Puts the page into the place, instead of what is there. */
export function putFrame({ url, label }: Target, place: HTMLElement, deeds: Deeds): HTMLIFrameElement {
  const frame = document.createElement("iframe")
  const link = linkTo(url, label)
  let isGreeted = false
  let { leastPixels = 0 } = deeds

  const giveUp = () => {
    if (isGreeted || link.isConnected) return
    style(frame, { display: "none" })
    frame.after(link)
    warn(`no frame: is ${location.origin} in embed_origins, and ${bookUrl} in the site's frame-src?`)
  }
  setTimeout(giveUp, loadMs)
  frame.addEventListener("load", () => setTimeout(giveUp, helloMs))

  const greeted = () => {
    isGreeted = true
    link.remove()
    style(frame, { display: "block" })
    deeds.greeted?.()
  }
  converse(frame, greeted, (message) => {
    if (message.type === "height" && message.pixels > 0) {
      style(frame, {
        height: `${Math.min(Math.max(message.pixels, leastPixels), mostPixels)}px`,
        opacity: "1",
      })
    }
    if (message.type === "focus") {
      leastPixels = 0
      show(frame, message.top)
    }
    if (message.type === "booked") deeds.booked()
    if (message.type === "close") deeds.close?.()
  })

  frame.title = label
  frame.setAttribute("scrolling", "no")
  frame.src = url
  const height = `${leastPixels || usualPixels}px`
  style(frame, { all: "initial", ...canvasText, display: "block", width: "100%", height, opacity: "0" })
  place.replaceChildren(frame)
  return frame
}
