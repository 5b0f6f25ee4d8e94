import type { ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

interface StepFrameProps {
  heading: string
  /** A sentence below the heading. */
  lead?: ComponentChildren
  /** Announced while a request is in flight; null when none is. */
  underway?: string | null
  /** Something was just achieved. */
  done?: boolean
  children?: ComponentChildren
}

/** A step with one thing to decide. Its heading gets the focus, and a request in flight is announced. */
export function StepFrame({ heading, lead, underway = null, done, children }: StepFrameProps) {
  const head = (
    <div class="stack">
      <h1 data-step-heading tabIndex={-1}>
        {heading}
      </h1>
      {lead && <p>{lead}</p>}
    </div>
  )
  return (
    <div class="form" aria-busy={underway !== null}>
      <Announcement>{underway}</Announcement>
      {done ? (
        <div class="ok">
          <span class="tick" aria-hidden="true" />
          {head}
        </div>
      ) : (
        head
      )}
      {children}
    </div>
  )
}

/** Gives the focus to the heading of a step whose script or words came after the step did. */
export function useLateHeading(isThere: boolean): void {
  useLayoutEffect(() => {
    if (isThere) beginningOf(document)?.focus({ preventScroll: true })
  }, [isThere])
}

/** The beginning of a step: the field that is to be filled in, so that a phone shows its keys at once; else its heading. */
export const beginningOf = (root: ParentNode) =>
  root.querySelector<HTMLElement>("[data-step-field]") ??
  root.querySelector<HTMLElement>("[data-step-heading]")

/** Text that screen readers say when it changes, and that is not seen. */
export function Announcement({ children }: { children: ComponentChildren }) {
  return <output class="said">{children}</output>
}

/**
 * Moves the focus when the step changes, or when the same step gets a new notice: to the failure if there is one, else
 * to where the step begins, with the page's head in sight. The page's first step leaves the focus alone.
 */
export function useStepFocus(root: RefObject<HTMLElement | null>, step: string, notice: unknown): void {
  const shown = useRef({ step, notice })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { step, notice }
    if (before.step === step && (before.notice === notice || !notice)) return
    const failure = root.current?.querySelector<HTMLElement>("[role=alert]")
    const target = failure ?? (root.current && beginningOf(root.current))
    target?.focus({ preventScroll: true })
    scrollTo(0, 0)
    failure?.scrollIntoView({ block: "nearest" })
  }, [step, notice, root])
}
