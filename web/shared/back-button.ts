import { useLayoutEffect, useRef } from "preact/hooks"
import { frame } from "./frame.ts"

/**
 * The browser's Back button leads to the step before, as long as there is one; only then does it leave the page.
 * In a frame it belongs to the site around it.
 */
export function useBackButton(hasStepBefore: boolean, goBack: () => void): void {
  const guarded = useRef(false)
  useLayoutEffect(() => {
    if (frame) return
    // The step before shows its heading; the place that the browser remembers was another step's.
    history.scrollRestoration = "manual"
    window.onpopstate = () => {
      if (guarded.current) goBack()
      guarded.current = false
    }
    if (guarded.current === hasStepBefore) return
    guarded.current = hasStepBefore
    if (hasStepBefore) history.pushState(null, "")
    else history.back()
  })
}
