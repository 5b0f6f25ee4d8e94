/** A page in a frame, as long as it says so itself; a plain link where it can't be. */
import { converse } from "./conversation.ts"
import { linkTo } from "./link-to.ts"
import { show } from "./show.ts"
import { style } from "./style.ts"
import { bookUrl, type Target, warn } from "./target.ts"

/** A refused frame loads too, as an error page: only a hello tells. */
const helloMs = 2_000
const loadMs = 8_000
/** More than any page is tall. */
const mostPixels = 20_000

export interface Deeds {
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
      style(frame, { height: `${Math.min(message.pixels, mostPixels)}px`, opacity: "1" })
    }
    if (message.type === "focus") show(frame, message.top)
    if (message.type === "booked") deeds.booked()
    if (message.type === "close") deeds.close?.()
  })

  frame.title = label
  frame.setAttribute("scrolling", "no")
  frame.src = url
  style(frame, { all: "initial", display: "block", width: "100%", opacity: "0" })
  place.replaceChildren(frame)
  style(frame, { height: `${firstPixels(frame.clientWidth || innerWidth)}px` })
  return frame
}

/** What a page most often takes before anybody has touched it, so that the site does not jump when it is there. */
const firstPixels = (width: number) => (width < 768 ? 720 : 576)
