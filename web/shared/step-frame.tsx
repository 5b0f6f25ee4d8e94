import type { ComponentChildren } from "preact"
import { Announcement } from "./announcement.tsx"

interface StepFrameProps {
  heading: string
  /** What is said while a request is on its way; null when none is. */
  underway?: string | null
  /** Something was just achieved. */
  done?: boolean
  children: ComponentChildren
}

/** A step with one thing to decide: its heading gets the focus, its waiting is told. */
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
