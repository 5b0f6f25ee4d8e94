import type { RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/**
 * Moves the focus when the step changes, or when the same step has a new failure to tell: to the failure
 * if there is one, else to the step's heading. The first step leaves the focus alone.
 */
export function useStepFocus(root: RefObject<HTMLElement | null>, step: string, failure: unknown): void {
  const shown = useRef({ step, failure })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { step, failure }
    if (before.step === step && (before.failure === failure || !failure)) return
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    const target = find("[role=alert]") ?? find("[data-step-heading]")
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: "nearest" })
  }, [step, failure, root])
}

/**
 * On a phone a day's times take the calendar's place: the focus follows to their heading, and back to the day.
 * Where both stand side by side it stays where it is.
 */
export function useDayFocus(root: RefObject<HTMLElement | null>, dayOpen: boolean): void {
  const wasOpen = useRef(dayOpen)
  useLayoutEffect(() => {
    if (wasOpen.current === dayOpen) return
    wasOpen.current = dayOpen
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    if (dayOpen && !isShown(find(".calendar"))) find("#day")?.focus()
    if (!dayOpen && root.current?.contains(document.activeElement)) {
      if (!isShown(find(".day-times"))) find(".day[tabindex='0']")?.focus()
    }
  }, [dayOpen, root])
}

function isShown(element: HTMLElement | null | undefined): boolean {
  return !!element?.getClientRects().length
}
