/** Text for programs, as it is: wider or longer than its box. */
import type { ComponentChildren } from "preact"
import { Scrolled } from "./scrolled.tsx"

interface CodeProps {
  label: string
  /** Breaks long lines instead of scrolling. */
  wraps?: boolean
  /** As high as it may be: a few lines beside other things, or most of the window. */
  height?: "short" | "tall"
  children: ComponentChildren
}

export function Code({ label, wraps = false, height, children }: CodeProps) {
  return (
    <Scrolled class={height ? `code ${height}` : "code"} label={label}>
      <pre class={wraps ? "wraps" : undefined}>{children}</pre>
    </Scrolled>
  )
}
