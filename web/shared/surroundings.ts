/** What is around the page: the browser's history, and another site if the page is in a frame of it. */
import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * Whether another site is around the page. The page mostly carries the script that talks to it; a browser that did not
 * tell the server of the frame fetches it.
 */
const isInFrame = !import.meta.env.SSR && parent !== self
const framed = isInFrame && !globalThis.framed ? import("./framed.ts") : null

/** Tells the site around the page that the visitor has booked. A move or a cancellation is no booking. */
export function tellBooked(): void {
  if (isInFrame) Promise.resolve(framed).then(() => globalThis.framed!.tellBooked())
}

/** Marks the entry of the browser's history that stands above the page's own. */
const guardState = { isGuard: true }

const isOnGuard = (): boolean => history.state?.isGuard === true

/**
 * Makes the browser's Back button lead to the step before, and off the page only when there is none. In a frame the
 * button belongs to the site around it.
 *
 * @param goForward from the first step, the browser's Forward button leads to where Back came from
 */
export function useBackButton(hasStepBefore: boolean, goBack: () => void, goForward: () => void): void {
  const guard = useRef({ isKnown: false, isOnTop: false, isBeingRemoved: false }).current
  useLayoutEffect(() => {
    if (isInFrame) return
    // The step shows its heading; the browser would restore the scroll position of another step.
    history.scrollRestoration = "manual"
    const settle = () => {
      if (guard.isBeingRemoved || guard.isOnTop === hasStepBefore) return
      guard.isOnTop = hasStepBefore
      guard.isBeingRemoved = !hasStepBefore
      if (hasStepBefore) history.pushState(guardState, "")
      else history.back()
    }
    window.onpopstate = () => {
      // history.back() takes a moment, in which the visitor may have moved on to a step that needs the guard again.
      if (guard.isBeingRemoved) {
        guard.isBeingRemoved = false
        settle()
      } else if (guard.isOnTop) {
        guard.isOnTop = false
        goBack()
      } else if (isOnGuard()) {
        guard.isOnTop = true
        goForward()
      }
    }
    // After a reload the guard is still there, and the step is restored only with the next render.
    if (guard.isKnown) settle()
    else guard.isOnTop = isOnGuard()
    guard.isKnown = true
  })
}
