import { putFrame, style, tellBooked } from "./frame.ts"
import type { Target } from "./target.ts"

/** Puts the page into the site: as wide as the element, as tall as its own content. */
export function mountInline(element: HTMLElement, target: Target): void {
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
