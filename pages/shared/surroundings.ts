/** The surroundings of the page: the browser's history, and another site if the page is in a frame of it. */
import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * The module that talks to the site around the page; null when the page is not in a frame, and on the server. The page's HTML
 * carries it, unless the browser did not tell the server of the frame.
 */
const framed =
  import.meta.env.SSR || parent === self ? null : Promise.resolve(globalThis.framed ?? import("./framed.ts"))

/** Tells the site around the page that the visitor has booked. A move or a cancellation is no booking. */
export function tellBooked(): void {
  framed?.then((module) => module.tellBooked())
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
    if (framed) return
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
