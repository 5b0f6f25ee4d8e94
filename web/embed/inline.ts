import { tellBooked } from "./booked.ts"
import { putFrame } from "./frame.ts"
import { style } from "./style.ts"
import type { Target } from "./target.ts"

/** The page as part of the site: as wide as the element, as tall as its own content. */
export function mountInline(element: HTMLElement, target: Target): void {
  const frame = putFrame(target, element, {
    leastPixels: pixelsInSight(element),
    booked: () => tellBooked(element),
  })
  // A ring takes no room, so that the frame's inside is as wide as the element.
  style(frame, { "border-radius": "16px", "box-shadow": "0 0 0 1px #8886" })
}

/**
 * From the element to the window's lower end, as far as every page reaches. With as much room from the start, little
 * that can be seen moves when the page appears.
 */
function pixelsInSight(element: Element): number {
  const left = innerHeight - element.getBoundingClientRect().top
  return Math.round(Math.min(Math.max(left, 400), 640))
}
