import type { ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

interface StepFrameProps {
  heading: string
  /** Announced while a request is in flight; null when none is. */
  underway?: string | null
  /** Something was just achieved. */
  done?: boolean
  children: ComponentChildren
}

/** A step with one thing to decide. Its heading gets the focus, and a request in flight is announced. */
export function StepFrame({ heading, underway = null, done, children }: StepFrameProps) {
  return (
    <div class="decide" aria-busy={underway !== null}>
      {done && <span class="tick" aria-hidden="true" />}
      <Announcement>{underway}</Announcement>
      <h2 data-step-heading tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </div>
  )
}

/** Text that screen readers say when it changes, and that is not seen. */
export function Announcement({ children }: { children: ComponentChildren }) {
  return <output class="said">{children}</output>
}

/**
 * Moves the focus when the step changes, or when the same step gets a new notice: to the failure if there is one, else
 * to the step's heading. The page's first step leaves the focus alone.
 */
export function useStepFocus(root: RefObject<HTMLElement | null>, step: string, notice: unknown): void {
  const shown = useRef({ step, notice })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { step, notice }
    if (before.step === step && (before.notice === notice || !notice)) return
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    const target = find("[role=alert]") ?? find("[data-step-heading]")
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: "nearest" })
  }, [step, notice, root])
}
