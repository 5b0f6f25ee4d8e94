import { useLayoutEffect, useRef } from "preact/hooks"
import { frame } from "./frame.ts"

/**
 * The browser's Back button leads to the step before, as long as there is one; only then does it leave the page.
 * In a frame it belongs to the site around it.
 */
export function useBackButton(hasStepBefore: boolean, goBack: () => void): void {
  const guard = useRef({ stands: false, falls: false }).current
  useLayoutEffect(() => {
    if (frame) return
    // The step before shows its heading; the place that the browser remembers was another step's.
    history.scrollRestoration = "manual"
    const settle = () => {
      if (guard.falls || guard.stands === hasStepBefore) return
      guard.stands = hasStepBefore
      guard.falls = !hasStepBefore
      if (hasStepBefore) history.pushState(null, "")
      else history.back()
    }
    window.onpopstate = () => {
      // Going back takes a moment, in which the visitor may have gone on.
      if (guard.falls) {
        guard.falls = false
        settle()
      } else if (guard.stands) {
        guard.stands = false
        goBack()
      }
    }
    settle()
  })
}
